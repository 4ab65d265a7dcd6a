import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { type Database, openDatabase } from '../../src/database/connect.ts'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import { errorTable, isRungraphError } from '../../src/domain/errors.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { readHistories } from '../chaos/oracle/history.ts'
import { historyViolations } from '../chaos/oracle/oracle.ts'
import { createTestEngine, type TestEngine, testTool } from '../support/engine.ts'
import { tester } from '../support/gates.ts'
import { createLiveModel } from '../support/live-model.ts'
import { randomOf } from '../support/random.ts'
import { type FaultPlan, planFaults } from './fault-plan.ts'
import { makeFaulty } from './faulty-client.ts'
import { type Errand, effects, errandsOf, playErrands } from './workload.ts'

export interface SeedOptions {
  /** Engines that share the database. */
  readonly servers: 1 | 2
  readonly runs: number
}

export interface SeedOutcome {
  readonly seed: number
  /** Runs, with those below them. */
  readonly runs: number
  readonly faults: number
  readonly violations: readonly string[]
  readonly description: string
}

/** Longest time that statements fail, in milliseconds. */
const faultyMs = 6_000
/** Longest time after it in which no run comes to rest, and in which all do: on a busy machine runs that lost their owners often go one by one. */
const restMs = { next: 60_000, all: 240_000 }

/** A database with two ways to it. Its seeds are played one after another. */
export interface FaultyDatabase {
  /** Free of faults: the oracle reads through it. */
  readonly database: Database
  /** That of the engines of every seed: what their statements cost anew on each connection is planned once for many seeds. */
  readonly faulty: Database
  /** From now on the statements of `faulty` suffer what the plan says. */
  suffer(plan: FaultPlan): void
  close(): Promise<void>
}

export async function openFaulty(database: Database): Promise<FaultyDatabase> {
  const { connectionString } = database
  const faulty = await openDatabase(connectionString, connectionString, { max: 8 })
  let current: FaultPlan | null = null
  const plan: Pick<FaultPlan, 'next'> = { next: (name) => current?.next(name) ?? null }
  // One is open already.
  const opened = await faulty.pool.connect()
  makeFaulty(opened, plan)
  opened.release()
  faulty.pool.on('connect', (client: pg.PoolClient) => makeFaulty(client, plan))
  return {
    ...{ database, faulty },
    suffer: (next) => {
      current = next
    },
    close: () => faulty.close(),
  }
}

/** Executes short runs while the statements of their engines fail as the seed says, and gives what does not hold afterwards. */
export async function playSeed(
  { database, faulty, suffer }: FaultyDatabase,
  seed: number,
  { servers, runs }: SeedOptions,
): Promise<SeedOutcome> {
  const random = randomOf(seed)
  const errands = errandsOf(runs, random)
  const plan = planFaults(seed)
  const calls = new Map<string, number>()
  const stage = await openStage(faulty, { servers, calls })
  const { engines } = stage
  const [first] = engines
  if (!first) throw new Error('A stage has an engine.')
  suffer(plan)
  const project = first.project.id
  const ended = new AbortController()
  const deciding = decideAtGates(database, engines, ended.signal)
  const cutting = random() < 0.2 ? cutWorkers(database, 20 + random() * 200) : undefined
  const faultsEnd = delay(faultyMs, undefined, { signal: ended.signal }).then(
    () => plan.end(),
    () => undefined, // all has ended before
  )
  const roots = await Promise.all(
    errands.map((errand, index) =>
      send(errand, engines[index % engines.length] ?? first, `${seed}-${index}`),
    ),
  )
  await cutting
  const stuck = await untilRest(database, project)
  ended.abort()
  plan.end()
  await Promise.all([deciding, faultsEnd])
  await stage.close()
  const histories = await readHistories(rowsOf(database), roots, () => [])
  const found = histories.flatMap(historyViolations)
  return {
    seed,
    runs: histories.length,
    faults: [...plan.suffered.values()].reduce((sum, count) => sum + count, 0),
    violations: [...stuck, ...found, ...(await rowViolations(database, project)), ...repeated(calls)],
    description: describeSeed(plan),
  }
}

function describeSeed({ description, suffered }: FaultPlan): string {
  const most = [...suffered].toSorted(([, a], [, b]) => b - a).slice(0, 12)
  return `${description}; ${most.map(([what, count]) => `${count} × ${what}`).join(', ')}`
}

interface Stage {
  readonly engines: readonly TestEngine[]
  close(): Promise<void>
}

async function openStage(
  faulty: Database,
  { servers, calls }: { readonly servers: number; readonly calls: Map<string, number> },
): Promise<Stage> {
  const wakeups = createLocalWakeups()
  const live = createLiveModel()
  playErrands(live)
  const tools = Object.entries(effects).map(([name, effect]) =>
    testTool(
      name,
      async (_, { idempotencyKey }) => {
        if (effect === 'once') calls.set(idempotencyKey, (calls.get(idempotencyKey) ?? 0) + 1)
        if (name === 'fail') throw new Error('It fails as it is to.')
        return name
      },
      { effect },
    ),
  )
  const engines: TestEngine[] = []
  for (let n = 0; n < servers; n++) {
    const project = engines[0]?.project
    engines.push(
      await createTestEngine(faulty, {
        ...{ tools, providers: [live], leaseMs: 2_000 },
        ...{ wakeups: { ...wakeups, close: async () => undefined } },
        ...(project && { project }),
        canExecuteTool: ({ target }) => (target === 'ask' ? 'REQUIRE_APPROVAL' : null),
      }),
    )
  }
  const [first] = engines
  if (!first) throw new Error('A stage has an engine.')
  for (const slug of ['player', 'planner'] as const) {
    const planner = slug === 'planner' ? ({ planner: 'PLAN' } as const) : {}
    const defined = defineAgent({
      ...{ slug, name: slug, model: `live/${slug}`, tools: Object.keys(effects), promptSections: [] },
      ...{ subagents: ['player'], maxIdenticalErrors: 50, ...planner },
    })
    await first.services.agents.insert({ projectId: first.project.id, id: uuidv7(), ...defined })
  }
  const close = async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    await wakeups.close()
  }
  return { engines, close }
}

