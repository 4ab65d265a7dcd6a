import type pg from 'pg'
import { parseAudit } from '../../domain/action-audit.ts'
import { type ContextView, type HistoryEntry, wholeView } from '../../domain/context-view.ts'
import { deltaTypes } from '../../domain/run-event.ts'
import type { ActionRow, StepRow } from '../../domain/run-log.ts'
import type { ClaimedRun, EarlierAttempt, OpenWork, StoredState } from '../../domain/run-store.ts'
import { headAndTail, truncatedAction } from '../../domain/truncated-action.ts'
import { noTokens, type TokenUsage } from '../../domain/usage.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { allColumns } from '../../sql/columns.ts'
import { savedSum, unpricedCondition } from '../../sql/counted-calls.ts'
import { unsettledStatement } from '../../sql/fired-actions.ts'
import { inSessionOrder } from '../../sql/session-order.ts'
import { isInPart, readPresentPart } from './session-part.ts'

const stepColumns = allColumns(Prisma.StepScalarFieldEnum, 's')

/** Reads the durable state of a run's earlier owner. */
export async function restore(pool: pg.Pool, run: ClaimedRun): Promise<StoredState> {
  // A first claim without a session or a fork has no history.
  const history =
    run.firstClaim && run.sessionId === null && !run.isForked ? noHistory : await readHistory(pool, run)
  if (run.firstClaim)
    return {
      ...history,
      requests: 0,
      estimatedRequests: 0,
      lastCall: 0,
      unpricedCalls: 0,
      savedUsd: '0',
      tokens: noTokens,
      costUsd: '0',
      dangling: [],
      lastStep: null,
      openStep: null,
      attempts: [],
      fired: [],
    }
  const [usage, dangling, lastStep, openStep, attempts, fired] = await Promise.all([
    readUsage(pool, run.id),
    readDangling(pool, run.id),
    readLastStep(pool, run.id),
    readOpenStep(pool, run),
    readAttempts(pool, run.id),
    readFired(pool, run),
  ])
  return { ...history, ...usage, dangling, lastStep, openStep, attempts, fired }
}

const noHistory = {
  history: [],
  view: wholeView,
  views: 0,
  sessionPart: null,
  memory: [],
  nextPosition: 0,
}

/** Reads the conversation since its latest compaction, and its view. */
async function readHistory(pool: pg.Pool, run: ClaimedRun) {
  const [shown, memory, nextPosition] = await Promise.all([
    run.sessionId === null ? readOwnView(pool, run) : readSession(pool, run),
    readMemory(pool, run),
    readNextPosition(pool, run),
  ])
  const { rows } = await pool.query<HistoryEntry>({
    name: 'rungraph-history',
    text: historyStatement,
    values: [
      run.id,
      run.sessionId,
      JSON.stringify(shown.view.covered),
      shown.sessionPart && JSON.stringify(shown.sessionPart),
    ],
  })
  return { history: rows, ...shown, memory, nextPosition }
}

/** What of the conversation the run is shown besides its own messages, and through which view. */
type Shown = Pick<StoredState, 'view' | 'views' | 'sessionPart'>

async function readSession(pool: pg.Pool, run: ClaimedRun): Promise<Shown> {
  const { view, ...sessionPart } = await readPresentPart(pool, run)
  return { view: view ?? wholeView, views: sessionPart.views, sessionPart }
}

async function readOwnView(pool: pg.Pool, run: ClaimedRun): Promise<Shown> {
  const { rows } = await pool.query<{ view: ContextView; views: number }>({
    name: 'rungraph-view',
    text: `select view, number as views from "Compaction" where "runId" = $1 order by number desc, id desc limit 1`,
    values: [run.id],
  })
  return { ...(rows[0] ?? { view: wholeView, views: 0 }), sessionPart: null }
}

/** Run by run in the part `$4` of the session, and the run's own last. */
const historyStatement = `
select m."runId", m.position, m.content as message from "Message" m join "Run" r on r.id = m."runId"
where (m."runId" = $1 or (m."sessionId" = $2 and ${isInPart('$4::jsonb')}))
  and m.position > coalesce(($3::jsonb->>(m."runId"::text))::int, -1)
order by m."runId" = $1, ${inSessionOrder('r')}, m.position`

async function readMemory(pool: pg.Pool, run: ClaimedRun): Promise<readonly string[]> {
  if (run.sessionId === null) return []
  const { rows } = await pool.query<{ memory: string[] }>({
    name: 'rungraph-session-memory',
    text: `select memory from "Session" where id = $1`,
    values: [run.sessionId],
  })
  return rows[0]?.memory ?? []
}

