import { isSettled } from '../../domain/action.ts'
import { isTerminal } from '../../domain/run.ts'
import type { EventType } from '../../domain/run-event.ts'
import type { ActionRow, RunCommit } from '../../domain/run-log.ts'
import type { LogEntry } from '../project/entry.ts'
import type { Columns } from '../project/rows-as-text.ts'
import type { RowsOfEntries } from './unwritten-rows.ts'

/** Commits of one run, written as one. */
export interface MergedCommit extends RunCommit {
  /** How many they are. */
  readonly count: number
}

/** The commits of a run, with what its log has of them and the rows that are written with it. */
export interface WrittenCommit {
  readonly commit: MergedCommit
  readonly entry: LogEntry | null
  readonly rows: RowsOfEntries | null
  /** The size of the commit, about, in characters. */
  readonly chars: number
}

/** The conditions, events and changed columns of each run. A plan has tens of thousands of events. */
export const askedColumns: Columns<keyof ReturnType<typeof askedRow>> = {
  runId: 'uuid',
  epoch: 'int',
  ownerCommits: 'int',
  commitCount: 'int',
  from: '"RunStatus"[]',
  unlessAborted: 'boolean',
  unlessInputPending: 'boolean',
  unlessEscalated: 'boolean',
  afterGateDecisions: 'int',
  eventCount: 'int',
  hasGates: 'boolean',
  events: 'json',
  settlesAt: 'timestamptz',
  fired: 'uuid[]',
  patch: 'json',
  entry: 'json as text',
  rowsFrom: 'int',
}

/** The types of a project's feed of gates, which an index finds. */
const gateTypes: readonly EventType[] = ['GateOpened', 'GateResolved']

/** What a commit asks of the row of its run, and does to it. */
export function askedRow({ commit, entry, rows }: WrittenCommit, at: Date) {
  const fired = (commit.actions ?? []).filter(({ mode }) => mode === 'FIRE_AND_FORGET')
  return {
    runId: commit.runId,
    epoch: commit.epoch,
    ownerCommits: commit.ownerCommits,
    commitCount: commit.epoch === null || commit.isProjection ? 0 : commit.count,
    from: commit.from,
    unlessAborted: commit.unlessAborted ?? false,
    unlessInputPending: commit.unlessInputPending ?? false,
    unlessEscalated: commit.unlessEscalated,
    afterGateDecisions: commit.afterGateDecisions,
    eventCount: commit.events.length,
    hasGates: commit.events.some(({ type }) => gateTypes.includes(type)),
    events: commit.events.map((event, place) => ({ place, ...event })),
    settlesAt: maySettle(commit, fired) ? (commit.run?.completedAt ?? at) : null,
    fired: fired.map(({ id }) => id),
    patch: commit.run,
    entry,
    rowsFrom: rows && (rows.from ?? 2 ** 31 - 1),
  }
}

/** Whether nothing of the run may be left after it: the run ends, or its fired actions do (DAG-4). The table has them as they were. */
function maySettle({ run }: RunCommit, fired: readonly Pick<ActionRow, 'status'>[]): boolean {
  if (!fired.every(({ status }) => isSettled(status))) return false
  return fired.length > 0 || (run?.status !== undefined && isTerminal(run.status))
}
