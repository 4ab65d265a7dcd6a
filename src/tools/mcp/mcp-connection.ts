import { setImmediate } from 'node:timers/promises'
import {
  Client,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Clock } from '../../domain/clock.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ToolContext } from '../../domain/tool.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import type { AddressGuard } from '../../net/address-guard.ts'
import { isUnsent } from '../../net/is-unsent.ts'
import { jsonSchemas } from '../json-schema-check.ts'
import { validateSchema } from '../schema-fault.ts'
import { callFault } from './call-fault.ts'
import { faultWords } from './fault-words.ts'
import { type CallAnswer, McpAnswers, type ToolOfServer, type ToolPage } from './mcp-answers.ts'
import { AnswerTooLarge, createMcpFetch, isTooLarge, type McpFetch, maxAnswerBytes } from './mcp-fetch.ts'
import type { McpTransportConfig } from './mcp-file.ts'
import { maxSchema } from './mcp-tools.ts'
import { toTransport } from './mcp-transport.ts'
import { createRelisting } from './relisting.ts'
import { whenOutputEnds } from './written-messages.ts'

export interface McpConnectionOptions {
  /** Guard of the addresses of a server that is reached over HTTP. */
  readonly guard: AddressGuard
  readonly transportConfig: McpTransportConfig
  readonly clock: Clock
  /** Time for each exchange of the beginning, in milliseconds: a package may have to be downloaded first. */
  readonly connectMs: number
  /** Gives up the attempt. */
  readonly signal: AbortSignal
  /** All tools of the server, at the beginning and whenever it says that they changed, and what cannot be used of its list. */
  onTools(tools: readonly ToolOfServer[], faults: readonly string[]): Promise<void>
  onStderr(line: string): void
}

/** The result of a call, and why its structured content does not fit the schema that the server declares; `null` where it does. */
export interface CallResult {
  readonly answer: CallAnswer
  readonly misfit: string | null
}

interface ToolList {
  readonly tools: readonly ToolOfServer[]
  readonly faults: readonly string[]
}

