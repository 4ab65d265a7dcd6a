import { messagesOf } from './late-reader.ts'

/** A result of a subscription. */
interface Result {
  readonly data?: { readonly events: StreamedEvent } | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
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

/** A client of one event stream (SSE), which keeps what it is given and does not connect again. */
export class EventStream {
  readonly events: StreamedEvent[] = []
  /** Codes of the errors that it was given. */
  readonly errors: string[] = []
  /** Resolves when the server has begun to follow, or the stream is over. */
  readonly opened: Promise<void>
  /** Resolves when the stream is over, in order or not. */
  readonly ended: Promise<void>
  #isOver = false
  readonly #options: EventStreamOptions
  readonly #left = new AbortController()

  constructor(options: EventStreamOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<void>()
    this.opened = promise
    this.ended = this.#read(resolve)
      .catch(() => undefined) // it was left, or its connection broke
      .finally(() => {
        resolve()
        this.#isOver = true
      })
  }

  /** Whether its connection broke: it was told nothing. */
  get isBroken(): boolean {
    return this.#isOver && this.errors.length === 0
  }

  /** Comes back after the last event that it has, or an earlier one, at a server. */
  again(url = this.#options.url, index = -1): EventStream {
    return new EventStream({ ...this.#options, url, lastEventId: this.events.at(index)?.cursor })
  }

  leave(): void {
    this.#left.abort()
  }

  async #read(onOpen: () => void): Promise<void> {
    const { url, query, variables, lastEventId } = this.#options
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
      if (event === 'complete') return
      if (event !== 'next') continue
      const result: Result = JSON.parse(data)
      for (const { message, extensions } of result.errors ?? []) this.errors.push(extensions?.code ?? message)
      if (result.data) this.events.push(result.data.events)
    }
  }
}
