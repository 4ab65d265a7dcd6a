import type { ServerResponse } from 'node:http'
import type { Plugin } from 'graphql-yoga'
import type { LiveLimits } from './live-limits.ts'

/** What a request over a socket comes with. */
export interface NodeContext {
  readonly res?: ServerResponse
}

/** How often it is looked, within the time that a client has, whether it takes what it is sent. */
const looks = 10

/** The event streams that are open. Breaks off those whose clients do not read, and all when the server goes. */
export class EventStreams {
  readonly #flushWithinMs: number
  /** Each with the moment since which it waits for its client; null while it does not. */
  readonly #open = new Map<ServerResponse, number | null>()
  #watch: NodeJS.Timeout | null = null

  constructor({ flushWithinMs }: Pick<LiveLimits, 'flushWithinMs'>) {
    this.#flushWithinMs = flushWithinMs
  }

  /** The plugin that sees them begin. */
  readonly plugin: Plugin<Record<never, never>, NodeContext> = {
    onResponse: ({ response, serverContext: { res } }) => {
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return
      // Its client may have left before there was anything to send.
      if (res === undefined || res.closed) return
      this.#add(res)
    },
  }

  /** Breaks them off: one that ended in order would tell its client that there is nothing more to come. */
  cut(): void {
    for (const response of this.#open.keys()) response.destroy()
  }

  #add(response: ServerResponse): void {
    this.#open.set(response, null)
    this.#watch ??= setInterval(() => this.#look(performance.now()), this.#flushWithinMs / looks)
    const taken = () => this.#open.set(response, null)
    response.on('drain', taken)
    response.once('close', () => {
      response.off('drain', taken)
      this.#open.delete(response)
      if (this.#open.size > 0 || this.#watch === null) return
      clearInterval(this.#watch)
      this.#watch = null
    })
  }

  #look(now: number): void {
    for (const [response, since] of this.#open) {
      if (!response.writableNeedDrain) continue
      if (since === null) this.#open.set(response, now)
      else if (now - since >= this.#flushWithinMs) setImmediate(() => this.#breakOff(response, since))
    }
  }

  /** Where this process was held up itself, the client may have taken it meanwhile, and it was not told yet. */
  #breakOff(response: ServerResponse, since: number): void {
    if (this.#open.get(response) === since) response.destroy()
  }
}
