import { restingStatuses } from '../stage/run.ts'
import type { RunHistory } from './history.ts'

/** A run at which nobody is at work holds nothing, and one that waits waits for something. */
export function restViolations({ run }: RunHistory): readonly string[] {
  if (!restingStatuses.includes(run.status)) return [`the run is still ${run.status}`]
  return [
    ...(run.leaseOwner === null ? [] : [`the run is ${run.status}, and ${run.leaseOwner} holds it`]),
    ...(run.reservations === 0
      ? []
      : [`the run is ${run.status}, and ${run.reservations} reservations are left of it`]),
    ...(run.status === 'WAITING' || run.openGates === 0
      ? []
      : [`the run is ${run.status} with an open gate`]),
  ]
}
