import { setImmediate } from 'node:timers/promises'
import { messageOf } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ToolEffect } from '../../domain/tool.ts'
import { cutMarked } from '../cut-marked.ts'
import { repairedSchema } from '../repaired-schema.ts'
import { type Body, declaredBody } from './openapi-body.ts'
import { type Parameter, readParameters } from './openapi-parameters.ts'
import { fieldOf, type Layers, type Located, type References } from './openapi-references.ts'
import { NotThereYet } from './openapi-retrieval.ts'
import { checkSize, createSchemaReader } from './openapi-schema.ts'
import { authorize, type Credential, type Given } from './openapi-security.ts'
import { withoutReadOnly } from './read-only.ts'

/** One operation of a document, as a tool needs it. */
export interface OpenApiOperation {
  /** Its `operationId`, or its method and path. */
  readonly id: string
  /** As it is sent. */
  readonly method: string
  /** With `{name}` where a parameter goes. */
  readonly path: string
  readonly description: string
  readonly effect: ToolEffect
  /** What the path is appended to. */
  readonly serverUrl: string
  readonly parameters: readonly Parameter[]
  /** `null` where it takes none. */
  readonly body: Body | null
  /** Sent with each call; no model is asked for them. */
  readonly credentials: readonly Credential[]
  /** Parameters by their arguments' names, and the body as `body`. */
  readonly inputSchema: JsonObject
}

export interface OpenApiOperations {
  readonly operations: readonly OpenApiOperation[]
  /** Operations that cannot be called, with the reason. */
  readonly faults: readonly string[]
  /** What is left out of those that can, by their ids. */
  readonly leftOut: ReadonlyMap<string, string>
  /** Operations that no tool is made of, by method and path. */
  readonly notOffered: readonly string[]
  /** Security schemes without a credential, and the ids of the operations that ask for them. */
  readonly missing: ReadonlyMap<string, readonly string[]>
  /** Whether a document could not be had that may be there later. */
  readonly isPartial: boolean
}

export interface DocumentOptions {
  readonly references: References
  /** Where the entry was got from: servers are relative to it. `null`: nobody knows. */
  readonly documentUrl: string | null
  /** In place of every server that the document names. */
  readonly baseUrl?: string
  readonly given: Given
}

/** Effects of the HTTP methods (RFC 9110, 9.2, and QUERY). */
const effects: Readonly<Record<string, ToolEffect>> = {
  get: 'read',
  head: 'read',
  query: 'read',
  put: 'idempotent',
  delete: 'idempotent',
  post: 'once',
  patch: 'once',
}

/** They are for servers and proxies, and `fetch` sends no TRACE. */
const methodsNotOffered: readonly string[] = ['options', 'trace']

/** Further methods that are safe, by the registry of HTTP methods; of others nothing is known. */
const safeMethods = ['PROPFIND', 'REPORT', 'SEARCH']

/** The operations of a description. Other work continues between two operations. */
export async function readDocumentOperations(options: DocumentOptions): Promise<OpenApiOperations> {
  const { references } = options
  const { value, base } = await references.resolve(fieldOf([references.entry], 'paths'))
  const operations = new Map<string, OpenApiOperation>()
  const faults: string[] = []
  const missing = new Map<string, string[]>()
  const leftOut = new Map<string, string>()
  const notOffered: string[] = []
  let isPartial = false
  const refuse = (what: string, error: unknown) => {
    isPartial ||= error instanceof NotThereYet
    faults.push(`${what}: ${messageOf(error)}`)
  }
  for (const [path, item] of Object.entries(isJsonObject(value) ? value : {})) {
    if (path.startsWith('x-')) continue
    const found = await methodsOf({ value: item, base }, references).catch((error: unknown) => {
      refuse(path, error)
      return []
    })
    for (const one of found) {
      await setImmediate()
      if (methodsNotOffered.includes(one.field)) {
        notOffered.push(`${one.method} ${path}`)
        continue
      }
      try {
        const { operation, lacks, without } = await toOperation({ ...one, path }, options)
        const other = operations.get(operation.id)
        if (other) throw new Error(`its operationId "${other.id}" is that of ${other.method} ${other.path}`)
        operations.set(operation.id, operation)
        if (without !== null) leftOut.set(operation.id, without)
        for (const scheme of lacks) missing.set(scheme, [...(missing.get(scheme) ?? []), operation.id])
      } catch (error) {
        refuse(`${one.method} ${path}`, error)
      }
    }
  }
  return { operations: [...operations.values()], faults, missing, leftOut, notOffered, isPartial }
}

