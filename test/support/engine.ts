import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { createEngineOperations } from '../../src/app/create-operations.ts'
import { newId as uniqueId } from '../../src/app/new-id.ts'
import { type BatchServices, dueBatches, runBatches } from '../../src/batches/run-batches.ts'
import type { Database } from '../../src/database/connect.ts'
import { prepareStanding } from '../../src/database/prepare-session.ts'
import type { AgentDefinitionInput } from '../../src/domain/agent.ts'
import type { BatchStore } from '../../src/domain/batch-store.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { defineAgent } from '../../src/domain/defined-agent.ts'
import type { Json } from '../../src/domain/json.ts'
import type { ModelInfo, ModelProvider } from '../../src/domain/model.ts'
import type { Operations, TriggerRun } from '../../src/domain/operations.ts'
import type { CanExecuteTool } from '../../src/domain/permission.ts'
import type { ServerRedactor, Vault } from '../../src/domain/redaction.ts'
import type { EventData, EventType, RunEvent } from '../../src/domain/run-event.ts'
import type { RunStore } from '../../src/domain/run-store.ts'
import type { Tool } from '../../src/domain/tool.ts'
import type { PriceOf } from '../../src/domain/usage.ts'
import type { Wakeups } from '../../src/domain/wakeups.ts'
import { createCoolDowns } from '../../src/engine/cool-downs.ts'
import { dueGates, expireGates } from '../../src/engine/gates/resolve-gate.ts'
import { createPeriodicTask, type PeriodicTask } from '../../src/engine/periodic-task.ts'
import { createRateLimits } from '../../src/engine/rate-limits.ts'
import type { EngineServices } from '../../src/engine/run/run-context.ts'
import { createSlotBroker } from '../../src/engine/worker/local-slots.ts'
import { createSweep, enqueueDue } from '../../src/engine/worker/sweep.ts'
import { Worker } from '../../src/engine/worker/worker.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { createRunLog } from '../../src/log/run-log.ts'
import { createModels } from '../../src/models/registry.ts'
import { createScripted, type Script } from '../../src/models/scripted.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createFetchFile } from '../../src/net/guarded-fetch.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'
import { createRelics } from '../../src/relics/relics.ts'
import { createActionCache } from '../../src/store/action-cache.ts'
import { createBatchStore } from '../../src/store/batch-store.ts'
import { createAgentStore, createWorkflowStore } from '../../src/store/definition-store.ts'
import { createFileStore } from '../../src/store/files/file-store.ts'
import { createPolicyStore } from '../../src/store/policy-store.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import { createRelicStore } from '../../src/store/relic-store.ts'
import { createBudgets } from '../../src/store/runs/budget-store.ts'
import { createRunStore } from '../../src/store/runs/run-store.ts'
import { holdLiveness } from '../../src/store/runs/worker-liveness.ts'
import { createVault } from '../../src/store/vault.ts'
import { jsonSchemas } from '../../src/tools/json-schema-check.ts'
import { dispatchOf } from './dispatch.ts'
import { followInTime } from './follow-in-time.ts'
import { refusing } from './refusing.ts'

/** An engine on a real database, with scripted models; one worker, started. */
export interface TestEngine {
  readonly services: EngineServices
  /** Operations that need only the engine's services; those on webhooks, keys and schedules are refused. */
  readonly operations: Operations
  readonly worker: Worker
  readonly project: { readonly id: string }
  readonly scripts: Record<string, Script>
  /** Triggers a run of an agent made for it, and resolves with its log when it rests. */
  run(script: Script, options?: RunOptions): Promise<FinishedRun>
  /** Triggers a run of an agent made for it. */
  trigger(script: Script, options?: RunOptions): Promise<string>
  /** Makes an agent that plays the script as `scripted/<slug>`. */
  define(script: Script, agent?: Partial<AgentDefinitionInput>): Promise<{ readonly slug: string }>
  /** Resolves with the first event of the type in the run's log, as soon as it is there. */
  seen(runId: string, type: EventType): Promise<RunEvent>
  /** Follows a run to where it rests. */
  finished(runId: string, after?: number): Promise<FinishedRun>
  /** Gives up the lock that says that it lives: to others it is dead. It looks for no runs any more; what it executes may go on. */
  die(): Promise<void>
  close(): Promise<void>
}

export interface RunOptions {
  readonly agent?: Partial<AgentDefinitionInput>
  readonly trigger?: Partial<Omit<TriggerRun, 'projectId' | 'agent'>>
}

export interface FinishedRun {
  readonly runId: string
  readonly events: readonly RunEvent[]
  readonly types: readonly EventType[]
  readonly row: RunRow
  /** The data of the events of one type. */
  of<Type extends EventType>(type: Type): readonly EventData<Type>[]
}

export interface RunRow {
  readonly status: string
  readonly terminationReason: string | null
  readonly summary: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly stepCount: number
  readonly durationMs: number | null
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly abortReason: string | null
  readonly epoch: number
  readonly recoveries: number
  readonly agentVersion: number
  readonly loopState: Json
}

