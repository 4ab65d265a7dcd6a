import { type Clock, sleepBy } from '../domain/clock.ts'

/** A clock that stands still until the test moves it. */
export interface FakeClock extends Clock {
  /** Advances the clock; sleepers that are due wake in order, and each runs before the next one wakes. */
  advance(ms: number): Promise<void>
  /** Sets the time of day by so much; no time passes. */
  jump(ms: number): void
  /** Advances the clock at once, as if the machine had slept: sleepers that became due meanwhile wake at its end. */
  leap(ms: number): Promise<void>
  /** Resolves when a sleep of `ms`, or up to `lessMs` less, begins; at once where one has begun already. */
  sleeperOf(ms: number, lessMs?: number): Promise<void>
  /** Durations of the sleeps in progress, in milliseconds. */
  readonly sleeping: readonly number[]
}

interface Sleeper {
  readonly ms: number
  readonly wakesAt: number
  wake(): void
}

/** Default start: the present, since the database keeps its own time. */
export function createFakeClock(start = Date.now()): FakeClock {
  const sleepers = new Set<Sleeper>()
  const watchers = new Set<() => void>()
  let now = start
  let jumpedMs = 0

  const sleepOn = sleepBy(after)

  async function sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (ms > 0) await sleepOn(ms, signal)
  }

  function after(ms: number, wake: () => void): () => void {
    if (ms <= 0) return atOnce(wake)
    const sleeper: Sleeper = {
      ms,
      wakesAt: now + ms,
      wake: () => {
        sleepers.delete(sleeper)
        wake()
      },
    }
    sleepers.add(sleeper)
    for (const look of watchers) look()
    return () => sleepers.delete(sleeper)
  }

  async function advance(ms: number): Promise<void> {
    const target = now + ms
    for (;;) {
      const [next] = [...sleepers].sort((a, b) => a.wakesAt - b.wakesAt)
      if (!next || next.wakesAt > target) break
      now = next.wakesAt
      next.wake()
      await allSettled()
    }
    now = target
    await allSettled()
  }

  async function leap(ms: number): Promise<void> {
    now += ms
    for (const sleeper of [...sleepers]) if (sleeper.wakesAt <= now) sleeper.wake()
    await allSettled()
  }

  function sleeperOf(ms: number, lessMs = 0): Promise<void> {
    const isThere = () => [...sleepers].some((sleeper) => sleeper.ms <= ms && sleeper.ms >= ms - lessMs)
    return new Promise((resolve) => {
      if (isThere()) return resolve()
      const look = () => {
        if (!isThere()) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
    })
  }

  return {
    now: () => now + jumpedMs,
    elapsed: () => now,
    sleep,
    after,
    advance,
    jump: (ms) => {
      jumpedMs += ms
    },
    leap,
    sleeperOf,
    get sleeping() {
      return [...sleepers].map((sleeper) => sleeper.ms)
    },
  }
}

function atOnce(wake: () => void): () => void {
  let isCancelled = false
  queueMicrotask(() => {
    if (!isCancelled) wake()
  })
  return () => {
    isCancelled = true
  }
}

/** Lets all promises settle that can. */
function allSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
