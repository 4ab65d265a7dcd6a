import { inSlices } from '../../domain/in-slices.ts'
import { mergeEntries } from '../../domain/merge-entries.ts'
import type { RunStatus } from '../../domain/run.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { CommitOutcome, RunCommit, RunLog } from '../../domain/run-log.ts'
import type { ClaimedRun, Held } from '../../domain/run-store.ts'
import { Stop } from '../stop.ts'
import type { HeldWatch } from './held.ts'
import { createEntryRedaction } from './redact-entry.ts'
import type { RunSecrets } from './run-secrets.ts'

export type Entry = Omit<
  RunCommit,
  'runId' | 'epoch' | 'ownerCommits' | 'from' | 'unlessAborted' | 'unlessInputPending' | 'events'
> & {
  readonly events?: readonly NewEvent[]
}

/**
 * Maximum time for which an entry without a waiting caller waits for others, in milliseconds. A turn whose tool answers at once is then one
 * commit in place of three. A caller of `durable` sends it at once; a subscriber sees it at most this much later.
 */
const lingerMs = 3

/** So many entries are one at most, and results of so many bytes in one entry: what is sent stays small enough to be sent with others. */
const maxMerged = 16
const maxMergedBytes = 262_144

/**
 * One owner's writer of its run's log. Entries become durable in the order of the calls; no reader sees one before that.
 * The loop continues meanwhile and waits (`durable`) only before an effect that must not happen unrecorded.
 */
export interface Journal {
  write(entry: Entry): void
  /** Sends the written entries at once: others are about to write entries that come after them. */
  flush(): void
  /** Resolves when all entries so far are durable; throws the Stop of a journal that was lost. */
  durable(): Promise<void>
  /** Writes the last entry of this stretch of running; false where it lost: to an abort (`unlessAborted`) or another owner. */
  finish(entry: LastEntry): Promise<boolean>
}

export type LastEntry = Entry & Pick<RunCommit, 'unlessAborted' | 'unlessInputPending'>

/** Writer for FIRE_AND_FORGET actions (DAG-4). */
export interface Background {
  /** Aborted when the run is aborted, is lost to another owner, or its process ends; not when the run ends. */
  readonly signal: AbortSignal
  /** Writes the outcome of an action, whatever the run's status is; a process that no longer owns the run is refused. */
  readonly journal: Journal
  /** Watches for decisions about fired actions that are held, as long as this process owns the run. */
  readonly held: HeldWatch
}

type SendEntry = (entry: Entry) => void

interface WaitingEntry {
  readonly entry: Entry
  readonly send: SendEntry
}

/**
 * The entries of one owner, whichever journal has them: those that nobody waits for yet, and the order of those that are sent. Each commit
 * has a number. The log takes none whose predecessor it does not have, so a failed write leaves no hole behind it (DUR-2).
 */
export class OwnerEntries {
  #waiting: WaitingEntry[] = []
  #timer: NodeJS.Timeout | undefined
  /** Resolves when the next entry may be sent; `null`: at once. */
  #blocked: Promise<unknown> | null = null
  /** The number of the next commit. */
  #next = 0
  /** Number of commits whose outcome is not known, and who waits until there are none. */
  #inFlight = 0
  #onSettled: () => void = () => undefined
  /** Why an entry could not be prepared, or none are sent any more. */
  #lost: { readonly reason: unknown } | null = null

  /** `send` is called within a few milliseconds: with the entry, or with one that has it and others for the same `send`. */
  add(entry: Entry, send: SendEntry): void {
    this.#waiting.push({ entry, send })
    this.#timer ??= setTimeout(() => this.flush(), lingerMs)
  }