export interface EngineOptions {
  readonly tools?: readonly Tool[]
  readonly clock?: Clock
  readonly random?: () => number
  readonly newId?: () => string
  readonly leaseMs?: number
  /** Default 120,000. */
  readonly modelSilenceMs?: number
  readonly concurrency?: number
  /** Further providers beside `scripted`. */
  readonly providers?: readonly ModelProvider[]
  /** Words of scripts come this far apart. */
  readonly chunkDelayMs?: number
  /** Default: the policies decide about calls. */
  readonly canExecuteTool?: CanExecuteTool
  /** Environment that relics read. Default: empty. */
  readonly environment?: Readonly<Record<string, string>>
  /** Default: knows no values. */
  readonly redactor?: ServerRedactor
  /** Default: one with a key of its own. */
  readonly vault?: Vault | null
  /** Default: nothing is known of any model. */
  readonly modelInfo?: ModelInfo
  /** Default: a cent a call. */
  readonly priceOf?: PriceOf
  /** Wakeups of other processes. Default: none, the engine polls. Closed with the engine. */
  readonly wakeups?: Wakeups
  /** How long requests wait for a batch. Default: batches are kept, and neither sent nor looked at. */
  readonly batchEveryMs?: number
  /** Puts another store of batches in the place of this one. */
  readonly replaceBatches?: (store: BatchStore) => BatchStore
  /** The project of another engine, to go on in; a new one where it is left out. */
  readonly project?: { readonly id: string }
  /** The scripts of another engine, so that this one can go on with its runs. */
  readonly scripts?: Record<string, Script>
  /** Puts others in the place of these services, or of some of their functions, for the worker and the operations. */
  readonly replace?: (services: EngineServices) => Replacement
}

type Replacement = {
  readonly [Name in keyof EngineServices]?: EngineServices[Name] | Partial<EngineServices[Name]>
}

