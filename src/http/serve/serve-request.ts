import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendNodeResponse } from '@whatwg-node/server'
import { isRungraphError, type RungraphError, unauthenticated } from '../../domain/errors.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { type AdmissionResult, type Authentication, authenticate, isPublic } from '../access/authenticate.ts'
import { type Callers, rateLimitHeaders } from '../access/callers.ts'
import { refuseRequest } from '../error-responses.ts'
import type { createHealthEndpoints } from '../health/health-endpoints.ts'
import type { EventStreams, NodeContext } from '../streams/event-streams.ts'
import type { GraphQLServer } from '../yoga/graphql-server.ts'

const tokenExpired = unauthenticated('The token has expired. Get a new token.')

interface Services {
  readonly graphql: GraphQLServer
  readonly health: ReturnType<typeof createHealthEndpoints>
  readonly callers: Callers
  readonly streams: EventStreams
  readonly authentication: Authentication
  readonly requestMetrics: RequestMetrics
}

/** Answers admitted requests: of callers who are authenticated and within their limits. */
export function serveRequests(services: Services) {
  const { graphql, health, callers, streams, authentication, requestMetrics } = services

  /** The adapter of yoga would answer its own failures with a stack trace: here it rejects. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    known: NodeContext,
  ): Promise<void> {
    const context = { req: request, res: response, left: clientLeft(response), ...known }
    const answered = await graphql.handleNodeRequestAndResponse(request, response, context)
    // Writes the head before it returns.
    const sent = sendNodeResponse(answered, response, request, true)
    streams.begun(response)
    await sent
  }

  function refuse(request: IncomingMessage, response: ServerResponse, error: RungraphError): void {
    requestMetrics.refused(error.code)
    refuseRequest(request, response, error)
  }

  /** A client without a key and over its limit is refused before the database is asked whether keys exist. */
  function spentOf(request: IncomingMessage): RungraphError | null {
    if (request.headers.authorization !== undefined || isPublic(request)) return null
    return callers.rateLimitStatus({ req: request })?.remaining === 0
      ? callers.charge({ req: request })
      : null
  }

  /** Keys are looked up in turn, too, because a client may send any number of invalid ones. */
  async function enter(request: IncomingMessage, response: ServerResponse): Promise<AdmissionResult> {
    const enterNow = () => authenticate(request, response, authentication)
    if (isPublic(request)) return enterNow()
    try {
      return await callers.inTurn({ req: request }, enterNow)
    } catch (error) {
      if (isRungraphError(error)) return { kind: 'refused', error }
      throw error
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const spent = spentOf(request)
    if (spent !== null) return refuse(request, response, spent)
    const result = await enter(request, response)
    // Its client may have left meanwhile, or been disconnected.
    if (response.writableEnded || response.destroyed) return
    if (result.kind === 'refused') {
      // A client that tries keys is counted by its address.
      const limit = result.error.code === 'UNAUTHENTICATED' ? callers.charge({ req: request }) : null
      return refuse(request, response, limit ?? result.error)
    }
    if (result.kind === 'answered') return
    if (result.kind === 'public') {
      const isAnswered = await health(request, response)
      return isAnswered ? undefined : answer(request, response, { admission: null })
    }
    const { admission } = result
    const caller = { req: request, admission }
    const refusal = callers.charge(caller)
    if (refusal) {
      for (const [name, value] of rateLimitHeaders(callers.rateLimitStatus(caller)))
        response.setHeader(name, value)
      return refuse(request, response, refusal)
    }
    const shutOut = new AbortController()
    if (admission) {
      const unwatch = authentication.authenticator.watch(admission, (why) => {
        shutOut.abort()
        streams.cutOff(response, why === 'expired' ? tokenExpired : null)
      })
      response.once('close', unwatch)
    }
    await answer(request, response, { admission, shutOut: shutOut.signal })
  }
}

/**
 * The signal that aborts when a client leaves before its response is complete.
 *
 * The adapter's `request.signal` is no replacement: once somebody listens to a signal that `AbortSignal.any` made of it, Node.js 24 no longer
 * sees that it was aborted in the others.
 */
export function clientLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}
