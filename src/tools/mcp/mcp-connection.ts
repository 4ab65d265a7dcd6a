import {
  type AuthProvider,
  Client,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Clock } from '../../domain/clock.ts'
import { type JsonObject, toJson } from '../../domain/json.ts'
import type { ToolContext } from '../../domain/tool.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import type { AddressGuard } from '../../net/address-guard.ts'
import { isUnsent } from '../../net/is-unsent.ts'
import { callFault } from './call-fault.ts'
import { faultWords } from './fault-words.ts'
import { type HearingCall, HearingCalls } from './hearing-calls.ts'
import type { GivenInput, InputResponses } from './input-rounds.ts'
import { ListedTools } from './listed-tools.ts'
import { type CallAnswer, McpAnswers, type McpRequest, toAnswer } from './mcp-answers.ts'
import { AnswerTooLarge, createMcpFetch, isTooLarge, type McpFetch, maxAnswerBytes } from './mcp-fetch.ts'
import type { McpTransportConfig } from './mcp-file.ts'
import { maxTaskMs, type TaskState, tasksExtension } from './mcp-task.ts'
import { toTransport } from './mcp-transport.ts'
import { createRelisting } from './relisting.ts'
import { signInBehind } from './server-auth.ts'
import { readToolList, type ServerFeatures, type ToolList } from './tool-list.ts'
import { whenOutputEnds } from './written-messages.ts'

export interface McpConnectionOptions {
  /** Guard of the addresses of a server that is reached over HTTP. */
  readonly guard: AddressGuard
  readonly transportConfig: McpTransportConfig
  /** Name of the server, which people read. */
  readonly name: string
  /** The sign-in to it; absent: there is none. */
  readonly authProvider?: AuthProvider | undefined
  readonly clock: Clock
  /** Time for each exchange of the beginning, in milliseconds: a package may have to be downloaded first. */
  readonly connectMs: number
  /** Gives up the attempt. */
  readonly signal: AbortSignal
  /** All tools of the server, at the beginning and whenever it says that they changed, and what cannot be used of its list. */
  onTools(list: ToolList, server: ServerFeatures): Promise<void>
  onStderr(line: string): void
  onLog(level: LoggingLevel, data: unknown): void
}

/** The result of a call, and why its structured content does not fit the schema that the server declares; `null` where it does. */
export interface CallResult {
  readonly kind: 'result'
  readonly answer: CallAnswer
  readonly misfit: string | null
}

/** `mayBeTask`: whether the server may go on with the call as a task. Default: false. `given`: what the server wants with the call. */
type CallOptions = Pick<ToolContext, 'signal' | 'trace'> &
  HearingCall & {
    readonly mayBeTask?: boolean
    readonly given?: GivenInput
    readonly onProgress?: (progress: JsonObject) => void
  }

/** One connection to a server, until it breaks. */
export class McpConnection {
  readonly #client: Client
  readonly #transport: Transport
  readonly #answers: McpAnswers
  readonly #hearing: HearingCalls
  readonly #http: McpFetch | null
  readonly #options: McpConnectionOptions
  readonly #lost = Promise.withResolvers<string>()
  readonly #ended = new AbortController()
  readonly #tools: ListedTools
  #calls = 0
  #inFlight = 0
  #isFlooded = false
  #closing: Promise<void> | null = null
  readonly #closed = Promise.withResolvers<void>()

  /**
   * Connects in the protocol version of the server, and lists its tools. A server may refuse in any way what it does not know: the answer to
   * `initialize` decides. Leaves nothing behind where that fails.
   */
  static async open(options: McpConnectionOptions): Promise<McpConnection> {
    try {
      return await McpConnection.#openAs('auto', options)
    } catch (error) {
      if (!(error instanceof ProbeRefused)) throw error
      return McpConnection.#openAs('legacy', options)
    }
  }

