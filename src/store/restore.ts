import type pg from 'pg'
import type { Message } from '../domain/message.ts'
import type { ActionRow, StepRow } from '../domain/run-log.ts'
import type { ClaimedRun, StoredState } from '../domain/run-store.ts'
import { noTokens, type TokenUsage } from '../domain/usage.ts'

/** Reads back what a run's earlier owner made durable. */
export async function restore(pool: pg.Pool, run: ClaimedRun): Promise<StoredState> {
  const messages = await readMessages(pool, run)
  if (run.firstClaim)
    return { ...messages, requests: 0, tokens: noTokens, dangling: [], lastStep: null, openStep: null }
  const [usage, dangling, lastStep, openStep] = await Promise.all([
    readUsage(pool, run.id),
    readDangling(pool, run.id),
    readLastStep(pool, run.id),
    readOpenStep(pool, run.id),
  ])
  return { ...messages, ...usage, dangling, lastStep, openStep }
}

async function readMessages(pool: pg.Pool, run: ClaimedRun) {
  const { rows } = await pool.query<{ runId: string; content: Message }>(
    run.sessionId === null
      ? `select "runId", content from "Message" where "runId" = $1 order by position`
      : // Run by run, the run's own last. Not by the messages' own time: their writers' clocks may differ.
        `select m."runId", m.content from "Message" m join "Run" r on r.id = m."runId"
         where m."sessionId" = $2 or m."runId" = $1
         order by m."runId" = $1, r."createdAt", r.id, m.position`,
    run.sessionId === null ? [run.id] : [run.id, run.sessionId],
  )
  return {
    messages: rows.map((row) => row.content),
    ownMessages: rows.filter((row) => row.runId === run.id).length,
  }
}

/** What the run's model calls used together. */
export async function readUsage(
  pool: pg.Pool,
  runId: string,
): Promise<{ requests: number; tokens: TokenUsage }> {
  const { rows } = await pool.query<TokenUsage & { requests: number }>(
    `select count(*)::int as requests, coalesce(sum("inputTokens"), 0)::int as "inputTokens",
       coalesce(sum("outputTokens"), 0)::int as "outputTokens", coalesce(sum("cachedInputTokens"), 0)::int as "cachedInputTokens",
       coalesce(sum("cacheWriteTokens"), 0)::int as "cacheWriteTokens", coalesce(sum("reasoningTokens"), 0)::int as "reasoningTokens"
     from "ModelCall" where "runId" = $1`,
    [runId],
  )
  const [row] = rows
  if (!row) throw new Error('An aggregate without GROUP BY gives one row.')
  const { requests, ...tokens } = row
  return { requests, tokens }
}

/** An attempt that ended, well or not, has a row; one that was cut off by a crash has only its increments. */
async function readDangling(pool: pg.Pool, runId: string): Promise<StoredState['dangling']> {
  const { rows } = await pool.query<{ messageId: string; stepNumber: number }>(
    `select distinct data->>'messageId' as "messageId", "stepNumber" from "Event" e
     where "runId" = $1 and type in ('TextDelta', 'ReasoningDelta', 'ArgumentsDelta')
       and "stepNumber" = (select max(number) from "Step" where "runId" = $1)
       and not exists (select 1 from "ModelCall" c where c."runId" = $1 and c."messageId" = e.data->>'messageId')
       and not exists (
         select 1 from "Event" d where d."runId" = $1 and d.type = 'AttemptDiscarded' and d.data->>'messageId' = e.data->>'messageId')`,
    [runId],
  )
  return rows
}

async function readLastStep(pool: pg.Pool, runId: string): Promise<StoredState['lastStep']> {
  const { rows } = await pool.query<{ id: string; number: number }>(
    `select id, number from "Step" where "runId" = $1 and "completedAt" is not null order by number desc limit 1`,
    [runId],
  )
  return rows[0] ?? null
}

async function readOpenStep(pool: pg.Pool, runId: string): Promise<StoredState['openStep']> {
  const { rows } = await pool.query<StepRow>(
    `select * from "Step" where "runId" = $1 and "completedAt" is null order by number desc limit 1`,
    [runId],
  )
  const [step] = rows
  if (!step) return null
  const [actions, answers] = await Promise.all([
    pool.query<ActionRow>(`select * from "Action" where "stepId" = $1 order by position`, [step.id]),
    pool.query(`select 1 from "Message" where "runId" = $1 and "stepNumber" = $2 and role = 'ASSISTANT'`, [
      runId,
      step.number,
    ]),
  ])
  return { step, actions: actions.rows, answered: answers.rowCount !== 0 }
}
