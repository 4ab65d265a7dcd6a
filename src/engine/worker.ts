import type { ClaimedRun } from '../domain/run-store.ts'
import { topics } from '../domain/wakeups.ts'
import { executeRun } from './execute-run.ts'
import type { EngineServices } from './run-context.ts'
import { Stop } from './stop.ts'

/** A worker that heard no hint looks for work this often; a dead worker's runs are found within it. */
const pollMs = 1_000

export interface WorkerOptions {
  readonly services: EngineServices
  /** How many runs this process executes at once. */
  readonly concurrency: number
  /** How long a claim lasts without a write or a renewal. */
  readonly leaseMs: number
}

/** Claims runs and executes them, until it is closed. */
export interface Worker {
  start(): void
  /** Takes no more runs, lets those under way reach a checkpoint within `graceMs`, and gives back what is left (DUR-4). */
  close(graceMs: number): Promise<void>
}

export function createWorker(options: WorkerOptions): Worker {
  return new ClaimingWorker(options)
}

interface Held {
  readonly run: ClaimedRun
  readonly controller: AbortController
  readonly done: Promise<void>
}

class ClaimingWorker implements Worker {
  readonly #options: WorkerOptions
  readonly #held = new Map<string, Held>()
  readonly #draining = new AbortController()
  #wake: () => void = () => undefined
  #loops: Promise<unknown> = Promise.resolve()

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  start(): void {
    this.#loops = Promise.all([this.#claimLoop(), this.#renewLoop()])
  }

  async close(graceMs: number): Promise<void> {
    this.#draining.abort(new Stop('SHUTDOWN', 'The process is shutting down.'))
    const { clock } = this.#options.services
    const rested = new AbortController()
    const grace = clock.sleep(graceMs, rested.signal).then(
      () => this.#stopAll(),
      () => undefined, // everything rested in time
    )
    while (this.#held.size > 0) await Promise.all([...this.#held.values()].map((held) => held.done))
    rested.abort()
    await Promise.all([grace, this.#loops])
  }

  #stopAll(): void {
    for (const { controller } of this.#held.values())
      controller.abort(new Stop('SHUTDOWN', 'The process is shutting down.'))
  }

  async #claimLoop(): Promise<void> {
    const { services } = this.#options
    const unlisten = services.wakeups.listen(topics.queue, () => this.#wake())
    try {
      while (!this.#draining.signal.aborted) {
        const hint = this.#hint()
        const claimed = await this.#claim()
        if (claimed === 0) await hint
      }
    } finally {
      unlisten()
    }
  }

  /** Resolves at the next hint, when a place becomes free, or when it is time to look. */
  #hint(): Promise<void> {
    const heard = new AbortController()
    this.#wake = () => heard.abort()
    const signal = AbortSignal.any([heard.signal, this.#draining.signal])
    return this.#options.services.clock.sleep(pollMs, signal).catch(() => undefined) // heard, or draining
  }

  async #claim(): Promise<number> {
    const { services, concurrency } = this.#options
    const places = concurrency - this.#held.size
    if (places <= 0) return 0
    try {
      const runs = await services.runs.claim({ limit: places })
      for (const run of runs) this.#execute(run)
      return runs.length
    } catch (error) {
      services.report('Runs could not be claimed; trying again.', error)
      return 0
    }
  }

  #execute(run: ClaimedRun): void {
    const { services } = this.#options
    // The same run can come back while its fenced execution still unwinds: the newer one takes its place.
    this.#held.get(run.id)?.controller.abort(new Stop('LOST', 'The run was claimed anew.'))
    const controller = new AbortController()
    const unlisten = services.wakeups.listen(topics.control(run.id), () => void this.#renew())
    const done = executeRun(run, { controller, draining: this.#draining.signal }, services).then(
      async (how) => {
        unlisten()
        if (this.#held.get(run.id)?.controller === controller) this.#held.delete(run.id)
        if (how === 'released') await this.#release(run)
        this.#wake()
      },
    )
    this.#held.set(run.id, { run, controller, done })
  }

  async #release(run: ClaimedRun): Promise<void> {
    const { services } = this.#options
    await services.runs
      .release([{ runId: run.id, epoch: run.epoch }])
      .catch((error: unknown) => services.report(`Run ${run.id} is taken over when its lease ends.`, error))
  }

  async #renewLoop(): Promise<void> {
    const { services, leaseMs } = this.#options
    while (!this.#draining.signal.aborted || this.#held.size > 0) {
      await this.#renew()
      const pause = AbortSignal.any([this.#draining.signal])
      await services.clock.sleep(leaseMs / 3, pause).catch(() => undefined) // draining: the runs end soon
      if (this.#draining.signal.aborted) return
    }
  }

  /** Keeps the leases, and stops what is no longer ours or was asked to stop. */
  async #renew(): Promise<void> {
    const { services } = this.#options
    const held = [...this.#held.values()]
    try {
      const renewed = await services.runs.renew(held.map(({ run }) => ({ runId: run.id, epoch: run.epoch })))
      for (const { run, controller } of held) {
        if (renewed.lost.includes(run.id)) controller.abort(new Stop('LOST', 'Another process owns the run.'))
        else if (renewed.aborted.includes(run.id))
          controller.abort(new Stop('ABORTED', 'The run was aborted.'))
      }
    } catch (error) {
      services.report('Leases could not be renewed; trying again.', error)
    }
  }
}
