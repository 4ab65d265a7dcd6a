import { parseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Message, ToolCallPart } from '../../domain/message.ts'
import { type ModelChunk, ModelError, type ModelRequest, type ToolSpec } from '../../domain/model.ts'
import { createRefusedSizes } from '../refused-sizes.ts'
import { adapted } from '../sdk-errors.ts'
import { flatSchema } from './flat-schema.ts'
import {
  plainNames,
  renamedProperties,
  renamedTools,
  renameMembers,
  renameProperties,
  type ToolNameRule,
} from './legal-names.ts'
import { hasNamedKeyword, longDescription, refusedTool, type ToolRefusal } from './refused-tool.ts'
import { descriptionsIn, shortened, withShortDescriptions } from './short-descriptions.ts'
import { formWords, type SchemaForm, schemaForms, schemaIn } from './simple-schema.ts'
import { limitWords, type ToolLimit, withinLimit } from './too-many-tools.ts'

/** A tool as the provider gets it. */
interface FittedTool {
  readonly own: ToolSpec
  readonly sent: ToolSpec
  readonly form: SchemaForm
  /** Other names of its properties, by their own. */
  readonly properties: ReadonlyMap<string, string>
}

/** Makes the tools of requests such that the provider takes them, and its calls such as if it had got them as they were (MOD-7). */
export interface ToolFitter {
  /** What was learnt from earlier refusals about the tools of this request, in the words of then. */
  adaptations(request: ModelRequest): readonly string[]
  stream(
    request: ModelRequest,
    send: (request: ModelRequest) => AsyncIterable<ModelChunk>,
  ): AsyncIterable<ModelChunk>
}

/**
 * One tool that a provider refuses must not fail the runs of its agent. Schemas become objects, names become such as all providers take,
 * with a way back. A tool that is refused all the same is made smaller or left out from then on, and the request is sent again.
 */
export function createToolFitter(): ToolFitter {
  const sizes = createRefusedSizes()
  /** By model: those of one server differ in what they take. */
  const learnt = new Map<string, Learnt>()
  const learntOf = (model: string) => {
    const known = learnt.get(model) ?? nothingLearnt()
    learnt.set(model, known)
    return known
  }

  function toFitted({ model, tools, messages }: ModelRequest): readonly FittedTool[] {
    const known = learntOf(model)
    const { maxDescription, names: rule } = known
    const kept = withinLimit(notLeftOut(tools, known), { messages }, known.limit)
    const names = renamedTools(
      kept.map(({ name }) => name),
      rule,
    )
    return kept.map((own) => {
      const { schema: legal, properties } = fittedSchema(own.inputSchema)
      const form = formOf(own, known)
      const flat = schemaIn(form, legal)
      const schema = Number.isFinite(maxDescription) ? withShortDescriptions(flat, maxDescription) : flat
      const description = shortened(own.description, maxDescription)
      const isSame = schema === own.inputSchema && description === own.description && !names.has(own.name)
      const sent = { ...own, name: names.get(own.name) ?? own.name, description, inputSchema: schema }
      return { own, sent: isSame ? own : sent, properties, form }
    })
  }

  /** The same failure, with what is done about it; `null` where no tool is at fault. */
  function lessonOf(error: unknown, fitted: readonly FittedTool[], request: ModelRequest): ModelError | null {
    if (!(error instanceof ModelError) || error.adapted !== undefined) return null
    const sent = fitted.map((tool) => tool.sent)
    const own = fitted.map((tool) => tool.own)
    const refusal = refusedTool(error, sent, own)
    if (refusal === null) return null
    const known = learntOf(request.model)
    if (refusal.about === 'count') {
      const { most } = refusal
      known.limit = { most: Math.min(most, known.limit?.most ?? most), said: error.message.slice(0, 300) }
      return adapted(error, limitWords(own, request, known.limit) ?? `at most ${most} tools are offered`)
    }
    const change = changeFor(refusal, { fitted, message: error.message }, known)
    if (change !== null) return adapted(error, change)
    // That of the answer may be at fault as well.
    const isTried = refusal.about === 'schema' && !refusal.mayBeElse && request.responseFormat === null
    const suspects = isTried ? suspectsIn(fitted, error.message) : []
    const tool = refusal.index === null ? suspects[0] : fitted[refusal.index]
    if (!tool) return null
    const isSure = refusal.index !== null || suspects.length === 1
    const which = isSure ? 'which it refused' : 'which it perhaps refused'
    const what = `its tool \`${tool.own.name}\` is left out, ${which}: ${error.message.slice(0, 300)}`
    known.leftOut.set(keyOf(tool.own), what)
    return adapted(error, what)
  }

  return {
    adaptations(request) {
      const known = learntOf(request.model)
      const { leftOut, limit } = known
      const words = limitWords(notLeftOut(request.tools, known), request, limit)
      return [
        ...(leftOut.size === 0 ? [] : request.tools.flatMap((tool) => leftOut.get(keyOf(tool)) ?? [])),
        ...(words === null ? [] : [words]),
      ]
    },
    async *stream(request, send) {
      const fitted = toFitted(request)
      const isSame = fitted.length === request.tools.length && fitted.every(({ own, sent }) => own === sent)
      const calls = isSame ? null : createCallNames(fitted)
      const isForced = fitted.length === 0 && request.toolChoice === 'required'
      const sent: ModelRequest = calls
        ? {
            ...request,
            tools: fitted.map((tool) => tool.sent),
            toolChoice: isForced ? 'auto' : request.toolChoice,
            messages: request.messages.map(calls.toProvider),
          }
        : request
      try {
        sizes.check(sent)
        if (calls) for await (const chunk of send(sent)) yield* calls.fromProvider(chunk)
        else yield* send(sent)
      } catch (error) {
        sizes.note(sent, error)
        throw lessonOf(error, fitted, request) ?? error
      }
    },
  }
}

