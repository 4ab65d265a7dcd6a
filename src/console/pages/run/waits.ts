import { linearScale } from '../../charts/linear-scale.ts'
import type { TraceNode } from './trace-nodes.ts'
import type { Span } from './trace-rows.ts'

/** A period in which nothing works, in milliseconds since 1970. */
export interface Wait {
  readonly start: number
  readonly end: number
}

/** The axis of a trace: where each moment stands, in per cent of the width. */
export interface TimeAxis {
  at(time: number): number
  /** The waits that are folded, long ones each as wide as any other. */
  readonly folded: readonly Wait[]
  /** About so many marks, none within a folded wait. */
  ticks(count: number): readonly Tick[]
}

interface Tick {
  readonly time: number
  /** Since the beginning, or since the end of the folded wait before it, in milliseconds. */
  readonly sinceMs: number
  readonly isAfterWait: boolean
}

/**
 * The periods in which something works: a model answers or an action runs. What has waited at a gate, for a batch or in the queue did
 * nothing meanwhile, nor has an action that waited for a run whose steps are known: those count in its place.
 */
export function workOf(nodes: readonly TraceNode[]): readonly Span[] {
  const spans: Span[] = []
  const visit = ({ row, parts, child }: TraceNode) => {
    const isWork = row.kind === 'call' || row.kind === 'action'
    const isOfRun = child !== null && parts.some(({ row: { kind } }) => kind === 'step')
    if (isWork && !isOfRun) {
      const tries = row.attempts.length > 0 ? row.attempts : [row]
      spans.push(...tries.flatMap((each) => without(each, row.waits)))
    }
    parts.forEach(visit)
  }
  nodes.forEach(visit)
  return joined(spans)
}

function without(span: Span, waits: readonly Span[]): readonly Span[] {
  const end = span.end ?? Number.POSITIVE_INFINITY
  const parts: Span[] = []
  let from = span.start
  for (const wait of waits.toSorted(byStart)) {
    if (wait.start > from) parts.push({ start: from, end: Math.min(wait.start, end) })
    from = Math.max(from, wait.end ?? Number.POSITIVE_INFINITY)
  }
  if (from < end) parts.push({ start: from, end: span.end })
  return parts.filter(({ start, end }) => end === null || end >= start)
}

/** The same periods in order, those that touch as one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: { start: number; end: number | null }[] = []
  for (const { start, end } of spans.toSorted(byStart)) {
    const last = all.at(-1)
    if (last && (last.end === null || last.end >= start))
      last.end = last.end === null || end === null ? null : Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start
}

/** In a shorter one, the engine itself is at work between two activities. */
const minWaitMs = 2_000

/** The waits of a period: nothing works in them. Where `isAtWork`, its end is none of them: what works then comes later. */
export function waitsOf(
  work: readonly Span[],
  [from, to]: readonly [number, number],
  isAtWork: boolean,
): readonly Wait[] {
  const idle: Wait[] = []
  let last = from
  for (const { start, end } of work) {
    if (start - last >= minWaitMs) idle.push({ start: last, end: Math.min(start, to) })
    last = Math.max(last, end ?? to)
  }
  if (!isAtWork && to - last >= minWaitMs) idle.push({ start: last, end: to })
  return idle
}

export function lengthOf(waits: readonly Wait[]): number {
  return waits.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** How long a span lasts without the waits within it: what of it an axis shows that has folded them. */
export function lengthWithout({ start, end }: Wait, waits: readonly Wait[]): number {
  return waits.reduce(
    (rest, wait) => rest - Math.max(0, Math.min(end, wait.end) - Math.max(start, wait.start)),
    end - start,
  )
}

/** The width of a folded wait, in per cent, and of all of them together, at most. One is never wider than it would be unfolded. */
const foldWidth = 8
const maxFoldsWidth = 48

export function toAxis([from, to]: readonly [number, number], folded: readonly Wait[]): TimeAxis {
  const most = Math.min(foldWidth, maxFoldsWidth / Math.max(1, folded.length))
  const widthOf = ({ start, end }: Wait) => Math.min(most, ((end - start) / (to - from)) * 100)
  const shownMs = Math.max(1, to - from - lengthOf(folded))
  const perMs = (100 - folded.reduce((sum, wait) => sum + widthOf(wait), 0)) / shownMs
  const parts = partsOf(from, to, folded)
  let place = 0
  const scales = parts.map(({ start, end, isWait }) => {
    const begin = place
    place += isWait ? widthOf({ start, end }) : (end - start) * perMs
    return linearScale([start, end], [begin, place])
  })
  return {
    folded,
    at(time) {
      const scale = scales.find(({ domain: [, end] }) => time <= end) ?? scales.at(-1)
      return scale ? scale(time) : 0
    },
    ticks(count) {
      const stepMs = niceStep(shownMs, count)
      return parts.flatMap(({ start, end, isWait }, index) => {
        if (isWait) return []
        const isAfterWait = index > 0
        const length = Math.floor((end - start) / stepMs) + 1
        return Array.from({ length }, (_, nth) => ({
          ...{ time: start + nth * stepMs, sinceMs: nth * stepMs, isAfterWait },
        })).slice(isAfterWait ? 1 : 0)
      })
    },
  }
}

function partsOf(from: number, to: number, folded: readonly Wait[]) {
  const parts: (Wait & { readonly isWait: boolean })[] = []
  let last = from
  for (const { start, end } of folded) {
    if (start > last) parts.push({ start: last, end: start, isWait: false })
    parts.push({ start, end, isWait: true })
    last = end
  }
  if (last < to) parts.push({ start: last, end: to, isWait: false })
  return parts
}

const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5,
  72e5,
]

/** A round period of which a span, in milliseconds, has about so many. */
function niceStep(spanMs: number, count: number): number {
  return steps.find((each) => spanMs / each <= count) ?? Math.ceil(spanMs / count / 864e5) * 864e5
}
