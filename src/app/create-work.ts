import type { Database } from '../database/connect.ts'
import { toChoice } from '../domain/declared.ts'
import type { DueJobs } from '../domain/dispatch.ts'
import { dueGates, expireGates } from '../engine/gates/resolve-gate.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { lookAtCanaries } from '../engine/worker/canaries.ts'
import { type Chore, createMaintenance } from '../engine/worker/maintenance.ts'
import { createPresence } from '../engine/worker/presence.ts'
import { createSweep } from '../engine/worker/sweep.ts'
import { Worker } from '../engine/worker/worker.ts'
import { createPartitions } from '../log/log-partitions.ts'
import { createMonitor } from '../monitor/monitor.ts'
import type { Config } from '../settings/config.ts'
import { createCanaryStore } from '../store/canary-store.ts'
import { createWatchStore } from '../store/monitor-store.ts'
import { deleteExpired } from '../store/retention/expired-rows.ts'
import { createWorkerStore, deleteLostWorkers } from '../store/worker-store.ts'
import { closeTogether } from './disposer.ts'
import type { Parts } from './open-services.ts'
import type { Retire } from './retention.ts'

/** All that a process does to execute runs. */
export function createWork(services: EngineServices, { config, database, owner, retire, due }: WorkOptions) {
  const closing = new AbortController()
  const worker = new Worker({ services, concurrency: config.concurrency, leaseMs: config.leaseMs })
  const presence = createPresence(
    {
      store: createWorkerStore(database.pool),
      worker: {
        ...{ id: services.newId(), name: owner.name, leaseKey: owner.key, version: owner.version },
        role: toChoice(config.role),
      },
      load: () => worker.load(),
    },
    services,
  )
  const hasSlot = () => worker.load().active < worker.load().slots
  const sweep = createSweep(services, { hasSlot, others: [dueGates(services), ...due] })
  let stopGates: () => Promise<void> = async () => undefined
  const maintenance = createMaintenance(
    services,
    choresOf(database, { ...services, retire, signal: closing.signal, keep: config.keep }),
  )
  const monitor = config.monitor
    ? createMonitor({ ...services, store: createWatchStore(database.sessions) })
    : null
  return {
    /** Checks of the periodic tasks, for the readiness of the process. The monitor is not among them: runs end without it. */
    readiness: {
      claims: worker.heartbeats.claims.readiness,
      leases: worker.heartbeats.leases.readiness,
      sweep: sweep.heartbeat.readiness,
      queue: sweep.queue.readiness,
    },
    /** The number of active runs and of slots. */
    load: () => worker.load(),
    start: async () => {
      worker.start()
      presence.start()
      sweep.start()
      monitor?.start()
      stopGates = await expireGates(services)
      await maintenance.start()
    },
    /** Stops taking runs at once. Active runs have `graceMs` to reach a checkpoint (DUR-4). Gives how many were then released. */
    close: async (graceMs: number) => {
      closing.abort()
      const closed = worker.close(graceMs)
      const others = [presence.drain(), sweep.close(), stopGates(), maintenance.close(), monitor?.close()]
      await closeTogether([closed, ...others]).finally(() => presence.close())
      return closed
    },
  }
}

interface WorkOptions extends Pick<Parts, 'config' | 'database' | 'owner'> {
  readonly retire: Retire
  /** Further sources of due jobs, besides runs and gates. */
  readonly due: readonly DueJobs[]
}

interface Upkeep extends Pick<Config, 'keep'>, Pick<EngineServices, 'clock' | 'report'> {
  readonly retire: Retire
  readonly signal: AbortSignal
}

function choresOf({ pool }: Database, { retire, signal, clock, report, keep }: Upkeep): readonly Chore[] {
  const keepDays = keep.runsDays
  const canaries = createCanaryStore(pool)
  return [
    { key: 'canaries', cron: '* * * * *', perform: () => lookAtCanaries(canaries, report, signal) },
    {
      key: 'log-partitions',
      cron: '23 3 * * *',
      perform: async () => void (await createPartitions(pool, { now: clock.now(), keepDays })),
      isAtStart: true,
    },
    { key: 'expired-rows', cron: '*/15 * * * *', perform: () => deleteExpired(pool) },
    { key: 'lost-workers', cron: '*/15 * * * *', perform: () => deleteLostWorkers(pool) },
    {
      key: 'retention',
      cron: '7 * * * *',
      perform: async () => void (await retire(signal)),
      isAtStart: true,
    },
  ]
}
