import type { Clock } from '../domain/clock.ts'
import type { EventData } from '../domain/run-event.ts'
import type { RunLog, RunPatch } from '../domain/run-log.ts'
import { topics, type Wakeups } from '../domain/wakeups.ts'
import type { Watch, WatchedRun, WatchStore } from '../domain/watch.ts'
import { detect, initialObservation, type Observed, observedTypes, observeEvent } from './detect.ts'
import { codeOf, escalationCode } from './finding.ts'

/** Poll interval of the logs, in milliseconds. */
export const pollMs = 5_000
/** Runs that one query reads, and events of each: results of 16 KiB make 16 MiB at most. */
const runsAtOnce = 25
const eventsAtOnce = 40

export interface MonitorOptions {
  readonly store: WatchStore
  readonly log: Pick<RunLog, 'commit'>
  readonly wakeups: Wakeups
  readonly clock: Clock
  readonly report: (message: string, error?: unknown) => void
}

/**
 * Watches the runs of all projects from outside: it reads their logs alone, warns in them, and then asks for a human (LIM-8).
 * One process at a time does so; another takes over when it ends.
 */
export interface Monitor {
  start(): void
  close(): Promise<void>
}

export function createMonitor(options: MonitorOptions): Monitor {
  return new WatchingMonitor(options)
}

interface Known {
  readonly seq: number
  readonly observed: Observed
}

const unknown: Known = { seq: 0, observed: initialObservation }

class WatchingMonitor implements Monitor {
  readonly #options: MonitorOptions
  readonly #closing = new AbortController()
  readonly #known = new Map<string, Known>()
  #watch: Watch | null = null
  #watching: Promise<void> = Promise.resolve()

  constructor(options: MonitorOptions) {
    this.#options = options
  }

  start(): void {
    this.#watching = this.#loop()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#watching
  }

  async #loop(): Promise<void> {
    const { clock } = this.#options
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#poll()
      await clock.sleep(pollMs, signal).catch(() => undefined) // closing: the loop ends
    }
    await this.#leave()
  }

  /** Never throws: after an error the watch is given up, and tried again. */
  async #poll(): Promise<void> {
    const { store, report } = this.#options
    try {
      this.#watch ??= await store.acquire()
      if (this.#watch) await this.#pollRuns(this.#watch)
    } catch (error) {
      report('The runs could not be watched; trying again.', error)
      await this.#leave()
    }
  }

  async #leave(): Promise<void> {
    const watch = this.#watch
    this.#watch = null
    this.#known.clear()
    await watch?.release()
  }

  async #pollRuns(watch: Watch): Promise<void> {
    const running = await watch.running()
    this.#forgetAllBut(running)
    const changed = running.filter((run) => run.lastSeq > this.#of(run).seq)
    for (let start = 0; start < changed.length; start += runsAtOnce) {
      if (this.#closing.signal.aborted) return
      const some = changed.slice(start, start + runsAtOnce)
      await this.#readOn(some, watch)
      for (const run of some) await this.#act(run)
    }
  }

  #of({ runId }: WatchedRun): Known {
    return this.#known.get(runId) ?? unknown
  }

  #forgetAllBut(running: readonly WatchedRun[]): void {
    const alive = new Set(running.map((run) => run.runId))
    for (const runId of this.#known.keys()) if (!alive.has(runId)) this.#known.delete(runId)
  }

  /** Takes in the events of these runs, up to their newest, page by page. */
  async #readOn(runs: readonly WatchedRun[], watch: Watch): Promise<void> {
    let behind = runs
    while (behind.length > 0 && !this.#closing.signal.aborted) {
      const stretches = behind.map((run) => ({
        runId: run.runId,
        after: this.#of(run).seq,
        until: run.lastSeq,
      }))
      const events = await watch.read(stretches, { types: observedTypes, limit: eventsAtOnce })
      const pages = Map.groupBy(events, (event) => event.runId)
      for (const run of behind) {
        const page = pages.get(run.runId) ?? []
        const observed = page.reduce(observeEvent, this.#of(run).observed)
        const isFull = page.length === eventsAtOnce
        this.#known.set(run.runId, { observed, seq: isFull ? (page.at(-1)?.seq ?? 0) : run.lastSeq })
      }
      behind = behind.filter((run) => this.#of(run).seq < run.lastSeq)
    }
  }

  /** Warns of new findings. A finding that continues in spite of a warning in the log is escalated to a human. */
  async #act(run: WatchedRun): Promise<void> {
    const found = this.#closing.signal.aborted ? [] : detect(this.#of(run).observed)
    for (const { kind, message, warned } of found) {
      if (!warned) await this.#warn(run, { code: codeOf(kind), message })
    }
    const severe = found.find((finding) => finding.warned && finding.isSevere)
    if (!severe || run.escalated) return
    const { message: escalation } = severe
    // The log says that a human is asked for as soon as the run's owner can know it (EVT-11).
    const warning = { code: escalationCode, message: `A human is asked to decide. ${escalation}` }
    if (await this.#warn(run, warning, { escalation }))
      this.#options.wakeups.publish(topics.control(run.runId))
  }

  /** False where the run is not RUNNING any more, or another monitor has escalated it: nothing was written. */
  async #warn({ runId }: WatchedRun, data: EventData<'Warning'>, patch?: RunPatch): Promise<boolean> {
    const outcome = await this.#options.log.commit({
      ...{ runId, epoch: null, from: ['RUNNING'], events: [{ type: 'Warning', stepNumber: null, data }] },
      ...(patch && { run: patch, unlessEscalated: true }),
    })
    return outcome.kind === 'written'
  }
}
