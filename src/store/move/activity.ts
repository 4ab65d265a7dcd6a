import type pg from 'pg'
import { hasWorkLeft, withUnsettled } from '../fired-actions.ts'
import { isWakeable } from '../runs/gate-store.ts'

/** Time for which an attempt to deliver counts as active (src/webhooks/deliveries.ts). */
const attemptSeconds = 20

/**
 * Describes the activity of a project; empty if it rests. Runs that wait for a human or are PAUSED rest: no process executes
 * them. The caller holds the locks of the tables, so that the answer stays true until it has raised the fence.
 */
export async function readActivity(client: pg.ClientBase, projectId: string): Promise<readonly string[]> {
  const { rows } = await client.query<Counts>(activityStatement, [projectId])
  const counts = rows[0]
  if (!counts) return []
  return [
    [counts.runs, 'queued, running, or about to continue'],
    [counts.fired, 'ended, with fired actions that are still executed'],
  ]
    .flatMap(([count, what]) => (Number(count) > 0 ? [`${count} runs are ${what}`] : []))
    .concat(counts.gates > 0 ? [`${counts.gates} gates expire now`] : [])
    .concat(counts.deliveries > 0 ? [`${counts.deliveries} webhook deliveries are due or being sent`] : [])
    .concat(counts.schedules > 0 ? [`${counts.schedules} schedules are due`] : [])
}

interface Counts {
  readonly runs: number
  readonly fired: number
  readonly gates: number
  readonly deliveries: number
  readonly schedules: number
}

/** A queued run that is to start later counts too: it is due by the clock, whether the move is over or not. */
const activityStatement = `
select
  (select count(*)::int from "Run" r where r."projectId" = $1 and r.status in ('QUEUED', 'RUNNING', 'WAITING') and (
    r.status <> 'WAITING' or r."leaseOwner" is not null or ${isWakeable}
  )) as runs,
  (select count(*)::int from "Run" r where r.id in (${withUnsettled}) and r."projectId" = $1 and (
    ${hasWorkLeft} or r."leaseOwner" is not null
  )) as fired,
  (select count(*)::int from "Gate" g where g."projectId" = $1 and g.status = 'OPEN' and g."expiresAt" <= clock_timestamp()) as gates,
  (select count(*)::int from "WebhookDelivery" d join "Webhook" w on w.id = d."webhookId"
    where w."projectId" = $1 and d."deliveredAt" is null and d."abandonedAt" is null and (
      (w."disabledAt" is null and d."nextAttemptAt" <= clock_timestamp())
      or (d.attempt > 0 and d."nextAttemptAt" between clock_timestamp() and clock_timestamp() + interval '${attemptSeconds} seconds')
    )) as deliveries,
  (select count(*)::int from "Schedule" s where s."projectId" = $1 and s."nextAt" <= clock_timestamp()) as schedules`
