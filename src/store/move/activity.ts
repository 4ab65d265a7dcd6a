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
    counted(counts.runs, ['run is', 'runs are'], 'queued, running, or about to continue'),
    counted(counts.fired, ['run has', 'runs have'], 'ended, with fired actions that are still executed'),
    counted(counts.gates, ['gate expires', 'gates expire'], 'now'),
    counted(counts.deliveries, ['webhook delivery is', 'webhook deliveries are'], 'due or being sent'),
    counted(counts.schedules, ['schedule is', 'schedules are'], 'due'),
  ].flat()
}

/** None where the count is 0. */
function counted(
  count: number,
  [one, several]: readonly [one: string, several: string],
  what: string,
): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several} ${what}`]
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
