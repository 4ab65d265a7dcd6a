import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { formatDuration } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty } from '../../ui/page.tsx'
import { useIsNarrow } from '../../ui/use-narrow.ts'
import { isAtRest } from './run-model.ts'
import type { TraceSearch } from './run-page-search.ts'
import styles from './timeline.module.css'
import { actOf } from './trace-keys.ts'
import { Line } from './trace-line.tsx'
import { periodOf } from './trace-nodes.ts'
import type { TraceRow } from './trace-rows.ts'
import { TraceTools } from './trace-tools.tsx'
import type { TraceLine } from './trace-view.ts'
import type { TraceOfPage } from './use-trace.ts'
import { lengthOf, lengthWithout, type TimeAxis, toAxis, waitsOf, workOf } from './waits.ts'

const rowHeight = 30

/** Where waits are this part of the time or more, they are folded until the reader says otherwise. */
const foldedFrom = 0.6

interface Props {
  readonly trace: TraceOfPage
  readonly search: TraceSearch
  readonly onSearch: (change: Partial<TraceSearch>) => void
  /** The key of the row that is open beside the timeline. */
  readonly open: string | undefined
  readonly onOpen: (key: string, run: string) => void
}

/**
 * The activities of a run and of the runs below it over time: steps, model calls, actions with their own steps, and waiting, in parallel
 * lanes on one axis of time.
 */
export function Timeline({ trace, search, onSearch, open, onOpen }: Props) {
  const { run, nodes, lines } = trace
  const [zoom, setZoom] = useState(1)
  const isAtWork = !isAtRest(run)
  const now = useTicks(isAtWork || trace.isWorkBelow)
  const work = useMemo(() => workOf(nodes), [nodes])
  const period = periodOf(trace, nodes, now)
  const waits = waitsOf(work, period, run.status === 'RUNNING')
  const isMostlyWaiting = lengthOf(waits) > (period[1] - period[0]) * foldedFrom
  const areWaitsFolded = search.waits === undefined ? isMostlyWaiting : search.waits === 'folded'
  const axis = toAxis(period, areWaitsFolded ? waits : [])
  const worked = lengthWithout({ start: period[0], end: period[1] }, waits)
  const sum = waits.length === 0 ? null : { worked, waited: lengthOf(waits) }
  if (nodes.length === 0)
    return (
      <Empty title="Nothing has happened yet.">
        {run.queuePosition ? `The run is number ${run.queuePosition} in the queue.` : null}
      </Empty>
    )
  return (
    <div className={`${look.box} ${look.column} ${styles.timeline}`}>
      <TraceTools
        {...{ trace, search, onSearch, areWaitsFolded, zoom }}
        hasWaits={waits.length > 0}
        onZoom={setZoom}
      />
      {lines.length > 0 && <Lines {...{ trace, axis, sum, now, zoom, open, onOpen, isAtWork }} />}
    </div>
  )
}

/** How long a run and those below it worked, and how long nothing did, in milliseconds. */
interface Sum {
  readonly worked: number
  readonly waited: number
}

interface LinesProps extends Pick<Props, 'trace' | 'open' | 'onOpen'> {
  readonly axis: TimeAxis
  /** Null where nothing waited. */
  readonly sum: Sum | null
  readonly now: number
  readonly zoom: number
  readonly isAtWork: boolean
}

