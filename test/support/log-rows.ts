import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { RunCommit } from '../../src/domain/run-log.ts'
import { noTokens } from '../../src/domain/usage.ts'

/** One row for each table that a commit may write, of a step that is of no other interest. */
export function oneRowEach(
  projectId: string,
  { runId }: { readonly runId: string },
  text = 'text',
): Required<Pick<RunCommit, 'steps' | 'actions' | 'attempts' | 'messages' | 'modelCalls'>> {
  const ids = { projectId, runId }
  const [stepId, actionId] = [uuidv7(), uuidv7()]
  const now = new Date()
  const open = { error: null, durationMs: null, completedAt: null }
  return {
    steps: [
      {
        ...ids,
        ...open,
        id: stepId,
        number: 1,
        promptHash: null,
        plan: null,
        reasoning: text,
        validation: null,
        progress: null,
        success: null,
        checkpoint: null,
        startedAt: now,
      },
    ],
    actions: [
      {
        ...ids,
        ...open,
        id: actionId,
        stepId,
        position: 0,
        name: 'look',
        type: 'TOOL',
        mode: 'ASYNC',
        target: 'look',
        parameters: {},
        condition: null,
        outputKey: null,
        branch: null,
        retry: null,
        cache: null,
        dependsOn: [],
        waitForAll: true,
        skipOnError: false,
        priority: 0,
        timeoutMs: null,
        wave: 0,
        status: 'SUCCEEDED',
        attempt: 2,
        callId: null,
        effect: 'read',
        output: text,
        errorCode: null,
        audit: {},
        childRunId: null,
        retryAt: null,
        startedAt: now,
      },
    ],
    attempts: [
      {
        ...ids,
        ...{ actionId, number: 1, target: 'look', parameters: {}, hash: 'hash', status: 'FAILED' },
        ...{ output: null, error: text, errorCode: null, startedAt: now, completedAt: now, durationMs: 1 },
      },
    ],
    messages: [{ ...ids, sessionId: null, position: 0, stepNumber: 1, message: { role: 'user', text } }],
    modelCalls: [
      {
        ...ids,
        ...noTokens,
        id: uuidv7(),
        rootId: runId,
        stepId,
        sessionId: null,
        agentId: uuidv7(),
        agentVersion: 1,
        pricing: null,
        purpose: 'LOOP',
        number: 1,
        provider: 'scripted',
        model: 'any',
        profile: 1,
        estimated: false,
        sent: true,
        attempt: 1,
        messageId: uuidv7(),
        finishReason: 'stop',
        errorCode: null,
        errorMessage: null,
        costUsd: '0',
        priceVersion: null,
        pricedAs: null,
        answer: null,
        questionHash: null,
        actionId: null,
        actionAttempt: null,
        latencyMs: 1,
        timeToFirstTokenMs: 1,
        startedAt: now,
      },
    ],
  }
}

/** Removes the events of a run that a condition on `seq` holds for, as nothing of the product does. */
export async function removeEvents(pool: pg.Pool, runId: string, condition: string): Promise<void> {
  await pool.query(
    `update "EventSegment" g set events = coalesce((
       select json_agg(e) from json_array_elements(g.events) e cross join lateral (select g."firstSeq" + (e->>'place')::int as seq) n
       where not (${condition})), '[]')
     where "runId" = $1`,
    [runId],
  )
  await pool.query(`delete from "EventSegment" where "runId" = $1 and events::text = '[]'`, [runId])
}
