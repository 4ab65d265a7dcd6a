import type { ServerResponse } from 'node:http'
import type { ExecutionResult } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { toClientError } from '../../graphql/errors.ts'
import type { Callers } from '../access/callers.ts'
import type { Connections } from '../access/connection-guard.ts'

import { namesEventStream } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'

/** Counts the subscriptions of all transports, for their caller and for the process, from their beginning to their end. */
export function useSubscriptions(
  callers: Pick<Callers, 'follow'>,
  connections: Connections,
  traffic: RequestMetrics,
): Plugin<NodeContext, NodeContext> {
  /** Those that came in as GraphQL, over HTTP. */
  const requests = new WeakSet<Request>()
  const batches = new WeakSet<Request>()
  return {
    onRequestParse: ({ request }) => ({
      onRequestParseDone({ requestParserResult: asked }) {
        requests.add(request)
        if (Array.isArray(asked)) batches.add(request)
      },
    }),
    onSubscribe({ context, subscribeFn, setSubscribeFn }) {
      // Its events would have nowhere to go.
      if (context.request !== undefined && batches.has(context.request)) return setSubscribeFn(() => inBatch)
      setSubscribeFn(async (...args: Parameters<typeof subscribeFn>) => {
        const isStream = context.request !== undefined && requests.has(context.request)
        const place = () => (isStream ? placeOf(context, connections) : none)
        const release = take([place, () => callers.follow(context)])
        if (isRungraphError(release)) return { errors: [toClientError(release)] }
        try {
          const results: AsyncIterable<ExecutionResult> | ExecutionResult = await subscribeFn(...args)
          if (isAsyncIterable<ExecutionResult>(results))
            return counted(results, context.res, [release, traffic.opened('subscription')])
          release()
          return results
        } catch (error) {
          release()
          throw error
        }
      })
    },
  }
}

type Take = () => (() => void) | RungraphError

/** Takes all of them, or none and tells why. */
function take(wanted: readonly Take[]): ReturnType<Take> {
  const releases: (() => void)[] = []
  const release = () => {
    for (const each of releases) each()
  }
  for (const next of wanted) {
    const taken = next()
    if (isRungraphError(taken)) {
      release()
      return taken
    }
    releases.push(taken)
  }
  return release
}

/** Among the connections of its address. What said that it wants an event stream was given one at the door. */
function placeOf({ req }: NodeContext, connections: Connections): ReturnType<Take> {
  return req === undefined || namesEventStream(req.headers.accept)
    ? none
    : connections.open(req.socket.remoteAddress)
}

const none = () => undefined

const inBatch: ExecutionResult = {
  errors: [
    toClientError(
      new RungraphError('REQUEST_MALFORMED', {
        problem: 'A batch cannot contain a subscription.',
        remedy: 'Send it by itself, over an event stream or a WebSocket.',
      }),
    ),
  ],
}

/** The results, with `ends` called once: when they are over, when nobody wants them any more, or when their response is gone. */
function counted<Result>(
  results: AsyncIterable<Result>,
  response: ServerResponse | undefined,
  ends: readonly (() => void)[],
): AsyncIterableIterator<Result, void, void> {
  const source = results[Symbol.asyncIterator]()
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    response?.off('close', end)
    for (const each of ends) each()
  }
  // Whose client left before there was an answer is neither read nor let go of.
  if (response?.closed) end()
  else response?.once('close', end)
  const iterator: AsyncIterableIterator<Result, void, void> = {
    async next() {
      try {
        const result = await source.next()
        if (result.done) end()
        return result
      } catch (error) {
        end()
        throw error
      }
    },
    async return() {
      end()
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return iterator
    },
  }
  return iterator
}
