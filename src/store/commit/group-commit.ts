import type pg from 'pg'
import { type Dispatch, gateJob, type Job, type RunToClaim, runJob } from '../../domain/dispatch.ts'
import { inSlices, nextTurn } from '../../domain/in-slices.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { CommitOutcome, Flush, RunCommit } from '../../domain/run-log.ts'
import { deliveryJob } from '../../domain/webhook.ts'
import { nextOfSessionStatement, sentOnStatement } from '../claimable-runs.ts'
import { againInNewPartition, inTransaction, isRolledBack } from '../transaction.ts'
import { type CommitQuery, commitQuery, type MergedCommit } from './commit-statement.ts'
import { type Notice, noticesOf } from './webhook-notices.ts'

/** As many commits go into one transaction, */
const maxBatch = 500

/** of so many characters together: a statement of many large results would hold up all others. One alone may have more. */
const maxBatchChars = 8 * 1024 * 1024

/** The driver encodes a statement at once: from this size on, which takes it milliseconds, in a turn of the event loop of its own. */
const largeChars = 512 * 1024

interface Waiting {
  readonly commit: RunCommit
  /** Its size, about. */
  readonly chars: number
  readonly resolve: (outcome: CommitOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Commits of one run that are written as one. */
interface Group {
  readonly members: Waiting[]
  /** Whether one of them sets the status. */
  setsStatus: boolean
}

/** The same as one, with the part that each of them adds. */
interface MergedGroup {
  readonly commit: MergedCommit
  readonly members: readonly { readonly waiting: Waiting; readonly lastPlace: number }[]
}

interface GroupCommitOptions {
  readonly pool: pg.Pool
  readonly dispatch: Dispatch
  readonly leaseMs: number
  readonly now: () => number
  readonly onWritten: (commit: RunCommit, scope: CommitScope, at: Date) => void
  /** Called when the job of a session's next run is in the queue. */
  readonly onQueued: () => void
  readonly report: (message: string, error?: unknown) => void
  /** Called when a transaction has ended, committed or not; for metrics. */
  readonly onFlushed?: (flush: Flush) => void
}

/** Tree, session and project that a commit was written to. */
export interface CommitScope {
  readonly runId: string
  readonly projectId: string
  readonly rootId: string
  /** The session of its tree. */
  readonly sessionId: string | null
  /** Webhook deliveries that the commit wrote, if any. */
  readonly deliveries?: readonly { readonly id: string; readonly webhookId: string }[] | null
  /** The number of its first event. */
  readonly base: number
}

interface WrittenRun extends CommitScope {
  /** Whether there is any webhook to notify; absent where the commits had no notices. */
  readonly isHeard?: boolean
  readonly abortRequested: boolean
  readonly inputPending: boolean
  readonly escalation: string | null
}

/**
 * Writes commits of all runs in shared transactions: while one is being written to disk the next gathers, so the number of fsyncs does not
 * grow with the number of runs.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  /** Whether there was any webhook at the last check. True before the first one. */
  #isHeard = true
  #waiting: Waiting[] = []
  #draining: Promise<void> | null = null
  /** Jobs of sessions' next runs that are being enqueued. */
  #queueing: Promise<void> = Promise.resolve()

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  commit(commit: RunCommit): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, chars: sizeOfCommit(commit), resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when all that was committed so far is written or refused. */
  async settled(): Promise<void> {
    while (this.#draining) await this.#draining
    await this.#queueing
  }

  async #drain(): Promise<void> {
    // One microtask later, so that the commits of this tick go together.
    await null
    while (this.#waiting.length > 0) {
      const { groups, rest } = takeBatch(this.#waiting)
      this.#waiting = rest
      await this.#write(groups)
    }
    this.#draining = null
  }

  async #write(groups: readonly MergedGroup[]): Promise<void> {
    const { leaseMs, now } = this.#options
    const measure = this.#measure(groups)
    let sent = false
    try {
      const commits = groups.map((group) => group.commit)
      const notices = commits.flatMap(noticesOf)
      const at = new Date(now())
      const query = await inSlices(commitQuery(commits, notices, { at, leaseMs }))
      if (isLarge(query)) await nextTurn()
      sent = true
      const written = await againInNewPartition(() => this.#send(commits, notices, query))
      this.#settle(groups, written, at)
      this.#queueNext(commits, written)
      measure('written')
    } catch (error) {
      measure('failed')
      const nothingWritten = !sent || isRolledBack(error)
      if (groups.length === 1 || !nothingWritten) return failAll(groups, error)
      // One run's bad row must not take the others down with it.
      for (const group of groups) await this.#write([group])
    }
  }

  #measure(groups: readonly MergedGroup[]): (outcome: Flush['outcome']) => void {
    const { onFlushed } = this.#options
    if (!onFlushed) return () => undefined
    const commits = groups.reduce((count, { members }) => count + members.length, 0)
    const from = performance.now()
    return (outcome) => onFlushed({ commits, durationMs: performance.now() - from, outcome })
  }

  /** A commit that makes something due adds a job for it in the same transaction. */
  async #send(
    commits: readonly RunCommit[],
    notices: readonly Notice[],
    query: CommitQuery,
  ): Promise<readonly WrittenRun[]> {
    const { pool, dispatch } = this.#options
    const due = commits.filter(makesDue)
    if (due.length === 0 && (notices.length === 0 || !this.#isHeard)) return this.#sendAlone(query)
    return inTransaction(pool, async (client, transaction) => {
      const rows = this.#listen((await client.query<WrittenRun>(query)).rows)
      const written = new Set(rows.map(({ runId }) => runId))
      const jobs = await jobsOf(
        due.filter(({ runId }) => written.has(runId)),
        client,
      )
      await dispatch.enqueue([...jobs, ...deliveryJobs(rows)], transaction)
      return rows
    })
  }

  /** Used while no webhook is known: there are no jobs then, and a single statement needs no explicit transaction. */
  async #sendAlone(query: CommitQuery): Promise<readonly WrittenRun[]> {
    const { pool, dispatch } = this.#options
    const rows = this.#listen((await pool.query<WrittenRun>(query)).rows)
    // A webhook that was created a moment ago gets its jobs after the commit. If this process dies here, the sweep finds its deliveries.
    const jobs = deliveryJobs(rows)
    if (jobs.length > 0) await dispatch.enqueue(jobs).catch(() => undefined)
    return rows
  }

  #listen(rows: readonly WrittenRun[]): readonly WrittenRun[] {
    const [{ isHeard } = {}] = rows
    if (isHeard !== undefined) this.#isHeard = isHeard
    return rows
  }