/** The lines that are in sight, below their axis. */
function Lines({ trace, axis, sum, now, zoom, open, onOpen, isAtWork }: LinesProps) {
  const { lines } = trace
  const scroll = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(open)
  const ids = useId()
  const idOf = (key: string) => `${ids}${encodeURIComponent(key)}`
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => lines[index]?.row.key ?? index,
    overscan: 15,
  })
  const showIndex = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  useFollowEnd(lines.length, isAtWork, showIndex, scroll)
  useShown(lines, open, showIndex)
  const at = lines.findIndex(({ row: { key } }) => key === active)

  const { readMoreSteps } = trace
  const press = useCallback(
    ({ row }: TraceLine) => {
      setActive(row.key)
      if (row.kind === 'more') readMoreSteps(row.run)
      else if (row.kind !== 'note') onOpen(row.key, row.run)
    },
    [readMoreSteps, onOpen],
  )

  function onKeyDown(event: KeyboardEvent): void {
    const act = actOf(event.key, lines, at)
    const line = lines[act?.kind === 'move' ? act.to : at]
    if (!act || !line || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (act.kind === 'toggle') trace.toggle(line)
    else if (act.kind === 'press') press(line)
    else {
      setActive(line.row.key)
      // What is not read is read when somebody asks for it, and what is open would be closed.
      if (isOpenable(line.row) && line.row.key !== open) onOpen(line.row.key, line.row.run)
      showIndex(act.to)
    }
  }

  const items = virtual.getVirtualItems()
  const isActiveDrawn = items.some(({ index }) => index === at)
  return (
    <div
      ref={scroll}
      className={look.fill}
      role="tree"
      aria-label="Timeline"
      aria-description={
        sum ? `worked ${formatDuration(sum.worked)}, waited ${formatDuration(sum.waited)}` : undefined
      }
      {...(isActiveDrawn && active !== undefined && { 'aria-activedescendant': idOf(active) })}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={styles.inside} style={{ '--zoom': zoom }}>
        <Axis {...{ axis, zoom, sum }} />
        <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          <Grid axis={axis} zoom={zoom} />
          {items.map(({ index, start, key }) => {
            const line = lines[index]
            return (
              line && (
                <Line
                  key={key}
                  id={idOf(line.row.key)}
                  {...{ line, axis, now }}
                  top={start}
                  isShown={line.row.key === open}
                  isActive={index === at}
                  href={isOpenable(line.row) ? addressOf(line.row, trace.run.id) : null}
                  onPress={press}
                  onToggle={trace.toggle}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function isOpenable({ kind }: TraceRow): boolean {
  return kind !== 'more' && kind !== 'note'
}

/** The address of the page with a line of it open. */
function addressOf({ key, run }: TraceRow, root: string): string {
  const search = new URLSearchParams(run === root ? { open: key } : { open: key, within: run })
  return `${location.pathname}?${search}`
}

interface AxisProps {
  readonly axis: TimeAxis
  readonly zoom: number
}

function useTickCount(zoom: number): number {
  return Math.round((useIsNarrow() ? 3 : 5) * zoom)
}

function Axis({ axis, zoom, sum }: AxisProps & Pick<LinesProps, 'sum'>) {
  const tickCount = useTickCount(zoom)
  return (
    <div className={styles.axis} aria-hidden="true">
      <div className={`${styles.names} ${styles.sum}`}>
        {sum && (
          <>
            <span>worked {formatDuration(sum.worked)}</span>
            <span>waited {formatDuration(sum.waited)}</span>
          </>
        )}
      </div>
      <div className={styles.lane}>
        {axis.ticks(tickCount).map(({ time, sinceMs, isAfterWait }) => (
          <span key={time} className={styles.tick} style={{ left: `${axis.at(time)}%` }}>
            {isAfterWait ? `+${formatDuration(sinceMs)}` : sinceMs === 0 ? '0' : formatDuration(sinceMs)}
          </span>
        ))}
        {axis.folded.map(({ start, end }) => (
          <span key={start} className={styles.foldedLength} style={betweenOf(axis, start, end)}>
            <span title="The run waited" data-fits={axis.at(end) - axis.at(start) > 4 / zoom}>
              {formatDuration(end - start)}
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}

function Grid({ axis, zoom }: AxisProps) {
  const tickCount = useTickCount(zoom)
  return (
    <div className={styles.grid} aria-hidden="true">
      <div className={styles.names} />
      <div className={styles.lane}>
        {axis.ticks(tickCount).map(({ time }) => (
          <span key={time} className={styles.rule} style={{ left: `${axis.at(time)}%` }} />
        ))}
        {axis.folded.map(({ start, end }) => (
          <span key={start} className={styles.folded} style={betweenOf(axis, start, end)} />
        ))}
      </div>
    </div>
  )
}

function betweenOf(axis: TimeAxis, start: number, end: number) {
  return { left: `${axis.at(start)}%`, width: `${axis.at(end) - axis.at(start)}%` }
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

/** Brings the line that the address names into sight, once: it may stand in a run that is still to be read. */
function useShown(
  lines: readonly TraceLine[],
  open: string | undefined,
  show: (index: number) => void,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (open === shown.current) return
    const index = lines.findIndex(({ row }) => row.key === open)
    if (open !== undefined && index === -1) return
    shown.current = open
    if (index !== -1) show(index)
  }, [lines, open, show])
}
