import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { type EndpointOptions, type GraphCall, useGraphEndpoint } from '../trigger/graph-endpoint.ts'
import { createAgentServer } from './agent-server.ts'

/** Where clients of the Model Context Protocol find the agents of the caller's project. */
const path = '/mcp'

/**
 * The agents of a project as tools of an MCP server, over streamable HTTP (API-18). The official package speaks both generations of the
 * protocol; each request stands alone, so any process of Rungraph can answer it.
 */
export function useMcpEndpoint(
  options: EndpointOptions & { readonly version: string },
): Plugin<GraphQLContext, NodeContext> {
  const asked = new WeakMap<Request, GraphCall>()
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
  return useGraphEndpoint(options, {
    targetOf: (_, { pathname }, { admission }) => (pathname === path && admission ? 'mcp' : null),
    answer: (_, call) => {
      asked.set(call.request, call)
      return handler.fetch(call.request)
    },
  })
}