/** What a model taught by its refusals. */
interface Learnt {
  /** Refused tools, by name and schema, with the warning about each. */
  readonly leftOut: Map<string, string>
  /** Longest description that was not refused. */
  maxDescription: number
  /** The rule for names; absent: the usual one. */
  names: ToolNameRule | undefined
  /** The barest form in which the schemas of all tools are sent. */
  form: SchemaForm
  /** Tools that are sent in a barer one, by name and schema. */
  readonly forms: Map<string, SchemaForm>
  limit: ToolLimit | null
}

function nothingLearnt(): Learnt {
  const maxDescription = Number.POSITIVE_INFINITY
  return {
    leftOut: new Map(),
    maxDescription,
    names: undefined,
    form: 'OWN',
    forms: new Map(),
    limit: null,
  }
}

/** To name each tool by its schema takes its time: most servers refuse none. */
function notLeftOut(tools: readonly ToolSpec[], { leftOut }: Learnt): readonly ToolSpec[] {
  return leftOut.size === 0 ? tools : tools.filter((tool) => !leftOut.has(keyOf(tool)))
}

function formOf(tool: ToolSpec, { form, forms }: Learnt): SchemaForm {
  return forms.size === 0 ? form : barer(form, forms.get(keyOf(tool)) ?? form)
}

function barer(one: SchemaForm, other: SchemaForm): SchemaForm {
  return schemaForms.indexOf(one) > schemaForms.indexOf(other) ? one : other
}

/** The next form of a tool's schema, without what the refusal names if any form is; `null` where there is no other. */
function nextForm({ own, form }: FittedTool, message: string): SchemaForm | null {
  const { schema } = fittedSchema(own.inputSchema)
  const sent = schemaIn(form, schema)
  const others = schemaForms
    .slice(schemaForms.indexOf(form) + 1)
    .filter((other) => schemaIn(other, schema) !== sent)
  const without = others.find((other) => !hasNamedKeyword(message, schemaIn(other, schema)))
  return without ?? others[0] ?? null
}

/** Makes all tools smaller or plainer, in words for the log; `null` where that changes none of them. */
function changeFor(
  refusal: Exclude<ToolRefusal, { about: 'count' }>,
  { fitted, message }: { readonly fitted: readonly FittedTool[]; readonly message: string },
  known: Learnt,
): string | null {
  switch (refusal.about) {
    case 'description':
      if (refusal.maxLength >= known.maxDescription) return null
      known.maxDescription = refusal.maxLength
      return `descriptions of tools have at most ${known.maxDescription} characters`
    case 'name': {
      const rule = plainNames(refusal.maxLength)
      if (fitted.every(({ sent }) => rule.legal.test(sent.name))) return null
      known.names = rule
      return `names of tools are sent as at most ${refusal.maxLength} letters, digits and single underscores`
    }
    case 'schema': {
      const holders = fitted.filter(({ sent }) => hasNamedKeyword(message, sent.inputSchema))
      const next = (tools: readonly FittedTool[]) => tools.flatMap((tool) => nextForm(tool, message) ?? [])
      const forms = new Set(next(holders).length > 0 ? next(holders) : next(fitted))
      const form = schemaForms.find((one) => forms.has(one))
      if (form === undefined) return null
      known.form = barer(form, known.form)
      return `schemas of tools are sent ${formWords[known.form]}`
    }
    case 'tool': {
      const tool = fitted[refusal.index]
      const form = tool ? nextForm(tool, message) : null
      if (!tool || form === null) return null
      known.forms.set(keyOf(tool.own), form)
      return `the schema of its tool \`${tool.own.name}\` is sent ${formWords[form]}`
    }
    default:
      return refusal satisfies never
  }
}

