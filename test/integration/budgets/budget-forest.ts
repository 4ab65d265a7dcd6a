import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { BudgetRun } from '../../../src/domain/budget.ts'
import { effectiveLimits } from '../../../src/domain/limits.ts'

/** A run to be planted: whose child it is, and what it and those below it may spend. */
export interface Seedling {
  readonly parent: BudgetRun | null
  readonly maxCostUsd?: string | null
  readonly maxTokens?: number | null
}

export interface DayLimits {
  readonly maxCostUsdPerDay?: string | null
  readonly maxTokensPerDay?: number | null
}

/** Runs with budgets, without an engine: rows are all that the budgets look at. */
export async function openForest(pool: pg.Pool) {
  const agentId = uuidv7()
  const owner = await plantProject(pool, {})
  await pool.query(
    `insert into "Agent" (id, "projectId", slug, name, version, "updatedAt") values ($1, $2, 'a', 'A', 1, now())`,
    [agentId, owner],
  )
  await pool.query(
    `insert into "AgentVersion" ("agentId", version, "projectId", definition) values ($1, 1, $2, '{}')`,
    [agentId, owner],
  )

  return {
    project: (limits: DayLimits = {}) => plantProject(pool, limits),

    /** Stores RUNNING runs in the hands of their first owner, each with one step. */
    async plant(projectId: string, seedlings: readonly Seedling[]): Promise<readonly BudgetRun[]> {
      const planted = seedlings.map(({ parent, ...limits }) => {
        const ancestorIds = parent ? [...parent.ancestorIds, parent.id] : []
        const run = { id: uuidv7(), epoch: 1, projectId, ancestorIds }
        return { run, limits: effectiveLimits(limits, {}, ancestorIds.length) }
      })
      const rows = planted.map(({ run, limits }) => ({
        ...run,
        limits,
        rootId: run.ancestorIds[0] ?? run.id,
        parentId: run.ancestorIds.at(-1) ?? null,
      }))
      const values = [projectId, agentId, JSON.stringify(rows)]
      await pool.query({ name: 'plant', text: runStatement, values })
      return planted.map(({ run }) => run)
    },

    /** Records a model call, as the run's owner does when it is over. */
    async record(run: BudgetRun, call: RecordedCall): Promise<void> {
      const { messageId, costUsd, inputTokens, outputTokens = 0, at } = call
      const values = [
        uuidv7(),
        run.projectId,
        run.id,
        run.ancestorIds[0] ?? run.id,
        agentId,
        messageId,
        inputTokens,
        outputTokens,
        costUsd,
        at,
      ]
      await pool.query({ name: 'record', text: callStatement, values })
    },

    /** Makes the budgets of a project's runs and of its day, as their first holds would, while nobody has spent anything. */
    async open(projectId: string, dayKey: string): Promise<void> {
      await pool.query({ name: 'open', text: openStatement, values: [projectId, dayKey] })
    },

    /** Another owner takes the run over. */
    async claimAnew(run: BudgetRun): Promise<BudgetRun> {
      await pool.query(`update "Run" set epoch = epoch + 1 where id = $1`, [run.id])
      return { ...run, epoch: run.epoch + 1 }
    },

    async budget(key: string): Promise<BudgetRow | null> {
      const { rows } = await pool.query<BudgetRow>(
        `select trim_scale("spentUsd")::text as "spentUsd", "spentTokens"::float8, trim_scale("reservedUsd")::text as "reservedUsd",
           "reservedTokens"::float8 from "Budget" where key = $1`,
        [key],
      )
      return rows[0] ?? null
    },

    async holds(projectId: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from "Reservation" where "projectId" = $1`,
        [projectId],
      )
      return rows[0]?.count ?? -1
    },
  }
}

interface RecordedCall {
  readonly messageId: string
  readonly costUsd: string
  readonly inputTokens: number
  readonly outputTokens?: number
  readonly at: Date
}

interface BudgetRow {
  readonly spentUsd: string
  readonly spentTokens: number
  readonly reservedUsd: string
  readonly reservedTokens: number
}

/** From now on the database itself refuses a budget that goes beyond its limit, or holds less than nothing, at any moment. */
export async function forbidOvershoot(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create function forbid_overshoot() returns trigger language plpgsql as $$
    declare max_usd numeric; max_tokens numeric;
    begin
      if new.key like 'run:%' then
        select ("effectiveLimits"->'maxCostUsd'->>'value')::numeric, ("effectiveLimits"->'maxTokens'->>'value')::numeric
          into max_usd, max_tokens from "Run" where id = substr(new.key, 5)::uuid;
      else
        select "maxCostUsdPerDay", "maxTokensPerDay" into max_usd, max_tokens from "Project" where id = new."projectId";
      end if;
      if new."spentUsd" + new."reservedUsd" > max_usd or new."spentTokens" + new."reservedTokens" > max_tokens
        or least(new."reservedUsd", new."reservedTokens", new."spentUsd", new."spentTokens") < 0 then
        raise exception 'overshoot of %: % + % of %, % + % of %', new.key, new."spentUsd", new."reservedUsd", max_usd,
          new."spentTokens", new."reservedTokens", max_tokens;
      end if;
      return null;
    end $$`)
  await pool.query(
    `create trigger forbid_overshoot after insert or update on "Budget" for each row execute function forbid_overshoot()`,
  )
}

async function plantProject(pool: pg.Pool, limits: DayLimits): Promise<string> {
  const id = uuidv7()
  await pool.query(
    `insert into "Project" (id, slug, name, "maxCostUsdPerDay", "maxTokensPerDay") values ($1::uuid, $1::text, 'Test', $2, $3)`,
    [id, limits.maxCostUsdPerDay ?? null, limits.maxTokensPerDay ?? null],
  )
  return id
}

const runStatement = `
with seedlings as (
  select * from jsonb_to_recordset($3::jsonb)
    as s(id uuid, limits jsonb, "rootId" uuid, "parentId" uuid, "ancestorIds" uuid[])
), runs as (
  insert into "Run" (id, "projectId", "agentId", "agentVersion", input, "effectiveLimits", "rootId", "parentId", "ancestorIds", depth,
    status, epoch)
  select id, $1, $2, 1, 'Do it.', limits, "rootId", "parentId", "ancestorIds", cardinality("ancestorIds"), 'RUNNING', 1 from seedlings
)
insert into "Step" (id, "projectId", "runId", number, "startedAt") select id, $1, id, 1, now() from seedlings`

const openStatement = `
insert into "Budget" (key, "projectId", "spentUsd", "spentTokens")
select 'run:' || id, "projectId", 0, 0 from "Run"
where "projectId" = $1
  and coalesce("effectiveLimits"->'maxCostUsd'->>'value', "effectiveLimits"->'maxTokens'->>'value') is not null
union all
select $2, id, 0, 0 from "Project"
where id = $1 and ("maxCostUsdPerDay" is not null or "maxTokensPerDay" is not null)`

const callStatement = `
insert into "ModelCall" (id, "projectId", "runId", "rootId", "stepId", "agentId", "agentVersion", purpose, provider, model, attempt,
  "messageId", "inputTokens", "outputTokens", "costUsd", "startedAt", "runCreatedAt")
values ($1, $2, $3, $4, $3, $5, 1, 'LOOP', 'scripted', 'echo', 1, $6, $7, $8, $9, $10, (select "createdAt" from "Run" where id = $3))`
