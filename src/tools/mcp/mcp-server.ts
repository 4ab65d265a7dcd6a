import { SdkHttpError } from '@modelcontextprotocol/client'
import type { Clock } from '../../domain/clock.ts'
import { RungraphError } from '../../domain/errors.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import type { Tool } from '../../domain/tool.ts'
import { createAddressGuard } from '../../net/address-guard.ts'
import type { OwnAddresses } from '../../net/own-addresses.ts'
import { cutMarked } from '../cut-marked.ts'
import { hideValues } from '../hide-values.ts'
import type { ToolSource } from '../tool-registry.ts'
import { type CallFault, callFault, lostCall, maySayLost } from './call-fault.ts'
import { faultWords } from './fault-words.ts'
import { keepMedia } from './kept-media.ts'
import type { ToolOfServer } from './mcp-answers.ts'
import { type CallResult, McpConnection } from './mcp-connection.ts'
import type { McpServerConfig } from './mcp-file.ts'
import { toResult } from './mcp-result.ts'
import { type McpCall, toMcpTools } from './mcp-tools.ts'

export interface McpServerOptions {
  readonly config: McpServerConfig
  /** Rungraph's own addresses, where no server is. Default: none. */
  readonly own?: Pick<OwnAddresses, 'has'>
  readonly clock: Clock
  readonly report: (message: string, error?: unknown) => void
  /** What the process of a server writes beside the protocol, which is no fault. Default: nobody hears it. */
  readonly note?: (message: string) => void
  /** Time limit for each exchange of a new connection, in milliseconds. Default: 60,000. */
  readonly connectMs?: number
  /**
   * Time for which a call waits for a server that is not connected, in milliseconds. Default: 15,000, or the server's `timeoutMs` if that
   * is less.
   */
  readonly waitMs?: number
  /**
   * The time before the second attempt to connect, doubled with each to the most; for a server that answers, and cannot be used, to
   * `mostAnswered`. While a call waits for it, at most a second. Default: 250 to 10,000 ms, and 300,000 ms.
   */
  readonly backoffMs?: { readonly first: number; readonly most: number; readonly mostAnswered?: number }
}

/** A connection that lived so long, in milliseconds, was no failed attempt. */
const stableAfterMs = 30_000
/** Between two attempts, however many calls wait, in milliseconds. */
const wantedAfterMs = 1000
const maxStderrLine = 2000

/** An MCP server, for as long as we run: connected to, and connected to anew whenever that breaks (TAS-6). */
export class McpServer implements ToolSource {
  readonly prefix: string
  readonly source: string
  readonly #options: McpServerOptions
  readonly #hide: (text: string) => string
  readonly #closing = new AbortController()
  readonly #tried = Promise.withResolvers<void>()
  readonly #connections = new Set<McpConnection>()
  #living: Promise<void> | null = null
  #reached = Promise.withResolvers<McpConnection>()
  #current: McpConnection | null = null
  #waiting = 0
  #wanted = new AbortController()
  #reason = 'it has not answered yet'
  #lastReport = ''
  #tools: readonly Tool[] | null = null
  #lists = 0

