import { isBeforeInSession } from './session-order.ts'

/**
 * SQL of the runs that wait for a worker. The claim, the sweep and the commits that make a run claimable have to agree on them.
 */

/** A run that was released, woken or resumed continues before others of its session. */
const isNextOfSession = `(r."sessionId" is null or not exists (
    select 1 from "Run" s where s."sessionId" = r."sessionId" and s.id <> r.id and s.status = 'RUNNING'
      and (s."leaseOwner" is not null or ${isBeforeInSession('s', 'r')})
  ))`

/** A run of a session begins when every earlier one rests, but for those that are not to begin yet (CTX-5). */
export const isFirstOfSession = `(r."sessionId" is null or not exists (
    select 1 from "Run" s where s."sessionId" = r."sessionId" and s.id <> r.id and (
      s.status in ('RUNNING', 'WAITING') or (s.status = 'QUEUED' and s."startAt" <= clock_timestamp() and ${isBeforeInSession('s', 'r')})
    )
  ))`

/** The order in which the runs `r` of a project begin. */
export const queueOrder = `r.priority desc, r."createdAt", r.id`

export const isDue = `r.status = 'QUEUED' and r."startAt" <= clock_timestamp()`

/** RUNNING, and without an owner: released, woken, or resumed. */
export const isReturned = `r.status = 'RUNNING' and r."leaseOwner" is null`

/** Cause for which a run without an owner is due. */
export const causeOf = (alias: string) =>
  `case when ${alias}.status = 'RUNNING' then 'returned' else 'queued' end`

/** A top-level run that takes its place next, if its project has one. */
export const isNextTree = `r.depth = 0 and ((${isReturned} and ${isNextOfSession}) or (${isDue} and ${isFirstOfSession}))`

/** A child takes no place of the project. */
export const isNextChild = `r.depth > 0 and ((${isDue}) or (${isReturned} and ${isNextOfSession}))`

/** The runs `$1`, which a process other than their owner has just resumed. */
export const sentOnStatement = `
select r.id, r."projectId", r.depth, r.priority, 'returned' as cause from "Run" r where r.id = any($1::uuid[])`

/** The next run of each session in which one of the runs `$1` has just stopped; a run that is to start later has its job already. */
export const nextOfSessionStatement = `
select r.id, r."projectId", r.depth, r.priority, ${causeOf('r')} as cause from "Run" r
where r."sessionId" in (select s."sessionId" from "Run" s where s.id = any($1::uuid[])) and (${isNextTree} or ${isNextChild})`