/** One connection to a server, until it breaks. */
export class McpConnection {
  readonly #client: Client
  readonly #transport: Transport
  readonly #answers: McpAnswers
  readonly #http: McpFetch | null
  readonly #options: McpConnectionOptions
  readonly #lost = Promise.withResolvers<string>()
  readonly #ended = new AbortController()
  #outputSchemas: ReadonlyMap<string, JsonObject> = new Map()
  #definitions: ReadonlyMap<string, Tool> = new Map()
  #newest: ToolList | null = null
  #taking = Promise.resolve()
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
    this.#client = new Client(
      { name: 'rungraph', version: '1' },
      {
        versionNegotiation: { mode, probe: { timeoutMs: Math.min(maxProbeMs, options.connectMs) } },
        // Nobody is there to answer a server's questions.
        inputRequired: { autoFulfill: false },
        listChanged: {
          tools: { debounceMs: 50, autoRefresh: false, onChanged: this.#relisting() },
        },
      },
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

  /** Whether the server knows the session; also where there is none, or the server does not say. */
  async knowsSession(): Promise<boolean> {
    if (!(this.#transport instanceof StreamableHTTPClientTransport)) return true
    if (this.#transport.sessionId === undefined) return true
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
    if (!(this.#transport instanceof StreamableHTTPClientTransport)) return true
    if (this.#transport.sessionId === undefined) return true
    return this.#page('').then(
      () => true,
      () => false,
    )
  }

  /** Calls a tool; the server is notified when the signal aborts. Its time is the caller's. */
  async call(
    name: string,
    args: JsonObject,
    { signal, trace }: Pick<ToolContext, 'signal' | 'trace'>,
  ): Promise<CallResult> {
    // Trace of the call, as OpenTelemetry's conventions for MCP define it.
    const params = { name, arguments: { ...args }, ...(trace && { _meta: traceHeaders(trace) }) }
    // The client takes headers that repeat arguments from the definition, and would check results where they are read.
    const toolDefinition = this.#definitions.get(name) ?? definitionOf({ name })
    const call = () => this.#client.callTool(params, { signal, timeout: noTimeout, toolDefinition })
    this.#inFlight += 1
    try {
      const result = await (this.#http ? this.#http.watched(call) : call())
      const answer = this.#answers.answer(result)
      return { answer, misfit: await this.#misfitOf(name, answer) }
    } catch (error) {
      // Of several calls nobody knows which one it was.
      const isLarge = isTooLarge(error) || (this.#isFlooded && this.#inFlight === 1)
      throw isLarge ? new AnswerTooLarge(error) : error
    } finally {
      this.#inFlight -= 1
      if (this.#ended.signal.aborted && this.#inFlight === 0) void this.close()
    }
  }

  async #misfitOf(name: string, { structured, isError }: CallAnswer): Promise<string | null> {
    const schema = this.#outputSchemas.get(name)
    if (schema === undefined || isError || structured === null) return null
    const check = jsonSchemas.check(schema)
    const checked = await check(structured)
    // PHP writes a map without members as a list.
    const isEmpty = isJsonArray(structured) && structured.length === 0
    return checked.ok || (isEmpty && (await check({})).ok)
      ? null
      : `The result does not fit the tool's output schema: ${checked.problems.join('; ')}.`
  }

  /** One list after the other; of those that come meanwhile the newest. */
  #take(list: ToolList): Promise<void> {
    this.#newest = list
    this.#taking = this.#taking.then(async () => {
      if (this.#newest === list) await this.#takeNow(list)
    })
    return this.#taking
  }

  async #takeNow({ tools, faults }: ToolList): Promise<void> {
    const schemas = new Map<string, JsonObject>()
    const unchecked: string[] = []
    for (const { name, outputSchema } of tools) {
      if (outputSchema === undefined || outputSchema === null) continue
      if (isJsonArray(outputSchema) && outputSchema.length === 0) continue
      await setImmediate()
      if (this.#ended.signal.aborted) return
      const fault = validateOutputSchema(outputSchema)
      if (fault === null && isJsonObject(outputSchema)) schemas.set(name, outputSchema)
      else unchecked.push(`"${name}": its results are not checked, as its output schema is wrong: ${fault}`)
    }
    this.#outputSchemas = schemas
    this.#definitions = new Map(tools.map((tool) => [tool.name, definitionOf(tool)]))
    await this.#options.onTools(tools, [...faults, ...unchecked])
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
    const tools: ToolOfServer[] = []
    const faults: string[] = []
    let cursor: string | null = ''
    for (const seen = new Set<string>(); cursor !== null; ) {
      seen.add(cursor)
      const page: Omit<ToolPage, 'kind'> = await this.#page(cursor).catch((error: unknown) => {
        // The pages that were read stay: a server may end its list with a cursor that it refuses.
        const isFirst = seen.size === 1
        if (this.#ended.signal.aborted || (isFirst && !this.#hasNone(error))) throw error
        faults.push(
          isFirst
            ? `it declares none, and refuses to list them: ${faultWords(error)}`
            : `page ${seen.size} of its list cannot be read: ${faultWords(error)}`,
        )
        return { tools: [], faults: [], nextCursor: null }
      })
      tools.push(...page.tools)
      faults.push(...page.faults)
      const next = page.nextCursor
      const isEnough = next !== null && (seen.has(next) || seen.size >= maxPages)
      if (isEnough) faults.push(`its list does not end after ${seen.size} pages`)
      cursor = isEnough ? null : next
    }
    await this.#take({ tools, faults })
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
/** A list of more is not read to its end. */
const maxPages = 100
/** Servers of the older generation may not answer an unknown request: they are then taken for such servers. */
const maxProbeMs = 10_000

/** Thrown where a server does not say of which generation it is. */
class ProbeRefused extends Error {}

/** As the library wants it: it reads in the properties which arguments are headers too. */
function definitionOf({ name, inputSchema }: ToolOfServer): Tool {
  const schema = inputSchema !== undefined && isJsonObject(inputSchema) ? inputSchema : {}
  const properties = JSON.parse(JSON.stringify(schema.properties ?? {}))
  return { name, inputSchema: { type: 'object', properties } }
}

function validateOutputSchema(schema: Json): string | null {
  if (!isJsonObject(schema)) return 'it is no object'
  return JSON.stringify(schema).length > maxSchema
    ? `it has more than ${maxSchema} characters`
    : validateSchema(schema)
}
