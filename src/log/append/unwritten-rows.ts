import type { RunCommit } from '../../domain/run-log.ts'
import { foldEntries, type LogEntry } from '../project/entry.ts'

/** Rows are written so long after their entry at the latest, in milliseconds, while a process is alive: lists of rows lag no more behind. */
const rowsWithinMs = 1_000

/** Entries of so many characters of one run are kept in memory. */
const maxChars = 1024 * 1024

/** Rows that are written with a commit. */
export interface RowsOfEntries {
  readonly rows: LogEntry
  /** The first number of the segments that they follow from; `null`: they follow from the commit alone. */
  readonly from: number | null
}

interface Unwritten {
  readonly epoch: number
  readonly entries: LogEntry[]
  readonly from: number
  readonly since: number
  chars: number
}

/** The entries of this process's runs whose rows are not written yet. */
export class UnwrittenRows {
  readonly #ofRuns = new Map<string, Unwritten>()

  /** In how many milliseconds the first rows are due; `null`: none are. */
  dueIn(now: number): number | null {
    // Runs are in the order in which they began to wait.
    const [first] = this.#ofRuns.values()
    return first === undefined ? null : Math.max(0, first.since + rowsWithinMs - now)
  }

  /** The rows that are to be written with a commit, which may be none where all of its run must be; `null`: later. */
  rowsWith(commit: RunCommit, entry: LogEntry | null, now: number): RowsOfEntries | null {
    const kept = this.#of(commit)
    const entries = [...(kept?.entries ?? []), ...(entry === null ? [] : [entry])]
    if (entries.length === 0 && commit.run?.status === undefined) return null
    const isDue = kept !== undefined && (now - kept.since >= rowsWithinMs || kept.chars > maxChars)
    return isDue || isReadAtOnce(commit) ? { rows: foldEntries(entries), from: kept?.from ?? null } : null
  }

  /** Notes that a commit was written: `base` is the number of its first event. */
  written(
    commit: RunCommit,
    {
      entry,
      rows,
      base,
      chars,
    }: {
      readonly entry: LogEntry | null
      readonly rows: RowsOfEntries | null
      readonly base: number
      readonly chars: number
    },
    now: number,
  ): void {
    const { runId, epoch } = commit
    if (epoch === null) return
    if (rows !== null) this.#ofRuns.delete(runId)
    else if (entry !== null) {
      const kept = this.#of(commit)
      if (kept === undefined) {
        this.#ofRuns.delete(runId)
        this.#ofRuns.set(runId, { epoch, entries: [entry], from: base, since: now, chars })
      } else {
        kept.entries.push(entry)
        kept.chars += chars
      }
    }
  }

  /** Of a run that this process may not write to any more: who goes on with it reads the log. */
  forget(runId: string): void {
    this.#ofRuns.delete(runId)
  }

  /** Commits that do nothing but write the rows that have waited long enough. */
  due(now: number): readonly RunCommit[] {
    return [...this.#ofRuns]
      .filter(([, { since }]) => now - since >= rowsWithinMs)
      .map(([runId, { epoch }]) => ({ runId, epoch, from: ['RUNNING'], events: [], isProjection: true }))
  }

  #of({ runId, epoch }: RunCommit): Unwritten | undefined {
    const kept = this.#ofRuns.get(runId)
    return kept?.epoch === epoch ? kept : undefined
  }
}

/**
 * Whether other processes decide by the rows of a commit: of a run that rests or continues, of gates, of actions that outlive their step,
 * and of those that wait for a child.
 */
function isReadAtOnce({
  epoch,
  from,
  run,
  events,
  gates = [],
  actions = [],
  isProjection = false,
}: RunCommit): boolean {
  return (
    isProjection ||
    epoch === null ||
    run?.status !== undefined ||
    events.length === 0 ||
    gates.length > 0 ||
    from.some((status) => status !== 'RUNNING') ||
    actions.some(({ mode, childRunId }) => mode === 'FIRE_AND_FORGET' || childRunId !== null)
  )
}
