import { setImmediate } from 'node:timers/promises'
import { isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Tool, ToolContext } from '../../domain/tool.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import { type AddressGuard, type AddressRules, createAddressGuard } from '../../net/address-guard.ts'
import { isUnsent } from '../../net/is-unsent.ts'
import { cutMarked } from '../cut-marked.ts'
import { defineTool } from '../define-tool.ts'
import { getPage, type Page } from '../get-page.ts'
import { hideValues } from '../hide-values.ts'
import { jsonSchemaCheck } from '../json-schema-check.ts'
import { withLargeNumbers } from '../large-arguments.ts'
import { nameTools } from '../tool-names.ts'
import type { OpenApiConfig } from './openapi-file.ts'
import {
  type OpenApiOperation,
  type OpenApiOperations,
  readDocumentOperations,
} from './openapi-operations.ts'
import { References, type Retrieve } from './openapi-references.ts'
import { toRequest } from './openapi-request.ts'

/** In characters. */
const maxDescription = 4000
const maxErrorChars = 2000
/** Bytes of a body that are read. */
const maxBytes = 262_144

/** Every header that an operator sets but these may be a secret. */
const open = ['accept', 'accept-language', 'content-type', 'user-agent']

export interface OpenApiTools {
  readonly tools: readonly Tool[]
  /** Operations that were omitted, with the reason. */
  readonly faults: readonly string[]
  /** What the operator should know of those that were not. */
  readonly notes: readonly string[]
  /** Whether a document could not be had that may be there later. */
  readonly isPartial: boolean
}

export interface ToolsOptions {
  readonly config: OpenApiConfig
  readonly rules: AddressRules
  /** Where the document was got from: servers and references are relative to it. `null`: it is a text alone. */
  readonly documentUrl: string | null
  /** Gets the documents that it refers to. Default: there are none. */
  readonly retrieve?: Retrieve
}

/** A tool for each operation of a description, which begins with the document. */
export async function toOpenApiTools(
  document: JsonObject,
  { config, rules, documentUrl, retrieve = noOther }: ToolsOptions,
): Promise<OpenApiTools> {
  const { prefix, headers, credentials = {}, operations: wanted, baseUrl } = config
  const found = await readDocumentOperations({
    references: new References(document, documentUrl ?? 'urn:rungraph:openapi', retrieve),
    documentUrl,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    given: { credentials, headers: new Set(Object.keys(headers).map((name) => name.toLowerCase())) },
  })
  const selected = found.operations.filter(({ id }) => wanted?.includes(id) ?? true)
  const named = nameTools(
    prefix,
    selected.map(({ id }) => id),
  )
  const hide = hideSecrets(config, selected)
  const guardOf = guards(config, rules)
  const tools: Tool[] = []
  const faults = [...found.faults, ...named.faults, ...missing(found.operations, wanted)]
  for (const operation of selected) {
    const name = named.names.get(operation.id)
    if (name === undefined) continue
    await setImmediate()
    try {
      const guard = guardOf(operation.serverUrl)
      tools.push(toOperationTool({ operation, name, guard, headers, hide, source: `openapi:${config.name}` }))
    } catch (error) {
      const reason = isRungraphError(error) && 'reason' in error.data ? error.data.reason : messageOf(error)
      faults.push(`"${operation.id}": ${reason}`)
    }
  }
  return { tools, faults, notes: notesOf(found, selected, wanted), isPartial: found.isPartial }
}

const noOther: Retrieve = async (uri) => {
  throw new Error(`its reference leads to another document, ${uri}`)
}

/** Values of the operator, as they are sent. */
function hideSecrets({ headers, credentials = {} }: OpenApiConfig, operations: readonly OpenApiOperation[]) {
  return hideValues([
    ...Object.entries(headers).flatMap(([name, value]) => (open.includes(name.toLowerCase()) ? [] : [value])),
    ...Object.values(credentials).flatMap((value) => value ?? []),
    ...operations.flatMap((operation) => operation.credentials.map(({ value }) => value)),
  ])
}

/** One guard for each server. */
function guards(config: OpenApiConfig, rules: AddressRules): (serverUrl: string) => AddressGuard {
  const known = new Map<string, AddressGuard>()
  return (serverUrl) => {
    const { hostname } = new URL(serverUrl)
    const guard = known.get(hostname) ?? createAddressGuard(rulesFor(config, hostname, rules))
    known.set(hostname, guard)
    return guard
  }
}

/** An address that the operator wrote is allowed; an address from the document must be in the list of the settings. */
function rulesFor({ baseUrl, allowPrivate }: OpenApiConfig, host: string, rules: AddressRules): AddressRules {
  return {
    ...rules,
    ...(baseUrl === undefined ? {} : { allow: [host] }),
    allowPrivate: [...(rules.allowPrivate ?? []), ...(allowPrivate ? [host] : [])],
  }
}