  static async #openAs(mode: 'auto' | 'legacy', options: McpConnectionOptions): Promise<McpConnection> {
    const connection = new McpConnection(mode, options)
    const giveUp = () => void connection.close()
    options.signal.addEventListener('abort', giveUp, { once: true })
    try {
      options.signal.throwIfAborted()
      await connection.#begin()
      options.signal.throwIfAborted()
      return connection
    } catch (error) {
      await connection.close()
      const needed = signInBehind(error, connection.#http?.challenge() ?? null, options)
      if (needed !== null) throw needed
      const isRefused = connection.#isProbing && !options.signal.aborted && !isUnsent(error)
      throw isRefused ? new ProbeRefused() : error
    } finally {
      options.signal.removeEventListener('abort', giveUp)
    }
  }

  private constructor(mode: 'auto' | 'legacy', options: McpConnectionOptions) {
    this.#options = options
    this.#http = options.transportConfig.kind === 'http' ? createMcpFetch(options.guard) : null
    this.#transport = toTransport(options, this.#http)
    this.#answers = new McpAnswers(this.#transport)
    this.#hearing = new HearingCalls(options.name)
    this.#tools = new ListedTools({
      signal: this.#ended.signal,
      onTools: (list) => options.onTools(list, this.#features),
    })
    this.#client = new Client(
      { name: 'rungraph', version: '1' },
      {
        versionNegotiation: { mode, probe: { timeoutMs: Math.min(maxProbeMs, options.connectMs) } },
        capabilities: { elicitation: { form: {}, url: {} }, extensions: { [tasksExtension]: {} } },
        // The call waits for the answers without memory (ELICIT-1).
        inputRequired: { autoFulfill: false },
        listChanged: {
          tools: { debounceMs: 50, autoRefresh: false, onChanged: this.#relisting() },
        },
      },
    )
    this.#client.setNotificationHandler('notifications/message', ({ params: { level, data } }) => {
      options.onLog(level, data)
      this.#hearing.tell(level, data)
    })
    this.#client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      this.#hearing.answer(toJson(params), mcpReq.signal),
    )
    this.#client.onclose = () => this.drop('it ended the connection')
    this.#client.onerror = (error) => {
      // The client's own attempts to take up a stream of events are over.
      if (/^Maximum reconnection attempts/.test(error.message)) this.drop('its stream of events broke off')
      if ('code' in error && error.code === 'EPIPE') this.#cutOff('it reads no more')
      // Over stdio the connection ends with it.
      if (!/(exceeded maximum size|a message of more than)/.test(error.message)) return
      this.#isFlooded = true
      this.drop(`it wrote a message of more than ${maxAnswerBytes} bytes (10 MiB), and no more is read`)
    }
  }

  /** Whether nothing was asked but of which generation the server is. */
  get #isProbing(): boolean {
    return this.#http !== null && this.#answers.lastAsked === 'server/discover'
  }

  /** Resolves with the reason when it is of no more use. */
  get lost(): Promise<string> {
    return this.#lost.promise
  }

  /** Resolves when nothing of it is left. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Ends it for new calls. Active calls may end. */
  drop(reason: string): void {
    if (this.#ended.signal.aborted) return
    this.#ended.abort()
    this.#lost.resolve(reason)
    if (this.#inFlight === 0) void this.close()
  }

  /** Ends it for all, as no answer can come any more. */
  #cutOff(reason: string): void {
    this.drop(reason)
    void this.close()
  }

  get #isInSession(): boolean {
    const transport = this.#transport
    return transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined
  }

  /** Whether the server knows the session; also where there is none, or the server does not say. */
  async knowsSession(): Promise<boolean> {
    if (!this.#isInSession) return true
    try {
      await this.#client.ping({ timeout: this.#options.connectMs })
      return true
    } catch (error) {
      const { kind } = callFault(error)
      // An HTTP error or an unreadable body in place of an answer: the server does not know the session.
      return kind === 'cut-off' || (kind === 'answered' && !(error instanceof SdkHttpError))
    }
  }

  /** Whether the server gives its tools in the session; also where there is none. Some answer a ping in any. */
  async servesSession(): Promise<boolean> {
    if (!this.#isInSession) return true
    return this.#page('').then(
      () => true,
      () => false,
    )
  }

  /** In the newer generation a server tells its log where a request asks for it. */
  get #logLevel(): JsonObject {
    const { logging } = this.#client.getServerCapabilities() ?? {}
    const isTold = logging !== undefined && this.#client.getProtocolEra() === 'modern'
    return isTold ? { [LOG_LEVEL_META_KEY]: 'info' } : {}
  }

  get #features(): ServerFeatures {
    const { tasks, extensions, resources, prompts } = this.#client.getServerCapabilities() ?? {}
    const isModern = this.#client.getProtocolEra() === 'modern'
    const isDeclared = isModern ? extensions?.[tasksExtension] : tasks?.requests?.tools?.call
    return {
      tasks: isDeclared === undefined ? 'none' : isModern ? 'of-server' : 'asked-for',
      hasResources: resources !== undefined,
      hasPrompts: prompts !== undefined,
      instructions: this.#client.getInstructions()?.trim() || null,
    }
  }

  /**
   * Calls a tool; the server is notified when the signal aborts. Its time is the caller's. With `mayBeTask` the call may be given as a task,
   * which goes on.
   */
  async call(
    name: string,
    args: JsonObject,
    { signal, trace, dialog, given, mayBeTask = false, onProgress, onLog }: CallOptions,
  ): Promise<CallResult | TaskState> {
    this.#calls += 1
    const progressToken = `call-${this.#calls}`
    const unhear = onProgress ? this.#answers.hear(progressToken, onProgress) : undefined
    const isAskedFor = mayBeTask && this.#features.tasks === 'asked-for'
    const params = {
      name,
      arguments: { ...args },
      ...given,
      // Trace of the call, as OpenTelemetry's conventions for MCP define it.
      _meta: { ...(trace && traceHeaders(trace)), ...this.#logLevel, progressToken },
      ...(isAskedFor && { task: { ttl: maxTaskMs } }),
    }
    const toolDefinition = this.#tools.definition(name)
    const send = () => this.#client.callTool(params, { signal, timeout: noTimeout, toolDefinition })
    const result = await this.#hearing.during({ dialog, onLog }, () => this.#exchange(send)).finally(unhear)
    const read = mayBeTask ? this.#answers.answerOrTask(result) : this.#answers.answer(result)
    return read.kind === 'task' ? read : this.#checked(name, read)
  }

  /** How a task stands. */
  async task(taskId: string, signal: AbortSignal): Promise<TaskState> {
    return this.#answers.task(await this.#ask({ method: 'tasks/get', params: { taskId } }, signal))
  }

  /** What a call of the tool gave that went on as a task, which has ended, or whose server asks the person of the dialog for the rest. */
  async resultOf(
    name: string,
    { taskId, result }: TaskState,
    { signal, dialog }: Pick<CallOptions, 'signal' | 'dialog'>,
  ): Promise<CallResult> {
    const read = result === null ? null : toAnswer(result)
    if (read?.kind === 'unfinished') throw new Error('The server gives no result.')
    const asked = { method: 'tasks/result', params: { taskId } }
    const ask = () => this.#hearing.during({ dialog }, () => this.#ask(asked, signal))
    return this.#checked(name, read ?? this.#answers.answer(await ask()))
  }

  /** Answers what a task wants before it goes on. */
  async answerTask(taskId: string, inputResponses: InputResponses, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: 'tasks/update', params: { taskId, inputResponses } }, signal)
  }

  async cancelTask(taskId: string, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: 'tasks/cancel', params: { taskId } }, signal)
  }

  /** Sends a request whose result the caller reads. */
  async ask(request: McpRequest, signal: AbortSignal): Promise<JsonObject> {
    return this.#answers.raw(await this.#ask(request, signal))
  }

  /** Sends a request. Its time is the caller's, and its result is one of those that the answers have. */
  #ask(request: McpRequest, signal: AbortSignal): Promise<unknown> {
    return this.#exchange(() =>
      this.#client.request(request, z.looseObject({}), { signal, timeout: noTimeout }),
    )
  }

  async #exchange<Result>(send: () => Promise<Result>): Promise<Result> {
    this.#inFlight += 1
    try {
      return await (this.#http ? this.#http.watched(send) : send())
    } catch (error) {
      // Of several calls nobody knows which one it was.
      const isLarge = isTooLarge(error) || (this.#isFlooded && this.#inFlight === 1)
      throw isLarge ? new AnswerTooLarge(error) : error
    } finally {
      this.#inFlight -= 1
      if (this.#ended.signal.aborted && this.#inFlight === 0) void this.close()
    }
  }

  async #checked(name: string, answer: CallAnswer): Promise<CallResult> {
    return { kind: 'result', answer, misfit: await this.#tools.misfit(name, answer) }
  }

  /** Ends it for all. A process is asked to end, then made to. */
  close(): Promise<void> {
    // First: the transports that are closed below report it, and call this again.
    this.#ended.abort()
    this.#lost.resolve('it was closed')
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    // Each of them also where the other never began.
    await Promise.allSettled([this.#client.close(), this.#transport.close()])
    await this.#http?.close()
    this.#closed.resolve()
  }

  async #begin(): Promise<void> {
    const { connectMs, signal } = this.#options
    await this.#client.connect(this.#transport, { timeout: connectMs, signal })
    whenOutputEnds(this.#transport, () => this.#cutOff('it ended the connection'))
    await this.#list()
    void this.#follow()
  }

  async #list(): Promise<void> {
    const list = await readToolList((cursor) => this.#page(cursor), {
      isOver: () => this.#ended.signal.aborted,
      hasNone: (error) => this.#hasNone(error),
    })
    await this.#tools.take(list)
  }

  /** A server with tools may forget to declare them: one that declares none is asked all the same, and may refuse. */
  #hasNone(error: unknown): boolean {
    if (this.#client.getServerCapabilities()?.tools) return false
    const { kind } = callFault(error)
    return kind === 'answered' || kind === 'refused'
  }

  async #page(cursor: string) {
    const { connectMs, signal } = this.#options
    const request = { method: 'tools/list' as const, ...(cursor === '' ? {} : { params: { cursor } }) }
    return this.#answers.page(await this.#client.request(request, { timeout: connectMs, signal }))
  }

  #relisting(): () => void {
    return createRelisting({
      list: () => this.#list(),
      clock: this.#options.clock,
      signal: this.#ended.signal,
      onFault: (error) => this.drop(`its changed tools cannot be read: ${faultWords(error)}`),
    })
  }

  /** Subscribes again to changes where the server, or a proxy, ended the subscription. */
  async #follow(): Promise<void> {
    const { clock, connectMs } = this.#options
    const { signal } = this.#ended
    try {
      for (let subscription = this.#client.autoOpenedSubscription; subscription; ) {
        if ((await subscription.closed) === 'local' || signal.aborted) return
        await clock.sleep(relistenMs, signal)
        subscription = await this.#client.listen({ toolsListChanged: true }, { timeout: connectMs, signal })
        await this.#list()
      }
    } catch (error) {
      this.drop(faultWords(error))
    }
  }
}

/** The longest time that a timer takes, in milliseconds. */
const noTimeout = 2_147_483_647
const relistenMs = 1000
/** Servers of the older generation may not answer an unknown request: they are then taken for such servers. */
const maxProbeMs = 10_000

/** Thrown where a server does not say of which generation it is. */
class ProbeRefused extends Error {}
