import type pg from 'pg'
import { gateJob, type Job } from '../../domain/dispatch.ts'
import { evaluationJob } from '../../domain/evaluation.ts'
import { scheduleJob } from '../../domain/schedule.ts'
import { deliveryJob } from '../../domain/webhook.ts'

/** So many jobs are in memory at once. */
const pageSize = 1_000

/**
 * The jobs of objects that are due later in a project that rests: gates that expire, the next times of schedules, evaluations, deliveries
 * to repeat.
 */
export async function* jobsOfProject(
  client: pg.ClientBase,
  projectId: string,
): AsyncGenerator<readonly Job[], void, void> {
  for (const { statement, toJob } of kinds) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const { rows } = await client.query<DueRow>(statement, [projectId, after, pageSize])
      yield rows.map(toJob)
      if (rows.length < pageSize) break
      after = rows.at(-1)?.id ?? after
    }
  }
}

interface DueRow {
  readonly id: string
  readonly dueAt: Date
  readonly webhookId: string
  readonly attempt: number
}

interface Kind {
  readonly statement: string
  readonly toJob: (row: DueRow) => Job
}

const kinds: readonly Kind[] = [
  {
    statement: `select id, "expiresAt" as "dueAt" from "Gate"
      where "projectId" = $1 and id > $2 and status = 'OPEN' and "expiresAt" is not null order by id limit $3`,
    toJob: ({ id, dueAt }) => gateJob({ id, expiresAt: dueAt }),
  },
  {
    statement: `select id, "nextAt" as "dueAt" from "Schedule"
      where "projectId" = $1 and id > $2 and "nextAt" is not null order by id limit $3`,
    toJob: ({ id, dueAt }) => scheduleJob({ id, nextAt: dueAt }),
  },
  {
    statement: `select id, "createdAt" as "dueAt" from "Evaluation"
      where "projectId" = $1 and id > $2 and status in ('QUEUED', 'RUNNING') order by id limit $3`,
    toJob: ({ id }) => evaluationJob(id),
  },
  {
    statement: `select id, "webhookId", attempt, "nextAttemptAt" as "dueAt" from "WebhookDelivery"
      where "projectId" = $1 and id > $2 and "deliveredAt" is null and "abandonedAt" is null order by id limit $3`,
    toJob: ({ id, webhookId, attempt, dueAt }) => deliveryJob({ id, webhookId, attempt }, dueAt),
  },
]