  constructor(options: McpServerOptions) {
    const { name, prefix, transportConfig } = options.config
    this.prefix = prefix
    this.source = `mcp:${name}`
    this.#options = options
    this.#hide = hideValues(
      Object.values(transportConfig.kind === 'http' ? transportConfig.headers : transportConfig.env),
    )
  }

  /** Begins to connect. */
  start(): void {
    this.#living ??= this.#live()
  }

  /** Resolves when the first attempt to connect has ended, well or badly. */
  get tried(): Promise<void> {
    return this.#tried.promise
  }

  /** Returns the tools of the last connection. A call waits for the server to reconnect. */
  list(): readonly Tool[] {
    return this.#tools ?? []
  }

  absenceReason(): string | null {
    return this.#tools === null
      ? `the MCP server "${this.#options.config.name}" is not available (${this.#reason})`
      : null
  }

  /** Ends the connection, and the process that we started. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('Rungraph is closing.'))
    this.#reason = 'Rungraph is closing'
    this.#tried.resolve()
    await Promise.all([...this.#connections].map((connection) => connection.close()))
    await this.#living
  }

  async #live(): Promise<void> {
    const { clock, backoffMs = { first: 250, most: 10_000 } } = this.#options
    const { first, most, mostAnswered = 300_000 } = backoffMs
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAt = clock.now()
      const end = await this.#connect()
      this.#tried.resolve()
      if (clock.now() - startedAt > stableAfterMs) failures = 0
      const limit = end === 'refused' ? Math.max(most, mostAnswered) : most
      await this.#pause(Math.min(first * 2 ** failures, limit))
      // Not before: the Ctrl-C that stops us has ended a server of ours as well, and nobody connects to it again.
      if (end === 'lost' && !signal.aborted)
        this.#report(`went away: ${this.#reason}. Connecting to it again.`)
    }
  }

  /** A call that waits for the server cuts it short: it may have come back. */
  async #pause(ms: number): Promise<void> {
    const { clock } = this.#options
    const { signal } = this.#closing
    const began = clock.now()
    this.#wanted = new AbortController()
    if (this.#waiting === 0) {
      const either = AbortSignal.any([signal, this.#wanted.signal])
      await clock.sleep(ms, either).catch(() => undefined)
      if (!this.#wanted.signal.aborted) return
    }
    const rest = Math.min(ms, wantedAfterMs) - (clock.now() - began)
    if (rest > 0) await clock.sleep(rest, signal).catch(() => undefined)
  }

  /** Holds a connection until it breaks, and says how it ended: the server may be away, or answer what cannot be used. */
  async #connect(): Promise<'lost' | 'away' | 'refused'> {
    const { clock, connectMs = 60_000, config, own } = this.#options
    const { signal } = this.#closing
    const guard = createAddressGuard({ allowPrivate: ['*'], ...(own && { own }) })
    try {
      const connection = await McpConnection.open({
        guard,
        transportConfig: config.transportConfig,
        clock,
        connectMs,
        signal,
        onTools: (tools, listFaults) => this.#take(tools, listFaults),
        onStderr: (line) => this.#note(`says: ${cutMarked(line, maxStderrLine)}`),
      })
      this.#connections.add(connection)
      void connection.closed.then(() => this.#connections.delete(connection))
      this.#current = connection
      this.#reached.resolve(connection)
      this.#tried.resolve()
      this.#reason = this.#hide(await connection.lost)
      this.#forget(connection)
      return 'lost'
    } catch (error) {
      this.#reason = this.#reasonOf(error)
      if (!signal.aborted) this.#reportOnce(`cannot be reached: ${this.#reason}. It is tried again.`)
      const { kind } = callFault(error)
      return kind === 'unsent' || kind === 'cut-off' ? 'away' : 'refused'
    }
  }

  /** Calls wait for the next one from now on. */
  #forget(connection: McpConnection): void {
    if (this.#current !== connection) return
    this.#current = null
    this.#reached = Promise.withResolvers()
  }

  async #take(definitions: readonly ToolOfServer[], listFaults: readonly string[]): Promise<void> {
    this.#lists += 1
    const list = this.#lists
    const { tools, faults } = await toMcpTools(definitions, this.#options.config, (call) => this.#call(call))
    // A newer one came, from the next connection.
    if (list !== this.#lists) return
    this.#tools = tools
    const all = [...faults, ...listFaults]
    if (all.length === 0) return
    const what = definitions.length === 0 ? 'offers no tools' : 'has tools that cannot be used as they are'
    this.#reportOnce(`${what}: ${cutMarked(all.join('; '), 4000)}.`)
  }

  /** A call that was cut off is done once more where that does no harm. */
  async #call(call: McpCall): Promise<unknown> {
    const { tool, args, context } = call
    for (let isAgain = false; ; isAgain = true) {
      const connection = await this.#connected(call)
      let result: CallResult
      try {
        result = await connection.call(tool, args, context)
      } catch (error) {
        context.signal.throwIfAborted()
        const fault = await faultOf(error, connection)
        if (fault.kind === 'unsent' || fault.kind === 'cut-off' || ('isLost' in fault && fault.isLost)) {
          connection.drop(this.#reasonOf(error))
          this.#forget(connection)
        }
        this.#checkRepeatable(call, { error, fault, isAgain })
        continue
      }
      return resultOf(call, result, (what, error) => this.#options.report(this.#said(what), error))
    }
  }

  /** @throws the error of a call that is not done once more */
  #checkRepeatable(
    { name, effect }: McpCall,
    {
      error,
      fault,
      isAgain,
    }: { readonly error: unknown; readonly fault: CallFault; readonly isAgain: boolean },
  ): void {
    const reason = this.#reasonOf(error)
    if (fault.kind === 'unreadable' && effect === 'once')
      throw new RungraphError('OUTCOME_UNKNOWN', { tool: name, reason }, error)
    if (fault.kind === 'unreadable' && (isAgain || !fault.isLost)) {
      const message = `The answer of the server cannot be read: ${reason}.`
      throw new RungraphError('TOOL_FAILED', { message }, error)
    }
    // Of a call that may have been done, the words about a session may be those of the tool.
    const isOver = fault.kind === 'answered' && (effect === 'once' || isAgain || !fault.isLost)
    if (isOver || fault.kind === 'refused') throw this.#failed(error)
    if (fault.kind === 'cut-off' && effect === 'once')
      throw new RungraphError('OUTCOME_UNKNOWN', { tool: name }, error)
    if (isAgain)
      throw this.#unavailable(name, `it went away in the middle of the call, twice (${reason})`, error)
  }

  /** Waits for the server for its time, or until the call's own is up. */
  async #connected({ name, context }: McpCall): Promise<McpConnection> {
    const { clock, config, waitMs = 15_000 } = this.#options
    if (this.#current === null) this.#wanted.abort()
    this.#waiting += 1
    const limit = startTimeLimit({
      clock,
      // Before the call's own time is up, whose error would not give the reason.
      ms: Math.min(waitMs, 0.8 * (config.timeoutMs ?? waitMs)),
      signal: AbortSignal.any([context.signal, this.#closing.signal]),
      timeUp: () => new Error('The server was not reached in time.'),
    })
    try {
      return await rejectOnAbort(this.#reached.promise, limit.signal)
    } catch (error) {
      throw limit.isOver ? this.#unavailable(name, this.#reason) : error
    } finally {
      this.#waiting -= 1
      limit.release()
    }
  }

  /** For the middle of a sentence. */
  #reasonOf(error: unknown): string {
    return this.#hide(cutMarked(faultWords(error), 500).replace(/\.$/, ''))
  }

  #failed(error: unknown): RungraphError {
    return new RungraphError(
      'TOOL_FAILED',
      { message: this.#hide(cutMarked(faultWords(error), 2000)) },
      error,
    )
  }

  #unavailable(tool: string, reason: string, cause?: unknown): RungraphError {
    return new RungraphError('SERVER_UNAVAILABLE', { tool, server: this.#options.config.name, reason }, cause)
  }

  /** Reports a problem once, even if it recurs at each attempt. */
  #reportOnce(what: string): void {
    if (this.#lastReport === what) return
    this.#lastReport = what
    this.#report(what)
  }

  #report(what: string): void {
    this.#options.report(this.#said(what))
  }

  #note(what: string): void {
    this.#options.note?.(this.#said(what))
  }

  #said(what: string): string {
    return `The MCP server "${this.#options.config.name}" ${this.#hide(what)}`
  }
}

/** The words of a session are not always those that one knows: the server is then asked whether it knows it. */
async function faultOf(error: unknown, connection: McpConnection): Promise<CallFault> {
  const fault = callFault(error)
  if (fault.kind === 'unsent' || fault.kind === 'cut-off') return fault
  if (maySayLost(error)) return (await connection.servesSession()) ? fault : { kind: 'unsent' }
  if (fault.kind === 'answered' && fault.isLost)
    return (await connection.servesSession()) ? fault : lostCall(error)
  if (fault.kind === 'answered' && !(error instanceof SdkHttpError)) return fault
  if (await connection.knowsSession()) return fault
  return fault.kind === 'refused' ? { kind: 'unsent' } : { kind: fault.kind, isLost: true }
}

/** @throws TOOL_FAILED where the server says that it failed, or its result is not what the tool should give, and nothing was changed */
async function resultOf(
  { effect, context }: McpCall,
  { answer, misfit }: CallResult,
  report: (message: string, error: unknown) => void,
): Promise<unknown> {
  if (misfit !== null && effect !== 'once') throw new RungraphError('TOOL_FAILED', { message: misfit })
  const kept = answer.isError ? undefined : await keepMedia(answer.parts, context, report)
  return toResult(answer, misfit, kept)
}
