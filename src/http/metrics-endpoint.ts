import type { Plugin } from 'graphql-yoga'
import type { Expose } from '../domain/traffic.ts'
import type { NodeContext } from './event-streams.ts'

export const metricsEndpoint = '/metrics'

/** Answers whoever was let in with the metrics of the process, as Prometheus reads them. */
export function useMetricsEndpoint(expose: Expose): Plugin<Record<never, never>, NodeContext> {
  return {
    async onRequest({ request: { method }, url, serverContext: { admission }, fetchAPI, endResponse }) {
      if (url.pathname !== metricsEndpoint || !isRead(method) || !admission) return
      const { contentType, text } = await expose()
      const answer = { 'content-type': contentType, 'cache-control': 'no-store' }
      endResponse(new fetchAPI.Response(text, { headers: answer }))
    },
  }
}

export function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}
