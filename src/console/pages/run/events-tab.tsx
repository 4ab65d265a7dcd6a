import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Client, useClient } from 'urql'
import { RunLogDocument, type RunLogQueryVariables } from '../../../generated/console/graphql.ts'
import { toError } from '../../data/live.ts'
import { readAnew } from '../../data/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatDuration, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Problem } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { EventDialog } from './event-dialog.tsx'
import { type LoggedEvent, textOfEvent, toneOfEvent } from './event-text.ts'
import type { RunModel } from './run-model.ts'
import styles from './tabs-of-run.module.css'

const lineHeight = 27
const shows = [
  { value: 'all', label: 'All events' },
  { value: 'steps', label: 'Without text' },
  { value: 'problems', label: 'Problems' },
] as const

/** The event log, line by line, from its end or from its start; it is continued automatically while the run is at work. */
export function EventsTab({ run, events }: Pick<RunModel, 'run' | 'events'>) {
  const log = useEventLog(run.id, events)
  const [show, setShow] = useState<(typeof shows)[number]['value']>('all')
  const lines = useMemo(() => log.events.filter((event) => isShown(event, show)), [log.events, show])
  const [isFromEnd, setFromEnd] = useState(true)
  const [open, setOpen] = useState<LoggedEvent | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
    // Lines that come in above do not move those in sight. At its start, the log begins with its first line.
    anchorTo: isFromEnd ? 'end' : 'start',
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const start = Date.parse(run.startedAt ?? run.createdAt)

  // At the end, the log stays at its end.
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (isAtEnd.current && lines.length > 0 && log.loadLater === null) virtual.scrollToIndex(lines.length - 1)
  }, [lines.length, log.loadLater, virtual])
  const { isLoading, error, loadEarlier, loadLater } = log
  const height = virtual.getTotalSize()
  useEffect(() => {
    if (isLoading) return
    // Lines that do not fill their frame cannot be scrolled.
    const isShort = !error && height < (scroll.current?.clientHeight ?? 0)
    if (isShort || (first < 10 && !isAtEnd.current)) loadEarlier?.()
    if (last > lines.length - 10) loadLater?.()
  }, [first, last, lines.length, height, isLoading, error, loadEarlier, loadLater])

  return (
    <div className={`${look.box} ${look.column} ${styles.whole}`}>
      <div className={`${look.row} ${look.soft} ${styles.tools}`}>
        <span>{formatWhole(log.totalCount)} events</span>
        <span className={look.spread} />
        <SelectField label="Events shown" isBare value={show} options={shows} onChange={setShow} />
        <Button
          icon={ArrowUpToLine}
          label="Start"
          size="small"
          onPress={() => {
            isAtEnd.current = false
            setFromEnd(false)
            log.openAt('start')
            virtual.scrollToIndex(0)
          }}
        />
        <Button
          icon={ArrowDownToLine}
          label="End"
          size="small"
          onPress={() => {
            isAtEnd.current = true
            setFromEnd(true)
            log.openAt('end')
            virtual.scrollToIndex(lines.length - 1)
          }}
        />
      </div>
      <Problem error={error} />
      <div
        ref={scroll}
        className={look.fill}
        role="log"
        aria-label="Events"
        aria-live="off"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < lineHeight * 2
        }}
      >
        <div style={{ height, position: 'relative' }}>
          {items.map(({ index, start: top, key }) => {
            const event = lines[index]
            return (
              event && (
                <Line key={key} {...{ event, top }} at={Date.parse(event.at) - start} onOpen={setOpen} />
              )
            )
          })}
        </div>
      </div>
      {open && <EventDialog runId={run.id} event={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Line(props: {
  readonly event: LoggedEvent
  readonly top: number
  readonly at: number
  readonly onOpen: (event: LoggedEvent) => void
}) {
  const { event, top, at, onOpen } = props
  const text = textOfEvent(event)
  return (
    <button
      type="button"
      className={`${look.pressable} ${styles.line}`}
      style={{ transform: `translateY(${top}px)` }}
      title={text}
      onClick={() => onOpen(event)}
    >
      <span className={styles.seq}>{event.seq}</span>
      <span className={styles.at}>{at < 0 ? '' : `+${formatDuration(at)}`}</span>
      <span>
        <Label tone={toneOfEvent(event)}>{event.type}</Label>
      </span>
      <span className={look.soft}>{text}</span>
    </button>
  )
}

function isShown(event: LoggedEvent, show: (typeof shows)[number]['value']): boolean {
  if (show === 'steps') return !event.type.endsWith('Delta')
  return show === 'all' || toneOfEvent(event) === 'bad' || toneOfEvent(event) === 'waiting'
}

const pageSize = 100

interface Read {
  /** By `seq`, in order. */
  readonly events: readonly LoggedEvent[]
  readonly before: string | null
  readonly after: string | null
  readonly totalCount: number
}

interface EventLog {
  readonly events: readonly LoggedEvent[]
  readonly totalCount: number
  readonly isLoading: boolean
  readonly error: Error | undefined
  /** Absent where there are none. */
  readonly loadEarlier: (() => void) | null
  readonly loadLater: (() => void) | null
  openAt(point: LogPoint): void
}

type LogPoint = 'start' | 'end'

/** The event log of a run: a window that begins at its end or at its start and grows both ways. Live events are added at the end. */
function useEventLog(runId: string, live: readonly LoggedEvent[]): EventLog {
  const client = useClient()
  const [read, setRead] = useState<Read | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<Error>()
  const [point, setPoint] = useState<LogPoint>('end')

  useEffect(() => {
    let isCurrent = true
    setLoading(true)
    void readPage(client, { id: runId, ...(point === 'end' ? { last: pageSize } : { first: pageSize }) })
      .then((page) => isCurrent && setRead(page))
      .catch((reason: Error) => isCurrent && setError(reason))
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [client, runId, point])

  async function extend(variables: Omit<RunLogQueryVariables, 'id'>): Promise<void> {
    if (isLoading) return
    setLoading(true)
    try {
      const page = await readPage(client, { id: runId, ...variables })
      const isEarlier = variables.before != null
      setRead((read) => {
        const now = read && withLive(read, live)
        return (
          now && {
            events: isEarlier ? [...page.events, ...now.events] : [...now.events, ...page.events],
            before: isEarlier ? page.before : now.before,
            after: isEarlier ? now.after : page.after,
            totalCount: page.totalCount,
          }
        )
      })
    } catch (reason) {
      setError(toError(reason))
    } finally {
      setLoading(false)
    }
  }

  const shown = useMemo(() => (read ? withLive(read, live) : null), [read, live])
  const { events = [], before = null, after = null, totalCount = 0 } = shown ?? {}
  return {
    events,
    totalCount,
    isLoading,
    error,
    loadEarlier: before === null ? null : () => void extend({ last: pageSize, before }),
    loadLater: after === null ? null : () => void extend({ first: pageSize, after }),
    openAt: setPoint,
  }
}

/**
 * Only a window that reaches the end of the log is continued by live events. Live events that are no longer kept are in neither: then the
 * window has the live ones, and earlier ones are read when they are needed.
 */
function withLive(read: Read, live: readonly LoggedEvent[]): Read {
  const [first, last] = [live[0], live.at(-1)]
  if (!first || !last || read.after !== null) return read
  const totalCount = Math.max(read.totalCount, last.seq)
  const end = read.events.at(-1)?.seq ?? 0
  if (first.seq > end + 1) return { events: live, before: first.cursor, after: null, totalCount }
  return { ...read, totalCount, events: [...read.events, ...live.filter(({ seq }) => seq > end)] }
}

async function readPage(client: Client, variables: RunLogQueryVariables): Promise<Read> {
  const page = (await readAnew(client, RunLogDocument, variables)).run?.events
  return {
    events: page?.nodes ?? [],
    before: page?.pageInfo.hasPreviousPage ? (page.pageInfo.startCursor ?? null) : null,
    after: page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null,
    totalCount: page?.totalCount ?? 0,
  }
}
