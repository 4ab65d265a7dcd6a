import type pg from 'pg'
import { expectations } from '../../domain/data-set.ts'
import type {
  ActiveResult,
  EvaluationStore,
  JudgeRun,
  PendingResult,
  RunFacts,
  RunningResult,
} from '../../domain/evaluation.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import type { Message } from '../../domain/message.ts'
import { removedIn } from '../read/conditions.ts'
import { unpricedOf } from '../unpriced-calls.ts'

type Reads = Pick<EvaluationStore, 'needs' | 'pending' | 'active' | 'running' | 'calls' | 'conversation'>

/** Reads that drive evaluations and report on them. */
export function createEvaluationReads(pool: pg.Pool): Reads {
  async function read<Row extends pg.QueryResultRow>(statement: string, ...values: readonly unknown[]) {
    const { rows } = await pool.query<Row>(statement, [...values])
    return rows
  }
  return {
    needs: async (dataSetId, version) => {
      const [needs] = await read<Awaited<ReturnType<Reads['needs']>>>(needsStatement, dataSetId, version)
      return needs ?? { hasCriteria: false, evaluators: [] }
    },
    pending: (evaluationId, limit) => read<PendingResult>(pendingStatement, evaluationId, limit),
    active: (evaluationId) => read<ActiveResult>(activeStatement, evaluationId),
    running: async (resultId) => {
      const [row] = await read<RunningRow>(runningStatement, resultId)
      return row ? toRunning(row) : null
    },
    calls: async (projectId, runId) =>
      (await read<{ target: string }>(callsStatement, projectId, runId)).map(({ target }) => target),
    conversation: async (projectId, runId) =>
      (await read<{ content: Message }>(conversationStatement, projectId, runId)).map(
        ({ content }) => content,
      ),
  }
}

interface RunningRow
  extends Omit<RunningResult, 'expectations' | 'run' | 'judges'>,
    Omit<RunFacts, 'status' | 'output'> {
  readonly expectations: unknown
  readonly status: RunFacts['status'] | null
  readonly summary: string | null
  readonly isData: boolean
  readonly judges: readonly JudgeRun[]
}

function toRunning({ expectations: expected, status, summary, isData, ...row }: RunningRow): RunningResult {
  const { id, key, input, context, runId, judgeRunIds, judges, ...facts } = row
  const of = {
    id,
    key,
    input,
    context,
    runId,
    judgeRunIds,
    judges,
    expectations: expectations.parse(expected),
  }
  if (status === null) return { ...of, run: null }
  const output = summary !== null && isData && status === 'COMPLETED' ? parseJson(summary) : summary
  return { ...of, run: { ...facts, status, output } }
}

/** SQL of whether item i is in a version of its data set. */
export function isInVersion(version: string): string {
  return `${removedIn} > ${version} and i."addedIn" <= ${version}`
}

const needsStatement = `
select coalesce(bool_or(jsonb_array_length(i.expectations->'criteria') > 0), false) as "hasCriteria",
  coalesce(array_agg(distinct e.name) filter (where e.name is not null), '{}') as evaluators
from "DataSetItem" i left join lateral jsonb_array_elements_text(i.expectations->'evaluators') as e(name) on true
where i."dataSetId" = $1 and ${isInVersion('$2')}`

const pendingStatement = `
select r.id, i.input, i.context, i."sourceRunId"
from "EvaluationResult" r join "DataSetItem" i on i.id = r."itemId"
where r."evaluationId" = $1 and r.status = 'PENDING' order by r.position limit $2`

const standsStill = `('COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED')`

/** Looked at every second: nothing large is in it. */
const activeStatement = `
select r.id, not exists (
  select from "Run" run where run.id = any(r."trialRunId" || r."judgeRunIds") and run.status not in ${standsStill}
) as "isEnded"
from "EvaluationResult" r where r."evaluationId" = $1 and r.status = 'RUNNING' order by r.position`

/** A run that retention is removing is there no more. */
const runningStatement = `
select r.id, i.key, i.input, i.context, i.expectations, r."trialRunId" as "runId", r."judgeRunIds",
  run.status, run."errorCode", run."errorMessage", run."terminationReason", run.summary, run."stepCount", run."durationMs",
  (run."workflowId" is not null or jsonb_typeof(v.definition->'outputSchema') = 'object') as "isData",
  (select trim_scale(coalesce(sum(t."costUsd"), 0))::text from "Run" t where t."rootId" = run.id) as "costUsd",
  ${unpricedOf('array[run.id]')} as "unpricedCalls",
  coalesce((
    select jsonb_agg(jsonb_build_object('id', j.id, 'status', j.status, 'summary', j.summary, 'errorMessage', j."errorMessage",
      'costUsd', trim_scale(j."costUsd")::text) order by array_position(r."judgeRunIds", j.id))
    from "Run" j where j.id = any(r."judgeRunIds")), '[]') as judges
from "EvaluationResult" r
join "DataSetItem" i on i.id = r."itemId"
left join "Run" run on run.id = r."trialRunId" and run."removedAt" is null
left join "AgentVersion" v on v."agentId" = run."agentId" and v.version = run."agentVersion"
where r.id = $1 and r.status = 'RUNNING'`

const callsStatement = `
select a.target from "Action" a join "Step" s on s.id = a."stepId"
where a."runId" = $2 and a."projectId" = $1 and a.type in ('TOOL', 'AGENT', 'RELIC', 'WORKFLOW') and a.status in ('SUCCEEDED', 'FAILED')
order by s.number, a.position`

/** Maximum number of messages that a judge is shown: the last ones. */
const maxMessages = 500

const conversationStatement = `
select content from (
  select content, position from "Message" where "runId" = $2 and "projectId" = $1 order by position desc limit ${maxMessages}
) m order by position`
