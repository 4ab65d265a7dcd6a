import { pauseFor, pauseMs } from './back-off.ts'
import { asClientError, fromGraphQLErrors, type RungraphClientError } from './client-error.ts'
import type { ConnectionStatus } from './connection-status.ts'
import type { Credentials } from './credentials.ts'
import type { OperationRequest } from './operation.ts'
import type { Attempt, Transport } from './transport.ts'

/** Parts of the client that a subscription needs. */
export interface Line {
  readonly transport: Transport
  readonly credentials: Credentials
  readonly status: ConnectionStatus
}

export interface SubscribeOptions {
  /** Ends the subscription at once and in order: nothing is thrown. */
  readonly signal?: AbortSignal | undefined
  /** Called each time that the server has accepted a connection. */
  readonly onOpen?: (() => void) | undefined
  /**
   * Called when the database no longer has what was followed (CURSOR_INVALID), before the subscription throws, or starts again where it had
   * no cursor: what was read before is to be read again.
   */
  readonly onLost?: (() => void) | undefined
}

/** A connection that held for so long was a good one: the next retry is the first again. */
const goodAfterMs = 10_000

/** So many tokens in a row were refused: the next one will be as well. */
const maxRefusals = 3

/**
 * Yields the data of a subscription and reconnects after a broken connection. If the subscription has the variable `after` and selects
 * `cursor`, it continues after the last event that the caller processed: each comes once and in order. Without them it starts again.
 * @throws RungraphClientError if a retry cannot succeed; CURSOR_INVALID where the database has lost the events up to the cursor
 */
export async function* resume(
  line: Line,
  { query, variables }: OperationRequest,
  options: SubscribeOptions = {},
): AsyncGenerator<object> {
  const attempts = new Attempts(line, options)
  const { signal } = attempts
  let after = variables.after
  try {
    while (!signal.aborted) {
      try {
        const asked = { query, variables: after === undefined ? variables : { ...variables, after } }
        for await (const { data, errors } of line.transport.subscribe(asked, attempts.next())) {
          if (signal.aborted) return // events may have been read ahead
          if (!(data instanceof Object)) throw fromGraphQLErrors(errors ?? [])
          yield data
          after = cursorIn(data) ?? after // the caller has processed the event
          attempts.succeeded()
        }
        return // the subscription is complete
      } catch (error) {
        if (signal.aborted) return
        // Without a cursor there is none to refuse: the database has lost what the subscription began with.
        await attempts.failed(asClientError(error), { mayStartAgain: after == null })
      }
    }
  } finally {
    attempts.end()
  }
}

/** The attempts of one subscription: their resources, whether another follows, and after which pause. */
class Attempts {
  readonly signal: AbortSignal
  readonly #line: Line
  readonly #onOpen: (() => void) | undefined
  readonly #onLost: (() => void) | undefined
  #token = ''
  /** Time at which the connection was accepted; null if it was not. */
  #openedAt: number | null = null
  #wasOpen = false
  #retries = 0
  #refusals = 0

  constructor(line: Line, { signal = new AbortController().signal, onOpen, onLost }: SubscribeOptions) {
    this.#line = line
    this.signal = signal
    this.#onOpen = onOpen
    this.#onLost = onLost
    line.status.note(this, 'connecting')
  }

  next(): Attempt {
    this.#openedAt = null
    return {
      signal: this.signal,
      onToken: (token) => {
        this.#token = token
      },
      onOpen: () => {
        this.#openedAt = Date.now()
        this.#wasOpen = true
        this.#refusals = 0
        this.#line.status.note(this, 'connected')
        this.#onOpen?.()
      },
    }
  }

  succeeded(): void {
    this.#retries = 0
  }

  /** Waits until the next attempt. @throws the error if there is none */
  async failed(
    error: RungraphClientError,
    { mayStartAgain }: { readonly mayStartAgain: boolean },
  ): Promise<void> {
    const isLost = error.code === 'CURSOR_INVALID'
    if (isLost) this.#onLost?.()
    if (!(isLost && mayStartAgain) && !(await this.#canPass(error))) throw error
    if (this.#openedAt !== null && Date.now() - this.#openedAt > goodAfterMs) this.#retries = 0
    this.#line.status.note(this, 'broken')
    await pauseFor(pauseMs(this.#retries, error.retryAfterMs), this.signal)
    this.#retries += 1
  }

  async #canPass(error: RungraphClientError): Promise<boolean> {
    if (error.code === 'UNAUTHENTICATED') {
      this.#refusals += 1
      return this.#refusals < maxRefusals && (await this.#line.credentials.replace(this.#token))
    }
    // While a Rungraph restarts, its proxy may answer in its place.
    return error.retryable || (error.code === 'INVALID_RESPONSE' && this.#wasOpen)
  }

  end(): void {
    this.#line.status.note(this, null)
  }
}

function cursorIn(data: object): unknown {
  const event: unknown = Object.values(data)[0]
  return event instanceof Object && 'cursor' in event ? event.cursor : null
}