  /**
   * The next run of a session may wait for a run that stops. After the commit, not within: a job of that run that waits already stays, and
   * a worker that fetched it before the commit would find the session busy and drop it. Should this process die here, the sweep inserts the
   * job.
   */
  #queueNext(commits: readonly RunCommit[], written: readonly WrittenRun[]): void {
    const inSession = new Set(written.filter(({ sessionId }) => sessionId !== null).map(({ runId }) => runId))
    const stopped = commits.filter(({ runId, run }) => inSession.has(runId) && hasStopped(run?.status))
    if (stopped.length === 0) return
    const { pool, dispatch, onQueued, report } = this.#options
    const queue = async () => {
      const { rows } = await pool.query<RunToClaim>(nextOfSessionStatement, [
        stopped.map(({ runId }) => runId),
      ])
      if (rows.length > 0 && (await dispatch.enqueue(rows.map(runJob))) > 0) onQueued()
    }
    const queued = queue().catch((error: unknown) =>
      report('The next run of a session has no job yet; the sweep brings it.', error),
    )
    this.#queueing = Promise.all([this.#queueing, queued]).then(() => undefined)
  }

  #settle(groups: readonly MergedGroup[], written: readonly WrittenRun[], at: Date): void {
    const byRun = new Map(written.map((row) => [row.runId, row]))
    for (const { commit, members } of groups) {
      const row = byRun.get(commit.runId)
      if (row) this.#options.onWritten(commit, row, at)
      for (const { waiting, lastPlace } of members) waiting.resolve(outcomeOf(row, lastPlace))
    }
  }
}

/** Of its values, most of which are short, one is large or none. */
function isLarge({ values }: CommitQuery): boolean {
  return values.some((value) => typeof value === 'string' && value.length > largeChars)
}

function deliveryJobs(rows: readonly WrittenRun[]): readonly Job[] {
  return rows.flatMap(({ deliveries }) =>
    (deliveries ?? []).map((delivery) => deliveryJob({ ...delivery, attempt: 0 })),
  )
}

