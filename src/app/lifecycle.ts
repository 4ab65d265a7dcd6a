import type { ReadinessCheck } from '../http/health/readiness.ts'

/** State of a process: it is ready only between its start and its end. */
interface Lifecycle {
  /** It does its part from now on. */
  begin(): void
  /** It takes nothing new from now on (DUR-4). */
  end(): void
  readonly readiness: ReadinessCheck
}

export function createLifecycle(): Lifecycle {
  let reason: string | null = 'it is starting'
  return {
    begin: () => {
      reason = null
    },
    end: () => {
      reason = 'it is shutting down'
    },
    readiness: () => (reason === null ? { status: 'ready' } : { status: 'unready', reason }),
  }
}
