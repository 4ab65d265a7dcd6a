import type { Plugin } from 'graphql-yoga'
import { type Admission, hasRole } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { RenderMetrics, RequestMetrics } from '../../domain/request-metrics.ts'
import { describeApiError, graphqlErrorBody } from '../error-responses.ts'

import { isRead } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'

export const metricsEndpoint = '/metrics'

/** The project that every server has: its administrators are those of the process. */
const operatorsProject = 'default'

/** Answers the operator with the metrics of the process, in the format of Prometheus. They cover all projects (OPS-1). */
export function useMetricsEndpoint(
  renderMetrics: RenderMetrics,
  requestMetrics: Pick<RequestMetrics, 'refused'>,
): Plugin<Record<never, never>, NodeContext> {
  return {
    async onRequest({ request: { method }, url, serverContext: { admission }, fetchAPI, endResponse }) {
      if (url.pathname !== metricsEndpoint || !isRead(method) || !admission) return
      if (!isOperator(admission)) {
        requestMetrics.refused(forbidden.code)
        endResponse(new fetchAPI.Response(...refusal()))
        return
      }
      const { contentType, text } = await renderMetrics()
      const answer = { 'content-type': contentType, 'cache-control': 'no-store' }
      endResponse(new fetchAPI.Response(text, { headers: answer }))
    },
  }
}

/** Every client of a server without keys; with keys, the administrators of its own project. */
function isOperator({ caller, project }: Admission): boolean {
  return caller.kind === 'LOOPBACK' || (project.slug === operatorsProject && hasRole(caller, 'ADMIN'))
}

const forbidden = new RungraphError('FORBIDDEN', {
  action: 'Reading metrics',
  role: `ADMIN in the project ${operatorsProject}`,
})

function refusal(): [BodyInit, ResponseInit] {
  const { status } = describeApiError(forbidden)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return [graphqlErrorBody(forbidden), { status, headers }]
}
