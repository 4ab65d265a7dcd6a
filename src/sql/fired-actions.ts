import { Prisma } from '../generated/prisma/client.ts'
import { allColumns } from './columns.ts'

/**
 * SQL of the actions that were fired and have no final status yet (DAG-4). The claim, the sweep, retention and the archive have to
 * agree on them; `Action_fired_idx` holds them and nothing else.
 */
const isUnsettled = `a.mode = 'FIRE_AND_FORGET' and a.status in ('PENDING', 'RUNNING')`

/** Whether a run has any, in any process or in none. */
export function hasUnsettled(runId: string): string {
  return `exists (select 1 from "Action" a where a."runId" = ${runId} and ${isUnsettled})`
}

/** Whether a run has any besides those of an array of ids. */
export function hasUnsettledBesides(runId: string, ids: string): string {
  return `exists (select 1 from "Action" a where a."runId" = ${runId} and ${isUnsettled} and a.id <> all(${ids}))`
}

const hasEndedOrPaused = `r.status in ('COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED')`

/**
 * Whether "Run" r has ended or is paused, and has an action left that a process can bring to its end. One that an open gate holds up
 * is a human's to decide first, unless its run was aborted.
 */
export const hasWorkLeft = `(${hasEndedOrPaused} and r.id in (
    select a."runId" from "Action" a join "Run" o on o.id = a."runId"
    where ${isUnsettled} and (
      o."abortRequestedAt" is not null or not exists (select 1 from "Gate" g where g."actionId" = a.id and g.status = 'OPEN')
    )
  ))`

/** The runs that have any, as a list of their ids. */
export const withUnsettled = `select a."runId" from "Action" a where ${isUnsettled}`

/** The unsettled actions of a run that belong to steps that are over; `$2`: of all its steps. */
export const unsettledStatement = `
select ${allColumns(Prisma.ActionScalarFieldEnum, 'a')} from "Action" a join "Step" s on s.id = a."stepId"
where a."runId" = $1 and ${isUnsettled} and ($2 or s."completedAt" is not null)
order by s.number, a.position`

/** Whether a run has ended; one that is PAUSED or WAITING may continue. */
export function hasEnded(run: string): string {
  return `${run}.status in ('COMPLETED', 'FAILED', 'CANCELLED')`
}
