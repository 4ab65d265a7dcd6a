import {
  AbortRunDocument,
  type AbortRunInput,
  ResolveGateDocument,
  type ResolveGateInput,
  RunEndDocument,
  RunEventsDocument,
  type RunEventType,
  RunResultDocument,
  type RunResultQuery,
  type RunStatus,
  TriggerRunDocument,
  type TriggerRunInput,
} from '../generated/follower/graphql.ts'
import { pauseFor, pauseMs } from './back-off.ts'
import { asClientError, throwRefusal } from './client-error.ts'
import { ConnectionStatus } from './connection-status.ts'
import { Credentials, type TokenSource } from './credentials.ts'
import { createEventStreams } from './event-stream.ts'
import { authorised, request } from './http.ts'
import { documentText, type Operation } from './operation.ts'
import { type Line, resume, type SubscribeOptions } from './resume.ts'
import { nextRunState, queuedRun, type RunEvent } from './run-state.ts'
import { createWebSockets } from './web-socket.ts'

export interface ClientOptions {
  /** URL of the GraphQL endpoint, `https://…/graphql`. A page may give its path. */
  readonly url: string
  /** API key or access token. Default: none. */
  readonly token?: TokenSource | undefined
  /**
   * How subscriptions are sent. `websocket` needs one connection for all of them. `sse` needs one each, and nothing but HTTP: for
   * proxies that do not forward WebSockets. Default `websocket`, which is `sse` where the runtime has none and `webSocket` is not given.
   */
  readonly transport?: 'websocket' | 'sse'
  /** Headers of every request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces `fetch`. */
  readonly fetch?: typeof fetch
  /** Class of WebSockets, if the runtime has none. */
  readonly webSocket?: typeof WebSocket
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
}

export interface FollowOptions extends SubscribeOptions {
  /** Cursor of the last event that was processed. Default: from the first event. */
  readonly after?: string | undefined
  /** Events to include. Default: all of them. */
  readonly types?: readonly RunEventType[] | undefined
  /** Whether to include the events of all descendants; `run` of an event then says whose it is. Default false. */
  readonly includeDescendants?: boolean | undefined
}

/** How a run ended or paused. */
export type RunResult = NonNullable<RunResultQuery['run']>

/** A run or gate that was changed. */
export interface Changed<Status> {
  readonly id: string
  readonly status: Status
}

/** Requests that can be repeated are retried so often. */
const maxRetries = 5

/** A client of one Rungraph. It holds a connection only while something is followed. */
export class Client {
  /** URL of the GraphQL endpoint. */
  readonly url: string
  /**
   * A `fetch` that adds the headers and the token, for other libraries. It repeats a request with another token if the first was refused.
   */
  readonly fetch: typeof fetch
  /** State of the connection of the subscriptions. */
  readonly connection: Pick<ConnectionStatus, 'current' | 'subscribe'>
  readonly #line: Line

  constructor(options: ClientOptions) {
    this.url = new URL(options.url, globalThis.location?.href).href
    const credentials = new Credentials(options.token)
    const endpoint = {
      url: this.url,
      headers: options.headers ?? {},
      // Browsers and Workers refuse to call it as a method of another object.
      fetch: options.fetch ?? ((...args) => fetch(...args)),
      webSocket: options.webSocket,
    }
    this.fetch = authorised(endpoint, credentials)
    // Node.js 20 has no WebSocket.
    const isSse = options.transport === 'sse' || !(options.webSocket ?? globalThis.WebSocket)
    const createTransport = isSse ? createEventStreams : createWebSockets
    const status = new ConnectionStatus()
    this.connection = status
    this.#line = { transport: createTransport(endpoint, credentials), credentials, status }
  }

  /** Follows everything over a new connection, with the token of that moment: after another user signed in. */
  reconnect(): void {
    this.#line.credentials.forget()
    this.#line.transport.drop()
  }

  /** The data of a query. Retried if that can help. @throws RungraphClientError */
  async query<Data, Variables extends object>(
    operation: Operation<Data, Variables>,
    variables?: Variables,
    { signal }: RequestOptions = {},
  ): Promise<Data> {
    return this.#repeat(() => this.mutate(operation, variables, { signal }), signal)
  }

  /**
   * The data of a mutation. Sent once: after a broken connection nobody knows whether the server executed it. @throws RungraphClientError
   */
  async mutate<Data, Variables extends object>(
    operation: Operation<Data, Variables>,
    variables?: Variables,
    { signal }: RequestOptions = {},
  ): Promise<Data> {
    const sent = { query: documentText(operation), variables: { ...variables } }
    // The server answers as the document says, whose type this is.
    return (await request(this, this.fetch, sent, signal)) as Data
  }