function notesOf(
  { operations, faults, missing, leftOut, notOffered }: OpenApiOperations,
  selected: readonly OpenApiOperation[],
  wanted: readonly string[] | undefined,
): readonly string[] {
  const offered = new Set(selected.map(({ id }) => id))
  const unmet = [...missing].flatMap(([scheme, ids]) => {
    const asking = ids.filter((id) => offered.has(id))
    return asking.length === 0
      ? []
      : [
          `no credential is set for the security scheme "${scheme}" of ${some(asking)}. Set "credentials" (docs/tools.md)`,
        ]
  })
  const parts = [...leftOut].flatMap(([id, part]) =>
    offered.has(id) ? [`"${id}" is offered without ${part}`] : [],
  )
  const unoffered = notOffered.length > 0 && wanted === undefined
  return [
    ...unmet,
    ...parts,
    ...(unoffered ? [`OPTIONS and TRACE are not offered as tools: ${some(notOffered)}`] : []),
    ...(operations.length + faults.length === 0 ? ['it has no operation that can be a tool'] : []),
  ]
}

function some(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

function missing(operations: readonly OpenApiOperation[], wanted: readonly string[] = []): readonly string[] {
  const known = new Set(operations.map(({ id }) => id))
  return wanted
    .filter((id) => !known.has(id))
    .map((id) => `"${id}" is named in the file, and the document has no such operation`)
}

interface Making {
  readonly operation: OpenApiOperation
  readonly name: string
  readonly guard: AddressGuard
  readonly headers: Readonly<Record<string, string>>
  readonly hide: (text: string) => string
  readonly source: string
}

function toOperationTool(making: Making): Tool {
  const { operation, name, source } = making
  const tool = defineTool({
    name,
    description: cutMarked(operation.description, maxDescription),
    input: operation.inputSchema,
    effect: operation.effect,
    execute: (args, context) => perform(making, args, context),
  })
  // The service gets text: a number of any size as it was written.
  const check = withLargeNumbers(jsonSchemaCheck(operation.inputSchema), 'AS_WRITTEN')
  return { ...tool, check, source }
}

async function perform(making: Making, args: JsonObject, context: ToolContext): Promise<unknown> {
  const { operation, name, guard, headers, hide } = making
  const { url, request } = requestOf(operation, args)
  // A server that knows the header does a call once, however often it is sent.
  const key = operation.effect === 'once' ? { 'idempotency-key': context.idempotencyKey } : {}
  const options = { guard, maxBytes, signal: context.signal }
  try {
    const page = await getPage(url, {
      ...options,
      request: { ...request, headers: merged(traceHeaders(context.trace), request.headers, key, headers) },
    })
    const { location, retryAfter } = page
    const next = {
      ...(location === undefined ? {} : { location: hide(location) }),
      ...(retryAfter === undefined ? {} : { retryAfter: hide(retryAfter) }),
    }
    return answerOf({ ...page, body: hide(page.body) }, next, name)
  } catch (error) {
    throw hidden(
      mayHaveTakenEffect(operation, error)
        ? new RungraphError('OUTCOME_UNKNOWN', { tool: name }, error)
        : error,
      hide,
    )
  }
}

/** Of two headers of one name the later counts; cookies are one header. */
function merged(...all: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const byName = new Map<string, string>()
  for (const [given, value] of all.flatMap((one) => Object.entries(one))) {
    const name = given.toLowerCase()
    const before = byName.get(name)
    byName.set(name, name === 'cookie' && before !== undefined ? `${before}; ${value}` : value)
  }
  return Object.fromEntries(byName)
}

function requestOf(operation: OpenApiOperation, args: JsonObject) {
  try {
    return toRequest(operation, args)
  } catch (error) {
    throw new RungraphError('TOOL_FAILED', { message: `${messageOf(error)}.` }, error)
  }
}

/** @throws API_REFUSED for any status but success */
function answerOf(
  { status, contentType, body }: Page,
  next: { readonly location?: string; readonly retryAfter?: string },
  tool: string,
): unknown {
  if (status < 200 || status > 299) {
    const words = cutMarked(body.trim(), maxErrorChars)
    throw new RungraphError('API_REFUSED', { tool, status, body: words, ...next })
  }
  if (body === '') return { status, ...next }
  const answer = /\bjson\b/i.test(contentType ?? '') ? jsonOr(body) : body
  // Where what was made is, and when to ask for it. Of other answers the headers say nothing to a model.
  const isMade = (status === 201 || status === 202) && Object.keys(next).length > 0
  if (!isMade) return answer
  return isJsonObject(answer) ? { ...next, ...answer } : { status, ...next, body: answer }
}

/** A body that was cut is no JSON any more. */
function jsonOr(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    return body
  }
}

/** A refusal of ours has no cause, and one that the server never saw did nothing. */
function mayHaveTakenEffect({ effect }: OpenApiOperation, error: unknown): boolean {
  if (effect !== 'once' || !isRungraphError(error) || error.code !== 'TARGET_UNREACHABLE') return false
  return error.cause !== undefined && !isUnsent(error)
}

/** Removes sent values from an error. */
function hidden(error: unknown, hide: (text: string) => string): unknown {
  if (!isRungraphError(error) || error.code !== 'TARGET_UNREACHABLE' || !('url' in error.data)) return error
  const { url, reason } = error.data
  return new RungraphError('TARGET_UNREACHABLE', { url: hide(url), reason: hide(reason) }, error.cause)
}
