import { RungraphError } from '../../domain/errors.ts'
import type { PromptServer } from '../../domain/prompt-call.ts'
import { rejectOnAbort, startTimeLimit } from '../../domain/time-limit.ts'
import type { Tool } from '../../domain/tool.ts'
import { createAddressGuard } from '../../net/address-guard.ts'
import { cutMarked } from '../cut-marked.ts'
import { hideValues } from '../hide-values.ts'
import type { ToolSource } from '../tool-registry.ts'
import { type CallFault, callFault, faultOf } from './call-fault.ts'
import { faultWords } from './fault-words.ts'
import { givenInput } from './input-rounds.ts'
import { type CallMaker, type Exchange, outcomeOf } from './made-call.ts'
import { McpConnection } from './mcp-connection.ts'
import { createPromptServer } from './mcp-prompts.ts'
import { readResource } from './mcp-resources.ts'
import type { McpServerOptions } from './mcp-server-options.ts'
import { type McpCall, toMcpTools } from './mcp-tools.ts'
import { type ServerAuth, SignInNeeded } from './server-auth.ts'
import { createServerLog } from './server-log.ts'
import { listOnly, signedInText, signInTools } from './sign-in-tools.ts'
import type { ServerFeatures, ToolList } from './tool-list.ts'

/** A connection that lived so long, in milliseconds, was no failed attempt. */
const stableAfterMs = 30_000
/** Between two attempts, however many calls wait, in milliseconds. */
const wantedAfterMs = 1000
const maxStderrLine = 2000

/** An MCP server, for as long as we run: connected to, and connected to anew whenever that breaks (TAS-6). */
export class McpServer implements ToolSource {
  readonly prefix: string
  readonly source: string
  readonly server: PromptServer
  readonly #options: McpServerOptions
  readonly #hide: (text: string) => string
  readonly #log: (level: string, data: unknown) => void
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
  #features: ServerFeatures | null = null
  #lists = 0
  #auth: ServerAuth | null = null
  /** Why nobody is connected to it: a person must sign in first. */
  #needed: SignInNeeded | null = null

