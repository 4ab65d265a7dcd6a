import type { ServerResponse } from 'node:http'
import type { Plugin } from 'graphql-yoga'

/** What a request over a socket comes with. */
export interface NodeContext {
  readonly res?: ServerResponse
}

/** Knows the event streams that are open, to end them when the server goes. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>()

  /** The plugin that sees them begin. */
  readonly plugin: Plugin<Record<never, never>, NodeContext> = {
    onResponse: ({ response, serverContext: { res } }) => {
      if (res === undefined || !response.headers.get('content-type')?.startsWith('text/event-stream')) return
      this.#open.add(res)
      res.once('close', () => this.#open.delete(res))
    },
  }

  /** Breaks them off: one that ended in order would tell its client that there is nothing more to come. */
  cut(): void {
    for (const response of this.#open) response.destroy()
  }
}
