import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import { type EndpointOptions, toNamedAgent, useGraphEndpoint } from '../trigger/graph-endpoint.ts'

/**
 * An agent as front ends of AG-UI run it: `POST /api/projects/:project/agents/:agent/ag-ui` (API-19). A run of AG-UI is a run here, its
 * thread is a session, and what waits for a person interrupts it; an interrupted run goes on with `resume`.
 */
export function useAgUiEndpoint(options: EndpointOptions): Plugin<GraphQLContext, NodeContext> {
  return useGraphEndpoint(options, {
    targetOf: ({ method }, { pathname }) => {
      const [, project, agent] = path.exec(pathname) ?? []
      if (project === undefined || agent === undefined || method !== 'POST') return null
      return toNamedAgent(project, agent)
    },
    // No start needs the package.
    answer: async (named, call) => (await import('./answer-ag-ui.ts')).answerAgUi(named, call),
  })
}

const path = /^\/api\/projects\/([^/]+)\/agents\/([^/]+)\/ag-ui$/
