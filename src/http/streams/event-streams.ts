import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'graphql-yoga'
import type { Admission } from '../../domain/caller.ts'
import type { RungraphError } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { graphqlErrorBody } from '../error-responses.ts'
import type { LiveLimits } from '../limits/live-limits.ts'
import type { SharedDelivery } from '../sharing/shared-subscription.ts'
import { lastParts, multipartType } from './multipart-streams.ts'

/** Request and response of Node.js, which accompany a request over a socket. */
export interface NodeContext {
  readonly req?: IncomingMessage
  readonly res?: ServerResponse
  /** Admission of the caller; absent if nothing is executed: the page of GraphiQL, the health of the process. */
  readonly admission?: Admission | null
  /** Aborts when the client leaves before its response is complete. */
  readonly left?: AbortSignal
  /** Aborts when the credentials of the caller end. */
  readonly shutOut?: AbortSignal
  /** Writes results that several subscriptions share to the client of this one; absent: they come as the results of the subscription. */
  readonly delivery?: SharedDelivery
}

/** Number of checks, within the time limit of a client, of whether it reads its events. */
const checks = 10

/** No proxy may store an event stream, hold it back to fill a buffer, or compress it. */
const untouched = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }

/** The event streams, and subscriptions as `multipart/mixed`, that are open. Breaks off those whose clients do not read, and all when the server goes. */
export class EventStreams {
  readonly #flushWithinMs: number
  readonly #requestMetrics: RequestMetrics
  /** Each with the moment since which it waits for its client; null while it does not. */
  readonly #open = new Map<ServerResponse, number | null>()
  /** Why streams end whose caller lost access before their head was sent. */
  readonly #overEarly = new WeakMap<ServerResponse, RungraphError | null>()
  #watch: NodeJS.Timeout | null = null

  constructor({ flushWithinMs }: Pick<LiveLimits, 'flushWithinMs'>, requestMetrics: RequestMetrics) {
    this.#flushWithinMs = flushWithinMs
    this.#requestMetrics = requestMetrics
  }

  /** The plugin that sees them begin. */
  readonly plugin: Plugin<Record<never, never>, NodeContext> = {
    onResponse: ({ response, serverContext: { res } }) => {
      const type = response.headers.get('content-type') ?? ''
      const isStream = type.startsWith('text/event-stream') || type === multipartType
      if (!isStream) {
        // One that comes in parts may pause between them.
        if (res !== undefined && !type.startsWith('multipart/')) closeSlowReader(res, this.#flushWithinMs)
        return
      }
      for (const [name, value] of Object.entries(untouched)) {
        // Without that, a header that was given in another case would stay beside it.
        response.headers.delete(name)
        response.headers.set(name, value)
      }
      // Its client may have left before there was anything to send.
      if (res === undefined || res.closed) return
      this.#add(res)
    },
  }

  /** Aborts them: a stream that ends in order would mean to its client that it is complete. */
  cut(): void {
    for (const response of this.#open.keys()) response.destroy()
  }

  /** Breaks off a stream whose caller may not have it any more, with the reason as its last event; an answer that is nearly there may come. */
  cutOff(response: ServerResponse, reason: RungraphError | null): void {
    // Events without a head would not be an event stream. A token within the tolerance of the clocks ends before there is one.
    if (!this.#open.has(response) || !response.headersSent) {
      this.#overEarly.set(response, reason)
      return
    }
    if (reason === null) {
      response.destroy()
      return
    }
    // An event that is still being written comes after the end, which is an error of this response and of nothing else.
    response.on('error', () => undefined)
    // Not destroyed: a slow client would lose the events that it has not read.
    response.end(lastEvents(response, reason))
  }

  /** To be called when the head of a response was sent: breaks off a stream whose caller lost access before. */
  begun(response: ServerResponse): void {
    const reason = this.#overEarly.get(response)
    if (reason !== undefined) this.cutOff(response, reason)
  }

  #add(response: ServerResponse): void {
    this.#open.set(response, null)
    const closed = this.#requestMetrics.opened('event_stream')
    this.#watch ??= setInterval(() => this.#checkReaders(performance.now()), this.#flushWithinMs / checks)
    const markDrained = () => this.#open.set(response, null)
    response.on('drain', markDrained)
    response.once('close', () => {
      response.off('drain', markDrained)
      closed()
      this.#open.delete(response)
      if (this.#open.size > 0 || this.#watch === null) return
      clearInterval(this.#watch)
      this.#watch = null
    })
  }

  #checkReaders(now: number): void {
    for (const [response, since] of this.#open) {
      if (!response.writableNeedDrain) continue
      if (since === null) this.#open.set(response, now)
      else if (now - since >= this.#flushWithinMs) setImmediate(() => this.#breakOff(response, since))
    }
  }

  /** If this process itself was blocked, the client may have read meanwhile, and the event is not here yet. */
  #breakOff(response: ServerResponse, since: number): void {
    if (this.#open.get(response) === since) response.destroy()
  }
}

/** Tells the reader of a stream why it ends: to connect again with the same token would be of no use. */
function lastEvents(response: ServerResponse, error: RungraphError): string {
  if (response.getHeader('content-type') === multipartType) return lastParts(error)
  return response.req.url?.startsWith('/api/')
    ? `event: error\ndata: ${JSON.stringify({ code: error.code, message: error.message })}\n\n`
    : `event: next\ndata: ${graphqlErrorBody(error)}\n\nevent: complete\ndata:\n\n`
}

/**
 * Ends the connection of a client that takes nothing of an answer for so long: the answer would be kept until it does. To be called
 * when the answer is there, before it is sent. Node itself checks whether anything of it was sent (`socket.setTimeout`).
 */
function closeSlowReader(response: ServerResponse, withinMs: number): void {
  const { socket } = response.req
  setImmediate(() => {
    if (!response.writableFinished && !response.closed) socket.setTimeout(withinMs)
  })
  // Before Node sets the time for which the connection may be silent until the next request.
  response.prependOnceListener('finish', () => socket.setTimeout(0))
}
