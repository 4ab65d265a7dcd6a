import type pg from 'pg'
import {
  type EndedResult,
  type EvaluationRow,
  type EvaluationStore,
  evaluationBounds,
} from '../../domain/evaluation.ts'
import { toJson } from '../../domain/json.ts'
import { topics, type Wakeups } from '../../domain/wakeups.ts'
import { unpricedOf } from '../../sql/counted-calls.ts'
import { lockProject } from '../../sql/lock-spaces.ts'
import { inTransaction } from '../../sql/transaction.ts'
import { createEvaluationReads, isInVersion } from './evaluation-reads.ts'

interface EvaluationStoreOptions {
  readonly pool: pg.Pool
  readonly wakeups: Wakeups
}

/** The rows of evaluations and their results, in PostgreSQL. */
export function createEvaluationStore({ pool, wakeups }: EvaluationStoreOptions): EvaluationStore {
  const tell = (projectId: string | undefined) => {
    if (projectId !== undefined) wakeups.publish(topics.evaluations(projectId))
  }
  /** Ends an evaluation before its results, and cancels these; gives the runs that are active for it, none where it had ended. */
  async function endEarly(statement: string, values: readonly string[]): Promise<readonly string[]> {
    const ended = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string; projectId: string }>(statement, [...values])
      const open = await client.query<{ runIds: readonly string[] }>(cancelResultsStatement, [rows[0]?.id])
      return { projectId: rows[0]?.projectId, active: open.rows.flatMap(({ runIds }) => runIds) }
    })
    tell(ended.projectId)
    return ended.active
  }

  return {
    ...createEvaluationReads(pool),

    insert: async (evaluation) => {
      const inserted = await inTransaction(pool, async (client) => {
        const refusal = await refuseEvaluation(client, evaluation)
        if (refusal !== null) return refusal
        await client.query(insertStatement, [toColumns(evaluation)])
        await client.query(insertResultsStatement, [evaluation.id])
        return 'inserted'
      })
      if (inserted === 'inserted') tell(evaluation.projectId)
      return inserted
    },

    dataSetOf: async (projectId, evaluationId) => {
      const { rows } = await pool.query<{ dataSetId: string }>(
        'select "dataSetId" from "Evaluation" where "projectId" = $1 and id = $2',
        [projectId, evaluationId],
      )
      return rows[0]?.dataSetId ?? null
    },

    cancel: (projectId, evaluationId) => endEarly(cancelStatement, [projectId, evaluationId]),

    delete: async (projectId, evaluationId) => {
      const { rows } = await pool.query<{ isActive: boolean }>(deleteStatement, [projectId, evaluationId])
      const [found] = rows
      if (!found) return 'missing'
      return found.isActive ? 'active' : 'deleted'
    },

    renew: async ({ owner, leaseMs }) => {
      const { rows } = await pool.query<EvaluationRow>(renewStatement, [owner, leaseMs])
      return rows
    },

    claim: async ({ owner, leaseMs }, limit) => {
      const { rows } = await pool.query<EvaluationRow>(claimStatement, [owner, leaseMs, limit])
      for (const { projectId } of rows) tell(projectId)
      return rows
    },

    release: async (owner) => {
      await pool.query(
        `update "Evaluation" set "leaseOwner" = null, "leaseExpiresAt" = null where "leaseOwner" = $1 and status = 'RUNNING'`,
        [owner],
      )
    },

    begun: async (resultId, runId) => {
      const { rowCount } = await pool.query(
        `update "EvaluationResult" set status = 'RUNNING', "trialRunId" = $2, "startedAt" = coalesce("startedAt", clock_timestamp())
         where id = $1 and status in ('PENDING', 'RUNNING')`,
        [resultId, runId],
      )
      return rowCount === 1
    },

    judging: async (resultId, runIds) => {
      await pool.query(
        `update "EvaluationResult" set "judgeRunIds" = $2 where id = $1 and status = 'RUNNING'`,
        [resultId, runIds],
      )
    },

    end: async (evaluationId, resultId, ended) => {
      const values = [evaluationId, resultId, toColumns(ended)]
      const { rows } = await pool.query<{ projectId: string }>(endStatement, values)
      tell(rows[0]?.projectId)
      return rows.length === 1
    },

    complete: async (evaluationId, owner) => {
      const { rows } = await pool.query<{ projectId: string }>(completeStatement, [evaluationId, owner])
      tell(rows[0]?.projectId)
      return rows.length === 1
    },

    fail: (evaluationId, owner, error) => endEarly(failStatement, [evaluationId, owner, error]),
  }
}