export async function createTestEngine(database: Database, options: EngineOptions = {}): Promise<TestEngine> {
  const { clock = systemClock, leaseMs = 10_000, newId = uniqueId, tools = [], scripts = {} } = options
  const { pool, connectionString } = database
  const { wakeups = createLocalWakeups() } = options
  const owner = {
    name: `test ${process.pid}`,
    key: 1 + Math.floor(Math.random() * 2_000_000_000),
    version: '0.1.0',
  }
  const presence = await holdLiveness({
    connectionString,
    prepare: prepareStanding,
    key: owner.key,
    log: () => undefined,
  })
  const dispatch = dispatchOf(pool)
  const slots = createSlotBroker()
  const runs = createRunStore({ pool, wakeups, dispatch, owner, leaseMs, newId, slots })
  let isDead = false
  const claims = new Set<Promise<unknown>>()
  const claim: RunStore['claim'] = async (asked) => {
    if (isDead) return []
    const claiming = runs.claim(asked)
    claims.add(claiming)
    return claiming.finally(() => claims.delete(claiming))
  }
  const log = createRunLog({ pool, wakeups, dispatch, leaseMs, now: clock.now, report: () => undefined })
  const relics = createRelics({
    store: createRelicStore(pool),
    pool,
    clock,
    environment: options.environment ?? {},
    guardOf: () => createAddressGuard({ allowPrivate: ['127.0.0.1'] }),
    ownServer: 'off',
    unsafeRoles: [],
  })
  const vault = options.vault === undefined ? createVault(randomBytes(32)) : options.vault
  const keptStore = vault && createBatchStore({ pool, vault })
  const batchStore = keptStore && (options.replaceBatches?.(keptStore) ?? keptStore)
  const own: EngineServices = {
    clock,
    newId,
    random: options.random ?? (() => 0),
    models: createModels([
      createScripted({ scripts, chunkDelayMs: options.chunkDelayMs ?? 0, clock }),
      ...(options.providers ?? []),
    ]),
    tools: { list: () => tools, find: (name) => tools.find((tool) => tool.name === name) ?? null },
    schemas: jsonSchemas,
    coolDowns: createCoolDowns(clock),
    rateLimits: createRateLimits(clock),
    modelSilenceMs: options.modelSilenceMs ?? 120_000,
    priceOf: options.priceOf ?? (() => ({ costUsd: '0.01', priceVersion: 'test', pricedAs: 'test' })),
    modelInfo: options.modelInfo ?? (() => ({ contextWindow: null, maxOutputTokens: null })),
    log,
    runs: { ...runs, claim },
    slots,
    budgets: createBudgets(pool),
    files: createFileStore(pool),
    fetchFile: createFetchFile(createAddressGuard({ allowPrivate: ['127.0.0.1'] })),
    policies: createPolicyStore(pool),
    workflows: createWorkflowStore(pool),
    ...(options.canExecuteTool ? { canExecuteTool: options.canExecuteTool } : {}),
    relics,
    actionCache: createActionCache(pool),
    agents: createAgentStore(pool),
    wakeups,
    dispatch,
    redactor: options.redactor ?? createRedactor({ values: [] }),
    vault,
    ...(batchStore && { batches: batchStore }),
    report: () => undefined,
  }
  const services = replaced(own, options.replace?.(own) ?? {})
  const operations = refusing(createEngineOperations(services, database))
  const project =
    options.project ?? (await ensureProject(pool, { slug: `test-${uuidv7()}`, name: 'Test', newId: uuidv7 }))
  const worker = new Worker({ services, concurrency: options.concurrency ?? 50, leaseMs })
  worker.start()
  const stopGates = await expireGates(services)
  const { batchEveryMs } = options
  const batches =
    batchStore && batchEveryMs !== undefined
      ? {
          ...services,
          batchStore,
          batchEveryMs,
          batchTimes: { shortestMs: 50, longestMs: 200, holdMs: 1_500 },
        }
      : null
  const stopBatches = batches && (await runBatches(batches))
  const batchLooks = batches && createBatchLooks(batches)
  batchLooks?.start()
  const sweep = createSweep(services, { hasSlot: () => true, others: [dueGates(services)] })
  sweep.start()

  const engine: TestEngine = {
    services,
    operations,
    worker,
    project,
    scripts,
    define: async (script, agent = {}) => {
      const slug = `script-${uuidv7()}`
      scripts[slug] = script
      const defined = defineAgent({
        slug,
        name: slug,
        model: `scripted/${slug}`,
        tools: tools.map((tool) => tool.name).filter((tool) => tool !== 'done'),
        // The date of the day would be another text each day.
        promptSections: [],
        ...agent,
      })
      await services.agents.insert({ projectId: project.id, id: uuidv7(), ...defined })
      return { slug }
    },
    trigger: async (script, { agent, trigger } = {}) => {
      const defined = await engine.define(script, agent)
      const call = { projectId: project.id, agent: defined, input: 'Do it.', ...trigger }
      return (await operations.triggerRun(call)).runId
    },
    seen: async (runId, type) => {
      for await (const event of followInTime((signal) => log.follow(runId, { after: 0, signal })))
        if (event.type === type) return event
      throw new Error(`Run ${runId} has no ${type}.`)
    },
    run: async (script, runOptions) => engine.finished(await engine.trigger(script, runOptions)),
    finished: async (runId, after = 0) => {
      const events: RunEvent[] = []
      for await (const event of followInTime((signal) => log.follow(runId, { after, signal })))
        events.push(event)
      const { rows } = await pool.query<RunRow>(`select * from "Run" where id = $1`, [runId])
      if (!rows[0]) throw new Error(`No run ${runId}.`)
      return finishedRun(runId, events, rows[0])
    },
    die: async () => {
      isDead = true
      // Its actions in flight may never end.
      void stopGates()
      void stopBatches?.()
      await batchLooks?.close()
      await sweep.close()
      // One that is under way would find the process dead, and take its runs.
      await Promise.allSettled(claims)
      // It hears of no abort that comes after its death.
      if (!options.wakeups) await wakeups.close()
      await presence.close()
    },
    close: async () => {
      await batchLooks?.close()
      await sweep.close()
      await stopGates()
      await stopBatches?.()
      await worker.close(0)
      await relics.close()
      await presence.close()
      await log.settled()
      await wakeups.close()
    },
  }
  return engine
}

const batchLookMs = 50

/** Finds what is due about batches more often than the sweep of a process: each turn of a run waits for it twice. */
function createBatchLooks(services: BatchServices): PeriodicTask {
  return createPeriodicTask(
    {
      perform: () => enqueueDue([dueBatches(services)], services),
      pauseMs: () => batchLookMs,
      everyMs: batchLookMs,
      failure: 'What is due about batches could not be looked for; trying again.',
    },
    services,
  )
}

function replaced(own: EngineServices, replacement: Replacement): EngineServices {
  const parts = Object.entries(replacement).map(([name, part]): [string, unknown] => {
    const isPlain = typeof part === 'object' && Object.getPrototypeOf(part) === Object.prototype
    return [name, isPlain ? { ...Reflect.get(own, name), ...part } : part]
  })
  return Object.assign({ ...own }, Object.fromEntries(parts))
}

function finishedRun(runId: string, events: readonly RunEvent[], row: RunRow): FinishedRun {
  return {
    runId,
    events,
    types: events.map((event) => event.type),
    row,
    of: (type) => events.flatMap((event) => (isOfType(event, type) ? [event.data] : [])),
  }
}

function isOfType<Type extends EventType>(
  event: RunEvent,
  type: Type,
): event is RunEvent & { readonly type: Type; readonly data: EventData<Type> } {
  return event.type === type
}

/** A tool for tests: `read`, takes any object, source `test`. */
export function testTool(name: string, execute: Tool['execute'], more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `The ${name} tool.`,
    inputSchema: { type: 'object' },
    effect: 'read',
    source: 'test',
    check: (value) => ({ ok: true, value }),
    execute,
    ...more,
  }
}
