import { eventually } from '../eventually.ts'
import type { Stage } from './stage.ts'

interface Report {
  readonly status: string
  readonly checks: Readonly<Record<string, { readonly status: string }>>
}

/** Resolves when every API server says that wakeups are so: one that is degraded is ready all the same. */
export async function untilHintsAre(
  stage: Stage,
  status: 'ready' | 'degraded',
  withinMs = 20_000,
): Promise<void> {
  for (const url of stage.cluster.urls())
    await eventually(
      async () => {
        const response = await fetch(`${url}/health/ready`)
        const report = (await response.json()) as Report // the server's own form
        return response.ok && report.status === status && report.checks.wakeups?.status === status
      },
      { what: `${url} says that wakeups are ${status}`, withinMs, everyMs: 50 },
    )
}
