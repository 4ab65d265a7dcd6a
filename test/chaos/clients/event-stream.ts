import { setTimeout as delay } from 'node:timers/promises'
import { messagesOf } from './late-reader.ts'

/** A result of a subscription. */
interface Result {
  readonly data?: { readonly events: StreamedEvent } | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string; readonly retryable?: boolean }
  }[]
}

export interface StreamedEvent {
  readonly cursor: string
  readonly [field: string]: unknown
}

export interface EventStreamOptions {
  readonly url: string
  /** A subscription with one field of the name `events`, which selects `cursor`. */
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  /** The id of the last event of an earlier connection. */
  readonly lastEventId?: string | undefined
}

const retryMs = 50

/**
 * A client of an event stream (SSE), which keeps what it is given. Like a careful one it comes back after the last event that it has
 * whenever its connection breaks, or an error says that trying again may help.
 */
export class EventStream {
  readonly events: StreamedEvent[] = []
  /** Codes of the errors that it was given. */
  readonly errors: string[] = []
  /** Resolves when the server has begun to follow, or the stream is over. */
  readonly opened: Promise<void>
  /** Resolves when the stream is complete, or has ended with an error. */
  readonly ended: Promise<void>
  #isComplete = false
  readonly #options: EventStreamOptions
  readonly #left = new AbortController()

  constructor(options: EventStreamOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<void>()
    this.opened = promise
    this.ended = this.#follow(resolve).finally(resolve)
  }

  /** Another client that begins after the last event that this one has, or an earlier one, at a server. */
  again(url = this.#options.url, index = -1): EventStream {
    return new EventStream({ ...this.#options, url, lastEventId: this.events.at(index)?.cursor })
  }

  leave(): void {
    this.#left.abort()
  }

  async #follow(onOpen: () => void): Promise<void> {
    const { signal } = this.#left
    for (;;) {
      await this.#read(onOpen).catch(() => undefined) // it was left, or its connection broke
      if (this.#isComplete || this.errors.length > 0 || signal.aborted) return
      await delay(retryMs)
    }
  }

  async #read(onOpen: () => void): Promise<void> {
    const { url, query, variables } = this.#options
    const lastEventId = this.events.at(-1)?.cursor ?? this.#options.lastEventId
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      body: JSON.stringify({ query, variables }),
      signal: this.#left.signal,
    })
    if (response.ok) onOpen()
    for await (const { event, data } of messagesOf(response)) {
      if (event === 'complete') this.#isComplete = true
      if (event !== 'next') continue
      const { data: given, errors = [] }: Result = JSON.parse(data)
      if (errors.some(({ extensions }) => extensions?.retryable)) return
      for (const { message, extensions } of errors) this.errors.push(extensions?.code ?? message)
      if (given) this.events.push(given.events)
    }
  }
}
