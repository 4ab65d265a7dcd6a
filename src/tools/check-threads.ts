import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../domain/errors.ts'
import type { CheckAnswer, CheckTask } from './check-thread.ts'
import { type Problems, tooDeep } from './schema-verdict.ts'

/** Result of a check in a thread. */
export type Checked =
  | { readonly kind: 'checked'; readonly problems: Problems }
  /** It was ended: its time was up, or its memory. */
  | { readonly kind: 'ended' }

/** So long may a check work, in milliseconds. The time to wait for a thread does not count. */
export const checkLimitMs = 1_000

/** So much memory may a thread take, in megabytes. */
const memoryLimitMb = 256

const maxThreads = 2
/** A thread that nobody needs for so long is ended. */
const idleMs = 30_000

export interface CheckLimits {
  /** Default: `checkLimitMs`. */
  readonly timeMs?: number
  /** Default: 256. */
  readonly memoryMb?: number
}

interface Waiting {
  readonly task: CheckTask
  readonly end: (checked: Checked) => void
}

/**
 * Checks values in threads of their own, a few at once, so that neither a regular expression nor a large value holds up the process.
 * A library's pool would count the time that a task waits for its thread, and give the task that time less; re2js would bound expressions
 * alone, and refuse the lookaheads that a schema's patterns may have.
 */
export class CheckThreads {
  readonly #waiting: Waiting[] = []
  readonly #threads = new Set<CheckThread>()
  readonly #limits: Required<CheckLimits>

  constructor({ timeMs = checkLimitMs, memoryMb = memoryLimitMb }: CheckLimits = {}) {
    this.#limits = { timeMs, memoryMb }
  }

  check(task: CheckTask): Promise<Checked> {
    const { promise, resolve } = Promise.withResolvers<Checked>()
    this.#waiting.push({ task, end: resolve })
    this.#assign()
    return promise
  }

  /** Number of threads. */
  get size(): number {
    return this.#threads.size
  }

  #assign(): void {
    for (const thread of this.#threads) {
      if (!thread.isFree) continue
      const next = this.#waiting.shift()
      if (!next) return
      thread.perform(next)
    }
    const isStarting = [...this.#threads].some((thread) => thread.isStarting)
    if (this.#waiting.length === 0 || isStarting || this.#threads.size >= maxThreads) return
    const thread = new CheckThread(this.#limits, {
      onFree: () => this.#assign(),
      onEnd: () => {
        this.#threads.delete(thread)
        this.#assign()
      },
      onBroken: (error) => {
        // Without threads nothing can be checked: a restart of each task would continue for ever.
        const problems = [`cannot be checked: ${messageOf(error)}`]
        for (const { end } of this.#waiting.splice(0)) end({ kind: 'checked', problems })
      },
    })
    this.#threads.add(thread)
  }
}

interface Owner {
  readonly onFree: () => void
  readonly onEnd: () => void
  /** It ended before it was there. */
  readonly onBroken: (error: unknown) => void
}

class CheckThread {
  readonly #worker: Worker
  readonly #owner: Owner
  readonly #timeMs: number
  #state: 'starting' | 'free' | 'busy' | 'ended' = 'starting'
  #current: Waiting | null = null
  #timer: NodeJS.Timeout | undefined

  constructor({ timeMs, memoryMb }: Required<CheckLimits>, owner: Owner) {
    this.#owner = owner
    this.#timeMs = timeMs
    const program = new URL(`./check-thread${extname(import.meta.url)}`, import.meta.url)
    this.#worker = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    this.#worker.on('message', (answer: CheckAnswer) => this.#hear(answer))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the thread ended')))
  }

  get isFree(): boolean {
    return this.#state === 'free'
  }

  get isStarting(): boolean {
    return this.#state === 'starting'
  }

  perform(waiting: Waiting): void {
    this.#state = 'busy'
    this.#current = waiting
    clearTimeout(this.#timer)
    this.#worker.ref()
    try {
      this.#worker.postMessage(waiting.task)
      this.#timer = setTimeout(() => this.#end(), this.#timeMs)
    } catch (error) {
      // A value that is too deep to be sent is too deep to be checked.
      const problem = error instanceof RangeError ? tooDeep : `cannot be checked: ${messageOf(error)}`
      this.#answer({ kind: 'checked', problems: [problem] })
      this.#rest()
    }
  }

  #hear(answer: CheckAnswer): void {
    if (this.#state === 'ended') return
    if (answer !== 'ready') this.#answer({ kind: 'checked', problems: answer })
    this.#rest()
  }

  /** An idle thread does not keep the process alive. */
  #rest(): void {
    clearTimeout(this.#timer)
    this.#state = 'free'
    this.#worker.unref()
    this.#timer = setTimeout(() => this.#end(), idleMs).unref()
    this.#owner.onFree()
  }

  #end(error?: unknown): void {
    if (this.#state === 'ended') return
    const wasStarting = this.#state === 'starting'
    this.#state = 'ended'
    clearTimeout(this.#timer)
    void this.#worker.terminate()
    this.#answer({ kind: 'ended' })
    if (wasStarting) this.#owner.onBroken(error)
    this.#owner.onEnd()
  }

  #answer(checked: Checked): void {
    this.#current?.end(checked)
    this.#current = null
  }
}
