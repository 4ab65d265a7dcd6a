import type { EventType, RunEvent } from './run-event.ts'

/** Access of the monitor to the logs (LIM-8). */
export interface WatchStore {
  /** Takes the watch over the runs of all projects; `null` while another process has it. */
  acquire(): Promise<Watch | null>
}

/** The watch, in the hands of the one process that has it. It is lost with its connection: then every call throws. */
export interface Watch {
  running(): Promise<readonly WatchedRun[]>
  /** The next events of these types of each run, in order, at most `limit` of each run. */
  read(stretches: readonly LogRange[], options: ReadOptions): Promise<readonly RunEvent[]>
  release(): Promise<void>
}

export interface WatchedRun {
  readonly runId: string
  /** The number of its newest event; 0 where it has none. */
  readonly lastSeq: number
  /** Whether an escalation is open. */
  readonly escalated: boolean
}

/** The part of a run's log after one event, up to another. */
export interface LogRange {
  readonly runId: string
  readonly after: number
  readonly until: number
}

export interface ReadOptions {
  readonly types: readonly EventType[]
  readonly limit: number
}
