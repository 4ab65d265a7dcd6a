import { type PointerEvent, useSyncExternalStore } from 'react'
import { formatAgo, formatByBoth, formatDuration, formatTimeOfDay } from './format.ts'

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // While nobody showed it, it stood.
  if (timer === undefined) now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time of the clock in milliseconds, new each second. All that show it share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** A moment as its distance from now; the exact time, by the own clocks and by UTC, when the pointer rests on it. */
export function Ago({ at }: { readonly at: string }) {
  const current = useNow()
  return (
    <time dateTime={at} onPointerEnter={showTime}>
      {formatAgo(at, Math.max(current, Date.now()))}
    </time>
  )
}

/** The time of day of a moment; the same when the pointer rests on it. */
export function TimeOfDay({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} onPointerEnter={showTime}>
      {formatTimeOfDay(at)}
    </time>
  )
}

/** A list shows hundreds: the text is made for the one that the pointer rests on. */
function showTime({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  currentTarget.title = formatByBoth(currentTarget.dateTime)
}

/** How long something took, or takes until now while it has no end. */
export function Elapsed(props: {
  readonly since: string | null | undefined
  readonly ms: number | null | undefined
  /** Whether it goes on although it has `ms`: a run keeps the time until it last waited or paused. */
  readonly isLive?: boolean
}) {
  const { since, ms, isLive = false } = props
  if (ms != null && !isLive) return <>{formatDuration(ms)}</>
  return since ? <Running since={since} /> : <>–</>
}

function Running({ since }: { readonly since: string }) {
  const current = useNow()
  return <>{formatDuration(Math.max(0, Math.max(current, Date.now()) - Date.parse(since)))}</>
}
