import type { ModelRetry } from '../domain/agent-settings.ts'
import type { Clock } from '../domain/clock.ts'
import { Signal } from './signal.ts'

/** The right to ask once. Exactly one of the three ends it; those that follow have no effect. */
export interface Turn {
  /** Whether the others wait for what becomes of it. */
  readonly isProbe: boolean
  /** The model answers: the others may ask. */
  accepted(): void
  /** It was refused for the limit: gives the milliseconds for which nobody asks. */
  refused(refusal: Refusal): number
  /** It came to nothing that says anything about the limit: the next one asks instead. */
  given(): void
}

export interface Refusal {
  /** The wait that the provider asked for, in milliseconds. */
  readonly toldMs: number | undefined
  /** What the provider said. Absent: nothing. */
  readonly words?: string
  /** The least and the longest wait where it asked for none. */
  readonly retry: Pick<ModelRetry, 'baseMs' | 'capMs'>
  /** From 0 to below 1: spreads the processes. */
  readonly random: number
}

/** Those who waited ask so far apart: the first that is refused stops the others. */
const spacingMs = 100
/** A refusal comes at once. A request that was not refused after this time was let through, though its answer may take minutes. */
const probeMs = 5_000
/** The provider said when to ask, and refused it then: after so many times its word is no longer all that counts. */
const maxTold = 2
/** How much longer than it was in force a limit is remembered. */
const memory = 10

interface Limit {
  /** `closed`: nobody asks until `until`. `probing`: one asks. `open`: all may, one after the other while some wait. */
  state: 'closed' | 'probing' | 'open'
  /** Number of times that it closed: a request that was sent before the last one says nothing new about it. */
  closings: number
  /** By `Clock.elapsed`, as all times here. */
  until: number
  closedAt: number
  openedAt: number
  /** How long it was in force the last time; 0: never. */
  lastedMs: number
  /** Probes that were refused since it closed. */
  probes: number
  readonly waiting: WaitingForTurn[]
  readonly changed: Signal
  isWatched: boolean
  words: string | null
}

interface WaitingForTurn {
  readonly place: number
  readonly begin: (turn: Turn) => void
}

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Rate limits of models, each with one set of credentials, as the runs of a process find them (MOD-4). The first run that is refused sets
 * the wait, and the others wait with it. When it is over, one run asks, and the others follow, one after the other, as soon as that one is
 * answered. Each process has its own: another process costs one refused request each time.
 */
