import type pg from 'pg'
import { agentDefinition } from '../../domain/agent.ts'
import {
  type ContextView,
  type HistoryEntry,
  type SessionPart,
  wholeView,
} from '../../domain/context-view.ts'
import { readLimits } from '../../domain/limits.ts'
import type { FilePart } from '../../domain/message.ts'
import { readBound } from '../../domain/rights-bound.ts'
import {
  type Checkpoint,
  checkpoint,
  type HistoryStore,
  type RecordedAnswer,
  type RecordedCall,
  type RecordedGate,
  type RecordedHistory,
  type RecordedInput,
  type RecordPart,
  type RunSource,
  runOverrides,
  type StepEnd,
} from '../../domain/run-history.ts'
import type { ActionAttemptRow } from '../../domain/run-log.ts'
import { inSessionOrder } from '../../sql/session-order.ts'
import { bringUp } from '../project/project-rows.ts'
import { type StoredAction, toActionRow } from './restore.ts'
import { isInPart, readPresentPart } from './session-part.ts'

/** Reads the history of earlier runs from PostgreSQL. */
export function createHistoryStore(pool: pg.Pool): HistoryStore {
  return {
    find: async (projectId, runId) => {
      await bringUp(pool, [runId])
      const { rows } = await pool.query<SourceRow>(sourceStatement, [projectId, runId])
      return rows[0] ? toSource(rows[0]) : null
    },

    stepEnd: async (runId, stepNumber) => {
      const { rows } = await pool.query<StepEndRow>(stepEndStatement, [runId, stepNumber])
      return rows[0] ? { ...rows[0], checkpoint: toCheckpoint(rows[0].checkpoint) } : null
    },

    messages: (source, part) => readMessages(pool, source, part),

    answers: async (runId, stepNumber) => {
      const { rows } = await pool.query<RecordedAnswer>(answersStatement, [runId, stepNumber])
      return rows
    },

    calls: async (runId, stepNumber) => {
      const { rows } = await pool.query<RecordedCall>(callsStatement, [runId, stepNumber])
      return rows
    },

    action: async (runId, stepNumber, name) => {
      const { rows } = await pool.query<StoredAction>(
        `select a.* from "Action" a join "Step" s on s.id = a."stepId"
         where s."runId" = $1 and s.number = $2 and a.name = $3`,
        [runId, stepNumber, name],
      )
      return rows[0] ? toActionRow(rows[0]) : null
    },

    attempts: async (projectId, actionId) => {
      const { rows } = await pool.query<ActionAttemptRow>(
        `select * from "ActionAttempt" where "projectId" = $1 and "actionId" = $2 order by number`,
        [projectId, actionId],
      )
      return rows
    },

    gates: async (runId, stepNumber) => {
      const { rows } = await pool.query<RecordedGate>(gatesStatement, [runId, stepNumber])
      return rows
    },

    stoppedBy: async (runId, stepNumber) => {
      const { rows } = await pool.query<{ reason: 'COST_LIMIT' | 'TOKEN_LIMIT' }>(
        `select data->>'terminationReason' as reason from "Event"
         where "runId" = $1 and "stepNumber" = $2 and type = 'Terminating' and data->>'terminationReason' in ('COST_LIMIT', 'TOKEN_LIMIT')
         limit 1`,
        [runId, stepNumber],
      )
      return rows[0]?.reason ?? null
    },

    inputs: async (runId) => {
      const { rows } = await pool.query<InputRow>(inputsStatement, [runId])
      return rows.map(({ kind, text, files, beforeStep }) =>
        kind === 'MESSAGE' ? { kind, text, beforeStep, ...(files && { files }) } : { kind, beforeStep },
      )
    },
  }
}

interface InputRow {
  readonly kind: RecordedInput['kind']
  readonly text: string
  readonly files: readonly FilePart[] | null
  readonly beforeStep: number
}

/** A replay with recorded tools opens no gates: the decisions are in the run that it replays. */
const gatesStatement = `
with recursive recorded as (
  select r.id, r."replayOfId", r."replayTools" from "Run" r where r.id = $1
  union all
  select o.id, o."replayOfId", o."replayTools" from recorded r join "Run" o on o.id = r."replayOfId" where r."replayTools"
)
select g.*, a.name as "actionName"
from "Gate" g join recorded r on r.id = g."runId" join "Step" s on s.id = g."stepId" left join "Action" a on a.id = g."actionId"
where s.number = $2 order by g."createdAt", g.id`

