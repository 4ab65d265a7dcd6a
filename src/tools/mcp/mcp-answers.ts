import type { Transport } from '@modelcontextprotocol/client'
import { isJsonArray, isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import { isTrue, listOf, mapOf, textOfJson } from './loose-json.ts'
import { type TaskState, toTask } from './mcp-task.ts'
import { normalizedBeginning } from './normalized-beginning.ts'

/** A request whose answer is not read by the library. */
export interface McpRequest {
  readonly method: string
  readonly params: JsonObject
}

/** Sends such requests to a server. */
export interface McpAsker {
  ask(request: McpRequest, signal: AbortSignal): Promise<JsonObject>
}

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

/** Any other result, as it was given. */
interface Raw {
  readonly kind: 'raw'
  readonly result: JsonObject
}

/** What a server wants before it does a call: answers of people, or the call once more with its own state. */
export interface WantedInput {
  /** By the server's names. */
  readonly requests: JsonObject
  /** What it wants to have back as it is; `null`: nothing. */
  readonly requestState: string | null
}

/** A result of another type than `complete`: the call goes on as a task of which no id is given, or asks for something. */
interface Unfinished {
  readonly kind: 'unfinished'
  readonly type: string
  /** `null`: it asks for nothing. */
  readonly wanted: WantedInput | null
}

/** Thrown for a call whose result is of such a type. */
export class UnfinishedResult extends Error {
  override readonly name = 'UnfinishedResult'
  /** The server waits for an answer, and has not done the call; `null`: it waits for none. */
  readonly wanted: WantedInput | null
  constructor({ type, wanted }: Pick<Unfinished, 'type' | 'wanted'>) {
    super(reasons[type] ?? `its result is of the unknown type ${JSON.stringify(type)}`)
    this.wanted = wanted
  }
}

const question = 'input_required'
const reasons: Readonly<Record<string, string>> = {
  [question]: 'it asks its user for something, and nobody is there to answer',
  task: 'it does the call as a task, whose result is not waited for',
}

type Read = ToolPage | CallAnswer | TaskState | Raw | Unfinished

const key = 'rungraph/answer'
/** Methods by which a connection begins, in the revisions of the protocol. */
const beginnings: readonly string[] = ['initialize', 'server/discover']

/** Calls that were given up are never answered. */
const maxAsked = 1000

const readers: Readonly<Record<string, (result: JsonObject) => Read>> = {
  'tools/list': toPage,
  'tools/call': (result) => toStartedTask(result) ?? toAnswer(result),
  'tasks/get': (result) => toTask(result) ?? { kind: 'raw', result },
  'tasks/result': toAnswer,
  'tasks/cancel': toRaw,
  'resources/list': toRaw,
  'resources/templates/list': toRaw,
  'resources/read': toRaw,
  'prompts/list': toRaw,
  'prompts/get': toRaw,
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
  readonly #hearing = new Map<string, (progress: JsonObject) => void>()
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
      if ('method' in message && message.method === 'notifications/progress')
        this.#hearing.get(String(message.params?.progressToken))?.(mapOf(toJson(message.params)))
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
    const read = this.answerOrTask(result)
    if (read.kind === 'task') throw new UnfinishedResult({ type: 'task', wanted: null })
    return read
  }

  /** The same for a call that may go on as a task. @throws UnfinishedResult, or Error where it is of another kind */
  answerOrTask(result: unknown): CallAnswer | TaskState {
    const read = this.#of(result)
    if (read?.kind === 'unfinished') throw new UnfinishedResult(read)
    if (read?.kind !== 'answer' && read?.kind !== 'task') throw new Error('The server gives no result.')
    return read
  }

  /** The state of a task that the library gave. @throws Error where it is none */
  task(result: unknown): TaskState {
    const read = this.#of(result)
    if (read?.kind !== 'task') throw new Error('The server does not say how the task stands.')
    return read
  }

  /** A result that the library gave, as the server gave it. @throws Error where there is none */
  raw(result: unknown): JsonObject {
    const read = this.#of(result)
    if (read?.kind === 'unfinished') throw new UnfinishedResult(read)
    if (read?.kind !== 'raw') throw new Error('The server gives no result.')
    return read.result
  }

  /**
   * Hears of the progress of a request with this token, until the function that it gives is called. The library forgets the token with the
   * answer, before it has told the progress that came with it.
   */
  hear(token: string, take: (progress: JsonObject) => void): () => void {
    this.#hearing.set(token, take)
    return () => this.#hearing.delete(token)
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
    message.result = { ...emptyResult, _meta: { [key]: token } }
  }

  #of(result: unknown): Read | undefined {
    const meta: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, '_meta') : null
    const token: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, key) : null
    return typeof token === 'object' && token !== null ? this.#read.get(token) : undefined
  }
}

/** Of any method that is read here, as the library wants it. */
const emptyResult = {
  ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
  ...{
    tools: [],
    content: [],
    resources: [],
    resourceTemplates: [],
    contents: [],
    prompts: [],
    messages: [],
  },
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

function toRaw(result: JsonObject): Raw | Unfinished {
  const type = String(result.resultType ?? 'complete')
  return type === 'complete' ? { kind: 'raw', result } : unfinished(type, result)
}

/** What a call gave that goes on as a task: in one generation as the result itself, in the other as a member of it. */
function toStartedTask(result: JsonObject): TaskState | null {
  if (result.resultType === 'task') return toTask(result)
  const isAnswer = result.content !== undefined || result.structuredContent !== undefined
  return !isAnswer && isJsonObject(result.task) ? toTask(result.task) : null
}

/**
 * The first revision of the protocol had `toolResult`; a server may also begin a task that nobody asked for, or write its data where the
 * members of the protocol should be.
 */
export function toAnswer(result: JsonObject): CallAnswer | Unfinished {
  const type = String(result.resultType ?? 'complete')
  if (Object.hasOwn(reasons, type)) return unfinished(type, result)
  const { content, structuredContent, toolResult, task, isError, ...others } = result
  const parts = listOf(content).map(toPart)
  const structured = structuredContent ?? toolResult ?? null
  const bare = Object.entries(others).filter(([name]) => !ofProtocol.includes(name))
  const isEmpty = parts.length === 0 && structured === null
  if (type !== 'complete' && isEmpty) return unfinished(type, result)
  return {
    kind: 'answer',
    parts: isJsonObject(task) ? [...parts, { type: 'task' }] : parts,
    structured: isEmpty && bare.length > 0 ? Object.fromEntries(bare) : structured,
    isError: isTrue(isError),
  }
}

function unfinished(type: string, result: JsonObject): Unfinished {
  return { kind: 'unfinished', type, wanted: type === question ? wantedIn(result) : null }
}

function wantedIn({ inputRequests, requestState }: JsonObject): WantedInput {
  return {
    requests: mapOf(inputRequests),
    requestState: typeof requestState === 'string' ? requestState : null,
  }
}

const ofProtocol: readonly string[] = ['_meta', 'resultType', 'ttlMs', 'cacheScope']

/** A part as the protocol has it, where what was given is a text or some other data in its place. */
function toPart(part: Json): Json {
  if (part === null) return null
  if (!isJsonObject(part)) return { type: 'text', text: textOfJson(part) }
  const { type = 'text', text } = part
  const isText = type === 'text' && text !== undefined && text !== null
  return isText ? { ...part, type, text: textOfJson(text) } : part
}
