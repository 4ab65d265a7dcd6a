import type pg from 'pg'
import { type Dispatch, gateJob, type Job, type RunToClaim, runJob } from '../../domain/dispatch.ts'
import { inSlices, nextTurn, type Sliced } from '../../domain/in-slices.ts'
import type { CommitOutcome, Flush, RunCommit } from '../../domain/run-log.ts'
import { nextOfSessionStatement, sentOnStatement } from '../../sql/claimable-runs.ts'
import { againInNewPartition, inTransaction, isLockTimeout, isRolledBack } from '../../sql/transaction.ts'
import { entryOf } from '../project/entry.ts'
import { bringUp } from '../project/project-rows.ts'
import { sizeOfChars } from '../project/rows-as-text.ts'
import { type Notice, noticesOf } from '../project/webhook-notices.ts'
import type { WrittenCommit } from './asked-row.ts'
import { type MergedGroup, sizeOf, takeBatch, type WaitingCommit } from './commit-groups.ts'
import { type CommitQuery, commitQuery } from './commit-statement.ts'
import { UnwrittenRows } from './unwritten-rows.ts'

/**
 * A row that another client has locked is waited for so long in a transaction of several runs, in milliseconds; after that, those whose rows
 * are free are written, and each of the others alone waits as long as its session does.
 */
const rowPatienceMs = 1_000

/** What is sent is waited for so long before more is sent beside it, in milliseconds, */
const batchPatienceMs = 250

/** up to so many transactions at once. */
const maxInFlight = 4

/** The driver encodes a statement at once: from this size on, which takes it milliseconds, in a turn of the event loop of its own. */
const largeChars = 512 * 1024

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
  /** Whether the commit wrote deliveries to webhooks; absent where it had no notices. */
  readonly isNotified?: boolean
  /** The number of its first event. */
  readonly base: number
}

interface WrittenRun extends CommitScope {
  readonly abortRequested: boolean
  readonly inputPending: boolean
  readonly escalation: string | null
}

/** The runs that were written to, by their ids. */
type ByRun = ReadonlyMap<string, WrittenRun>