/** A row, or a part of one, as the JSON that fills the columns of its names. Its texts may be those of code of the user. */
function toColumns(row: EvaluationRow | EndedResult): string {
  return JSON.stringify(toJson(row))
}

/** Evaluations of a project begin one after another, so that the counts are exact. */
async function refuseEvaluation(
  client: pg.PoolClient,
  { projectId, dataSetId, dataSetVersion, mode }: EvaluationRow,
): Promise<'empty' | 'unrecorded' | 'full' | 'busy' | null> {
  await lockProject(client, 'evaluations', projectId)
  // A data set that is being deleted, or changed, is waited for.
  await client.query('select 1 from "DataSet" where id = $1 for key share', [dataSetId])
  const { rows } = await client.query<Room>(roomStatement, [projectId, dataSetId, dataSetVersion])
  const [room] = rows
  if (!room || room.items === 0) return 'empty'
  if (mode === 'RECORDED' && room.recorded < room.items) return 'unrecorded'
  if (room.evaluations >= evaluationBounds.maxEvaluations) return 'full'
  return room.active >= evaluationBounds.maxActive ? 'busy' : null
}

interface Room {
  readonly items: number
  readonly recorded: number
  readonly evaluations: number
  readonly active: number
}

const evaluationColumns = `id, "projectId", "dataSetId", "dataSetVersion", "agentId", "agentVersion", mode, trials, concurrency,
  "judgeAgentId", "judgeModel", "judgeVotes", pricing, "baselineId", "createdBy"`

const roomStatement = `
select (select count(*) from "DataSetItem" i where i."dataSetId" = $2 and ${isInVersion('$3')})::int as items,
  (select count(*) from "DataSetItem" i where i."dataSetId" = $2 and ${isInVersion('$3')} and i."sourceRunId" is not null)::int as recorded,
  (select count(*) from "Evaluation" where "dataSetId" = $2)::int as evaluations,
  (select count(*) from "Evaluation" where "projectId" = $1 and status in ('QUEUED', 'RUNNING'))::int as active`

const insertStatement = `
insert into "Evaluation" (${evaluationColumns}, "resultCount", "createdAt")
select ${evaluationColumns}, 0, clock_timestamp() from jsonb_populate_record(null::"Evaluation", $1::jsonb)`

const insertResultsStatement = `
with result as (
  insert into "EvaluationResult" (id, "projectId", "evaluationId", "itemId", position, trial)
  select gen_random_uuid(), e."projectId", e.id, i.id, row_number() over (order by i.position, i.id, t.trial) - 1, t.trial
  from "Evaluation" e
  join "DataSetItem" i on i."dataSetId" = e."dataSetId" and ${isInVersion('e."dataSetVersion"')}
  cross join lateral generate_series(1, e.trials) as t(trial)
  where e.id = $1 returning 1
)
update "Evaluation" set "resultCount" = (select count(*) from result) where id = $1`

/** Sets what every end of an evaluation does. */
const over = `"completedAt" = clock_timestamp(), revision = revision + 1, "leaseOwner" = null, "leaseExpiresAt" = null`

const cancelStatement = `
update "Evaluation" set status = 'CANCELLED', ${over}
where "projectId" = $1 and id = $2 and status in ('QUEUED', 'RUNNING') returning id, "projectId"`

