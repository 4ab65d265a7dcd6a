import { isJsonObject } from '../../domain/json.ts'
import { mergeEntries } from '../../domain/merge-entries.ts'
import type { CommitOutcome, RunCommit } from '../../domain/run-log.ts'
import type { MergedCommit } from './asked-row.ts'

/** As many commits go into one transaction, */
const maxBatch = 500

/** of so many characters together: a statement of many large results would hold up all others. One alone may have more. */
const maxBatchChars = 8 * 1024 * 1024

/** A commit whose outcome someone waits for. */
export interface WaitingCommit {
  readonly commit: RunCommit
  /** Its size, about. */
  readonly chars: number
  readonly resolve: (outcome: CommitOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Commits of one run that are written as one. */
interface Group {
  readonly members: WaitingCommit[]
  /** Whether one of them sets the status. */
  setsStatus: boolean
}

/** The same as one, with the part that each of them adds. */
export interface MergedGroup {
  readonly commit: MergedCommit
  readonly members: readonly { readonly waiting: WaitingCommit; readonly lastPlace: number }[]
}

/**
 * The next transaction: one group per run, each run's commits in their order; commits that cannot join wait for the one after, as do those
 * of runs that are `busy`.
 */
export function takeBatch(
  waiting: readonly WaitingCommit[],
  busy: ReadonlySet<string>,
): {
  readonly groups: readonly MergedGroup[]
  readonly rest: WaitingCommit[]
} {
  const groups = new Map<string, Group>()
  const closed = new Set(busy)
  const rest: WaitingCommit[] = []
  let chars = 0
  for (const [index, item] of waiting.entries()) {
    const { runId } = item.commit
    const group = groups.get(runId)
    const isRoom = index < maxBatch && (groups.size === 0 || chars + item.chars <= maxBatchChars)
    if (!isRoom || closed.has(runId) || (group && !canJoin(group, item.commit))) {
      // No later commit of the run may pass this one by.
      closed.add(runId)
      rest.push(item)
      continue
    }
    chars += item.chars
    const joined = group ?? { members: [], setsStatus: false }
    joined.members.push(item)
    joined.setsStatus ||= item.commit.run?.status !== undefined
    groups.set(runId, joined)
  }
  return { groups: [...groups.values()].map(merged), rest }
}

/** Two commits are one when they hold under the same conditions and the first leaves the status as it is. */
function canJoin({ members, setsStatus }: Group, next: RunCommit): boolean {
  const first = members[0]?.commit
  return (
    first !== undefined &&
    !setsStatus &&
    !first.isProjection &&
    !next.isProjection &&
    first.epoch === next.epoch &&
    next.ownerCommits === numberAfter(first, members.length) &&
    (first.unlessAborted ?? false) === (next.unlessAborted ?? false) &&
    (first.unlessInputPending ?? false) === (next.unlessInputPending ?? false) &&
    first.unlessEscalated === undefined &&
    next.unlessEscalated === undefined &&
    first.afterGateDecisions === undefined &&
    next.afterGateDecisions === undefined &&
    first.from.length === next.from.length &&
    first.from.every((status) => next.from.includes(status))
  )
}

/** The number that the commit after so many of an owner has. */
function numberAfter({ ownerCommits }: RunCommit, count: number): number | undefined {
  return ownerCommits === undefined ? undefined : ownerCommits + count
}

function merged({ members }: Group): MergedGroup {
  const commits = members.map(({ commit }) => commit)
  const [first, ...others] = commits
  if (!first) throw new Error('A group has no commits.')
  let lastPlace = -1
  const placed = members.map((waiting) => {
    lastPlace += waiting.commit.events.length
    return { waiting, lastPlace }
  })
  return { commit: { ...mergeEntries(first, others), count: members.length }, members: placed }
}

/** Approximate overhead of JSON per value, with its name, in characters. */
const perValue = 16

/** The approximate size of a value as JSON, in characters, without serialising it. Linear in its parts. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length
  let sum = perValue
  // No lists of values are made: a commit may have ten thousand rows.
  if (Array.isArray(value)) for (const item of value) sum += sizeOf(item)
  else if (isJsonObject(value)) for (const key in value) sum += sizeOf(value[key])
  return sum
}