interface Found {
  /** That of its path: `get`, or `additionalOperations`. */
  readonly field: string
  readonly method: string
  readonly effect: ToolEffect
  readonly item: Layers
  readonly at: Located
}

/** The operations of a path, by the fields for methods and those of 3.2 for any other. */
async function methodsOf(at: Located, references: References): Promise<readonly Found[]> {
  // YAML has nothing for a path without anything.
  if (at.value === null) return []
  const item = await references.layers(at)
  const fixed = [...Object.keys(effects), ...methodsNotOffered].map((field): Found => {
    return {
      field,
      method: field.toUpperCase(),
      effect: effects[field] ?? 'read',
      item,
      at: fieldOf(item, field),
    }
  })
  const { value: others, base } = fieldOf(item, additional)
  const added = Object.entries(isJsonObject(others) ? others : {}).map(([method, value]): Found => {
    const effect = safeMethods.includes(method) ? 'read' : 'once'
    return { field: additional, method, effect, item, at: { value, base } }
  })
  return [...fixed, ...added].filter((one) => one.at.value !== undefined)
}

const additional = 'additionalOperations'

interface Source extends Found {
  readonly path: string
}

async function toOperation(source: Source, options: DocumentOptions) {
  const { path, method, effect, item, at } = source
  const { references, given } = options
  checkMethod(source)
  const operation = await references.layers(at)
  const reader = createSchemaReader(references)
  const url = options.baseUrl ?? serverOf({ item, operation }, options)
  const own = fieldOf(operation, 'security')
  const security = own.value === undefined ? fieldOf([references.entry], 'security') : own
  const { credentials, missing: lacks } = await authorize(security, { references, given })
  const supplied = new Set([
    ...[...given.headers].map((name) => `header ${name}`),
    ...credentials.map(
      ({ location, name }) => `${location} ${location === 'header' ? name.toLowerCase() : name}`,
    ),
  ])
  const found = await readParameters({ path, item, operation, references, reader, supplied })
  const requestBody = fieldOf(operation, 'requestBody')
  const body = await declaredBody(requestBody, { method, references, reader })
  const properties = Object.fromEntries([
    ...found.map(({ parameter, schema }) => [parameter.argument, schema] as const),
    ...(body ? [['body', body.schema] as const] : []),
  ])
  const required = [
    ...found.filter(({ isRequired }) => isRequired).map(({ parameter }) => parameter.argument),
    ...(body?.isRequired ? ['body'] : []),
  ]
  const defs = await reader.defs()
  const { schema: inputSchema, faults } = repairedSchema(
    withoutReadOnly({
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
    }),
  )
  checkSize(inputSchema)
  checkPath(path)
  const { value: id } = fieldOf(operation, 'operationId')
  const read: OpenApiOperation = {
    id: typeof id === 'string' && id !== '' ? id : idOf(method, path),
    ...{ method, path, effect, credentials, inputSchema },
    description: descriptionOf(operation, `${method} ${path}`),
    serverUrl: url,
    parameters: found.map(({ parameter }) => parameter),
    body: body && { mediaType: body.mediaType, properties: body.properties },
  }
  const without = [
    ...(body === null && requestBody.value !== undefined ? [bodyLess(method)] : []),
    ...(faults.length > 0 ? [`faults of its schema: ${cutMarked(faults.join('; '), 500)}`] : []),
  ]
  return { operation: read, lacks, without: without.length > 0 ? without.join(', and ') : null }
}