const cancelResultsStatement = `
update "EvaluationResult" set status = 'CANCELLED', "completedAt" = clock_timestamp()
where "evaluationId" = $1 and status in ('PENDING', 'RUNNING')
returning array_remove("judgeRunIds" || "trialRunId", null) as "runIds"`

const deleteStatement = `
with found as (
  select id, status in ('QUEUED', 'RUNNING') as "isActive" from "Evaluation" where "projectId" = $1 and id = $2 for update
), gone as (
  delete from "Evaluation" where id in (select id from found where not "isActive")
)
select "isActive" from found`

/** Sets the end of a lease of `$2` milliseconds. */
const leasedFor = `"leaseExpiresAt" = clock_timestamp() + $2::int * interval '1 millisecond'`

const renewStatement = `
update "Evaluation" set ${leasedFor} where "leaseOwner" = $1 and status = 'RUNNING' returning ${evaluationColumns}`

const claimStatement = `
update "Evaluation" set status = 'RUNNING', "leaseOwner" = $1, ${leasedFor},
  "startedAt" = coalesce("startedAt", clock_timestamp()), revision = revision + 1
where id = any(array(
  select id from "Evaluation"
  where status in ('QUEUED', 'RUNNING') and ("leaseExpiresAt" is null or "leaseExpiresAt" < clock_timestamp())
  order by "createdAt", id limit $3 for update skip locked))
returning ${evaluationColumns}`

/** SQL of the cost of root runs with all below them. */
function costOf(rootIds: string): string {
  return `(select coalesce(sum(t."costUsd"), 0) from "Run" t where t."rootId" = any(${rootIds}))`
}

const verdict = 'status, output, score, checks, error'

/** One statement: the outcome of a result with what its runs cost and took, which outlives them, and the sums that count it. */
const endStatement = `
with ended as (
  update "EvaluationResult" r set (${verdict}) = (select ${verdict} from json_populate_record(null::"EvaluationResult", $3::json)),
    ("durationMs", "stepCount") = (select t."durationMs", t."stepCount" from "Run" t where t.id = r."trialRunId"),
    "costUsd" = ${costOf('array[r."trialRunId"]')}, "judgeCostUsd" = ${costOf('r."judgeRunIds"')},
    "unpricedCalls" = ${unpricedOf('r."judgeRunIds" || r."trialRunId"')}, "completedAt" = clock_timestamp()
  where id = $2 and "evaluationId" = $1 and status in ('PENDING', 'RUNNING')
  returning *
)
update "Evaluation" e set revision = revision + 1,
  "passedCount" = e."passedCount" + (r.status = 'PASSED')::int,
  "failedCount" = e."failedCount" + (r.status = 'FAILED')::int,
  "divergedCount" = e."divergedCount" + (r.status = 'DIVERGED')::int,
  "errorCount" = e."errorCount" + (r.status = 'ERROR')::int,
  "scoreSum" = e."scoreSum" + case when r.status in ('PASSED', 'FAILED') then coalesce(r.score, 0) else 0 end,
  "costUsd" = e."costUsd" + r."costUsd", "judgeCostUsd" = e."judgeCostUsd" + r."judgeCostUsd",
  "unpricedCalls" = e."unpricedCalls" + r."unpricedCalls",
  "durationMs" = e."durationMs" + coalesce(r."durationMs", 0)
from ended r where e.id = $1
returning e."projectId"`

const completeStatement = `
update "Evaluation" e set status = 'COMPLETED', ${over}
where id = $1 and "leaseOwner" = $2 and status = 'RUNNING'
  and not exists (select from "EvaluationResult" r where r."evaluationId" = e.id and r.status in ('PENDING', 'RUNNING'))
returning "projectId"`

const failStatement = `
update "Evaluation" set status = 'FAILED', error = $3, ${over}
where id = $1 and "leaseOwner" = $2 and status = 'RUNNING' returning id, "projectId"`