/** A client that triggers a run and does not give up, with what it does to the run after that. */
async function send(errand: Errand, engine: TestEngine, idempotencyKey: string): Promise<string> {
  const { operations, project } = engine
  const { agent: slug, part, plan, sessionKey, abortAfterMs, steerAfterMs } = errand
  const call = {
    ...{ projectId: project.id, agent: { slug }, input: JSON.stringify(part), idempotencyKey },
    ...(plan !== undefined && { plan }),
    ...(sessionKey !== undefined && { sessionKey }),
  }
  const { runId } = await insist(() => operations.triggerRun(call))
  const later: Promise<unknown>[] = []
  if (abortAfterMs !== undefined)
    later.push(
      delay(abortAfterMs).then(() => insist(() => operations.abortRun({ projectId: project.id, runId }))),
    )
  if (steerAfterMs !== undefined) {
    const text = JSON.stringify({ say: 'As you wish.' } satisfies Errand['part'])
    later.push(
      delay(steerAfterMs).then(() =>
        insist(() => operations.steerRun({ projectId: project.id, runId, message: text })),
      ),
    )
  }
  // Such as an abort of a run that has ended: an error that the caller can act on.
  await Promise.allSettled(later)
  return runId
}

/** Does it again for as long as the database is the reason that it fails. @throws errors that the caller can act on */
async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (isRungraphError(error) && errorTable[error.code].audience === 'client') throw error
      await delay(5)
    }
  }
}

/** Approves what waits, as people do. */
async function decideAtGates(
  { pool }: Database,
  engines: readonly TestEngine[],
  signal: AbortSignal,
): Promise<void> {
  const [engine] = engines
  if (!engine) return
  const projectId = engine.project.id
  while (!signal.aborted) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from "Gate" where "projectId" = $1 and status = 'OPEN'`,
      [projectId],
    )
    for (const { id: gateId } of rows)
      await insist(() =>
        engine.operations.resolveGate({ projectId, gateId, decision: 'APPROVE', caller: tester }),
      ).catch(() => undefined) // it was closed meanwhile
    await delay(50, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends the connections with the locks that say that workers live, after a while. */
async function cutWorkers({ pool }: Database, afterMs: number): Promise<void> {
  await delay(afterMs)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rungraph worker' and datname = current_database()`,
  )
}

/** Resolves when no run is at work, with those that are for too long. */
async function untilRest({ pool }: Database, projectId: string): Promise<readonly string[]> {
  const began = performance.now()
  let busy = Number.POSITIVE_INFINITY
  let lastAt = began
  for (;;) {
    const { rows } = await pool.query<{ what: string }>(
      `select r.id || ' is ' || r.status || ', claimed ' || r.epoch || ' times, ' || r."crashesSinceProgress" || ' crashes' as what
       from "Run" r where r."projectId" = $1 and (r.status in ('QUEUED', 'RUNNING', 'WAITING') or (r."leaseOwner" is not null)
         or exists (select from "Action" a where a."runId" = r.id and a.mode = 'FIRE_AND_FORGET' and a.status in ('PENDING', 'RUNNING')))`,
      [projectId],
    )
    if (rows.length === 0) return []
    const now = performance.now()
    if (rows.length < busy) lastAt = now
    busy = rows.length
    if (now >= Math.min(lastAt + restMs.next, began + restMs.all) + faultyMs)
      return rows.map(({ what }) => `endless: run ${what}`)
    await delay(50)
  }
}

/** What rows must be of a project in which nothing happens any more. */
async function rowViolations({ pool }: Database, projectId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select 'a reservation is left of run ' || h."runId" as what from "Reservation" h where h."projectId" = $1
     union all select 'budget ' || key || ' has something reserved' from "Budget" where "projectId" = $1 and ("reservedUsd" <> 0 or "reservedTokens" <> 0)
     union all select 'gate ' || id || ' is open' from "Gate" where "projectId" = $1 and status = 'OPEN'
     union all select 'key ' || "idempotencyKey" || ' has two runs' from "Run" where "projectId" = $1 and "idempotencyKey" is not null
       group by "idempotencyKey" having count(*) > 1
     union all select 'rows of run ' || id || ', which is ' || status || ', lag behind its log' from "Run"
       where "projectId" = $1 and "unprojectedFrom" is not null`,
    [projectId],
  )
  return rows.map(({ what }) => what)
}

function repeated(calls: ReadonlyMap<string, number>): readonly string[] {
  return [...calls].flatMap(([key, count]) => (count > 1 ? [`once: ${key} was called ${count} times`] : []))
}

function rowsOf({ pool }: Database) {
  return {
    rows: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...values])).rows,
  }
}
