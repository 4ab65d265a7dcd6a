import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../src/database/connect.ts'
import { prepareStanding } from '../../src/database/prepare-session.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { effectiveLimits } from '../../src/domain/limits.ts'
import type { NewEvent } from '../../src/domain/run-event.ts'
import type { RunCommit, RunLog } from '../../src/domain/run-log.ts'
import type {
  ClaimedRun,
  ClaimOptions,
  Held,
  LocalSlots,
  NewRun,
  RunStore,
} from '../../src/domain/run-store.ts'
import type { Wakeups } from '../../src/domain/wakeups.ts'
import { sweepOnce } from '../../src/engine/worker/sweep.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { createRunLog } from '../../src/log/run-log.ts'
import { createRunStore } from '../../src/store/runs/run-store.ts'
import { holdLiveness } from '../../src/store/runs/worker-liveness.ts'

import { dispatchOf } from './dispatch.ts'
import { createFactories } from './factories.ts'

/** A project with one agent, and the stores of one worker on it; no engine. */
export interface TestStores {
  readonly projectId: string
  readonly log: RunLog
  readonly runs: RunStore
  readonly wakeups: Wakeups
  readonly factories: ReturnType<typeof createFactories>
  /** The key of the advisory lock that says that this worker lives. */
  readonly key: number
  /** A run that is not inserted yet. */
  newRun(): NewRun
  /** Inserts QUEUED runs in order, and gives their ids. */
  queue(count: number, fields?: Partial<NewRun>): Promise<readonly string[]>
  /** Claims what can be claimed by its row, whether or not it has a job: a sweep comes before. */
  claim(options: ClaimOptions): Promise<readonly ClaimedRun[]>
  /** Runs in the hands of this worker, which has claimed them. */
  claimed(count: number): Promise<readonly Held[]>
  /** The stores of another worker on the same project. */
  another(options?: StoreOptions): Promise<TestStores>
  /** Resolves when the jobs that commits bring are in the queue. */
  settled(): Promise<void>
  /** Ends the worker's liveness lock, as its death would. */
  die(): Promise<void>
  close(): Promise<void>
}

export interface StoreOptions {
  readonly leaseMs?: number
  readonly wakeups?: Wakeups
  /** Default: the database's. */
  readonly pool?: pg.Pool
  readonly maxConcurrentRuns?: number
  /** The places of a worker beside these stores. Default: it has none. */
  readonly slots?: LocalSlots
}

export async function openTestStores(database: Database, options: StoreOptions = {}): Promise<TestStores> {
  const { maxConcurrentRuns = 10_000 } = options
  const projectId = uuidv7()
  await database.prisma.project.create({
    data: { id: projectId, slug: projectId, name: 'Test', maxConcurrentRuns },
  })
  const agent = await createFactories(database.prisma, projectId).agent()
  return openWorkerStores(database, { projectId, agentId: agent.id }, options)
}

async function openWorkerStores(
  database: Database,
  target: { readonly projectId: string; readonly agentId: string },
  { leaseMs = 60_000, wakeups = createLocalWakeups(), pool = database.pool, slots }: StoreOptions,
): Promise<TestStores> {
  const key = randomInt(1, 2 ** 31 - 1)
  const presence = await holdLiveness({
    connectionString: database.connectionString,
    prepare: prepareStanding,
    key,
    log: () => undefined,
  })
  const owner = { name: `worker ${key}`, key, version: '0.1.0' }
  const dispatch = dispatchOf(database.pool)
  const placed = slots && { slots }
  const runs = createRunStore({ pool, wakeups, dispatch, owner, leaseMs, newId: uuidv7, ...placed })
  const log = createRunLog({ pool, wakeups, dispatch, leaseMs, now: Date.now, report: () => undefined })
  const stores: TestStores = {
    projectId: target.projectId,
    log,
    runs,
    wakeups,
    key,
    factories: createFactories(database.prisma, target.projectId),
    newRun: () => newRun(target),
    queue: (count, fields) => inSeries(count, () => queueRun(runs, newRun(target, fields))),
    claim: async (claiming) => {
      await sweepOnce({ ...sweeping, runs, dispatch, wakeups }, { found: () => undefined })
      return runs.claim(claiming)
    },
    claimed: async (count) => {
      const ids = await stores.queue(count)
      const claimed: ClaimedRun[] = []
      // Jobs of runs that have moved on meanwhile are fetched, too.
      while (claimed.length < count) {
        const more = await runs.claim({ limit: count - claimed.length })
        if (more.length === 0) break
        claimed.push(...more)
      }
      if (claimed.length !== count) throw new Error(`Claimed ${claimed.length} of ${count}.`)
      return ids.map((runId) => ({ runId, epoch: claimed.find((run) => run.id === runId)?.epoch ?? -1 }))
    },
    another: (more = {}) => openWorkerStores(database, target, { leaseMs, ...more }),
    settled: () => log.settled(),
    die: () => presence.close(),
    close: async () => {
      await presence.close()
      await log.settled()
      await wakeups.close()
    },
  }
  return stores
}

const sweeping = { clock: systemClock, random: () => 0, report: () => undefined }

function newRun(
  target: { readonly projectId: string; readonly agentId: string },
  fields: Partial<NewRun> = {},
): NewRun {
  return {
    id: uuidv7(),
    ...target,
    agentVersion: 1,
    sessionKey: null,
    input: 'Do it.',
    context: {},
    effectiveLimits: effectiveLimits({}, {}, 0),
    busySession: 'ENQUEUE',
    parent: null,
    threadId: null,
    overrides: null,
    plan: null,
    workflow: null,
    idempotencyKey: null,
    inputHash: null,
    ...fields,
  }
}

async function queueRun(runs: RunStore, run: NewRun): Promise<string> {
  const inserted = await runs.insert(run)
  if (!('runId' in inserted)) throw new Error(`The run was refused: ${inserted.kind}.`)
  return inserted.runId
}

async function inSeries<Value>(count: number, make: () => Promise<Value>): Promise<readonly Value[]> {
  const made: Value[] = []
  for (let n = 0; n < count; n++) made.push(await make())
  return made
}

/** A log as another process has it: with group commits of its own, and deaf to what others hint at unless it has their wakeups. */
export function openLog(pool: pg.Pool, wakeups: Wakeups = createLocalWakeups()): RunLog {
  const options = { leaseMs: 60_000, now: Date.now, report: () => undefined }
  return createRunLog({ ...options, dispatch: dispatchOf(pool), pool, wakeups })
}

/** A commit of the run's owner. */
export function commitOf(held: Held, events: readonly NewEvent[], more: Partial<RunCommit> = {}): RunCommit {
  return { ...held, from: ['RUNNING'], events, ...more }
}

/** An event that can be distinguished from others. */
export function note(message: string): NewEvent {
  return { type: 'Warning', stepNumber: null, data: { code: 'NOTE', message } }
}

/** The end of a stretch of running. */
export function rest(status: 'COMPLETED' | 'PAUSED' = 'COMPLETED'): NewEvent {
  const usage = {
    requests: 0,
    estimatedRequests: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    totalTokens: 0,
    costUsd: '0',
  }
  const terminationReason = status === 'PAUSED' ? 'MAX_STEPS' : 'FINAL_ANSWER'
  return {
    type: 'RunCompleted',
    stepNumber: null,
    data: { status, terminationReason, totalSteps: 0, totalActions: 0, usage },
  }
}
