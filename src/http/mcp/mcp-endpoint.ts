import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { type EndpointOptions, type GraphCall, useGraphEndpoint } from '../trigger/graph-endpoint.ts'

/** Where clients of the Model Context Protocol find the agents of the caller's project. */
const path = '/mcp'

/** The agents of a project as tools of an MCP server, over streamable HTTP (API-18). */
export function useMcpEndpoint(
  options: EndpointOptions & { readonly version: string },
): Plugin<GraphQLContext, NodeContext> {
  let answering: Promise<(call: GraphCall) => Promise<Response>> | undefined
  return useGraphEndpoint(options, {
    targetOf: (_, { pathname }, { admission }) => (pathname === path && admission ? 'mcp' : null),
    answer: async (_, call) => {
      // The package takes half a second and many megabytes, which no start needs.
      answering ??= import('./agent-server.ts').then(({ serveAgents }) => serveAgents(options))
      return (await answering)(call)
    },
  })
}
