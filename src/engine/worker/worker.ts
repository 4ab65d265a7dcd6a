import { systemClock } from '../../domain/clock.ts'
import type { LogContext } from '../../domain/error-reporter.ts'
import type { ClaimedRun, Held as HeldRun, LocalSlots, Slot, UnreadableRun } from '../../domain/run-store.ts'
import { topics } from '../../domain/wakeups.ts'
import { toWordId } from '../../domain/word-id.ts'
import { Heartbeat } from '../periodic-task.ts'
import type { EngineServices } from '../run/run-context.ts'
import { Signal } from '../signal.ts'
import { Stop } from '../stop.ts'
import { type Execution, executeRun, logContextOf, type RunRelease, tryToEndBroken } from './execute-run.ts'

/** Interval of polls of the queue without a wakeup. */
const queuePollMs = 1_000

/** While the database does not answer. */
const giveBackAgainMs = 500

/** The part of a lease within which its run is stopped where it was not renewed. */
const leaseSafetyMargin = 0.1

interface WorkerOptions {
  readonly services: EngineServices
  /** Maximum number of runs that this process executes concurrently. */
  readonly concurrency: number
  /** Time for which a claim lasts without a write or a renewal, in milliseconds. */
  readonly leaseMs: number
}

interface RunInHand {
  readonly run: ClaimedRun
  /** By the monotonic clock of this process: until then nobody else owns it, whatever the database says later. */
  heldUntil: number
  readonly controller: AbortController
  /** Notifies the run of a new message, or of an escalation to a human. */
  readonly inputs: EventTarget
  readonly done: Promise<void>
  /** It waits for a child run, which needs a slot too. */
  hasYieldedSlot: boolean
  /** It waits; child runs that it fired are still running, and no lease holds it. */
  isFinishing: boolean
}

/**
 * What this worker knows of the queue. `ready`: jobs may be there that it can take, and its free slots are theirs. `waiting`: jobs may be
 * there, but it could take none of them; the end of a run may change that. `empty`: there are none, or a wakeup tells of them.
 */
type QueueView = 'ready' | 'waiting' | 'empty'

/** Way in which a run is released, and the context of its log line. */
interface ReleaseOptions {
  readonly how: Exclude<RunRelease, 'finished'>
  readonly about: LogContext
}

/** Claims runs and executes them, until it is closed. */
export class Worker implements LocalSlots {
  /** Whether runs are still claimed, and leases renewed. */
  readonly heartbeats: { readonly claims: Heartbeat; readonly leases: Heartbeat }
  readonly #options: WorkerOptions
  readonly #held = new Map<string, RunInHand>()
  readonly #givingBack = new Set<Promise<void>>()
  readonly #draining = new AbortController()
  /** Aborted when nothing is held any more and no lease needs renewing. */
  readonly #idle = new AbortController()
  /** Number of runs that were released since the worker was asked to stop. */
  #requeued = 0
  readonly #work = new Signal()
  /** The slots that were promised to runs that are being accepted. */
  readonly #reserved = new Set<Promise<void>>()
  #queue: QueueView = 'ready'
  /** The slots that a claim in progress asks jobs for. */
  #claimingSlots = 0
  #removeLossListener: () => void = () => undefined
  #claiming: Promise<void> = Promise.resolve()
  #renewing: Promise<void> = Promise.resolve()
  #watching: Promise<void> = Promise.resolve()

  constructor(options: WorkerOptions) {
    this.#options = options
    this.heartbeats = {
      claims: new Heartbeat({ everyMs: queuePollMs }),
      leases: new Heartbeat({ everyMs: options.leaseMs / 3 }),
    }
  }

  start(): void {
    this.heartbeats.claims.beat()
    this.heartbeats.leases.beat()
    this.#removeLossListener =
      this.#options.services.workerLiveness?.onLost(() => this.#abandonRuns()) ?? this.#removeLossListener
    this.#options.services.slots?.connect(this)
    this.#claiming = this.#claimLoop()
    this.#renewing = this.#renewLoop()
    this.#watching = this.#watchLoop()
  }

