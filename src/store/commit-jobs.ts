import { gateJob, type Job, runJob } from '../domain/dispatch.ts'
import type { RunCommit } from '../domain/run-log.ts'

/** What a commit makes due: a run that somebody who does not own it sends on, and gates whose time will be up. */
export function jobsOf({ runId, epoch, run, gates = [] }: RunCommit): readonly Job[] {
  const sentOn = epoch === null && run?.status === 'RUNNING' ? [runJob({ id: runId })] : []
  const timers = gates.flatMap(({ id, status, expiresAt }) =>
    status === 'OPEN' && expiresAt !== null ? [gateJob({ id, expiresAt })] : [],
  )
  return [...sentOn, ...timers]
}
