import type { Transport } from '@modelcontextprotocol/client'
import { isJsonArray, isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'

/** A tool as its server describes it; of its fields only the name was looked at. */
export type ToolOfServer = JsonObject & { readonly name: string }

/** A page of the tools of a server. */
export interface ToolPage {
  readonly kind: 'page'
  readonly tools: readonly ToolOfServer[]
  /** Tools that have no name, with the reason. */
  readonly faults: readonly string[]
  /** `null` for the last page. */
  readonly nextCursor: string | null
}

/** What a call gave, part by part; no part is judged here. */
export interface CallAnswer {
  readonly kind: 'answer'
  readonly parts: readonly Json[]
  /** `null`: there is none. */
  readonly structured: Json
  readonly isError: boolean
}

/** A result of another type than `complete`: the call goes on as a task, or asks for something. */
interface Unfinished {
  readonly kind: 'unfinished'
  readonly type: string
}

/** Thrown for a call whose result is of such a type. */
export class UnfinishedResult extends Error {
  override readonly name = 'UnfinishedResult'
  /** The server waits for an answer, and has not done the call. */
  readonly isQuestion: boolean
  constructor(type: string) {
    super(reasons[type] ?? `its result is of the unknown type ${JSON.stringify(type)}`)
    this.isQuestion = type === question
  }
}

const question = 'input_required'
const reasons: Readonly<Record<string, string>> = {
  [question]: 'it asks its user for something, and nobody is there to answer',
  task: 'it does the call as a task, whose result is not waited for',
}

type Read = ToolPage | CallAnswer | Unfinished

const key = 'rungraph/answer'
/** Methods by which a connection begins, in the revisions of the protocol. */
const beginnings: readonly string[] = ['initialize', 'server/discover']

/** Calls that were given up are never answered. */
const maxAsked = 1000

const readers: Readonly<Record<string, (result: JsonObject) => Read>> = {
  'tools/list': toPage,
  'tools/call': toAnswer,
}

/**
 * Reads the lists of tools and the results of calls before the client library does: that refuses a whole list for one illegal tool, and a
 * whole result for one part that it does not know, also where the call has been done. The library gets an empty result, from which `take`
 * finds what was read.
 */
export class McpAnswers {
  /** Methods by the id of the request. Some servers answer with a text where that is a number. */
  readonly #asked = new Map<string, string>()
  readonly #read = new WeakMap<object, Read>()
  #lastAsked: string | null = null
  #askedVersion: Json | undefined

  /** Attaches to a transport before a client does: the client keeps the handler of messages that it finds. */
  constructor(transport: Transport) {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => {
      if ('method' in message && 'id' in message) {
        this.#lastAsked = message.method
        if (message.method === 'initialize') this.#askedVersion = toJson(message.params?.protocolVersion)
        if (isRead(message.method)) this.#remember(String(message.id), message.method)
      }
      return send(message, options)
    }
    transport.onmessage = (message) => {
      if (!('result' in message || 'error' in message)) return
      const id = String(message.id)
      const method = this.#asked.get(id)
      this.#asked.delete(id)
      if (method !== undefined && 'result' in message) this.#take(method, message)
    }
  }

  /** Method of the last request. */
  get lastAsked(): string | null {
    return this.#lastAsked
  }

  /** What was read of a result that the library gave. @throws Error where it is of another kind */
  page(result: unknown): ToolPage {
    const read = this.#of(result)
    if (read?.kind !== 'page') throw new Error('The server gives no list of tools.')
    return read
  }

  /** What was read of a result that the library gave. @throws UnfinishedResult, or Error where it is of another kind */
  answer(result: unknown): CallAnswer {
    const read = this.#of(result)
    if (read?.kind === 'unfinished') throw new UnfinishedResult(read.type)
    if (read?.kind !== 'answer') throw new Error('The server gives no result.')
    return read
  }

  #remember(id: string, method: string): void {
    const [oldest] = this.#asked.keys()
    if (oldest !== undefined && this.#asked.size >= maxAsked) this.#asked.delete(oldest)
    this.#asked.set(id, method)
  }

  #take(method: string, message: { result: unknown }): void {
    const result = toJson(message.result)
    if (!isJsonObject(result)) return
    if (beginnings.includes(method)) message.result = normalizedBeginning(result, this.#askedVersion)
    const read = readers[method]?.(result)
    if (!read) return
    const token = {}
    this.#read.set(token, read)
    const empty = read.kind === 'page' ? { tools: [], ttlMs: 0, cacheScope: 'private' } : { content: [] }
    message.result = { resultType: 'complete', ...empty, _meta: { [key]: token } }
  }

  #of(result: unknown): Read | undefined {
    const meta: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, '_meta') : null
    const token: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, key) : null
    return typeof token === 'object' && token !== null ? this.#read.get(token) : undefined
  }
}