function outcomeOf(row: WrittenRun | undefined, lastPlace: number): CommitOutcome {
  if (!row) return { kind: 'refused' }
  const { base, abortRequested, inputPending, escalation } = row
  return { kind: 'written', lastSeq: base + lastPlace, abortRequested, inputPending, escalation }
}

function failAll(groups: readonly MergedGroup[], error: unknown): void {
  for (const { members } of groups) for (const { waiting } of members) waiting.reject(error)
}

/** The next transaction: one group per run, each run's commits in their order; commits that cannot join wait for the one after. */
function takeBatch(waiting: readonly Waiting[]): {
  readonly groups: readonly MergedGroup[]
  readonly rest: Waiting[]
} {
  const groups = new Map<string, Group>()
  const closed = new Set<string>()
  const rest: Waiting[] = []
  let chars = 0
  for (const [index, item] of waiting.entries()) {
    const { runId } = item.commit
    const group = groups.get(runId)
    const isRoom = index < maxBatch && (index === 0 || chars + item.chars <= maxBatchChars)
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
    first.epoch === next.epoch &&
    next.ownerCommits === numberAfter(first, members.length) &&
    (first.unlessAborted ?? false) === (next.unlessAborted ?? false) &&
    (first.unlessInputPending ?? false) === (next.unlessInputPending ?? false) &&
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

/** Each list is made once, however many commits there are. */
function merged({ members }: Group): MergedGroup {
  const commits = members.map(({ commit }) => commit)
  const [first, ...others] = commits
  if (!first) throw new Error('A group has no commits.')
  let lastPlace = -1
  const placed = members.map((waiting) => {
    lastPlace += waiting.commit.events.length
    return { waiting, lastPlace }
  })
  if (others.length === 0) return { commit: { ...first, count: 1 }, members: placed }
  const all = <Row>(rowsOf: (commit: RunCommit) => readonly Row[] | undefined) =>
    commits.flatMap((commit) => rowsOf(commit) ?? [])
  const commit: MergedCommit = {
    ...first,
    events: all(({ events }) => events),
    run: Object.assign({}, ...commits.map(({ run }) => run)),
    steps: lastOfEach(all(({ steps }) => steps)),
    actions: lastOfEach(all(({ actions }) => actions)),
    attempts: all(({ attempts }) => attempts),
    messages: all(({ messages }) => messages),
    modelCalls: all(({ modelCalls }) => modelCalls),
    compactions: all(({ compactions }) => compactions),
    secrets: all(({ secrets }) => secrets),
    prompts: all(({ prompts }) => prompts),
    gates: lastOfEach(all(({ gates }) => gates)),
    count: members.length,
  }
  return { commit, members: placed }
}

/** One statement may touch a row once only: the last state of each wins. */
function lastOfEach<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function hasStopped(status: string | undefined): boolean {
  return status !== undefined && status !== 'RUNNING'
}

/** Whether a process other than the run's owner resumes it. */
function sendsOn({ epoch, run }: RunCommit): boolean {
  return epoch === null && run?.status === 'RUNNING'
}

function timersOf({ gates = [] }: RunCommit): readonly Job[] {
  return gates.flatMap(({ id, status, expiresAt }) =>
    status === 'OPEN' && expiresAt !== null ? [gateJob({ id, expiresAt })] : [],
  )
}

function makesDue(commit: RunCommit): boolean {
  return sendsOn(commit) || timersOf(commit).length > 0
}

/** Jobs that commits make due: runs that continue, and gates that will expire. */
async function jobsOf(commits: readonly RunCommit[], client: pg.PoolClient): Promise<readonly Job[]> {
  const timers = commits.flatMap(timersOf)
  const sentOn = commits.filter(sendsOn).map(({ runId }) => runId)
  if (sentOn.length === 0) return timers
  const { rows } = await client.query<RunToClaim>(sentOnStatement, [sentOn])
  return [...timers, ...rows.map(runJob)]
}

/** Approximate overhead of JSON per value, with its name, in characters. */
const perValue = 16

/** The approximate size of a commit as JSON, in characters, without serialising it. Linear in its values. */
function sizeOfCommit(commit: RunCommit): number {
  return sizeOf(commit)
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length
  let sum = perValue
  // No lists of values are made: a commit may have ten thousand rows.
  if (Array.isArray(value)) for (const item of value) sum += sizeOf(item)
  else if (isJsonObject(value)) for (const key in value) sum += sizeOf(value[key])
  return sum
}