function bodyLess(method: string): string {
  const isOfMethod = method === 'GET' || method === 'HEAD'
  return `its optional body, ${isOfMethod ? `as ${method} has none` : 'which has no content in the document'}`
}

/** `fetch` sends neither CONNECT nor TRACE, and the methods with a field of their own are not additional ones. */
function checkMethod({ field, method }: Found): void {
  const isFixed = field === additional && Object.hasOwn(effects, method.toLowerCase())
  if (isFixed || !/^[\w!#$%&'*+.^`|~-]+$/.test(method) || /^(connect|options|trace|track)$/i.test(method))
    throw new Error(`its method ${method} is not supported${isFixed ? ` in ${additional}` : ''}`)
}

/** A path is appended to the URL of its server. */
function checkPath(path: string): void {
  if (!path.startsWith('/')) throw new Error('its path does not begin with "/"')
  if (path.includes('#')) throw new Error('its path has a fragment')
}

/** The operation's own servers, those of its path, or those of the document. */
function serverOf(
  { item, operation }: Pick<Source, 'item'> & { readonly operation: Layers },
  { references, documentUrl }: DocumentOptions,
): string {
  const own = [fieldOf(operation, 'servers'), fieldOf(item, 'servers')].find(
    ({ value }) => value !== undefined,
  )
  const { value = null } = own ?? fieldOf([references.entry], 'servers')
  const isOfEntry = own === undefined || own.base === references.entry.base
  return serverUrl(value, isOfEntry ? documentUrl : own.base)
}

/** `get_orders_id` of `GET /orders/{id}`. */
function idOf(method: string, path: string): string {
  return [method.toLowerCase(), ...path.split(/[^a-zA-Z0-9]+/)].filter((part) => part !== '').join('_')
}

function descriptionOf(operation: Layers, otherwise: string): string {
  const texts = [fieldOf(operation, 'summary').value, fieldOf(operation, 'description').value]
  return texts.filter((text) => typeof text === 'string' && text.trim() !== '').join('\n\n') || otherwise
}

/**
 * The URL that the paths of operations are appended to: that of the first server in the list that can be called.
 * `documentUrl` is where the document was got from; a relative address is relative to it.
 * @throws Error where there is none
 */
function serverUrl(servers: Json, documentUrl: string | null): string {
  const list = isJsonArray(servers) && servers.length > 0 ? servers : [{ url: '/' }]
  const read = list.map((server) => (isJsonObject(server) ? urlOf(server, documentUrl) : noServer))
  const usable = read.find((one) => 'url' in one)
  if (usable) return usable.url
  throw new Error(read.map(({ fault }) => fault)[0] ?? noServer.fault)
}

type Read = { readonly url: string; readonly fault?: never } | { readonly fault: string }

const noServer: Read = { fault: 'it does not say where its server is. Set "baseUrl"' }

function urlOf({ url, variables }: JsonObject, documentUrl: string | null): Read {
  if (typeof url !== 'string') return noServer
  const named = isJsonObject(variables) ? variables : {}
  const written = url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const variable = named[name]
    const value = isJsonObject(variable) ? variable.default : undefined
    return value === undefined || value === null ? placeholder : String(value)
  })
  const open = /\{[^{}]*\}/.exec(written)?.[0]
  if (open !== undefined) return { fault: `its server ${url} has no default for ${open}. Set "baseUrl"` }
  const full = URL.parse(written, documentUrl ?? undefined)
  if (!full || !/^https?:$/.test(full.protocol)) return noServer
  if (full.search !== '' || full.hash !== '')
    return { fault: `its server ${url} has a query or a fragment. Set "baseUrl"` }
  return { url: full.href }
}
