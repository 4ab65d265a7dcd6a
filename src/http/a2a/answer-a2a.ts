import { A2A_VERSION_HEADER, AgentCard, Extensions, HTTP_EXTENSION_HEADER } from '@a2a-js/sdk'
import { JsonRpcRequestMalformedError } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server'
import { parse } from 'graphql'
import { z } from 'zod'
import { RungraphError } from '../../domain/errors.ts'
import { parseGlobalId } from '../../graphql/global-id.ts'
import { answerJson, toApiError } from '../error-responses.ts'
import type { Graph } from '../trigger/graph.ts'
import {
  answerCaller,
  answerStream,
  type GraphCall,
  messageWith,
  type NamedAgent,
  readText,
} from '../trigger/graph-endpoint.ts'
import { agentTasks, type ServedAgent } from './agent-tasks.ts'

/** The card of an agent, or a message to it. */
export interface A2aTarget {
  readonly named: NamedAgent
  /** Address of the endpoint, for its card. */
  readonly address: string
  readonly isCard: boolean
}

/** Answers with the card of an agent, or to a message to it. */
export function answerA2a({ named, address, isCard }: A2aTarget, call: GraphCall): Promise<Response> {
  const { request, graph, abortSignals } = call
  return answerCaller(named, call, async () => {
    const served = await findAgent(named.agent, address, graph)
    const tasks = agentTasks(served, inItsWords(graph), AbortSignal.any([request.signal, ...abortSignals]))
    const card = await tasks.getAgentCard()
    if (isCard) return json(200, AgentCard.toJSON(card))
    return answer(call, new JsonRpcTransportHandler(tasks), card)
  })
}

/** The graph whose refusals are those of A2A: the package takes others for a failure of this server. */
function inItsWords(graph: Graph): Graph {
  const reword = (error: unknown): never => {
    const { status, message } = toApiError(error)
    throw status < 500 ? new JsonRpcRequestMalformedError({ message }) : error
  }
  return {
    ...graph,
    ask: (document, variables) => graph.ask(document, variables).catch(reword),
    follow: (document, variables, signal) => graph.follow(document, variables, signal).catch(reword),
  }
}

const agentDocument = parse(`query Agent($id: ID, $slug: String) {
  agent(id: $id, slug: $slug) { slug name description version }
}`)

const shownAgent = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.number(),
})

/** @throws NOT_FOUND */
async function findAgent(key: string, url: string, graph: Graph): Promise<ServedAgent> {
  const named = parseGlobalId(key)?.kind === 'Agent' ? { id: key } : { slug: key }
  const found = shownAgent.safeParse((await graph.ask(agentDocument, named)).agent)
  if (!found.success) throw new RungraphError('NOT_FOUND', { kind: 'agent', key })
  const { slug, name, description, version } = found.data
  return { slug, name, description: description ?? name, version: String(version), url }
}

async function answer(call: GraphCall, handler: JsonRpcTransportHandler, card: AgentCard): Promise<Response> {
  const { request, options } = call
  const { headers, signal } = request
  const body = await readText(call)
  const context = new ServerCallContext({
    requestedExtensions: Extensions.parseServiceParameter(headers.get(HTTP_EXTENSION_HEADER) ?? undefined),
    // A client that names none speaks 0.3.
    requestedVersion: headers.get(A2A_VERSION_HEADER) ?? '0.3',
  })
  try {
    validateVersion(context.requestedVersion, card, 'JSONRPC')
    const answered = await handler.handle(body, context)
    if (!(Symbol.asyncIterator in answered)) return json(200, answered)
    // What is refused before anything was streamed is one answer.
    const first = await answered.next()
    if (first.done === true) return json(200, null)
    let isFirst = true
    return answerStream(call, {
      next: async () => {
        try {
          const { done, value } = isFirst ? first : await answered.next()
          isFirst = false
          return { isLast: done === true, text: done === true ? '' : messageWith(value) }
        } catch (error) {
          if (!signal.aborted) options.report('A task could not be told of to an A2A client.', error)
          return { isLast: true, text: messageWith(failureOf(error)) }
        }
      },
      cancel: () => answered.return(),
    })
  } catch (error) {
    return json(200, failureOf(error))
  }
}

function failureOf(error: unknown) {
  return { jsonrpc: '2.0', id: null, error: JsonRpcTransportHandler.mapToJSONRPCError(error) }
}

function json(status: number, value: unknown): Response {
  return answerJson(status, JSON.stringify(value))
}
