import { setImmediate } from 'node:timers/promises'
import { isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Tool, ToolContext } from '../../domain/tool.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import { type AddressGuard, type AddressRules, createAddressGuard } from '../address-guard.ts'
import { cutText } from '../cut-text.ts'
import { defineTool } from '../define-tool.ts'
import { getPage, type Page } from '../get-page.ts'
import { hideValues } from '../hide-values.ts'
import { jsonSchemaCheck } from '../json-schema-check.ts'
import { withLargeNumbers } from '../large-arguments.ts'
import { nameTools } from '../tool-names.ts'
import { isUnsent } from '../unsent.ts'
import type { OpenApiConfig } from './openapi-file.ts'
import { type Operation, readOperations } from './openapi-operations.ts'
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
}

/**
 * A tool for each operation of a document. `documentUrl` is the base of a relative address of its server.
 * @throws Error where the document names no server
 */
export async function toTools(
  document: JsonObject,
  {
    config,
    rules,
    documentUrl,
  }: { readonly config: OpenApiConfig; readonly rules: AddressRules; readonly documentUrl: string | null },
): Promise<OpenApiTools> {
  const { prefix, headers, operations: wanted } = config
  const baseUrl = config.baseUrl ?? serverOf(document, documentUrl)
  const guard = createAddressGuard(rulesFor(config, new URL(baseUrl).hostname, rules))
  const found = await readOperations(
    document,
    new Set(Object.keys(headers).map((name) => name.toLowerCase())),
  )
  const selected = found.operations.filter(({ id }) => wanted?.includes(id) ?? true)
  const named = nameTools(
    prefix,
    selected.map(({ id }) => id),
  )
  const hide = hideValues(
    Object.entries(headers).flatMap(([name, value]) => (open.includes(name.toLowerCase()) ? [] : [value])),
  )
  const tools: Tool[] = []
  const faults = [...found.faults, ...named.faults, ...missing(found.operations, wanted)]
  for (const operation of new Map(selected.map((one) => [one.id, one])).values()) {
    const name = named.names.get(operation.id)
    if (name === undefined) continue
    await setImmediate()
    try {
      tools.push(toTool({ operation, name, baseUrl, guard, headers, hide, source: `openapi:${config.name}` }))
    } catch (error) {
      const reason = isRungraphError(error) && 'reason' in error.data ? error.data.reason : messageOf(error)
      faults.push(`"${operation.id}": ${reason}`)
    }
  }
  return { tools, faults }
}

/** An address that the operator wrote is allowed; an address from the document must be in the list of the settings. */
function rulesFor({ baseUrl, allowPrivate }: OpenApiConfig, host: string, rules: AddressRules): AddressRules {
  return {
    ...rules,
    ...(baseUrl === undefined ? {} : { allow: [host] }),
    allowPrivate: [...(rules.allowPrivate ?? []), ...(allowPrivate ? [host] : [])],
  }
}

function serverOf({ servers }: JsonObject, documentUrl: string | null): string {
  const first = Array.isArray(servers) ? servers[0] : undefined
  const written = isJsonObject(first) && typeof first.url === 'string' ? withDefaults(first.url, first) : '/'
  const url = URL.parse(written, documentUrl ?? undefined)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('it does not say where its server is. Set "baseUrl"')
  return url.href
}

function withDefaults(url: string, { variables }: JsonObject): string {
  return url.replace(/\{([^}]+)\}/g, (placeholder, name: string) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined
    return isJsonObject(variable) ? String(variable.default) : placeholder
  })
}

function missing(operations: readonly Operation[], wanted: readonly string[] = []): readonly string[] {
  const known = new Set(operations.map(({ id }) => id))
  return wanted
    .filter((id) => !known.has(id))
    .map((id) => `"${id}" is named in the file, and the document has no such operation`)
}

interface Making {
  readonly operation: Operation
  readonly name: string
  readonly baseUrl: string
  readonly guard: AddressGuard
  readonly headers: Readonly<Record<string, string>>
  readonly hide: (text: string) => string
  readonly source: string
}

function toTool(making: Making): Tool {
  const { operation, name, source } = making
  const tool = defineTool({
    name,
    description: cutText(operation.description, maxDescription),
    input: operation.inputSchema,
    effect: operation.effect,
    execute: (args, context) => perform(making, args, context),
  })
  // The service gets text: a number of any size as it was written.
  const check = withLargeNumbers(jsonSchemaCheck(operation.inputSchema), 'AS_WRITTEN')
  return { ...tool, check, source }
}

async function perform(making: Making, args: JsonObject, context: ToolContext): Promise<unknown> {
  const { operation, name, baseUrl, guard, headers, hide } = making
  const { url, request } = requestOf(operation, args, baseUrl)
  // A server that knows the header does a call once, however often it is sent.
  const key = operation.effect === 'once' ? { 'idempotency-key': context.idempotencyKey } : {}
  const options = { guard, maxBytes, signal: context.signal }
  try {
    const page = await getPage(url, {
      ...options,
      request: {
        ...request,
        headers: { ...traceHeaders(context.trace), ...request.headers, ...key, ...headers },
      },
    })
    return answerOf({ ...page, body: hide(page.body) }, name)
  } catch (error) {
    throw hidden(
      mayHaveTakenEffect(operation, error)
        ? new RungraphError('OUTCOME_UNKNOWN', { tool: name }, error)
        : error,
      hide,
    )
  }
}

function requestOf(operation: Operation, args: JsonObject, baseUrl: string) {
  try {
    return toRequest(operation, args, baseUrl)
  } catch (error) {
    throw new RungraphError('TOOL_FAILED', { message: `${messageOf(error)}.` }, error)
  }
}

/** @throws API_REFUSED for any status but success */
function answerOf({ status, contentType, body }: Page, tool: string): unknown {
  if (status < 200 || status > 299) {
    throw new RungraphError('API_REFUSED', { tool, status, body: cutText(body.trim(), maxErrorChars) })
  }
  if (body === '') return { status }
  return /\bjson\b/i.test(contentType ?? '') ? jsonOr(body) : body
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
function mayHaveTakenEffect({ effect }: Operation, error: unknown): boolean {
  if (effect !== 'once' || !isRungraphError(error) || error.code !== 'TARGET_UNREACHABLE') return false
  return error.cause !== undefined && !isUnsent(error)
}

/** Removes sent values from an error. */
function hidden(error: unknown, hide: (text: string) => string): unknown {
  if (!isRungraphError(error) || error.code !== 'TARGET_UNREACHABLE' || !('url' in error.data)) return error
  const { url, reason } = error.data
  return new RungraphError('TARGET_UNREACHABLE', { url: hide(url), reason: hide(reason) }, error.cause)
}
