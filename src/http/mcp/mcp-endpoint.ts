import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { createGraph, type Graph, type Yoga } from '../trigger/graph.ts'
import type { TriggerOptions } from '../trigger/trigger-endpoint.ts'
import { createAgentServer } from './agent-server.ts'

/** Where clients of the Model Context Protocol find the agents of the caller's project. */
const path = '/mcp'

interface Asked {
  readonly graph: Graph
  /** Each ends a wait: the caller has left, may not call any more, or the server drains. */
  readonly abortSignals: readonly AbortSignal[]
}

/**
 * The agents of a project as tools of an MCP server, over streamable HTTP (API-18). The official package speaks both generations of the
 * protocol; each request stands alone, so any process of Rungraph can answer it.
 */
export function useMcpEndpoint(
  options: TriggerOptions & { readonly version: string },
): Plugin<GraphQLContext, NodeContext> {
  let yoga: Yoga
  const asked = new WeakMap<Request, Asked>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && asked.get(requestInfo)
      if (!call) throw new Error('A server was made for no request.')
      return createAgentServer({ ...call, version: options.version })
    },
    {
      // A run may take minutes without a word: comments keep proxies from giving up.
      responseMode: 'sse',
      keepAliveMs: options.keepAliveMs,
      maxRequestBodySize: options.maxBodyBytes,
      onerror: (error) => options.report('A request of an MCP client failed.', error),
    },
  )
  return {
    onYogaInit: (init) => {
      yoga = init.yoga
    },
    async onRequest({ request, url, serverContext, endResponse }) {
      if (url.pathname !== path || !serverContext.admission) return
      const { left, shutOut } = serverContext
      const abortSignals = [left, options.leaving, shutOut].filter((signal) => signal !== undefined)
      const graph = createGraph(yoga, { ...serverContext, request }, options.callers)
      asked.set(request, { graph, abortSignals })
      endResponse(await handler.fetch(request))
    },
  }
}
