import type { Clock } from './clock.ts'

interface TimeLimitOptions {
  readonly clock: Clock
  readonly ms: number
  /** Ends the work before its time. */
  readonly signal: AbortSignal
  /** Makes the reason of the limit's signal when the time is up. Most limits never need one, and an error takes microseconds to make. */
  readonly timeUp: () => Error
  /** Does the abort of the limit's signal, where its listeners are somebody else's code. */
  readonly within?: (abort: () => void) => void
}

/** A time limit of work that takes a signal. Release it when the work is done. */
export interface TimeLimit {
  /** Aborts when the time is up, or when the signal of the options does. */
  readonly signal: AbortSignal
  /** Whether the time was up before the limit was released. */
  readonly isOver: boolean
  /** Makes the time stand still until the returned function is called. */
  pause(): () => void
  release(): void
}

export function startTimeLimit({ clock, ms, signal, timeUp, within }: TimeLimitOptions): TimeLimit {
  const work = link([signal], within)
  let isOver = false
  let isReleased = false
  let pauses = 0
  let leftMs = ms
  let startedAt = clock.elapsed()
  const end = () => {
    isOver = !work.signal.aborted
    work.abort(timeUp())
  }
  let cancel = clock.after(ms, end)
  const goOn = () => {
    pauses -= 1
    if (pauses > 0 || isReleased || work.signal.aborted) return
    startedAt = clock.elapsed()
    cancel = clock.after(leftMs, end)
  }
  return {
    signal: work.signal,
    get isOver() {
      return isOver
    },
    pause: () => {
      if (pauses === 0) {
        cancel()
        leftMs = Math.max(0, leftMs - (clock.elapsed() - startedAt))
      }
      pauses += 1
      return goOn
    },
    release: () => {
      isReleased = true
      work.unlink()
      cancel()
    },
  }
}

/** The reason of work that ends because nobody needs it any more. Made once: an abort without a reason makes an exception each time. */
export const released = new Error('It is not needed any more.')

/** A signal that aborts with a parent, or separately. */
export interface LinkedSignal {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Removes the listeners from the parents, which may live as long as their process. */
  unlink(): void
}

/** Like `AbortSignal.any` of the parents and an own signal, at a fraction of its cost. The caller unlinks it when its work ends. */
export function linkedTo(...parents: readonly AbortSignal[]): LinkedSignal {
  return link(parents)
}

function link(
  parents: readonly AbortSignal[],
  within: (abort: () => void) => void = (abort) => abort(),
): LinkedSignal {
  const own = new AbortController()
  const abort = (reason: unknown) => within(() => own.abort(reason))
  const follow = () => abort(parents.find(({ aborted }) => aborted)?.reason)
  if (parents.some(({ aborted }) => aborted)) follow()
  else for (const parent of parents) addFollower(parent, follow)
  return {
    signal: own.signal,
    abort,
    unlink: () => {
      for (const parent of parents) removeFollower(parent, follow)
    },
  }
}

/**
 * Those who follow a signal share one listener: a signal goes through all of its listeners for each that is added or removed, and ten thousand
 * actions may follow one signal at a time.
 */
interface Followers {
  readonly follows: Set<() => void>
  readonly listener: () => void
}

const followersOf = new WeakMap<AbortSignal, Followers>()

function addFollower(parent: AbortSignal, follow: () => void): void {
  const followers = followersOf.get(parent)
  if (followers) {
    followers.follows.add(follow)
    return
  }
  const follows = new Set([follow])
  const listener = () => {
    for (const each of follows) each()
  }
  followersOf.set(parent, { follows, listener })
  parent.addEventListener('abort', listener, { once: true })
}

/** With the last one the listener goes, too. */
function removeFollower(parent: AbortSignal, follow: () => void): void {
  const followers = followersOf.get(parent)
  if (!followers?.follows.delete(follow) || followers.follows.size > 0) return
  followersOf.delete(parent)
  parent.removeEventListener('abort', followers.listener)
}

/**
 * The result of `work`, which is not waited for once `signal` aborts: it continues then, and its result is dropped. Leaves no listener:
 * a signal may live as long as a run, and would hold the result. @throws the signal's reason when it aborts
 */
export function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const waits = waitUntilAbort(signal)
  return waits.for(work).finally(waits.release)
}

/** The same for many pieces of work, one after another. Release it after the last. */
export function waitUntilAbort(signal: AbortSignal) {
  let stop = () => undefined as void
  const follow = () => stop()
  addFollower(signal, follow)
  return {
    for: <Result>(work: Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        stop = () => reject(signal.reason)
        if (signal.aborted) stop()
        work.then(resolve, reject)
      }),
    release: () => removeFollower(signal, follow),
  }
}

/** A process that stands still reads nothing, so time is counted in turns that it took: a pause counts as one turn, however long it was. */
const turns = 20

/**
 * The result of `work` within so many milliseconds of this process, or `null` where it takes longer; it continues then.
 * Rejects where the work does in time.
 */
export async function waitAtMost<Result>(
  ms: number,
  work: Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  let turnsLeft = turns
  const turn = () => {
    turnsLeft -= 1
    if (turnsLeft > 0) timer = setTimeout(turn, ms / turns)
    else resolve(null)
  }
  let timer = setTimeout(turn, ms / turns)
  try {
    return await Promise.race([work.then((result) => ({ result })), late])
  } finally {
    clearTimeout(timer)
  }
}