  /**
   * Claims no more runs, waits up to `graceMs` until the active ones reach a checkpoint, and returns the rest to the queue (DUR-4).
   * Resolves to their number.
   */
  async close(graceMs: number): Promise<number> {
    this.#draining.abort(new Stop('SHUTDOWN', 'The process is shutting down.'))
    const allFinished = new AbortController()
    const grace = this.#options.services.clock.sleep(graceMs, allFinished.signal).then(
      () => this.#stopAll(),
      () => undefined, // everything rested in time
    )
    // Runs of a claim in progress stop at their first checkpoint.
    await this.#claiming
    await Promise.all(this.#reserved)
    await Promise.all([...this.#held.values()].map((held) => held.done))
    await Promise.all(this.#givingBack)
    allFinished.abort()
    this.#removeLossListener()
    this.#idle.abort()
    await Promise.all([grace, this.#renewing, this.#watching])
    return this.#requeued
  }

  /** Returns the number of active runs and of slots. A run that only waits for a child takes no slot. */
  load(): { readonly active: number; readonly slots: number } {
    return { active: this.#held.size - this.#yieldedSlots(), slots: this.#options.concurrency }
  }

  #yieldedSlots(): number {
    return [...this.#held.values()].filter(({ hasYieldedSlot }) => hasYieldedSlot).length
  }

  #stopAll(): void {
    const stop = new Stop('SHUTDOWN', 'The process is shutting down.')
    for (const { controller } of this.#held.values()) controller.abort(stop)
  }

  /** Others take its runs from now on, which it cannot know of before it renews: two never call tools for one run (DUR-2). */
  #abandonRuns(): void {
    for (const { controller, isFinishing } of this.#held.values())
      if (!isFinishing) controller.abort(new Stop('LEASE_LOST', "The worker's lock was lost."))
  }

  #isPresent(): boolean {
    return this.#options.services.workerLiveness?.isHeld() ?? true
  }

  async #claimLoop(): Promise<void> {
    const { services } = this.#options
    const unlisten = services.wakeups.listen(topics.queue, () => this.#lookIntoQueue())
    try {
      while (!this.#draining.signal.aborted) {
        this.#work.clear()
        const claimed = await this.#claim()
        if (claimed === 0) await this.#work.wait(queuePollMs, services.clock, this.#draining.signal)
      }
    } finally {
      unlisten()
      this.heartbeats.claims.end()
    }
  }

  #freeSlots(): number {
    const { concurrency } = this.#options
    return concurrency - this.#held.size + this.#yieldedSlots() - this.#reserved.size - this.#claimingSlots
  }

  #lookIntoQueue(): void {
    if (this.#queue === 'empty') this.#queue = 'waiting'
    this.#work.raise()
  }

  /** A run has ended or waits: in an empty queue nothing can have waited for that. */
  #onSlotFreed(): void {
    if (this.#queue !== 'empty') this.#work.raise()
  }

  reserve(): Slot | null {
    if (this.#draining.signal.aborted || this.#queue === 'ready' || !this.#isPresent()) return null
    if (this.#freeSlots() <= 0) {
      // A run that finds no free slot here goes to the queue.
      this.#queue = 'ready'
      return null
    }
    const heldUntil = this.#leaseFrom(performance.now())
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#reserved.add(promise)
    const end = () => {
      this.#reserved.delete(promise)
      resolve()
    }
    return {
      begin: (run) => {
        this.#execute(run, heldUntil)
        if (!this.#isPresent()) this.#abandonRuns()
        end()
      },
      free: () => {
        end()
        // Its run may have gone to the queue, and so may the runs that found no free slot meanwhile.
        this.#lookIntoQueue()
      },
      abandon: (held) => {
        this.#giveBack(held, { how: 'fenced', about: { runId: held.runId } })
        end()
      },
    }
  }

  async #claim(): Promise<number> {
    const { services } = this.#options
    if (!this.#isPresent()) return 0
    const slots = this.#freeSlots()
    if (slots <= 0) {
      this.heartbeats.claims.beat()
      return 0
    }
    try {
      const claimed = await this.#claimInto(slots)
      this.heartbeats.claims.beat()
      if (claimed < slots) this.#queue = 'waiting'
      await this.#askWhetherEmpty()
      return claimed
    } catch (error) {
      services.report('Runs could not be claimed; trying again.', error)
      return 0
    }
  }

  async #claimInto(slots: number): Promise<number> {
    const heldUntil = this.#leaseFrom(performance.now())
    this.#claimingSlots = slots
    try {
      const { report } = this.#options.services
      const onUnreadable = (run: UnreadableRun, error: unknown) => this.#endUnreadable(run, error)
      const refusal = 'the database refuses it. It is tried again within a minute.'
      const onRefused = (runId: string, error: unknown) =>
        report(`Run ${toWordId('run', runId)} cannot be claimed: ${refusal}`, error, { runId })
      const runs = await this.#options.services.runs.claim({ limit: slots, onUnreadable, onRefused })
      this.#queue = 'ready'
      for (const run of runs) this.#execute(run, heldUntil)
      if (!this.#isPresent()) this.#abandonRuns()
      return runs.length
    } finally {
      this.#claimingSlots = 0
    }
  }

  /** Once after each claim. Something may enter the queue meanwhile: then a wakeup has come. */
  async #askWhetherEmpty(): Promise<void> {
    const isEmpty = await this.#options.services.dispatch.isEmpty('runs')
    if (isEmpty && !this.#work.isRaised) this.#queue = 'empty'
  }

  #execute(run: ClaimedRun, heldUntil: number): void {
    const { services } = this.#options
    // The same run can come back while its fenced execution still unwinds: the newer one takes its place.
    this.#held.get(run.id)?.controller.abort(new Stop('LEASE_LOST', 'The run was claimed anew.'))
    const controller = new AbortController()
    const inputs = new EventTarget()
    const unlisten = services.wakeups.listen(topics.control(run.id), () => void this.#renew())
    const own = () => {
      const held = this.#held.get(run.id)
      return held?.controller === controller ? held : null
    }
    const onRenewed = (askedAt: number) => {
      const held = own()
      if (held) held.heldUntil = Math.max(held.heldUntil, this.#leaseFrom(askedAt))
    }
    const onFinished = () => {
      const held = own()
      if (held) held.isFinishing = true
    }
    const onSlotChanged: Execution['onSlotChanged'] = (change) => {
      const held = own()
      if (held) held.hasYieldedSlot = change === 'yielded'
      if (change === 'yielded') this.#onSlotFreed()
    }
    const execution = {
      controller,
      draining: this.#draining.signal,
      inputs,
      onRenewed,
      onFinished,
      onSlotChanged,
    }
    const done = executeRun(run, execution, services).then((how) => {
      unlisten()
      if (own()) this.#held.delete(run.id)
      this.#onSlotFreed()
      if (how !== 'finished')
        this.#giveBack({ runId: run.id, epoch: run.epoch }, { how, about: logContextOf(run) })
    })
    this.#held.set(run.id, {
      run,
      heldUntil,
      controller,
      inputs,
      done,
      isFinishing: false,
      hasYieldedSlot: false,
    })
  }

  /** It goes to one owner after another, of which one may be able to read it, until it is in a crash loop or its abort is requested. */
  #endUnreadable(run: UnreadableRun, error: unknown): void {
    const { services } = this.#options
    services.report(
      `Run ${toWordId('run', run.id)} cannot be executed: its stored definition cannot be read.`,
      error,
    )
    const held = { runId: run.id, epoch: run.epoch }
    const ending = tryToEndBroken(run, services)
      .then((how) => {
        if (how === 'fenced') this.#giveBack(held, { how, about: logContextOf(run) })
      })
      .finally(() => this.#givingBack.delete(ending))
    this.#givingBack.add(ending)
  }

  #giveBack(held: HeldRun, release: ReleaseOptions): void {
    const giving = this.#tryToGiveBack(held, release).finally(() => this.#givingBack.delete(giving))
    this.#givingBack.add(giving)
  }

  /** For as long as its lease lasts: after that it is taken anyway. Where it is another's by now, nothing happens. */
  async #tryToGiveBack(held: HeldRun, { how, about }: ReleaseOptions): Promise<void> {
    const { services, leaseMs } = this.#options
    const giveUpAt = performance.now() + leaseMs
    for (;;) {
      try {
        if (how === 'fenced' || how === 'refused') await services.runs.abandon([held], how)
        else await services.runs.release([held])
        if (how === 'released' && this.#draining.signal.aborted) this.#requeued += 1
        return
      } catch (error) {
        if (performance.now() >= giveUpAt || this.#draining.signal.aborted)
          return services.report(
            `Run ${toWordId('run', held.runId)} is taken over when its lease ends.`,
            error,
            about,
          )
        await services.clock.sleep(giveBackAgainMs, this.#draining.signal).catch(() => undefined) // draining: once more
      }
    }
  }

  async #renewLoop(): Promise<void> {
    const { services, leaseMs } = this.#options
    while (!this.#idle.signal.aborted) {
      await this.#renew()
      await services.clock.sleep(leaseMs / 3, this.#idle.signal).catch(() => undefined) // idle: the loop ends
    }
    this.heartbeats.leases.end()
  }

  /** The end of a lease that was requested at `askedAt`, minus a safety margin in which active work can be stopped. */
  #leaseFrom(askedAt: number): number {
    return askedAt + this.#options.leaseMs * (1 - leaseSafetyMargin)
  }

  /**
   * A worker that cannot renew, cut off or frozen, abandons its runs before another may claim them: two never call tools for one run
   * (DUR-2).
   */
  async #watchLoop(): Promise<void> {
    const { leaseMs } = this.#options
    while (!this.#idle.signal.aborted) {
      const now = performance.now()
      for (const { controller, heldUntil, isFinishing } of this.#held.values())
        if (!isFinishing && now >= heldUntil)
          controller.abort(new Stop('LEASE_LOST', 'The lease could not be renewed.'))
      // By the time that leases are counted in, not the engine's.
      await systemClock.sleep((leaseMs * leaseSafetyMargin) / 2, this.#idle.signal).catch(() => undefined) // idle: the loop ends
    }
  }

  /** Keeps the leases, stops runs that are no longer ours or were asked to stop, and passes on the rest. Never throws. */
  async #renew(): Promise<void> {
    const { services } = this.#options
    const held = [...this.#held.values()].filter(({ isFinishing }) => !isFinishing)
    const heldUntil = this.#leaseFrom(performance.now())
    try {
      const renewed = await services.runs.renew(held.map(({ run }) => ({ runId: run.id, epoch: run.epoch })))
      this.heartbeats.leases.beat()
      for (const one of held) {
        const { run, controller, inputs } = one
        if (renewed.lost.includes(run.id)) controller.abort(new Stop('LEASE_LOST', 'Another owns the run.'))
        if (renewed.renewed.includes(run.id)) one.heldUntil = Math.max(one.heldUntil, heldUntil)
        if (renewed.aborted.includes(run.id)) controller.abort(new Stop('ABORTED', 'The run was aborted.'))
        if (renewed.inputPending.includes(run.id)) inputs.dispatchEvent(new Event('input'))
        const escalated = renewed.escalated.find(({ runId }) => runId === run.id)
        if (escalated) inputs.dispatchEvent(new CustomEvent('escalation', { detail: escalated.why }))
      }
    } catch (error) {
      services.report('Leases could not be renewed; trying again.', error)
    }
  }
}
