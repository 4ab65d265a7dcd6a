import type { ServerResponse } from 'node:http'
import type { ExecutionResult } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { endOnAbort } from '../../domain/end-on-abort.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { toCallerError } from '../../graphql/errors.ts'
import type { Callers } from '../access/callers.ts'
import type { Connections } from '../access/connection-guard.ts'
import { graphqlErrorBody } from '../error-responses.ts'
import { namesStream } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'

/** Counts the subscriptions of all transports, for their caller and for the process, from their beginning to their end. */
export function useSubscriptions(
  callers: Pick<Callers, 'follow'>,
  connections: Connections,
  requestMetrics: RequestMetrics,
): Plugin<NodeContext, NodeContext> {
  /** Requests of GraphQL over HTTP. */
  const requests = new WeakSet<Request>()
  const batches = new WeakSet<Request>()
  /** Those whose subscription is not followed, and why. */
  const refused = new WeakMap<Request, RungraphError>()

  /** Takes its place among the connections, where it is one, and among the subscriptions of its caller; or gives the reason for neither. */
  function enter(context: NodeContext, isStream: boolean): (() => void) | RungraphError {
    const leave = isStream ? placeOf(context, connections) : none
    if (isRungraphError(leave)) return leave
    const end = callers.follow(context)
    if (!isRungraphError(end))
      return () => {
        leave()
        end()
      }
    leave()
    return end
  }

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
        const release = enter(context, isStream)
        if (isRungraphError(release)) {
          if (isStream && context.request) refused.set(context.request, release)
          return { errors: [toCallerError(release)] }
        }
        try {
          const results: AsyncIterable<ExecutionResult> | ExecutionResult = await subscribeFn(...args)
          if (isAsyncIterable<ExecutionResult>(results))
            return counted(results, context.res, [release, requestMetrics.opened('subscription')])
          release()
          return results
        } catch (error) {
          release()
          throw error
        }
      })
    },
    // As a connection beyond the limit of its address: a stream with the status 200 would say that it is followed.
    onResultProcess({ request, setResultProcessor }) {
      const error = refused.get(request)
      if (error === undefined) return
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      setResultProcessor(
        (_, { Response }) => new Response(graphqlErrorBody(error), { status: 429, headers }),
        'application/json',
      )
    },
  }
}

/** Among the connections of its address. A request that names a stream got its place when it was admitted. */
function placeOf({ req }: NodeContext, connections: Connections): (() => void) | RungraphError {
  return req === undefined || namesStream(req.headers.accept)
    ? none
    : connections.open(req.socket.remoteAddress)
}

const none = () => undefined

const inBatch: ExecutionResult = {
  errors: [
    toCallerError(
      new RungraphError('REQUEST_MALFORMED', {
        problem: 'A batch cannot contain a subscription.',
        remedy: 'Send it by itself, over an event stream or a WebSocket.',
      }),
    ),
  ],
}

/**
 * The results, with `ends` called once: when they are over, when their reader ends them, or when their response is closed, which
 * ends them too.
 */
function counted<Result>(
  results: AsyncIterable<Result>,
  response: ServerResponse | undefined,
  ends: readonly (() => void)[],
): AsyncIterableIterator<Result, void, void> {
  const end = () => {
    for (const each of ends) each()
  }
  // A WebSocket has no response: it ends its operations itself.
  if (response === undefined) return endOnAbort(results, undefined, end)
  const closed = new AbortController()
  const close = () => closed.abort()
  if (response.closed) close()
  else response.once('close', close)
  return endOnAbort(results, closed.signal, () => {
    response.off('close', close)
    end()
  })
}
