import type pg from 'pg'
import { expectations } from '../../domain/data-set.ts'
import type { EvaluationStore, OpenResult, ResultInHand, RunFacts } from '../../domain/evaluation.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { toFilePart } from '../../domain/file.ts'
import type { Json } from '../../domain/json.ts'
import type { Message } from '../../domain/message.ts'
import { unpricedOf } from '../../sql/counted-calls.ts'
import { type FileRow, storedFileColumns, toStoredFile } from '../files/file-store.ts'
import { removedIn } from '../read/conditions.ts'

type Reads = Pick<EvaluationStore, 'needs' | 'open' | 'take' | 'conversation'>

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
    open: (evaluationId, limit) => read<OpenResult>(openStatement, evaluationId, limit),
    take: async (resultId) => {
      const [row] = await read<TakenRow>(takeStatement, resultId)
      return row ? toResult(row) : null
    },
    conversation: async (projectId, runId) =>
      (await read<{ content: Message }>(conversationStatement, projectId, runId)).map(
        ({ content }) => content,
      ),
  }
}

interface TakenRow extends Omit<ResultInHand, 'files' | 'expectations' | 'run'> {
  readonly files: readonly FileRow[]
  readonly expectations: unknown
  readonly run: (Omit<RunFacts, 'output'> & StoredAnswer) | null
}

function toResult({ run, ...result }: TakenRow): ResultInHand {
  return {
    ...result,
    files: result.files.map((file) => toFilePart(toStoredFile(file))),
    expectations: expectations.parse(result.expectations),
    run: run && { ...run, output: toAnswer(run) },
  }
}

/** The answer of a run as its row has it. */
export interface StoredAnswer {
  readonly summary: string | null
  readonly isData: boolean
}

export function toAnswer({ summary, isData }: StoredAnswer): Json {
  return summary !== null && isData ? parseJson(summary) : summary
}

/** SQL of whether the answer of run r is data: its agent v, as it was then, has an output schema, or it executed a workflow. */
export const isData = `(
  r.status = 'COMPLETED' and (r."workflowId" is not null or json_typeof(v.definition->'outputSchema') = 'object')
)`

/** SQL of whether item i is in a version of its data set. */
export function isInVersion(version: string): string {
  return `${removedIn} > ${version} and i."addedIn" <= ${version}`
}

const needsStatement = `
select coalesce(bool_or(json_array_length(i.expectations->'criteria') > 0), false) as "hasCriteria",
  coalesce(array_agg(distinct e.name) filter (where e.name is not null), '{}') as evaluators
from "DataSetItem" i left join lateral json_array_elements_text(i.expectations->'evaluators') as e(name) on true
where i."dataSetId" = $1 and ${isInVersion('$2')}`

/** SQL of whether the runs of result e stand still, if it has any. */
const isReady = `not exists (
  select from "Run" t where t.id = any(e."trialRunId" || e."judgeRunIds") and t.status not in ('COMPLETED', 'FAILED', 'CANCELLED', 'PAUSED')
)`

/** Looked at every second: nothing large is in it. */
const openStatement = `
select e.id, ${isReady} as "isReady"
from "EvaluationResult" e where e."evaluationId" = $1 and e.status in ('PENDING', 'RUNNING')
order by e.position limit $2`

const callsOfRun = `(
  select coalesce(jsonb_agg(a.target order by s.number, a.position), '[]') from "Action" a join "Step" s on s.id = a."stepId"
  where a."runId" = r.id and a.type in ('TOOL', 'AGENT', 'RELIC', 'WORKFLOW') and a.status in ('SUCCEEDED', 'FAILED')
)`

/** The files of item i, as rows. */
const filesOfItem = `(
  select coalesce(jsonb_agg(to_jsonb(file) order by n.position), '[]')
  from "DataSetItemFile" n join "File" f on f.id = n."fileId"
    cross join lateral (select ${storedFileColumns}) file
  where n."itemId" = i.id
)`

/** A run that retention is removing is there no more. */
const takeStatement = `
select e.id, i.key, i.input, ${filesOfItem} as files, i.context, i.expectations, i."sourceRunId", e."trialRunId" as "runId", e."judgeRunIds",
  case when r.id is not null then jsonb_build_object('id', r.id, 'calls', ${callsOfRun}, 'status', r.status, 'errorCode', r."errorCode", 'errorMessage', r."errorMessage",
    'terminationReason', r."terminationReason", 'summary', r.summary, 'isData', ${isData}, 'stepCount', r."stepCount",
    'durationMs', r."durationMs", 'unpricedCalls', ${unpricedOf('array[r.id]')},
    'costUsd', (select trim_scale(coalesce(sum(t."costUsd"), 0))::text from "Run" t where t."rootId" = r.id)) end as run,
  coalesce((
    select jsonb_agg(jsonb_build_object('status', j.status, 'summary', j.summary, 'errorMessage', j."errorMessage")
      order by array_position(e."judgeRunIds", j.id))
    from "Run" j where j.id = any(e."judgeRunIds")), '[]') as judges
from "EvaluationResult" e
join "DataSetItem" i on i.id = e."itemId"
left join "Run" r on r.id = e."trialRunId" and r."removedAt" is null
left join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion"
where e.id = $1 and e.status in ('PENDING', 'RUNNING') and ${isReady}`

/** Maximum number of messages that a judge is shown: the last ones. */
const maxMessages = 500

const conversationStatement = `
select content from (
  select content, position from "Message" where "runId" = $2 and "projectId" = $1 order by position desc limit ${maxMessages}
) m order by position`
