import { inSlices } from '../../domain/in-slices.ts'
import type { RunStatus } from '../../domain/run.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { RunCommit, RunLog } from '../../domain/run-log.ts'
import type { ClaimedRun, Held } from '../../domain/run-store.ts'
import { Stop } from '../stop.ts'
import type { HeldWatch } from './held.ts'
import { redactEntry } from './redaction.ts'
import type { RunSecrets } from './run-secrets.ts'

export type Entry = Omit<
  RunCommit,
  'runId' | 'epoch' | 'from' | 'unlessAborted' | 'unlessInputPending' | 'events'
> & {
  readonly events?: readonly NewEvent[]
}

/**
 * Maximum time for which an entry without a waiting caller waits for others, in milliseconds. A turn whose tool answers at once is then one
 * commit in place of three. A caller of `durable` sends it at once; a subscriber sees it at most this much later.
 */
const lingerMs = 3

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

/** Entries that nobody waits for yet, and the order of those that are sent. */
export class LingeringEntries {
  #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  /** Resolves when the last entry that is being prepared is sent; `null`: none is. */
  #preparing: Promise<unknown> | null = null

  /** `send` is called within a few milliseconds. */
  add(send: () => void): void {
    this.#waiting.push(send)
    this.#timer ??= setTimeout(() => this.flush(), lingerMs)
  }

  /** Sends them now. Entries that are sent in one tick are one commit. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (const send of waiting) send()
  }

  /**
   * Sends an entry that must be prepared first, after all that was given here before. To prepare a large entry takes several turns of the
   * event loop; any other is sent at once, unless it follows one. Calls `send` in the order of the calls.
   */
  inOrder<Prepared, Result>(
    prepare: () => Prepared | Promise<Prepared>,
    send: (prepared: Prepared) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#preparing
    const prepared = before ? before.then(prepare) : prepare()
    if (!(prepared instanceof Promise)) return send(prepared)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    // It does not wait until the entry is written: the following ones may go with it.
    const preparing = prepared
      .then((ready) => void send(ready).then(resolve, reject), reject)
      .then(() => {
        if (this.#preparing === preparing) this.#preparing = null
      })
    this.#preparing = preparing
    return promise
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
  readonly lingering: LingeringEntries
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
  lingering,
  onLost,
  onRenewed,
  onAbortRequested,
  onInputPending,
  onEscalated,
}: JournalOptions): Journal {
  let stopped: Stop | null = null
  let countsCrashes = run.crashesSinceProgress > 0
  let last: Promise<void> = Promise.resolve()

  /** With the first thing that gets the run further, the deaths before it count no more (RUN-3). */
  function noting(entry: LastEntry): LastEntry {
    if (!countsCrashes || !getsFurther(entry)) return entry
    countsCrashes = false
    return { ...entry, run: { ...entry.run, crashesSinceProgress: 0 } }
  }

  async function send(given: LastEntry): Promise<boolean> {
    const entry = noting(given)
    let askedAt = performance.now()
    const outcome = await lingering.inOrder(
      () => inSlices(redactEntry({ ...entry, events: entry.events ?? [] }, secrets)),
      (redacted) => {
        askedAt = performance.now()
        return log.commit({ ...redacted, runId: run.runId, epoch: run.epoch, from })
      },
    )
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
    const written = send(entry).then(
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
      lingering.add(() => sendInOrder(entry))
    },
    flush: () => lingering.flush(),
    async durable() {
      lingering.flush()
      await last
      if (stopped) throw stopped
    },
    async finish(entry) {
      lingering.flush()
      await last
      return stopped ? false : send(entry)
    },
  }
}

/** The next owner does not repeat finished work. An attempt during which a process died has not ended. */
function getsFurther({ steps = [], actions = [], attempts = [] }: LastEntry): boolean {
  if (attempts.some(({ status }) => status !== 'CANCELLED')) return true
  return [...steps, ...actions].some(({ completedAt }) => completedAt !== null)
}