interface SourceRow extends Omit<RunSource, 'agent' | 'bound' | 'overrides' | 'start'> {
  readonly agentId: string
  readonly agentVersion: number
  readonly slug: string
  readonly definition: unknown
  readonly overrides: unknown
  readonly bound: unknown
  readonly startCheckpoint: unknown
}

type StepEndRow = Omit<StepEnd, 'checkpoint'> & { readonly checkpoint: unknown }

function toSource(row: SourceRow): RunSource {
  const { agentId, agentVersion, slug, definition, overrides, bound, startCheckpoint, ...run } = row
  return {
    ...run,
    effectiveLimits: readLimits(run.effectiveLimits),
    agent: { agentId, slug, version: agentVersion, definition: agentDefinition.parse(definition) },
    overrides: overrides === null ? null : runOverrides.parse(overrides),
    bound: readBound(bound),
    start: toCheckpoint(startCheckpoint),
  }
}

function toCheckpoint(stored: unknown): Checkpoint | null {
  return stored === null ? null : checkpoint.parse(stored)
}

const sourceStatement = `
select r.id, r."projectId", r.status, r."agentId", r."agentVersion", a.slug, v.definition, r.overrides, r.bound, r."batchDeadlineMs", r.input, r."inputFiles", r."givenContext", r.plan, r."threadId",
  case when w.id is not null then jsonb_build_object('id', w.id, 'version', r."workflowVersion", 'slug', w.slug) end as workflow,
  r."effectiveLimits", r."sessionId", s.key as "sessionKey", r."startCheckpoint",
  coalesce(
    (select max(number) from "Step" t where t."runId" = r.id and t."completedAt" is not null),
    (r."startCheckpoint"->>'stepCount')::int, 0) as "lastStep"
from "Run" r
join "Run" root on root.id = r."rootId" and root."removedAt" is null
join "Agent" a on a.id = r."agentId"
join "AgentVersion" v on v."agentId" = r."agentId" and v.version = r."agentVersion"
left join "Session" s on s.id = r."sessionId"
left join "Workflow" w on w.id = r."workflowId"
where r."projectId" = $1 and r.id = $2`

/** Context and artifacts stand where they changed last. */
const stepEndStatement = `
select s.checkpoint, s."completedAt", ${latest('context')}, ${latest('artifacts')}
from "Step" s join "Run" r on r.id = s."runId" where s."runId" = $1 and s.number = $2`

function latest(part: 'context' | 'artifacts'): string {
  return `coalesce(
    (select t.checkpoint->'${part}' from "Step" t where t."runId" = $1 and t.number <= $2 and t.checkpoint->'${part}' is not null
     order by t.number desc limit 1),
    ${part === 'context' ? 'r."givenContext"' : `r."startCheckpoint"->'artifacts', '{}'`}) as ${part}`
}

async function readMessages(
  pool: pg.Pool,
  { id, sessionId }: RunSource,
  { messages, views }: RecordPart,
): Promise<RecordedHistory> {
  const shown = sessionId === null ? null : await readShown(pool, { id, sessionId }, messages)
  const { rows: found } = await pool.query<{ view: ContextView }>(
    `select c.view from "Compaction" c join "Run" r on r.id = c."runId"
     where c.${sessionId === null ? '"runId"' : '"sessionId"'} = $1 and r."removedAt" is null and c.number <= $2
     order by c.number desc, c.id desc limit 1`,
    [sessionId ?? id, views ?? shown?.views ?? 0],
  )
  const view = found[0]?.view ?? wholeView
  const { rows: own } = await pool.query<HistoryEntry & { stepNumber: number | null }>(
    `select "runId", position, content as message, "stepNumber" from "Message" where "runId" = $1 and position < $2 order by position`,
    [id, messages],
  )
  if (shown === null) return { earlier: [], own, view }
  const { rows: earlier } = await pool.query<HistoryEntry>(earlierStatement, [
    sessionId,
    id,
    JSON.stringify(view.covered),
    JSON.stringify(shown),
  ])
  return { earlier, own, view }
}

/**
 * What the owner that wrote the last of a run's first `messages` messages was shown of the session; at the run's start, what its first owner
 * was. A run that has no message yet would be shown the session as it is now.
 */
async function readShown(
  pool: pg.Pool,
  run: { readonly id: string; readonly sessionId: string },
  messages: number,
): Promise<SessionPart> {
  const { rows } = await pool.query<{ shown: SessionPart }>(
    `select shown from "Message" where "runId" = $1 and position <= greatest($2::int - 1, 0) and shown is not null
     order by position desc limit 1`,
    [run.id, messages],
  )
  return rows[0]?.shown ?? readPresentPart(pool, run)
}