/** Those whose schemas, as they were sent, have what the refusal names; else all that had it, or all: the largest first, which can only be tried. */
function suspectsIn(tools: readonly FittedTool[], message: string): readonly FittedTool[] {
  const holders = tools.filter(({ sent }) => hasNamedKeyword(message, sent.inputSchema))
  if (holders.length > 0) return largestFirst(holders)
  const once = tools.filter(({ own }) => hasNamedKeyword(message, own.inputSchema))
  // All others follow: none of these is sure to be at fault.
  return [...largestFirst(once), ...largestFirst(tools.filter((tool) => !once.includes(tool)))]
}

function largestFirst(tools: readonly FittedTool[]): readonly FittedTool[] {
  const sizeOf = ({ own }: FittedTool) => JSON.stringify(own.inputSchema).length
  return tools.toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

interface FittedSchema {
  readonly schema: JsonObject
  readonly properties: ReadonlyMap<string, string>
}

/** A server's tools are the same for all its requests. */
const fittedSchemas = new WeakMap<JsonObject, FittedSchema>()

function fittedSchema(given: JsonObject): FittedSchema {
  const known = fittedSchemas.get(given)
  if (known) return known
  const flat = flatSchema(given)
  const properties = renamedProperties(flat)
  const renamed = properties.size === 0 ? flat : renameProperties(flat, properties)
  const made = { schema: isJsonObject(renamed) ? renamed : flat, properties }
  fittedSchemas.set(given, made)
  return made
}

/** A tool that providers get otherwise than it is, and how. */
interface ChangedTool {
  readonly name: string
  readonly changes: readonly string[]
}

/** The tools that a provider would refuse as they are, with what every provider gets in their stead. */
export function changedTools(tools: readonly ToolSpec[]): readonly ChangedTool[] {
  const names = renamedTools(tools.map(({ name }) => name))
  return tools.flatMap(({ name, description, inputSchema }) => {
    const { properties } = fittedSchema(inputSchema)
    const length = description.length
    const changes = [
      ...(names.has(name) ? [`its name is sent as ${names.get(name)}`] : []),
      ...[...properties].map(([own, sent]) => `its argument ${own} is sent as ${sent}`),
      ...(flatSchema(inputSchema) === inputSchema
        ? []
        : ['its schema is sent as one object without anyOf, oneOf, allOf, not or $ref at the top']),
      ...(length > longDescription
        ? [`its description of ${length} characters is cut to ${longDescription} where that is the limit`]
        : []),
      ...descriptionsIn(inputSchema)
        .filter((text) => text.length > longDescription)
        .map(
          (text) =>
            `the description of ${text.length} characters in its schema is cut to ${longDescription} where that is the limit`,
        ),
    ]
    return changes.length > 0 ? [{ name, changes }] : []
  })
}

/** Tools are the same for all requests of a run, and each request asks for their keys twice. */
const keys = new WeakMap<ToolSpec, string>()

function keyOf(tool: ToolSpec): string {
  const known = keys.get(tool)
  if (known !== undefined) return known
  const key = JSON.stringify([tool.name, tool.inputSchema])
  keys.set(tool, key)
  return key
}

/** Converts the calls of a conversation to the names that the provider got, and its calls back. */
function createCallNames(tools: readonly FittedTool[]) {
  const byOwn = new Map(tools.map((tool) => [tool.own.name, tool]))
  const bySent = new Map(tools.map((tool) => [tool.sent.name, tool]))

  function sentCall(call: ToolCallPart): ToolCallPart {
    const tool = byOwn.get(call.name)
    if (!tool) return call
    return { ...call, name: tool.sent.name, arguments: withMembers(call.arguments, tool.properties) }
  }

  function ownCall(call: ToolCallPart): ToolCallPart {
    const tool = bySent.get(call.name)
    if (!tool) return call
    const back = new Map([...tool.properties].map(([own, sent]) => [sent, own]))
    return { ...call, name: tool.own.name, arguments: withMembers(call.arguments, back) }
  }

  return {
    toProvider(message: Message): Message {
      if (message.role !== 'assistant') return message
      return {
        ...message,
        parts: message.parts.map((part) => (part.type === 'tool-call' ? sentCall(part) : part)),
      }
    },
    *fromProvider(chunk: ModelChunk): Generator<ModelChunk> {
      if (chunk.type === 'tool-arguments') {
        const tool = bySent.get(chunk.name)
        // Arguments with other names are shown when they are whole.
        if (!tool || tool.properties.size === 0) yield tool ? { ...chunk, name: tool.own.name } : chunk
        return
      }
      if (chunk.type !== 'done') return yield chunk
      const parts = chunk.message.parts.map((part) => (part.type === 'tool-call' ? ownCall(part) : part))
      for (const part of parts) {
        if (part.type !== 'tool-call' || !byOwn.get(part.name)?.properties.size) continue
        yield { type: 'tool-arguments', callId: part.callId, name: part.name, text: part.arguments }
      }
      yield { ...chunk, message: { ...chunk.message, parts } }
    },
  }
}

function withMembers(args: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return args
  try {
    return JSON.stringify(renameMembers(parseRawJson(args), names))
  } catch {
    // Cut off: it is shown to the model as it was.
    return args
  }
}