function isRead(method: string): boolean {
  return Object.hasOwn(readers, method) || beginnings.includes(method)
}

/** `null` is what is absent, and an empty cursor has nothing behind it. */
function toPage({ tools, nextCursor }: JsonObject): ToolPage {
  const found: ToolOfServer[] = []
  const faults: string[] = []
  for (const [index, tool] of toolsOf(tools).entries()) {
    if (isTool(tool)) found.push(tool)
    else faults.push(`tool ${index + 1} of its list has no name`)
  }
  if (!isJsonArray(tools ?? []) && !isJsonObject(tools)) faults.push('its tools are no list')
  const cursor = typeof nextCursor === 'number' ? String(nextCursor) : nextCursor
  return {
    kind: 'page',
    tools: found,
    faults,
    nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
  }
}

/** Some servers give a map by the names, or one tool without its list. */
function toolsOf(tools: Json | undefined): readonly Json[] {
  if (!isJsonObject(tools) || typeof tools.name === 'string') return listOf(tools)
  return Object.entries(tools).map(([name, tool]) => (isJsonObject(tool) ? { name, ...tool } : tool))
}

function isTool(tool: Json): tool is ToolOfServer {
  return isJsonObject(tool) && typeof tool.name === 'string' && tool.name !== ''
}

/**
 * The first revision of the protocol had `toolResult`; a server may also begin a task that nobody asked for, or write its data where the
 * members of the protocol should be.
 */
function toAnswer(result: JsonObject): CallAnswer | Unfinished {
  const type = String(result.resultType ?? 'complete')
  if (Object.hasOwn(reasons, type)) return { kind: 'unfinished', type }
  const { content, structuredContent, toolResult, task, isError, ...others } = result
  const parts = listOf(content).map(toPart)
  const structured = structuredContent ?? toolResult ?? null
  const bare = Object.entries(others).filter(([name]) => !ofProtocol.includes(name))
  const isEmpty = parts.length === 0 && structured === null
  if (type !== 'complete' && isEmpty) return { kind: 'unfinished', type }
  return {
    kind: 'answer',
    parts: isJsonObject(task) ? [...parts, { type: 'task' }] : parts,
    structured: isEmpty && bare.length > 0 ? Object.fromEntries(bare) : structured,
    isError: /^(true|1)$/i.test(String(isError)),
  }
}

const ofProtocol: readonly string[] = ['_meta', 'resultType', 'ttlMs', 'cacheScope']

/** A part as the protocol has it, where what was given is a text or some other data in its place. */
function toPart(part: Json): Json {
  if (part === null) return null
  if (!isJsonObject(part)) return { type: 'text', text: textOf(part) }
  const { type = 'text', text } = part
  const isText = type === 'text' && text !== undefined && text !== null
  return isText ? { ...part, type, text: textOf(text) } : part
}

function textOf(data: Json): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}

/** A single item may stand without its list. */
function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === '') return []
  return isJsonArray(value) ? value : [value]
}

/**
 * The first answer of a server as the client library reads it. That refuses a server for what nobody uses: a version that is a number,
 * icons without an address, a capability that is `true`. It is given what is used, in the right form, and nothing else of that.
 *
 * @param asked version of the protocol that the client asked for: one that the server does not name
 */
function normalizedBeginning(result: JsonObject, asked: Json | undefined): JsonObject {
  const { capabilities, serverInfo, instructions, protocolVersion: version, ...others } = result
  const { name = '', version: versionOfServer = '' } = mapOf(serverInfo)
  const spoken = version ?? asked ?? null
  return {
    ...withoutNulls(others),
    capabilities: normalizedCapabilities(capabilities),
    serverInfo: { name: textOf(name), version: textOf(versionOfServer) },
    ...(typeof instructions === 'string' && { instructions }),
    ...(spoken !== null && { protocolVersion: textOf(spoken) }),
  }
}

/** Only of its tools we want to know whether it tells changes. */
function normalizedCapabilities(capabilities: Json | undefined): JsonObject {
  const { tools = null } = mapOf(capabilities)
  if (tools === null || tools === false) return {}
  const { listChanged } = mapOf(tools)
  return { tools: /^(true|1)$/i.test(String(listChanged)) ? { listChanged: true } : {} }
}

function withoutNulls(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== null))
}

function mapOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}