  /** Sends them now. Entries that are sent in one tick are one commit. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (let begin = 0; begin < waiting.length; ) {
      const [first, ...others] = waiting.slice(begin, endOfMerged(waiting, begin))
      if (!first) return
      begin += 1 + others.length
      first.send(
        mergeEntries(
          first.entry,
          others.map(({ entry }) => entry),
        ),
      )
    }
  }

  /**
   * Sends an entry that must be prepared first, after all that was given here before. To prepare a large entry takes several turns of the
   * event loop; any other is sent at once, unless it follows one. Calls `commit` in the order of the calls.
   */
  send<Prepared>(
    prepare: () => Prepared | Promise<Prepared>,
    commit: (prepared: Prepared, ownerCommits: number) => Promise<CommitOutcome>,
  ): Promise<CommitOutcome> {
    let prepared: Prepared | Promise<Prepared>
    try {
      prepared = this.#blocked ? this.#blocked.then(prepare) : prepare()
    } catch (reason) {
      this.#lose(reason)
      return Promise.reject(reason)
    }
    if (!(prepared instanceof Promise)) return this.#commit(prepared, commit)
    const { promise, resolve, reject } = Promise.withResolvers<CommitOutcome>()
    // It does not wait until the entry is written: the following ones may go with it.
    this.#block(
      prepared.then(
        (ready) => void this.#commit(ready, commit).then(resolve, reject),
        (reason: unknown) => {
          this.#lose(reason)
          reject(reason)
        },
      ),
    )
    return promise
  }

  /**
   * The same for an entry that may be refused although its owner is the owner: the following ones are sent when its outcome is known, and a
   * refused one has taken no number.
   */
  sendConditional<Prepared>(
    prepare: () => Prepared | Promise<Prepared>,
    commit: (prepared: Prepared, ownerCommits: number) => Promise<CommitOutcome>,
  ): Promise<CommitOutcome> {
    const outcome = this.send(prepare, async (prepared, ownerCommits) => {
      const written = await commit(prepared, ownerCommits)
      if (written.kind === 'refused') this.#next = ownerCommits
      return written
    })
    this.#block(outcome.catch(() => undefined)) // Its caller is told.
    return outcome
  }

  /** Sends nothing more. Resolves when the outcome of all that was sent is known. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.#lose(new Stop('LEASE_LOST', 'The run was abandoned.'))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onSettled = resolve
    if (this.#inFlight > 0) await promise
  }

  /** The log refuses what follows a commit that failed; what could not even be prepared has no number to be missed by. */
  async #commit<Prepared>(
    prepared: Prepared,
    commit: (prepared: Prepared, ownerCommits: number) => Promise<CommitOutcome>,
  ): Promise<CommitOutcome> {
    if (this.#lost) throw this.#lost.reason
    this.#inFlight += 1
    try {
      return await commit(prepared, this.#next++)
    } finally {
      this.#inFlight -= 1
      if (this.#inFlight === 0) this.#onSettled()
    }
  }

  #lose(reason: unknown): void {
    this.#lost ??= { reason }
  }

  #block(until: Promise<unknown>): void {
    const blocked = until.then(() => {
      if (this.#blocked === blocked) this.#blocked = null
    })
    this.#blocked = blocked
  }
}

export interface JournalOptions {
  /** The statuses in which the run may be. */
  readonly from: readonly RunStatus[]
  /** Secrets of the run; entries are written with marks in their place (TAS-7). */
  readonly secrets: RunSecrets
  readonly log: Pick<RunLog, 'commit'>
  readonly run: Held & Pick<ClaimedRun, 'crashesSinceProgress'>
  /** Shared by all journals of a run: its entries are sent in the order in which they were written, whichever journal has them. */
  readonly entries: OwnerEntries
  /** Called once, when an entry is refused or cannot be written: the run is another's, or will be. */
  readonly onLost: (stop: Stop) => void
  /** Called when a write was accepted, with the time of the monotonic clock before it was sent: it renewed the lease after that. */
  readonly onRenewed: (askedAt: number) => void
  /** Called when a write finds that an abort was asked for. */
  readonly onAbortRequested: () => void
  /** Called when a write finds that a message waits for the run (CTX-5). */
  readonly onInputPending: () => void
  /** Called when a write finds that the outside monitor escalates the run to a human (LIM-8). */
  readonly onEscalated: (reason: string) => void
}

export function createJournal({
  log,
  run,
  secrets,
  from,
  entries,
  onLost,
  onRenewed,
  onAbortRequested,
  onInputPending,
  onEscalated,
}: JournalOptions): Journal {
  const redactEntry = createEntryRedaction(secrets.redactor, secrets.found)
  let stopped: Stop | null = null
  let countsCrashes = run.crashesSinceProgress > 0
  let last: Promise<void> = Promise.resolve()

  /** With the first thing that gets the run further, the deaths before it count no more (RUN-3). */
  function noting(entry: LastEntry): LastEntry {
    if (!countsCrashes || !getsFurther(entry)) return entry
    countsCrashes = false
    return { ...entry, run: { ...entry.run, crashesSinceProgress: 0 } }
  }

  async function send(given: LastEntry, isLast: boolean): Promise<boolean> {
    const entry = noting(given)
    let askedAt = performance.now()
    const prepare = () => inSlices(redactEntry({ ...entry, events: entry.events ?? [] }))
    const commit = (redacted: LastEntry & { readonly events: readonly NewEvent[] }, ownerCommits: number) => {
      askedAt = performance.now()
      return log.commit({ ...redacted, runId: run.runId, epoch: run.epoch, ownerCommits, from })
    }
    const outcome = await (isLast ? entries.sendConditional(prepare, commit) : entries.send(prepare, commit))
    if (outcome.kind === 'refused') return false
    onRenewed(askedAt)
    if (outcome.abortRequested) onAbortRequested()
    if (outcome.inputPending) onInputPending()
    if (outcome.escalation !== null) onEscalated(outcome.escalation)
    return true
  }

  function stopWriting(stop: Stop): void {
    if (stopped) return
    stopped = stop
    onLost(stop)
  }

  function sendInOrder(entry: Entry): void {
    if (stopped) return
    const written = send(entry, false).then(
      (accepted) => {
        if (!accepted) stopWriting(new Stop('LEASE_LOST', 'Another process owns the run.'))
      },
      (error: unknown) => stopWriting(new Stop('LEASE_LOST', 'The log cannot be written.', error)),
    )
    // Entries of one run are written in order, so the newest is the last to settle.
    last = Promise.all([last, written]).then(() => undefined)
  }

  return {
    write(entry) {
      if (stopped) return
      entries.add(entry, sendInOrder)
    },
    flush: () => entries.flush(),
    async durable() {
      entries.flush()
      await last
      if (stopped) throw stopped
    },
    async finish(entry) {
      entries.flush()
      await last
      return stopped ? false : send(entry, true)
    },
  }
}

/** Up to where the entries from `begin` on are sent as one: what is sent by the same journal, and is not large. */
function endOfMerged(waiting: readonly WaitingEntry[], begin: number): number {
  let bytes = 0
  let end = begin
  for (; end < waiting.length && end - begin < maxMerged; end++) {
    const next = waiting[end]
    if (!next || next.send !== waiting[begin]?.send) break
    bytes += resultBytesOf(next.entry)
    if (end > begin && bytes > maxMergedBytes) break
  }
  return end
}

function resultBytesOf({ actions = [] }: Entry): number {
  return actions.reduce((sum, { audit }) => sum + (audit.resultBytes ?? 0), 0)
}

/** The next owner does not repeat finished work. An attempt during which a process died has not ended. */
function getsFurther({ steps = [], actions = [], attempts = [] }: LastEntry): boolean {
  if (attempts.some(({ status }) => status !== 'CANCELLED')) return true
  return [...steps, ...actions].some(({ completedAt }) => completedAt !== null)
}
