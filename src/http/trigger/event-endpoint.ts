import type { Plugin } from 'graphql-yoga'
import type { EventSourceOperations, Receipt } from '../../domain/event-source.ts'
import { maxEventBytes } from '../../domain/received-event.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { toGlobalId, toKey } from '../../graphql/global-id.ts'
import {
  type ApiError,
  answerJson,
  refuseBody,
  refuseCall,
  refuseMethod,
  toApiError,
} from '../error-responses.ts'
import { encodingProblem, readWholeBody } from '../limits/body-limit.ts'
import { eventSourceOf } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { decodePart, type EndpointOptions } from './graph-endpoint.ts'

interface EventEndpointOptions extends Pick<EndpointOptions, 'callers' | 'requestMetrics' | 'report'> {
  readonly events: Pick<EventSourceOperations, 'receiveWebhook'>
}

type Target = NonNullable<ReturnType<typeof eventSourceOf>>

/** Signed webhooks that come in: `POST …/events/:source`. Their signature is their credential (WAIT-5). */
export function useEventEndpoint(options: EventEndpointOptions): Plugin<GraphQLContext, NodeContext> {
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const target = eventSourceOf(url.pathname)
      if (target === null) return
      if (request.method !== 'POST') {
        endResponse(refuseMethod('POST', options))
        return
      }
      endResponse(await takeWebhook(target, { request, serverContext }, options))
    },
  }
}

interface Call {
  readonly request: Request
  readonly serverContext: NodeContext
}

async function takeWebhook(
  { project, source }: Target,
  { request, serverContext }: Call,
  options: EventEndpointOptions,
): Promise<Response> {
  try {
    const problem = encodingProblem(request.headers)
    if (problem !== null) return refuseBody(problem, options)
    const webhook = {
      project: toKey('Project', decodePart(project)),
      source: decodePart(source),
      header: (name: string) => request.headers.get(name),
      body: await readWholeBody(request, maxEventBytes),
    }
    const receive = () => options.events.receiveWebhook(webhook)
    return answerReceipt(await options.callers.inTurn(serverContext, receive, serverContext.left), options)
  } catch (error) {
    const apiError = toApiError(error)
    if (apiError.status === 500) options.report('A webhook could not be received.', error)
    return refuseCall(apiError, options)
  }
}

function answerReceipt(receipt: Receipt, options: EventEndpointOptions): Response {
  switch (receipt.kind) {
    case 'event':
      return answerJson(202, JSON.stringify({ id: toGlobalId('ReceivedEvent', receipt.eventId) }))
    case 'challenge':
      return answerJson(200, JSON.stringify({ challenge: receipt.challenge }))
    case 'unsigned':
      return refuseCall(unsigned, options)
    default:
      return receipt satisfies never
  }
}

const unsigned: ApiError = {
  status: 401,
  code: 'UNAUTHENTICATED',
  message: 'There is no such event source, or the webhook is not signed as it should be, at this time.',
}