/** The position that the run's next message takes. */
async function readNextPosition(pool: pg.Pool, run: ClaimedRun): Promise<number> {
  const { rows } = await pool.query<{ next: number }>({
    name: 'rungraph-next-position',
    text: `select coalesce(max(position), -1) + 1 as next from "Message" where "runId" = $1`,
    values: [run.id],
  })
  return rows[0]?.next ?? 0
}

/** Reads the total usage of the run's model calls. */
export async function readUsage(
  pool: pg.Pool,
  runId: string,
): Promise<
  Pick<
    StoredState,
    'requests' | 'estimatedRequests' | 'unpricedCalls' | 'savedUsd' | 'lastCall' | 'tokens' | 'costUsd'
  >
> {
  const { rows } = await pool.query<TokenUsage & Omit<Awaited<ReturnType<typeof readUsage>>, 'tokens'>>({
    name: 'rungraph-run-usage',
    text: `select count(*) filter (where sent)::int as requests, count(*) filter (where sent and estimated)::int as "estimatedRequests",
       count(*) filter (where ${unpricedCondition('c')})::int as "unpricedCalls", coalesce(max(number), 0) as "lastCall",
       trim_scale(coalesce(sum("costUsd"), 0))::text as "costUsd", ${savedSum('c')} as "savedUsd", coalesce(sum("inputTokens"), 0)::int as "inputTokens",
       coalesce(sum("outputTokens"), 0)::int as "outputTokens", coalesce(sum("cachedInputTokens"), 0)::int as "cachedInputTokens",
       coalesce(sum("cacheWriteTokens"), 0)::int as "cacheWriteTokens", coalesce(sum("reasoningTokens"), 0)::int as "reasoningTokens"
     from "ModelCall" c where "runId" = $1`,
    values: [runId],
  })
  const [row] = rows
  if (!row) throw new Error('An aggregate without GROUP BY gives one row.')
  const { requests, estimatedRequests, unpricedCalls, savedUsd, lastCall, costUsd, ...tokens } = row
  return { requests, estimatedRequests, unpricedCalls, savedUsd, lastCall, costUsd, tokens }
}

/** Returns the messages of attempts that a crash cut off: they have delta events, but no model call and no discard event. */
async function readDangling(pool: pg.Pool, runId: string): Promise<StoredState['dangling']> {
  const { rows } = await pool.query<{ messageId: string; stepNumber: number }>({
    name: 'rungraph-dangling',
    text: danglingStatement,
    values: [runId, deltaTypes],
  })
  return rows
}

/** They are of the last step: the log is read from its end back to where that began, and not whole. */
const danglingStatement = `
with recursive step as (
  select max(number) as number from "Step" where "runId" = $1
), tail as (
  (select s."lastSeq", s.events from "EventSegment" s where s."runId" = $1 order by s."lastSeq" desc limit 1)
  union all
  select before.* from tail t cross join lateral (
    select s."lastSeq", s.events from "EventSegment" s where s."runId" = $1 and s."lastSeq" < t."lastSeq" order by s."lastSeq" desc limit 1
  ) before
  where not exists (
    select from json_to_recordset(t.events) as e(type text, "stepNumber" int), step where e.type = 'StepStarted' and e."stepNumber" = step.number)
), event as (
  select e.* from tail t cross join step
  cross join lateral json_to_recordset(t.events) as e(type text, "stepNumber" int, data json) where e."stepNumber" = step.number
)
select distinct e.data->>'messageId' as "messageId", e."stepNumber" from event e
where e.type = any($2)
  and not exists (select from "ModelCall" c where c."runId" = $1 and c."messageId" = e.data->>'messageId')
  and not exists (select from event d where d.type = 'AttemptDiscarded' and d.data->>'messageId' = e.data->>'messageId')`

async function readLastStep(pool: pg.Pool, runId: string): Promise<StoredState['lastStep']> {
  const { rows } = await pool.query<{ id: string; number: number }>({
    name: 'rungraph-last-step',
    text: `select id, number from "Step" where "runId" = $1 and "completedAt" is not null order by number desc limit 1`,
    values: [runId],
  })
  return rows[0] ?? null
}

async function readOpenStep(pool: pg.Pool, run: ClaimedRun): Promise<StoredState['openStep']> {
  const { rows } = await pool.query<StepRow>({
    name: 'rungraph-open-step',
    text: `select ${stepColumns} from "Step" s where s."runId" = $1 and s."completedAt" is null order by s.number desc limit 1`,
    values: [run.id],
  })
  const [step] = rows
  if (!step) return null
  const [actions, answers] = await Promise.all([
    readActions(pool, step, run.agent.definition.maxToolResultChars),
    pool.query({
      name: 'rungraph-answered',
      text: `select 1 from "Message" where "runId" = $1 and "stepNumber" = $2 and role = 'ASSISTANT'`,
      values: [run.id, step.number],
    }),
  ])
  return { step, actions, answered: answers.rowCount !== 0 }
}