/**
 * Writes commits of all runs in shared transactions: while one is being written to disk the next gathers, so the number of fsyncs does not
 * grow with the number of runs.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #waiting: WaitingCommit[] = []
  #draining: Promise<void> | null = null
  readonly #inFlight = new Set<Promise<void>>()
  /** The runs of the transactions in flight: no later commit of a run may pass an earlier one by. */
  readonly #busy = new Set<string>()
  readonly #unwritten = new UnwrittenRows()
  #rowsTimer: NodeJS.Timeout | null = null
  /** Jobs of sessions' next runs that are being enqueued. */
  #queueing: Promise<void> = Promise.resolve()

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  commit(commit: RunCommit): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, chars: sizeOf(commit), resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when all that was committed so far is written or refused. */
  async settled(): Promise<void> {
    while (this.#draining || this.#inFlight.size > 0) await (this.#draining ?? Promise.race(this.#inFlight))
    await this.#queueing
  }

  async #drain(): Promise<void> {
    // One microtask later, so that the commits of this tick go together.
    await null
    while (this.#waiting.length > 0 && this.#inFlight.size < maxInFlight) {
      const { groups, rest } = takeBatch(this.#waiting, this.#busy)
      if (groups.length === 0) break
      this.#waiting = rest
      await this.#begin(groups)
    }
    this.#draining = null
  }

  #goOn(): void {
    if (this.#waiting.length > 0) this.#draining ??= this.#drain()
  }

  /** Resolves when the commits are written or refused, or after a while. Never rejects. */
  async #begin(groups: readonly MergedGroup[]): Promise<void> {
    for (const { commit } of groups) this.#busy.add(commit.runId)
    const writing = this.#write(groups).finally(() => {
      this.#inFlight.delete(writing)
      this.#goOn()
    })
    this.#inFlight.add(writing)
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(patience.resolve, batchPatienceMs)
    await Promise.race([writing, patience.promise])
    clearTimeout(timer)
  }

  async #write(groups: readonly MergedGroup[], isPatient = groups.length === 1): Promise<void> {
    const measure = this.#measure(groups)
    let sent = false
    try {
      const notices = groups.flatMap(({ commit }) => noticesOf(commit))
      const at = new Date(this.#options.now())
      const { written, query } = await inSlices(this.#prepare(groups, notices, at, isPatient))
      if (isLarge(query)) await nextTurn()
      sent = true
      const runs = await againInNewPartition(() => this.#send(written, query))
      const byRun = new Map(runs.map((row) => [row.runId, row]))
      this.#keepRows(written, byRun)
      const refused = new Set(written.flatMap((one) => (isRefusedWithRows(one, byRun) ? [one.commit] : [])))
      this.#settle(
        groups.filter(({ commit }) => !refused.has(commit)),
        byRun,
        at,
      )
      this.#queueNext(written, runs)
      measure('written')
      if (refused.size > 0) await this.#bringUpAndWrite(groups.filter(({ commit }) => refused.has(commit)))
    } catch (error) {
      measure('failed')
      const nothingWritten = !sent || isRolledBack(error)
      if (groups.length === 1 || !nothingWritten) return this.#fail(groups, error)
      // One run's bad row must not take the others down with it.
      if (isLockTimeout(error)) await this.#writeFree(groups)
      else for (const group of groups) await this.#write([group])
    }
  }

  /** What the log gets of the commits, and the statement that writes it with the rows that are due. */
  *#prepare(
    groups: readonly MergedGroup[],
    notices: readonly Notice[],
    at: Date,
    isPatient: boolean,
  ): Sliced<{ readonly written: readonly WrittenCommit[]; readonly query: CommitQuery }> {
    const chars = groups.map(charsOf)
    const size = sizeOfChars(chars.reduce((sum, one) => sum + one, 0))
    const written: WrittenCommit[] = []
    for (const [index, { commit }] of groups.entries()) {
      const entry = yield* entryOf(commit, at, size)
      const rows = this.#unwritten.rowsWith(commit, entry, performance.now())
      written.push({ commit, entry, rows, chars: chars[index] ?? 0 })
    }
    const rowPatience = isPatient ? null : rowPatienceMs
    const options = { at, leaseMs: this.#options.leaseMs, size, rowPatienceMs: rowPatience }
    return { written, query: yield* commitQuery(written, notices, options) }
  }

  /** Writes those whose rows nobody has locked, together, and beside them the others, each alone. */
  async #writeFree(groups: readonly MergedGroup[]): Promise<void> {
    const free = await this.#freeRuns(groups.map(({ commit }) => commit.runId)).catch(() => new Set<string>())
    const together = groups.filter(({ commit }) => free.has(commit.runId))
    const locked = groups.filter(({ commit }) => !free.has(commit.runId))
    const writeLocked = async () => {
      for (let group = locked.shift(); group; group = locked.shift()) await this.#write([group])
    }
    await Promise.all([together.length > 0 && this.#write(together, true), writeLocked(), writeLocked()])
  }

  async #freeRuns(runIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#options.pool.query<{ id: string }>({
      name: 'rungraph-free-runs',
      text: 'select id from "Run" where id = any($1::uuid[]) for no key update skip locked',
      values: [runIds],
    })
    return new Set(rows.map(({ id }) => id))
  }

  #measure(groups: readonly MergedGroup[]): (outcome: Flush['outcome']) => void {
    const { onFlushed } = this.#options
    if (!onFlushed) return () => undefined
    const commits = groups.reduce((count, { members }) => count + members.length, 0)
    const from = performance.now()
    return (outcome) => onFlushed({ commits, durationMs: performance.now() - from, outcome })
  }

  /** A commit that makes something due adds a job for it in the same transaction. */
  async #send(commits: readonly WrittenCommit[], query: CommitQuery): Promise<readonly WrittenRun[]> {
    const { pool, dispatch } = this.#options
    const due = commits.flatMap(({ commit }) => (makesDue(commit) ? [commit] : []))
    if (due.length === 0) return (await pool.query<WrittenRun>(query)).rows
    return inTransaction(pool, async (client, transaction) => {
      const { rows } = await client.query<WrittenRun>(query)
      const written = new Set(rows.map(({ runId }) => runId))
      const jobs = await jobsOf(
        due.filter(({ runId }) => written.has(runId)),
        client,
      )
      await dispatch.enqueue(jobs, transaction)
      return rows
    })
  }

  /**
   * The next run of a session may wait for a run that stops. After the commit, not within: a job of that run that waits already stays, and
   * a worker that fetched it before the commit would find the session busy and drop it. Should this process die here, the sweep inserts the
   * job.
   */
  #queueNext(commits: readonly WrittenCommit[], written: readonly WrittenRun[]): void {
    const inSession = new Set(written.filter(({ sessionId }) => sessionId !== null).map(({ runId }) => runId))
    const stopped = commits
      .map(({ commit }) => commit)
      .filter(({ runId, run }) => inSession.has(runId) && hasStopped(run?.status))
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

  /** Remembers the rows that are to be written later. */
  #keepRows(commits: readonly WrittenCommit[], byRun: ByRun): void {
    for (const { commit, entry, rows, chars } of commits) {
      const row = byRun.get(commit.runId)
      if (row === undefined) {
        // An owner that may not even do this has lost the run.
        if (commit.isProjection) this.#unwritten.forget(commit.runId)
      } else this.#unwritten.written(commit, { entry, rows, base: row.base, chars }, performance.now())
    }
    this.#awaitRows()
  }

  /** Writes rows that no commit has taken along in time. */
  #awaitRows(): void {
    const dueIn = this.#unwritten.dueIn(performance.now())
    if (dueIn === null || this.#rowsTimer !== null) return
    this.#rowsTimer = setTimeout(() => {
      this.#rowsTimer = null
      const written = this.#unwritten.due(performance.now()).map((commit) => this.commit(commit))
      void Promise.allSettled(written).then((outcomes) => {
        for (const outcome of outcomes)
          if (outcome.status === 'rejected')
            this.#options.report('Rows of a run lag behind its log until it is read.', outcome.reason)
        this.#awaitRows()
      })
    }, dueIn)
    this.#rowsTimer.unref()
  }

  /**
   * Commits with the rows of their run are refused where others lag behind that this process does not have: a commit before was written
   * without its answer. Those are written, and the commits again. Never rejects.
   */
  async #bringUpAndWrite(groups: readonly MergedGroup[]): Promise<void> {
    const runIds = groups.map(({ commit }) => commit.runId)
    try {
      const behind = await bringUp(this.#options.pool, runIds)
      this.#refuse(groups.filter(({ commit }) => !behind.has(commit.runId)))
      const broughtUp = groups.filter(({ commit }) => behind.has(commit.runId))
      if (broughtUp.length > 0) await this.#write(broughtUp)
    } catch (error) {
      this.#fail(groups, error)
    }
  }

  #settle(groups: readonly MergedGroup[], byRun: ByRun, at: Date): void {
    for (const { commit, members } of groups) {
      const row = byRun.get(commit.runId)
      if (row) this.#options.onWritten(commit, row, at)
      for (const { waiting, lastPlace } of members) waiting.resolve(outcomeOf(row, lastPlace))
    }
    this.#release(groups)
  }

  #refuse(groups: readonly MergedGroup[]): void {
    for (const { members } of groups) for (const { waiting } of members) waiting.resolve(refusal)
    this.#release(groups)
  }

  #fail(groups: readonly MergedGroup[], error: unknown): void {
    for (const { commit, members } of groups) {
      this.#unwritten.forget(commit.runId)
      for (const { waiting } of members) waiting.reject(error)
    }
    this.#release(groups)
  }

  #release(groups: readonly MergedGroup[]): void {
    for (const { commit } of groups) this.#busy.delete(commit.runId)
    this.#goOn()
  }
}

function isRefusedWithRows({ commit, rows }: WrittenCommit, byRun: ByRun): boolean {
  return rows !== null && !byRun.has(commit.runId)
}

function charsOf({ members }: MergedGroup): number {
  return members.reduce((chars, { waiting }) => chars + waiting.chars, 0)
}

/** Of its values, most of which are short, one is large or none. */
function isLarge({ values }: CommitQuery): boolean {
  return values.some((value) => typeof value === 'string' && value.length > largeChars)
}

const refusal: CommitOutcome = { kind: 'refused' }

function outcomeOf(row: WrittenRun | undefined, lastPlace: number): CommitOutcome {
  if (!row) return refusal
  const { base, abortRequested, inputPending, escalation } = row
  return { kind: 'written', lastSeq: base + lastPlace, abortRequested, inputPending, escalation }
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
