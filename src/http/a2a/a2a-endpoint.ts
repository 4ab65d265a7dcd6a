import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import { callersAddress } from '../base-path.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { type EndpointOptions, toNamedAgent, useGraphEndpoint } from '../trigger/graph-endpoint.ts'
import type { A2aTarget } from './answer-a2a.ts'

/**
 * Each agent to clients of A2A 1.0 over JSON-RPC (API-20): `POST /api/projects/:project/agents/:agent/a2a`, with its card at
 * `/.well-known/agent-card.json` below that.
 */
export function useA2aEndpoint(options: EndpointOptions): Plugin<GraphQLContext, NodeContext> {
  return useGraphEndpoint(options, {
    targetOf,
    // The package takes a tenth of a second and some megabytes, which no start needs.
    answer: async (target, call) => (await import('./answer-a2a.ts')).answerA2a(target, call),
  })
}

function targetOf(request: Request, { pathname }: URL, context: NodeContext): A2aTarget | null {
  const { method } = request
  const [, base, project, agent, rest] = path.exec(pathname) ?? []
  if (base === undefined || project === undefined || agent === undefined) return null
  const isCard = method === 'GET' && rest === cardPath
  if (!isCard && (method !== 'POST' || rest !== '')) return null
  return { named: toNamedAgent(project, agent), address: callersAddress(base, request, context), isCard }
}

const path = /^(\/api\/projects\/([^/]+)\/agents\/([^/]+)\/a2a)(\/.+|)$/

const cardPath = '/.well-known/agent-card.json'
