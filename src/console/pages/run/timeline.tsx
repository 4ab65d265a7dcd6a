import { useVirtualizer } from '@tanstack/react-virtual'
import {
  Bot,
  Brain,
  Check,
  CircleDot,
  Database,
  GitBranch,
  Hourglass,
  type LucideIcon,
  ShieldQuestion,
  Sparkles,
  Workflow,
  Wrench,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { linearScale } from '../../charts/linear-scale.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty } from '../../ui/page.tsx'
import { isAtRest, type RunAndSteps, type Speaking } from './run-model.ts'
import styles from './timeline.module.css'
import { spanOf, type TimelineKind, type TimelineRow, toRows } from './timeline-rows.ts'

const rowHeight = 30

interface Props extends RunAndSteps {
  /** The message that is being written at the moment. */
  readonly speaking: Speaking | null
  /** The key of the row that is open beside the timeline. */
  readonly open: string | undefined
  readonly onOpen: (key: string) => void
}

/** The activities of a run over time: steps, model calls, actions with their own steps, and waiting, in parallel lanes on one axis of time. */
export function Timeline({ run, steps, speaking, open, onOpen }: Props) {
  const rows = useMemo(() => toRows({ run, steps }, speaking), [run, steps, speaking])
  const now = useTicks(!isAtRest(run))
  const [zoom, setZoom] = useState(1)
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 15,
  })
  const [from, to] = spanOf({ run, steps }, rows, now)
  const scale = useMemo(() => linearScale([0, to - from], [0, 100]), [from, to])
  const ticks = ticksOf(to - from, Math.round(5 * zoom))
  useFollowEnd(rows.length, !isAtRest(run), (index) => virtual.scrollToIndex(index), scroll)

  function onKeyDown(event: KeyboardEvent): void {
    const move = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (move === undefined) return
    event.preventDefault()
    const at = rows.findIndex(({ key }) => key === open)
    const next = Math.max(0, Math.min(rows.length - 1, at + move))
    const row = rows[next]
    // The one that is open would be closed.
    if (row && row.key !== open) onOpen(row.key)
    virtual.scrollToIndex(next)
  }

  if (rows.length === 0)
    return (
      <Empty title="Nothing has happened yet.">
        {run.queuePosition ? `The run is number ${run.queuePosition} in the queue.` : null}
      </Empty>
    )
  return (
    <div className={`${look.box} ${look.column} ${styles.timeline}`}>
      <div className={styles.zoom}>
        <IconButton
          icon={ZoomOut}
          label="Zoom out"
          isDisabled={zoom <= 1}
          onPress={() => setZoom(zoom / 2)}
        />
        <IconButton icon={ZoomIn} label="Zoom in" isDisabled={zoom >= 64} onPress={() => setZoom(zoom * 2)} />
      </div>
      <div
        ref={scroll}
        className={look.fill}
        role="listbox"
        aria-label="Timeline"
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={styles.inside} style={{ '--zoom': zoom }}>
          <div className={styles.axis} aria-hidden="true">
            <div className={styles.names} />
            <div className={styles.lane}>
              {ticks.map((tick) => (
                <span key={tick} className={styles.tick} style={{ left: `${scale(tick)}%` }}>
                  {/* The last one would end below the buttons. */}
                  {zoom === 1 && scale(tick) > 90 ? '' : tick === 0 ? '0' : formatDuration(tick)}
                </span>
              ))}
            </div>
          </div>
          <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            <div className={styles.grid} aria-hidden="true">
              <div className={styles.names} />
              <div className={styles.lane}>
                {ticks.map((tick) => (
                  <span key={tick} className={styles.rule} style={{ left: `${scale(tick)}%` }} />
                ))}
              </div>
            </div>
            {virtual.getVirtualItems().map(({ index, start, key }) => {
              const row = rows[index]
              return (
                row && (
                  <Line
                    key={key}
                    row={row}
                    top={start}
                    isOpen={row.key === open}
                    left={scale(row.start - from)}
                    right={scale((row.end ?? now) - from)}
                    marks={row.marks.map((mark) => scale(mark - from))}
                    attempts={row.attempts.map(({ start, end, tone }) => ({
                      tone,
                      left: scale(start - from),
                      right: scale((end ?? now) - from),
                    }))}
                    length={(row.end ?? now) - row.start}
                    onOpen={() => onOpen(row.key)}
                  />
                )
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

interface LineProps {
  readonly row: TimelineRow
  readonly top: number
  readonly left: number
  readonly right: number
  readonly marks: readonly number[]
  readonly attempts: readonly { readonly tone: string; readonly left: number; readonly right: number }[]
  readonly length: number
  readonly isOpen: boolean
  readonly onOpen: () => void
}

const icons: Readonly<Record<TimelineKind, LucideIcon>> = {
  step: CircleDot,
  call: Brain,
  action: Wrench,
  gate: ShieldQuestion,
  wait: Hourglass,
  'call-step': Check,
}

const actionIcons: Readonly<Record<string, LucideIcon>> = {
  LLM: Sparkles,
  AGENT: Bot,
  RELIC: Database,
  WORKFLOW: Workflow,
  DECISION: GitBranch,
}

function Line({ row, top, left, right, marks, attempts, length, isOpen, onOpen }: LineProps) {
  const Icon = actionIcons[row.type ?? ''] ?? icons[row.kind]
  const isShort = right - left < 12
  return (
    <div
      role="option"
      aria-selected={isOpen}
      className={styles.row}
      data-depth={row.depth}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <div className={styles.names} title={row.detail ? `${row.label}: ${row.detail}` : row.label}>
        <Icon aria-hidden="true" />
        <span className={`${look.cut} ${styles.label}`}>{row.label}</span>
        {row.detail && <span className={`${look.cut} ${look.faint} ${styles.detail}`}>{row.detail}</span>}
      </div>
      <div className={styles.lane}>
        <span
          className={styles.bar}
          data-tone={row.tone}
          data-kind={row.kind}
          data-live={row.end === null}
          data-retried={attempts.length > 0}
          style={{ left: `${left}%`, width: `max(3px, ${Math.max(0, right - left)}%)` }}
        >
          {marks.map((mark) => (
            <span
              key={mark}
              className={styles.mark}
              style={{ left: `${right > left ? ((mark - left) / (right - left)) * 100 : 0}%` }}
            />
          ))}
        </span>
        {attempts.map((attempt) => (
          <span
            key={attempt.left}
            className={styles.bar}
            data-tone={attempt.tone}
            style={{
              left: `${attempt.left}%`,
              width: `max(3px, ${Math.max(0, attempt.right - attempt.left)}%)`,
            }}
          />
        ))}
        <span
          className={styles.length}
          data-side={isShort && right > 80 ? 'left' : 'right'}
          style={isShort && right > 80 ? { right: `${100 - left}%` } : { left: `${right}%` }}
        >
          {length > 0 ? formatDuration(length) : ''}
        </span>
      </div>
    </div>
  )
}

const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5,
  72e5,
]

/** Round moments of a span of milliseconds, about as many as are wanted. */
function ticksOf(span: number, count: number): readonly number[] {
  const step = steps.find((each) => span / each <= count) ?? Math.ceil(span / count / 864e5) * 864e5
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step)
}

/** The time, four times a second while something lasts: the bars grow by a transition between them. */
function useTicks(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}

/** Keeps the newest line in sight while a run is at work, unless the reader has scrolled away from it. */
function useFollowEnd(
  count: number,
  isOn: boolean,
  show: (index: number) => void,
  scroll: { readonly current: HTMLElement | null },
): void {
  const last = useRef(count)
  useEffect(() => {
    const element = scroll.current
    const hadEnd = element && element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight * 6
    if (isOn && count > last.current && hadEnd) show(count - 1)
    last.current = count
  })
}
