import type { Clock } from '../../domain/clock.ts'
import { reportEveryMs, type WorkerRow } from '../../domain/queue.ts'
import {
  describeWaiting,
  isNobodyAlive,
  lostWorkers,
  nameWorkers,
  type WorkerSight,
} from '../../domain/worker-sight.ts'
import { createPeriodicTask, type PeriodicTask } from '../periodic-task.ts'

/** A line about the workers, for the operator. */
interface WorkerLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

interface WorkerWatchOptions {
  readonly look: () => Promise<WorkerSight>
  readonly tell: (line: WorkerLine) => void
}

/**
 * Tells the operator of workers that are lost, and when nobody executes runs: once, by every process, as the last one that is left may be
 * an API (OPS-8). Only what two looks in a row find is told, because a worker holds no lock for a moment while PostgreSQL restarts.
 */
export function createWorkerWatch(
  { look, tell }: WorkerWatchOptions,
  services: { readonly clock: Clock; readonly report: (message: string, error?: unknown) => void },
): PeriodicTask {
  let told: Told = nothingTold
  let before: WorkerSight | null = null
  return createPeriodicTask(
    {
      perform: async () => {
        const sight = await look()
        const next = before === null ? { told, lines: [] } : toTell({ before, sight, told })
        for (const line of next.lines) tell(line)
        told = next.told
        before = sight
      },
      pauseMs: () => reportEveryMs,
      everyMs: reportEveryMs,
      failure: 'The workers could not be looked for; trying again.',
    },
    services,
  )
}

/** What the operator knows by now. */
interface Told {
  /** Ids of workers that were called lost. */
  readonly lost: ReadonlySet<string>
  readonly isNobodyAlive: boolean
}

export const nothingTold: Told = { lost: new Set(), isNobodyAlive: false }

interface Sights {
  readonly before: WorkerSight
  readonly sight: WorkerSight
  readonly told: Told
}

/** Decides what of two looks is new. */
export function toTell({ before, sight, told }: Sights): { lines: readonly WorkerLine[]; told: Told } {
  const known = new Set(lostWorkers(before.workers).map(({ id }) => id))
  const lost = lostWorkers(sight.workers).filter(({ id }) => known.has(id))
  const isNew = ({ id }: WorkerRow) => !told.lost.has(id)
  const next = { lost: new Set(lost.map(({ id }) => id)), isNobodyAlive: told.isNobodyAlive }
  if (isNobodyAlive(sight.workers)) {
    if (told.isNobodyAlive || !isNobodyAlive(before.workers)) return { lines: [], told: next }
    return { lines: [nobodyLine(sight)], told: { ...next, isNobodyAlive: true } }
  }
  const back: WorkerLine[] = told.isNobodyAlive ? [{ level: 'info', text: 'A worker is alive again.' }] : []
  const found = lost.filter(isNew)
  return {
    lines: [...back, ...(found.length === 0 ? [] : [lostLine(found)])],
    told: { ...next, isNobodyAlive: false },
  }
}

function nobodyLine({ workers, queue }: WorkerSight): WorkerLine {
  const lost = lostWorkers(workers)
  const waiting = describeWaiting(queue) ?? 'new runs wait until one starts'
  const names = lost.length === 0 ? '' : ` Lost: ${nameWorkers(lost)}.`
  return { level: 'error', text: `No worker is alive: ${waiting}.${names} Start a worker.` }
}

function lostLine(lost: readonly WorkerRow[]): WorkerLine {
  const what = lost.length === 1 ? 'A worker is lost' : `${lost.length} workers are lost`
  return { level: 'warn', text: `${what}, and others take over the runs: ${nameWorkers(lost)}.` }
}