  /**
   * The data of a subscription, over broken connections and restarts of the server. With the variable `after` and the field `cursor`, each
   * event comes once and in order. Ends without an error when the signal is aborted.
   * @throws RungraphClientError if a retry cannot succeed
   */
  subscribe<Data, Variables extends object>(
    operation: Operation<Data, Variables>,
    variables?: Variables,
    options: SubscribeOptions = {},
  ): AsyncGenerator<Data, void, undefined> {
    const sent = { query: documentText(operation), variables: { ...variables } }
    return resume(this.#line, sent, options) as AsyncGenerator<Data, void, undefined>
  }

  /**
   * Every event of a run, each once and in order, until the run has ended or paused, over broken connections and restarts of the server.
   * The cursor of an event that you have processed is the place from which to continue in another process (`after`). Ends without an error
   * when the signal is aborted.
   * @throws RungraphClientError if a retry cannot succeed: NOT_FOUND, UNAUTHENTICATED and so on
   */
  async *follow(
    runId: string,
    { after, types, includeDescendants = false, ...options }: FollowOptions = {},
  ): AsyncGenerator<RunEvent, void, undefined> {
    const variables = {
      runId,
      includeDescendants,
      ...(after && { after }),
      ...(types && { types: [...types] }),
    }
    for await (const { runEvents } of this.subscribe(RunEventsDocument, variables, options)) yield runEvents
  }

  /** The text of the newest message of a run, so far, whenever it grows. A discarded attempt makes it empty. Ends as `follow` does. */
  async *text(runId: string, options: SubscribeOptions = {}): AsyncGenerator<string, void, undefined> {
    const types = ['TextDelta', 'AttemptDiscarded', 'FinalAnswer'] as const
    let run = queuedRun
    for await (const event of this.follow(runId, { ...options, types })) {
      const before = run.text
      run = nextRunState(run, event)
      if (run.text !== before) yield run.text
    }
  }

  /**
   * Starts a run. An idempotency key is added if you give none: a retried call starts one run.
   * @throws RungraphClientError with the code of the refusal
   */
  async trigger(input: TriggerRunInput, options: RequestOptions = {}): Promise<Changed<RunStatus>> {
    const variables = { input: { ...input, idempotencyKey: input.idempotencyKey ?? newKey() } }
    const { triggerRun } = await this.#repeat(
      () => this.mutate(TriggerRunDocument, variables, options),
      options.signal,
    )
    return triggerRun.__typename === 'Run' ? triggerRun : throwRefusal(triggerRun)
  }

  /**
   * Waits until a run has ended or paused, and gives its result; a failed run is a result too. @throws RungraphClientError, or the reason
   * of the signal
   */
  async result(runId: string, options: RequestOptions = {}): Promise<RunResult> {
    for (let losses = 0; ; losses += 1) {
      try {
        for await (const _ of this.subscribe(RunEndDocument, { runId }, options));
        break
      } catch (error) {
        // The database has lost a part of the log. There is no cursor that could be of that part: it begins again.
        if (asClientError(error).code !== 'CURSOR_INVALID' || losses === maxRetries) throw error
      }
    }
    options.signal?.throwIfAborted()
    const { run } = await this.query(RunResultDocument, { id: runId }, options)
    return run ?? throwRefusal({ code: 'NOT_FOUND', message: `There is no run ${runId}.` })
  }

  /** Decides about a gate. @throws RungraphClientError with the code of the refusal */
  async resolveGate(input: ResolveGateInput, options: RequestOptions = {}) {
    const { resolveGate } = await this.mutate(ResolveGateDocument, { input }, options)
    return resolveGate.__typename === 'Gate' ? resolveGate : throwRefusal(resolveGate)
  }

  /** Aborts a run. @throws RungraphClientError with the code of the refusal */
  async abort(input: AbortRunInput, options: RequestOptions = {}): Promise<Changed<RunStatus>> {
    const { abortRun } = await this.mutate(AbortRunDocument, { input }, options)
    return abortRun.__typename === 'Run' ? abortRun : throwRefusal(abortRun)
  }

  async #repeat<Value>(attempt: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt()
      } catch (thrown) {
        signal?.throwIfAborted()
        const error = asClientError(thrown)
        if (!error.retryable || retries === maxRetries) throw error
        await pauseFor(pauseMs(retries, error.retryAfterMs), signal)
      }
    }
  }
}

/** Not `randomUUID`, which pages over plain HTTP do not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