/** Reads the earlier attempts of the actions that have not ended. */
async function readAttempts(pool: pg.Pool, runId: string): Promise<StoredState['attempts']> {
  const { rows } = await pool.query<EarlierAttempt>({
    name: 'rungraph-attempts',
    text: `select t."actionId", t.number, t.status, t.hash, t.error, t."errorCode" from "ActionAttempt" t
     join "Action" a on a.id = t."actionId" where t."runId" = $1 and a.status = 'RUNNING' order by t.number`,
    values: [runId],
  })
  return rows
}

/** Reads the unfinished FIRE_AND_FORGET actions of past steps; for a run that has ended, of all steps. */
async function readFired(pool: pg.Pool, run: ClaimedRun): Promise<StoredState['fired']> {
  const { rows } = await pool.query<StoredAction>({
    name: 'rungraph-unsettled',
    text: unsettledStatement,
    values: [run.id, run.isEnded],
  })
  const actions = rows.map(toActionRow)
  if (actions.length === 0) return []
  const stepIds = [...new Set(actions.map(({ stepId }) => stepId))]
  const { rows: steps } = await pool.query<StepRow>({
    name: 'rungraph-steps',
    text: `select ${stepColumns} from "Step" s where s.id = any($1::uuid[])`,
    values: [stepIds],
  })
  return steps.map((step) => ({ step, actions: actions.filter(({ stepId }) => stepId === step.id) }))
}

/** Reads the steps and actions of a run that have not ended, whichever they are. */
export async function readOpenWork(pool: pg.Pool, runId: string): Promise<OpenWork> {
  const { rows: actions } = await pool.query<StoredAction & { stepNumber: number }>(
    `select ${allColumns(Prisma.ActionScalarFieldEnum, 'a')}, s.number as "stepNumber" from "Action" a join "Step" s on s.id = a."stepId"
     where a."runId" = $1 and a.status in ('PENDING', 'RUNNING') order by s.number, a.position`,
    [runId],
  )
  const { rows: steps } = await pool.query<StepRow & { succeeded: number }>(
    `select ${stepColumns},
       (select count(*)::int from "Action" a where a."stepId" = s.id and a.status = 'SUCCEEDED') as succeeded
     from "Step" s where s."runId" = $1 and s."completedAt" is null order by s.number`,
    [runId],
  )
  return {
    actions: actions.map(({ stepNumber, ...stored }) => ({ stepNumber, action: toActionRow(stored) })),
    steps: steps.map(({ succeeded, ...step }) => ({ succeeded, step })),
  }
}

/**
 * The actions in plan order. Actions that the loop would keep light (CTX-3) are read one by one, so that a step with many large outputs is
 * never in memory whole. The actions of a plan refer to each other's outputs, and an answer is the result of the run.
 */
async function readActions(pool: pg.Pool, step: StepRow, maxChars: number): Promise<readonly ActionRow[]> {
  const { rows: sizes } = await pool.query<{ id: string; isLarge: boolean }>({
    name: 'rungraph-large-actions',
    text: largeStatement,
    values: [step.id, maxChars, step.plan === null],
  })
  const smallIds = sizes.filter(({ isLarge }) => !isLarge).map(({ id }) => id)
  const found = new Map((await readRows(pool, smallIds)).map((action) => [action.id, action]))
  for (const { id } of sizes.filter(({ isLarge }) => isLarge)) {
    const [action] = await readRows(pool, [id])
    if (action) found.set(id, shownOnly(action, maxChars))
  }
  return sizes.flatMap(({ id }) => found.get(id) ?? [])
}

/** No text has more characters than its JSON has bytes. */
const largeStatement = `
select id, $3 and coalesce(octet_length(output::text), 0) > $2 and audit->>'done' is distinct from 'true' as "isLarge"
from "Action" where "stepId" = $1 order by position`

async function readRows(pool: pg.Pool, ids: readonly string[]): Promise<readonly ActionRow[]> {
  const { rows } = await pool.query<StoredAction>({
    name: 'rungraph-actions',
    text: `select ${allColumns(Prisma.ActionScalarFieldEnum, 'a')} from "Action" a where a.id = any($1::uuid[])`,
    values: [ids],
  })
  return rows.map(toActionRow)
}

/** An action's row as the database gives it. */
export type StoredAction = Omit<ActionRow, 'audit'> & { readonly audit: unknown }

export function toActionRow(stored: StoredAction): ActionRow {
  return { ...stored, audit: parseAudit(stored.audit) }
}

function shownOnly(action: ActionRow, maxChars: number): ActionRow {
  const { id, output } = action
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return text.length > maxChars ? truncatedAction(action, headAndTail(text, id, maxChars)) : action
}
