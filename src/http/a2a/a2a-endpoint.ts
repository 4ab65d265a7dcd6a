import {
  A2A_VERSION_HEADER,
  AGENT_CARD_PATH,
  AgentCard,
  Extensions,
  HTTP_EXTENSION_HEADER,
} from '@a2a-js/sdk'
import { JsonRpcTransportHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server'
import { parse } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { z } from 'zod'
import { RungraphError } from '../../domain/errors.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { parseGlobalId } from '../../graphql/global-id.ts'
import { readRequestBody } from '../limits/body-limit.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { toKeptAlive } from '../streams/kept-alive.ts'
import { answerCaller, jsonHeaders, toNamedAgent } from '../trigger/answer-caller.ts'
import { createGraph, type Graph, type Yoga } from '../trigger/graph.ts'
import type { TriggerOptions } from '../trigger/trigger-endpoint.ts'
import { agentTasks, type ServedAgent } from './agent-tasks.ts'

/**
 * Each agent to clients of A2A 1.0 over JSON-RPC (API-20): `POST /api/projects/:project/agents/:agent/a2a`, with its card at
 * `/.well-known/agent-card.json` below that.
 */
export function useA2aEndpoint(options: TriggerOptions): Plugin<GraphQLContext, NodeContext> {
  let yoga: Yoga
  return {
    onYogaInit: (init) => {
      yoga = init.yoga
    },
    async onRequest({ request, url, serverContext, endResponse }) {
      const [, base, project, agent, rest] = path.exec(url.pathname) ?? []
      if (base === undefined || project === undefined || agent === undefined) return
      const isCard = request.method === 'GET' && rest === `/${AGENT_CARD_PATH}`
      if (!isCard && (request.method !== 'POST' || rest !== '')) return
      const graph = createGraph(yoga, { ...serverContext, request }, options.callers)
      const { left, shutOut } = serverContext
      const signals = [request.signal, left, options.leaving, shutOut].filter(
        (signal) => signal !== undefined,
      )
      const named = toNamedAgent(project, agent)
      const answered = await answerCaller(named, graph, options, async () => {
        const served = await findAgent(named.agent, `${url.origin}${base}`, graph)
        const tasks = agentTasks(served, graph, AbortSignal.any(signals))
        const card = await tasks.getAgentCard()
        if (isCard) return json(200, AgentCard.toJSON(card))
        return answer(request, new JsonRpcTransportHandler(tasks), card, options)
      })
      endResponse(answered)
    },
  }
}

const path = /^(\/api\/projects\/([^/]+)\/agents\/([^/]+)\/a2a)(\/.+|)$/

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

async function answer(
  request: Request,
  handler: JsonRpcTransportHandler,
  card: AgentCard,
  options: TriggerOptions,
): Promise<Response> {
  const { headers, signal } = request
  const body = new TextDecoder().decode(await readRequestBody(request, options.maxBodyBytes))
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
    const stream = toKeptAlive({
      ...{ first: ping, heartbeat: ping, everyMs: options.keepAliveMs, signal },
      next: async () => {
        const { done, value } = isFirst ? first : await answered.next()
        isFirst = false
        return { isLast: done === true, text: done === true ? '' : `data: ${JSON.stringify(value)}\n\n` }
      },
      cancel: () => answered.return(),
    })
    return new Response(stream, { status: 200, headers: { 'content-type': 'text/event-stream' } })
  } catch (error) {
    return json(200, { jsonrpc: '2.0', id: null, error: JsonRpcTransportHandler.mapToJSONRPCError(error) })
  }
}

const ping = ':\n\n'

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), { status, headers: jsonHeaders })
}
