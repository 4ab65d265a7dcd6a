import type pg from 'pg'
import type { RunEvent } from '../../src/domain/run-event.ts'
import type { RunLog } from '../../src/domain/run-log.ts'
import { applyRetention, type Keep, type Retired } from '../../src/store/retention/retention.ts'
import { textDelta } from './memory-run-log.ts'
import type { HeldInTree } from './run-tree.ts'
import { commitOf, note, rest } from './stores.ts'

export const dayMs = 24 * 3_600_000
/** Time when the runs of a test stopped, and the time that their retention is applied at. */
export const longAgo = new Date(Date.now() - 100 * dayMs)
export const yesterday = new Date(Date.now() - dayMs)

/** What retention reports where it removes nothing. */
export const nothingRetired: Retired = { deltas: 0, runs: 0, droppedPartitions: 0, keptPartitions: 0 }

/** Applies retention now; what is not given is kept for ever. */
export function retain(pool: pg.Pool, keep: Partial<Keep>, signal?: AbortSignal): Promise<Retired> {
  const forEver = { deltasDays: null, runsDays: null }
  return applyRetention({ pool, now: Date.now(), keep: { ...forEver, ...keep }, ...(signal && { signal }) })
}

/** Writes what a pattern says, a letter an event: `d` is an increment, anything else is not. */
export async function tell(log: RunLog, run: HeldInTree, pattern: string): Promise<void> {
  const events = [...pattern].map((letter) => (letter === 'd' ? textDelta(letter) : note(letter)))
  await log.commit(commitOf(run, events))
}

/** Ends a run at a time. */
export async function endAt(log: RunLog, run: HeldInTree, completedAt: Date = longAgo): Promise<void> {
  await log.commit(commitOf(run, [rest()], { run: { status: 'COMPLETED', completedAt } }))
}

/** The same, with what it said before. */
export async function tellAndEnd(log: RunLog, run: HeldInTree, pattern: string, at: Date = longAgo) {
  await tell(log, run, pattern)
  await endAt(log, run, at)
}

/** An event in few letters: its number and, where it stands for some that are gone, the first of those. */
export function shortly(event: RunEvent): string {
  if (event.type !== 'HistoryTruncated') return `${event.seq}${event.type === 'TextDelta' ? 'd' : ''}`
  const { removed, fromSeq, toSeq } = event.data
  return removed === 'RUNS' ? 'RUNS' : `${fromSeq}-${toSeq}`
}
