import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import { createAgentStore } from '../../src/store/definition-store.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import type { BenchDatabase } from './bench-database.ts'

export const stepsPerRun = 10

/** Older runs have no steps: a page does not come to them, and ten million would take long to write. */
const runsWithSteps = 100_000

/** A database with a long history: so many finished runs, the newest of ten steps with a model call each. Gives its address. */
export async function createReadDatabase(server: BenchDatabase, runs: number): Promise<string> {
  const connectionString = await server.createDatabase()
  await migrate({ connectionString, log: () => undefined })
  const { pool, close } = await openDatabase(connectionString)
  const project = await ensureProject(pool, { slug: 'default', name: 'Default', newId: uuidv7 })
  const agentId = uuidv7()
  const agent = defineAgent({ slug: 'past', name: 'Past', model: 'scripted/past' })
  await createAgentStore(pool).insert({ projectId: project.id, id: agentId, ...agent })
  await close()
  // It takes longer than a statement of the engine may.
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(history(runs, { projectId: project.id, agentId }))
    for (const table of ['"Run"', '"Step"', '"ModelCall"']) await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
  return connectionString
}

/** A run a minute up to now; and views with what the page of work D shows, for those who do not know the tables. */
function history(runs: number, { projectId, agentId }: Pick<BenchDatabase, 'projectId' | 'agentId'>): string {
  return `
    insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", input, "effectiveLimits", status, "terminationReason",
      "createdAt", "startedAt", "completedAt", "durationMs", "stepCount", "costUsd", epoch)
    select id, '${projectId}', '${agentId}', 1, id, 'Summarise the report of day ' || n, '{}', 'COMPLETED', 'FINAL_ANSWER', at, at, at + interval '3 seconds',
      3000 + n % 1000, ${stepsPerRun}, 0.01, 1
    from (select uuidv7() as id, n, date_trunc('minute', now()) - (${runs} - n) * interval '1 minute' as at from generate_series(1, ${runs}) n) past;

    insert into "Step" (id, "projectId", "runId", number, reasoning, success, "startedAt", "durationMs", "completedAt")
    select uuidv7(), "projectId", id, number, 'The next part of the report is read.', true, "createdAt" + number * interval '0.3 seconds', 250 + number,
      "createdAt" + number * interval '0.3 seconds'
    from (select * from "Run" order by "createdAt" desc, id desc limit ${runsWithSteps}) run cross join generate_series(1, ${stepsPerRun}) number;

    insert into "ModelCall" (id, "projectId", "runId", "rootId", "stepId", "agentId", "agentVersion", purpose, provider, model, attempt, "messageId",
      "finishReason", "inputTokens", "outputTokens", "costUsd", "startedAt", "runCreatedAt", "latencyMs")
    select uuidv7(), s."projectId", r.id, r.id, s.id, '${agentId}', 1, 'LOOP', 'scripted', 'past', 1, s.id::text, 'STOP', 1000 + number, 100 + number, 0.001,
      s."startedAt", r."createdAt", 250
    from "Step" s join "Run" r on r.id = s."runId";

    create schema page;
    create view page.run as
      select id, "projectId" as project_id, status::text, input, "createdAt" as created_at, "durationMs" as duration_ms from "Run"
      where "parentId" is null and "removedAt" is null;
    create view page.step as
      select id, "runId" as run_id, number, success, "startedAt" as started_at, "durationMs" as duration_ms from "Step";
    create view page.step_usage as
      select s.id as step_id, u.* from "Step" s cross join lateral (
        select count(*) as requests, sum("inputTokens") as input_tokens, sum("outputTokens") as output_tokens, sum("costUsd") as cost_usd
        from "ModelCall" where "stepId" = s.id
      ) u;`
}
