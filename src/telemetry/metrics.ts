import { collectDefaultMetrics, Registry } from 'prom-client'
import type { RenderMetrics, RequestMetrics } from '../domain/request-metrics.ts'
import type { Flush, RunCommit } from '../domain/run-log.ts'
import type { ClaimedRun } from '../domain/run-store.ts'
import { waitAtMost } from '../domain/time-limit.ts'
import type { Settlement } from '../domain/webhook.ts'
import { countWorkers, type WorkerSight } from '../domain/worker-sight.ts'
import { countCommit } from './count-commit.ts'
import { createInstruments, type Instruments } from './instruments.ts'

/** Values that are read at each scrape, and not before. */
export interface MetricSources {
  /** Absent: the process executes no runs. */
  readonly work?: () => { readonly active: number; readonly slots: number }
  /** Reads the queue and the workers of the database. May reject. */
  readonly look: () => Promise<WorkerSight>
}

/** The measurements of one process. Counting never waits and never fails. */
export interface Metrics {
  readonly requestMetrics: RequestMetrics
  claimed(runs: readonly ClaimedRun[]): void
  /** A commit that was accepted. */
  committed(commit: RunCommit): void
  flushed(flush: Flush): void
  /** An attempt to deliver to a webhook was written down. */
  settled(settlement: Settlement): void
  /** A pass of retention has ended. */
  retired(removed: { readonly runs: number }): void
  /** Sets the sources; a scrape before has none of their values. */
  setSources(at: MetricSources): void
  readonly renderMetrics: RenderMetrics
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const instruments = createInstruments(registry)
  let sources: MetricSources | null = null
  return {
    requestMetrics: {
      opened: (kind) => {
        instruments.connections.inc({ kind })
        return () => instruments.connections.dec({ kind })
      },
      refused: (code) => instruments.refusals.inc({ code: instruments.codeLabel(code) }),
    },
    claimed: (runs) => {
      for (const { recovered } of runs) instruments.runsClaimed.inc({ recovered: String(recovered) })
    },
    committed: (commit) => countCommit(commit, instruments),
    flushed: ({ commits, durationMs, outcome }) => {
      instruments.commitBatch.observe(commits)
      instruments.commitSeconds.observe({ outcome }, durationMs / 1_000)
    },
    settled: ({ kind }) => instruments.deliveries.inc({ outcome: kind }),
    retired: ({ runs }) => instruments.runsRemoved.inc(runs),
    setSources: (at) => {
      sources = at
    },
    renderMetrics: async () => {
      if (sources) await readSources(sources, instruments)
      const all = Registry.merge([registry, registryOfProcess()])
      return { contentType: all.contentType, text: await all.metrics() }
    },
  }
}

/** As long as a check of readiness has: Prometheus itself waits for ten seconds. */
const readWithinMs = 2_000

/** If the database is unavailable, only its values are omitted. */
async function readSources({ work, look }: MetricSources, instruments: Instruments): Promise<void> {
  const load = work?.() ?? { active: 0, slots: 0 }
  instruments.runsActive.set(load.active)
  instruments.runPlaces.set(load.slots)
  const sight = (await waitAtMost(readWithinMs, look()).catch(() => null))?.result ?? null
  instruments.databaseUp.set(sight === null ? 0 : 1)
  instruments.queueRuns.reset()
  instruments.queueOldest.remove()
  instruments.workers.reset()
  if (sight === null) return
  const { queue, workers } = sight
  for (const state of ['queued', 'returned', 'orphaned'] as const)
    instruments.queueRuns.set({ state }, queue[state])
  instruments.queueOldest.set(queue.oldestMs / 1_000)
  const { ACTIVE: active, DRAINING: draining, LOST: lost } = countWorkers(workers)
  for (const [state, count] of Object.entries({ active, draining, lost }))
    instruments.workers.set({ state }, count)
}

let ofProcess: Registry | null = null

/** Metrics of Node.js about the process, shared by all apps in it, and observed from the first scrape. */
function registryOfProcess(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}