export function createRateLimits(clock: Clock) {
  const limits = new Map<string, Limit>()
  const places = new WeakMap<Turn, number>()
  let lastPlace = 0

  function turnOf(key: string, place: number, isProbe: boolean): Turn {
    const { closings } = limitOf(key)
    let isOver = false
    /** The limit, if the turn can still say something about it. */
    function end(): Limit | null {
      const limit = limitOf(key)
      const isNew = !isOver && closings === limit.closings
      isOver = true
      return isNew ? limit : null
    }
    const turn: Turn = {
      isProbe,
      accepted() {
        const limit = end()
        if (limit?.state === 'probing' && isProbe) open(limit, clock.elapsed())
      },
      refused(refusal) {
        // It may be more than the limit allows at all: another asks the next time.
        if (isProbe) places.delete(turn)
        const wasOver = isOver
        const limit = end()
        const now = clock.elapsed()
        if (limit) close(limit, refusal, now)
        else if (!wasOver) heed(limitOf(key), refusal, now)
        return Math.max(0, limitOf(key).until - now)
      },
      given() {
        const limit = end()
        if (limit?.state !== 'probing' || !isProbe) return
        limit.state = 'closed'
        limit.until = clock.elapsed()
        limit.changed.raise()
      },
    }
    places.set(turn, place)
    return turn
  }

  function limitOf(key: string): Limit {
    const known = limits.get(key)
    if (known) return known
    const limit: Limit = {
      ...{ state: 'open', closings: 0, until: 0, closedAt: 0, openedAt: 0, lastedMs: 0, probes: 0 },
      ...{ waiting: [], changed: new Signal(), isWatched: false, words: null },
    }
    limits.set(key, limit)
    return limit
  }

  /** Gives the turns of one limit while some wait for them. */
  async function watch(key: string, limit: Limit): Promise<void> {
    if (limit.isWatched) return
    limit.isWatched = true
    while (limit.waiting.length > 0) {
      limit.changed.clear()
      const waitMs = step(limit, clock.elapsed())
      if (waitMs > 0 && limit.waiting.length > 0) await limit.changed.wait(waitMs, clock, never)
    }
    limit.isWatched = false

    /** Gives the next turn if it is due. Returns the milliseconds until there is something to do. */
    function step(of: Limit, now: number): number {
      switch (of.state) {
        case 'closed':
          if (now < of.until) return of.until - now
          of.state = 'probing'
          of.until = now + probeMs
          give(of, true)
          return probeMs
        case 'probing':
          if (now < of.until) return of.until - now
          open(of, now)
          return 0
        case 'open':
          give(of, false)
          return spacingMs
        default:
          return of.state satisfies never
      }
    }

    function give(of: Limit, isProbe: boolean): void {
      const next = of.waiting.shift()
      next?.begin(turnOf(key, next.place, isProbe))
    }
  }

  /** The right to ask at once; `null` where it is to be waited for. */
  function turnNow(key: string): Turn | null {
    const { state, waiting } = limitOf(key)
    return state === 'open' && waiting.length === 0 ? turnOf(key, ++lastPlace, false) : null
  }

  return {
    turnNow,
    /** Milliseconds until the model may be asked, as far as that is known; 0 where no limit is in force. */
    remainingMs(key: string): number {
      const limit = limits.get(key)
      return limit?.state === 'closed' ? Math.max(0, limit.until - clock.elapsed()) : 0
    },
    /** What the provider said when it refused the last request; `null` where no limit is in force. */
    words: (key: string) => limits.get(key)?.words ?? null,
    /**
     * Waits until the caller may ask. One that asked before, and was refused, keeps its place among those who wait; one that asked alone
     * when the wait was over goes behind them.
     * @throws the reason of the signal
     */
    async turn(key: string, signal: AbortSignal, before?: Turn): Promise<Turn> {
      signal.throwIfAborted()
      const free = turnNow(key)
      if (free) return free
      const place = (before && places.get(before)) ?? ++lastPlace
      const limit = limitOf(key)
      const { promise, resolve, reject } = Promise.withResolvers<Turn>()
      const waiting: WaitingForTurn = { place, begin: resolve }
      const leave = () => {
        const at = limit.waiting.indexOf(waiting)
        if (at !== -1) limit.waiting.splice(at, 1)
        limit.changed.raise()
        reject(signal.reason)
      }
      const at = limit.waiting.findIndex((other) => other.place > place)
      limit.waiting.splice(at === -1 ? limit.waiting.length : at, 0, waiting)
      signal.addEventListener('abort', leave, { once: true })
      void watch(key, limit)
      return promise.finally(() => signal.removeEventListener('abort', leave))
    },
  }
}

const never = new AbortController().signal

function open(limit: Limit, now: number): void {
  limit.state = 'open'
  limit.words = null
  limit.openedAt = now
  limit.lastedMs = now - limit.closedAt
  limit.changed.raise()
}

function close(limit: Limit, refusal: Refusal, now: number): void {
  const isFirst = limit.state === 'open'
  if (isFirst) limit.closedAt = now
  limit.probes = isFirst ? 0 : limit.probes + 1
  limit.until = now + nextWait(limit, refusal, now, isFirst)
  limit.state = 'closed'
  limit.words = refusal.words ?? null
  limit.closings += 1
  limit.changed.raise()
}

/** The refusal of a request that was sent before the limit closed: the provider may know better by now. */
function heed(limit: Limit, { toldMs }: Refusal, now: number): void {
  if (limit.state !== 'closed' || toldMs === undefined || now + toldMs <= limit.until) return
  limit.until = now + toldMs
  limit.changed.raise()
}

/**
 * The provider's own time, if it says one. Otherwise it is found out: each wait is as long as all before it. A limit that was met a short
 * while ago is likely to last as long again: then the first wait is half of that, and the steps are half as large.
 */
function nextWait(limit: Limit, { toldMs, retry, random }: Refusal, now: number, isFirst: boolean): number {
  const spreadMs = random * retry.baseMs
  if (toldMs !== undefined && limit.probes <= maxTold) return Math.round(toldMs + spreadMs)
  const isKnown = limit.lastedMs > 0 && limit.closedAt - limit.openedAt <= memory * limit.lastedMs
  const soFarMs = isFirst ? (isKnown ? limit.lastedMs : 0) : now - limit.closedAt
  const grownMs = Math.max(retry.baseMs, Math.min(retry.capMs, isKnown ? soFarMs / 2 : soFarMs))
  return Math.round(Math.max(grownMs, toldMs ?? 0) + Math.min(spreadMs, grownMs / 4))
}