  constructor(options: McpServerOptions) {
    const { name, prefix, transportConfig } = options.config
    this.prefix = prefix
    this.source = `mcp:${name}`
    this.#options = options
    if (options.config.oauth) this.#auth = this.#authOf()
    this.#hide = hideValues(
      Object.values(transportConfig.kind === 'http' ? transportConfig.headers : transportConfig.env),
    )
    this.server = createPromptServer({
      name,
      absence: () => (this.#current === null ? this.#reason : null),
      instructions: () => this.#tools?.find(({ guide }) => guide !== undefined)?.guide?.text ?? null,
      hasPrompts: () => this.#features?.hasPrompts === true,
      ask: (asked, signal) =>
        this.#exchange({ name: asked.method, effect: 'read', context: { signal } }, (connection) =>
          connection.ask(asked, signal),
        ),
    })
    this.#log = createServerLog({
      clock: options.clock,
      report: (what) => this.#report(what),
      note: (what) => this.#note(what),
    })
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
    if (this.#tools === null && this.#needed !== null)
      return signInTools(this.#options.config, (call) => this.call(call))
    return this.#tools ?? []
  }

  #authOf(): ServerAuth | null {
    const { signIns, config, of } = this.#options
    return signIns?.authOf(config, of?.person) ?? null
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
        name: config.name,
        authProvider: this.#auth?.provider,
        clock,
        connectMs,
        signal,
        onTools: (list, features) => this.#take(list, features),
        onStderr: (line) => this.#note(`says: ${cutMarked(line, maxStderrLine)}`),
        onLog: (level, data) => this.#log(level, data),
      })
      this.#needed = null
      this.#connections.add(connection)
      void connection.closed.then(() => this.#connections.delete(connection))
      this.#current = connection
      this.#reached.resolve(connection)
      this.#tried.resolve()
      this.#reason = this.#hide(await connection.lost)
      this.#forget(connection)
      return 'lost'
    } catch (error) {
      if (error instanceof SignInNeeded) this.#refuse(error)
      this.#reason = this.#reasonOf(error)
      if (!signal.aborted) this.#reportOnce(`cannot be reached: ${this.#reason}. It is tried again.`)
      const { kind } = callFault(error)
      return kind === 'unsent' || kind === 'cut-off' ? 'away' : 'refused'
    }
  }

  /** Calls that wait for it ask their person. */
  #refuse(needed: SignInNeeded): void {
    this.#auth ??= this.#authOf()
    if (this.#auth === null) return
    this.#needed = needed
    this.#noteChallenge(needed)
    this.#reached.promise.catch(() => undefined) // nobody may wait
    this.#reached.reject(needed)
    this.#reached = Promise.withResolvers()
  }

  #noteChallenge({ challenge }: SignInNeeded): void {
    this.#options.signIns?.noteChallenge(this.#options.config.name, challenge)
  }

  /** Calls wait for the next one from now on. */
  #forget(connection: McpConnection): void {
    if (this.#current !== connection) return
    this.#current = null
    this.#reached = Promise.withResolvers()
  }

  async #take({ tools: definitions, faults: listFaults }: ToolList, features: ServerFeatures): Promise<void> {
    this.#lists += 1
    const list = this.#lists
    const { config, of } = this.#options
    const { instructions } = features
    const { tools, faults } = await toMcpTools(definitions, {
      ...features,
      instructions: instructions && this.#hide(instructions),
      config,
      call: of?.call ?? ((call) => this.call(call)),
    })
    // A newer one came, from the next connection.
    if (list !== this.#lists) return
    this.#tools = tools
    this.#features = features
    of?.onTools(tools)
    const all = [...faults, ...listFaults]
    if (all.length === 0) return
    const what = definitions.length === 0 ? 'offers no tools' : 'has tools that cannot be used as they are'
    this.#reportOnce(`${what}: ${cutMarked(all.join('; '), 4000)}.`)
  }

  /** Makes a call, which waits where a person must answer or sign in first. @throws CallAsks then */
  async call(call: McpCall): Promise<unknown> {
    const { name } = this.#options.config
    const resumed = (await call.context.dialog?.resumed()) ?? null
    if (resumed !== null) this.#auth?.forget()
    const given = resumed === null ? {} : givenInput(resumed, name)
    if (call.tool !== listOnly) return outcomeOf(call, given, this.#maker)
    await this.#exchange(call, async () => undefined)
    return signedInText(name)
  }

  get #maker(): CallMaker {
    const { clock, config } = this.#options
    return {
      ...{ clock, config },
      reader: this.list().find((tool) => tool.name === `${this.prefix}__${readResource}`)?.name ?? null,
      exchange: (call, send) => this.#exchange(call, send),
      failed: (error) => this.#failed(error),
      report: (what, error) => this.#options.report(this.#said(what), error),
    }
  }

  /** @throws CallAsks where a person must sign in first */
  async #exchange<Result>(
    call: Exchange,
    send: (connection: McpConnection) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#exchanged(call, send)
    } catch (error) {
      if (this.#auth === null || !(error instanceof SignInNeeded)) throw error
      // A session is of one sign-in.
      const current = this.#current
      current?.drop('a person must sign in to it anew')
      if (current) this.#forget(current)
      // Its administrator begins the sign-in by themselves.
      if (this.#auth.owner.user === null) this.#noteChallenge(error)
      throw await this.#auth.ask(error, call.name, call.context.dialog)
    }
  }

  /** One that was cut off is done once more where that does no harm. @throws SignInNeeded where the server wants a sign-in */
  async #exchanged<Result>(
    call: Exchange,
    send: (connection: McpConnection) => Promise<Result>,
  ): Promise<Result> {
    for (let isAgain = false; ; isAgain = true) {
      const connection = await this.#connected(call)
      try {
        return await send(connection)
      } catch (error) {
        call.context.signal.throwIfAborted()
        const needed = (await this.#auth?.neededBy(error)) ?? null
        if (needed !== null) throw needed
        const fault = await faultOf(error, connection)
        if (fault.kind === 'unsent' || fault.kind === 'cut-off' || ('isLost' in fault && fault.isLost)) {
          connection.drop(this.#reasonOf(error))
          this.#forget(connection)
        }
        this.#checkRepeatable(call, { error, fault, isAgain })
      }
    }
  }

  /** @throws the error of a call that is not done once more */
  #checkRepeatable(
    { name, effect }: Exchange,
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
  async #connected({ name, context }: Exchange): Promise<McpConnection> {
    const { clock, config, waitMs = 15_000 } = this.#options
    // Another process may have taken the sign-in.
    if (this.#needed !== null && !(await this.#auth?.isSignedIn())) throw this.#needed
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
      return await rejectOnAbort(this.#reachedSignedIn(), limit.signal)
    } catch (error) {
      throw limit.isOver ? this.#unavailable(name, this.#reason) : error
    } finally {
      this.#waiting -= 1
      limit.release()
    }
  }

  /** An attempt to connect that began before a person signed in is refused, and is no reason to ask them again. */
  async #reachedSignedIn(): Promise<McpConnection> {
    for (;;) {
      try {
        return await this.#reached.promise
      } catch (error) {
        if (!(error instanceof SignInNeeded && (await this.#auth?.isSignedIn()))) throw error
        this.#wanted.abort()
      }
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
