import { setImmediate } from 'node:timers/promises'
import { messageOf } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ToolEffect } from '../../domain/tool.ts'
import { resolveRef } from './openapi-document.ts'
import { checkSize, createSchemaReader, type SchemaReader } from './openapi-schema.ts'

/** One operation of a document, as a tool needs it. */
export interface Operation {
  /** Its `operationId`, or its method and path. */
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** With `{name}` where a parameter goes. */
  readonly path: string
  readonly description: string
  readonly effect: ToolEffect
  readonly parameters: readonly Parameter[]
  /** The media type of its body; `null` where it takes none. */
  readonly bodyType: string | null
  /** Parameters by their arguments' names, and the body as `body`. */
  readonly inputSchema: JsonObject
}

export interface Parameter {
  readonly name: string
  readonly location: 'path' | 'query' | 'header'
  /** The name of the argument that holds it. */
  readonly argument: string
  readonly style: string
  readonly explode: boolean
}

export interface Operations {
  readonly operations: readonly Operation[]
  /** Operations that cannot be called, with the reason. */
  readonly faults: readonly string[]
}

/** Effects of the HTTP methods (RFC 9110, 9.2). Other methods are for servers and proxies. */
const effects: Readonly<Record<string, ToolEffect>> = {
  get: 'read',
  head: 'read',
  put: 'idempotent',
  delete: 'idempotent',
  post: 'once',
  patch: 'once',
}

/**
 * The operations of a document. `given` are the headers that Rungraph sends itself, in lower case: no model is asked for them. Other work
 * continues between two operations.
 */
export async function readOperations(
  document: JsonObject,
  suppliedNames: ReadonlySet<string>,
): Promise<Operations> {
  const operations: Operation[] = []
  const faults: string[] = []
  for (const [path, item] of Object.entries(isJsonObject(document.paths) ? document.paths : {})) {
    for (const [method, effect] of Object.entries(effects)) {
      try {
        const resolved = resolveRef(item, document)
        const operation = isJsonObject(resolved) ? resolved[method] : undefined
        if (!isJsonObject(resolved) || !isJsonObject(operation)) continue
        await setImmediate()
        operations.push(
          toOperation({ path, method, effect, item: resolved, operation, document, suppliedNames }),
        )
      } catch (error) {
        faults.push(`${method.toUpperCase()} ${path}: ${messageOf(error)}`)
      }
    }
  }
  return { operations, faults }
}

interface Source {
  readonly path: string
  readonly method: string
  readonly effect: ToolEffect
  readonly item: JsonObject
  readonly operation: JsonObject
  readonly document: JsonObject
  readonly suppliedNames: ReadonlySet<string>
}

function toOperation(source: Source): Operation {
  const { path, method, effect, operation, document } = source
  const reader = createSchemaReader(document)
  const found = parametersOf(source, reader)
  const body = bodyOf(resolveRef(operation.requestBody, document), reader)
  const properties = Object.fromEntries([
    ...found.map(({ parameter, schema }) => [parameter.argument, schema] as const),
    ...(body ? [['body', body.schema] as const] : []),
  ])
  const defs = reader.defs()
  const required = [
    ...found.filter(({ isRequired }) => isRequired).map(({ parameter }) => parameter.argument),
    ...(body?.isRequired ? ['body'] : []),
  ]
  const inputSchema: JsonObject = {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  }
  checkSize(inputSchema)
  return {
    id: typeof operation.operationId === 'string' ? operation.operationId : idOf(method, path),
    method: method.toUpperCase(),
    path,
    description: descriptionOf(source),
    effect,
    parameters: found.map(({ parameter }) => parameter),
    bodyType: body?.mediaType ?? null,
    inputSchema,
  }
}

/** `get_orders_id` of `GET /orders/{id}`. */
function idOf(method: string, path: string): string {
  return [method, ...path.split(/[^a-zA-Z0-9]+/)].filter((part) => part !== '').join('_')
}

function descriptionOf({ path, method, operation }: Source): string {
  const { summary, description } = operation
  const texts = [summary, description].filter((text) => typeof text === 'string' && text.trim() !== '')
  return texts.join('\n\n') || `${method.toUpperCase()} ${path}`
}

interface Found {
  readonly parameter: Parameter
  readonly schema: Json
  readonly isRequired: boolean
}

/** Parameters of an operation replace those of its path. */
function parametersOf(
  { item, operation, document, suppliedNames }: Source,
  reader: SchemaReader,
): readonly Found[] {
  const byKey = new Map<string, JsonObject>()
  for (const value of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = resolveRef(value, document)
    if (!isJsonObject(parameter)) throw new Error('one of its parameters is no object')
    byKey.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const usedNames = new Set(operation.requestBody === undefined ? [] : ['body'])
  return [...byKey.values()].flatMap(
    (parameter) => toParameter(parameter, suppliedNames, usedNames, reader) ?? [],
  )
}

/** The specification has these said elsewhere. */
const ignoredHeaders = ['accept', 'content-type', 'authorization', 'idempotency-key']

function toParameter(
  { name, in: location, required, schema, content, style, explode, description }: JsonObject,
  suppliedNames: ReadonlySet<string>,
  usedNames: Set<string>,
  reader: SchemaReader,
): Found | null {
  if (typeof name !== 'string') throw new Error('one of its parameters has no name')
  const isRequired = required === true || location === 'path'
  if (
    location === 'header' &&
    (ignoredHeaders.includes(name.toLowerCase()) || suppliedNames.has(name.toLowerCase()))
  )
    return null
  if (location !== 'path' && location !== 'query' && location !== 'header') {
    if (!isRequired) return null
    throw new Error(`its parameter "${name}" is in the ${String(location)}, which is not supported`)
  }
  const argument = usedNames.has(name) ? `${location}_${name}` : name
  usedNames.add(argument)
  const isWhole = isJsonObject(content)
  const read = reader.read(isWhole ? firstSchema(content) : schema)
  const how = typeof style === 'string' ? style : location === 'query' ? 'form' : 'simple'
  return {
    parameter: {
      name,
      location,
      argument,
      style: isWhole ? 'json' : how,
      explode: typeof explode === 'boolean' ? explode : how === 'form',
    },
    schema: typeof description === 'string' ? withDescription(read, description) : read,
    isRequired,
  }
}

function withDescription(schema: Json, description: string): Json {
  if (!isJsonObject(schema)) return { description }
  return { ...schema, description }
}

function firstSchema(content: JsonObject): Json | undefined {
  const [media] = Object.values(content)
  return isJsonObject(media) ? media.schema : undefined
}

/** Bodies that can be made of JSON, in the order in which they are preferred. */
const bodyTypes = [
  /^application\/json\b/i,
  /^application\/[^;]*\+json\b/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^text\/plain\b/i,
]

function bodyOf(body: Json | undefined, reader: SchemaReader) {
  if (body === undefined) return null
  const content = isJsonObject(body) && isJsonObject(body.content) ? body.content : {}
  const known = Object.keys(content)
  const mediaType = bodyTypes.flatMap((form) => known.find((type) => form.test(type)) ?? [])[0]
  if (mediaType === undefined)
    throw new Error(`its body is of the type ${known.join(', ') || 'nothing'}, which is not supported`)
  const media = content[mediaType]
  return {
    mediaType,
    schema: reader.read(isJsonObject(media) ? media.schema : undefined),
    isRequired: isJsonObject(body) && body.required === true,
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