/** In the order in which the run itself was shown them (restore.ts). */
const earlierStatement = `
select m."runId", m.position, m.content as message from "Message" m join "Run" r on r.id = m."runId"
where m."sessionId" = $1 and m."runId" <> $2 and ${isInPart('$4::jsonb')} and m.position > coalesce(($3::jsonb->>(m."runId"::text))::int, -1)
order by ${inSessionOrder('r')}, m.position`

/** Whether a later attempt than that of a call "c" began with the same question: it did not use the earlier answer. */
const wasAskedAnew = `exists (
    select 1 from "ModelCall" n where n."runId" = c."runId" and n."actionId" = c."actionId" and n."actionAttempt" > c."actionAttempt"
      and n."questionHash" = (
        select f."questionHash" from "ModelCall" f
        where f."runId" = c."runId" and f."actionId" = c."actionId" and f."actionAttempt" = c."actionAttempt" and f.purpose = c.purpose
        order by f.number, f.id limit 1))`

/**
 * Whether the process died before anything was done with the answer of a call "c": of an attempt that was cut off, or of one that was
 * to be planned and has not begun. It was asked for again, or will be.
 */
const wasLost = `exists (
    select 1 from "Action" a left join "ActionAttempt" t on t."actionId" = a.id and t.number = c."actionAttempt"
    where a.id = c."actionId" and case
      when c.purpose = 'REPLAN' then t.number is null and a.status = 'RUNNING' and a.attempt < c."actionAttempt" and a.audit->>'gateId' is null
      when t.number is not null then t.status = 'CANCELLED' and (a.attempt <= c."actionAttempt" or ${wasAskedAnew})
      else a.status = 'RUNNING' and a.attempt = c."actionAttempt" end
  )`

const answersStatement = `
select c.purpose, c."actionId", c."actionAttempt", c."messageId", c."questionHash", c.answer as message
from "ModelCall" c join "Step" s on s.id = c."stepId"
where s."runId" = $1 and s.number = $2 and c."errorCode" is null and c.answer is not null and c."questionHash" is not null
order by c.number, c.id`

/** The history holds an answer as a message; any other answer is in the row of its call. */
const callsStatement = `
select c.purpose, c.provider, c.model, c.attempt, c."questionHash", c."errorCode", c."errorMessage", c."finishReason",
  c."inputTokens", c."outputTokens", c."cachedInputTokens", c."cacheWriteTokens", c."reasoningTokens",
  case when c."errorCode" is null then coalesce(c.answer, m.content) end as message
from "ModelCall" c
join "Step" s on s.id = c."stepId"
left join "Message" m on m."runId" = c."runId" and m.role = 'ASSISTANT' and m."stepNumber" = s.number
  and m.content->>'messageId' = c."messageId"
where s."runId" = $1 and s.number = $2 and not ${wasLost}
order by c.number, c.id`

/**
 * Messages to the run after its beginning, with the step before which each was read. A message that no step followed was not answered.
 * Questions for the confidence are in no history: the first step whose checkpoint counts them is the one before which they were taken up.
 */
const inputsStatement = `
with said as (
  select 'MESSAGE' as kind, m.content->>'text' as text, m.content->'files' as files, m.position as place,
    coalesce(
      (select min(n."stepNumber") from "Message" n where n."runId" = m."runId" and n.position > m.position and n."stepNumber" is not null),
      (select max(s.number) + 1 from "Step" s where s."runId" = m."runId"), 1) as "beforeStep"
  from "Message" m join "Run" r on r.id = m."runId"
  where m."runId" = $1 and m."stepNumber" is null and m.role = 'USER' and m.content->'byEngine' is null
    and m.position >= greatest(1, coalesce((r."startCheckpoint"->>'messages')::int, 0))
), asked as (
  select i.kind, '' as text, null::json as files, 0 as place,
    coalesce(
      (select min(s.number) from "Step" s where s."runId" = i."runId" and (s.checkpoint->>'inputs')::int >= i.number),
      (select max(s.number) + 1 from "Step" s where s."runId" = i."runId"), 1) as "beforeStep"
  from "RunInput" i where i."runId" = $1 and i.kind <> 'MESSAGE'
)
select kind, text, files, "beforeStep" from (select * from said union all select * from asked) all_of_it order by "beforeStep", place`
