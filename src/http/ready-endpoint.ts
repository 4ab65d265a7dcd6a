import { useReadinessCheck } from 'graphql-yoga'
import { checkReadiness, type ReadinessCheck } from './readiness.ts'

/** Answers whether the process can do its work: 200 where it can, though it be degraded, and 503 where it cannot. */
export function useReadyEndpoint(endpoint: string, checks: Readonly<Record<string, ReadinessCheck>>) {
  return useReadinessCheck({
    endpoint,
    check: async ({ fetchAPI }) => {
      const report = await checkReadiness(checks)
      return new fetchAPI.Response(JSON.stringify(report), {
        status: report.status === 'unready' ? 503 : 200,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      })
    },
  })
}
