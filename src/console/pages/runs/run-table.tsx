import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import type { RunRowFragment } from '../../../generated/console/graphql.ts'
import { rowMoves, usePageKeys } from '../../layout/page-keys.ts'
import { Checkbox } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { useIsNarrow } from '../../ui/use-narrow.ts'
import type { RunColumn } from './run-columns.tsx'
import styles from './runs-page.module.css'

const rowHeight = 42
/** On a phone a row has three lines. */
const narrowRowHeight = 84

interface Props {
  readonly rows: readonly RunRowFragment[]
  readonly columns: readonly RunColumn[]
  readonly selected: ReadonlySet<string>
  /** Called with what makes the selection of the present one: a row that is not drawn anew may know an older one. */
  readonly onSelect: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void
  /** Called when the end of the rows comes into sight. */
  readonly onEnd: () => void
}

/**
 * The rows of runs. Only those in sight are drawn. Arrow keys (or j and k) move, Enter opens, Space or x selects, wherever the focus is. On a
 * phone each row is a card with all that is chosen to be seen.
 */
export function RunTable({ rows, columns, selected, onSelect, onEnd }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (isNarrow ? narrowRowHeight : rowHeight),
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const places = usePlaces(items.length)
  const lastShown = items.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height.
  useEffect(() => virtual.measure(), [isNarrow])
  useEffect(() => {
    if (lastShown >= rows.length - 40) onEnd()
  }, [lastShown, rows.length, onEnd])

  const template = isNarrow ? undefined : `34px ${columns.map(({ width }) => width).join(' ')}`

  const toggle = useCallback(
    (id: string) =>
      onSelect((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [onSelect],
  )
  const latest = useRef(rows)
  latest.current = rows
  const open = useCallback(
    (runId: string) => {
      const listedRuns = listedAround(latest.current, runId)
      void navigate({ to: '/runs/$runId', params: { runId }, state: { listedRuns } })
    },
    [navigate],
  )

  usePageKeys((key, { target }) => {
    const move = key === 'PageDown' ? 15 : key === 'PageUp' ? -15 : rowMoves[key]
    if (move !== undefined) {
      const at = rows.findIndex(({ id }) => id === current)
      const next = Math.max(0, Math.min(rows.length - 1, at + move))
      setCurrent(rows[next]?.id ?? null)
      virtual.scrollToIndex(next)
      return true
    }
    // Enter and Space are those of a button, a link or a checkbox while that has the focus.
    const isFree = !(target instanceof Element) || target.closest('button, a, input, summary') === null
    if (key === 'Enter' && isFree && current) open(current)
    else if ((key === 'x' || (key === ' ' && isFree)) && current) toggle(current)
    else return false
    return true
  })

  const isEach = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  return (
    <div
      ref={scroll}
      className={`${look.fill} ${styles.scroll}`}
      role="grid"
      aria-label="Runs"
      aria-rowcount={rows.length}
      tabIndex={0}
      data-narrow={isNarrow}
    >
      <div className={styles.table}>
        <div className={styles.head} role="row" style={{ gridTemplateColumns: template }}>
          <span role="columnheader" className={styles.check}>
            <Checkbox
              label="Select all that are loaded"
              isBare
              isSelected={isEach}
              isIndeterminate={!isEach && selected.size > 0}
              onChange={(all) => onSelect(() => new Set(all ? rows.map(({ id }) => id) : []))}
            />
          </span>
          {columns.map(({ id, name, isNumber }) => (
            <span key={id} role="columnheader" data-number={isNumber} data-column={id}>
              {name}
            </span>
          ))}
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="rowgroup">
          {/* In the order of their places: rows that changed their order in the document would be laid out again, all of them. */}
          {items
            .toSorted((a, b) => (a.index % places) - (b.index % places))
            .map(({ index, start }) => {
              const run = rows[index]
              return (
                run && (
                  <Row
                    key={index % places}
                    run={run}
                    top={start}
                    index={index}
                    template={template}
                    columns={columns}
                    isCurrent={run.id === current}
                    isSelected={selected.has(run.id)}
                    onOpen={open}
                    onToggle={toggle}
                  />
                )
              )
            })}
        </div>
      </div>
    </div>
  )
}

/**
 * How many rows are drawn at most. A row that leaves at one end comes back at the other with another run: to make rows anew takes longer
 * than a frame has.
 */
function usePlaces(drawn: number): number {
  const [places, setPlaces] = useState(drawn)
  if (drawn > places) setPlaces(drawn)
  return Math.max(places, drawn)
}

interface RowProps {
  readonly run: RunRowFragment
  readonly top: number
  readonly index: number
  /** Absent on a phone. */
  readonly template: string | undefined
  readonly columns: readonly RunColumn[]
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly onOpen: (runId: string) => void
  readonly onToggle: (runId: string) => void
}

const Row = memo(function Row(props: RowProps) {
  const { run, top, index, template, columns, isCurrent, isSelected, onOpen, onToggle } = props
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(run.id)
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={styles.row}
      data-current={isCurrent}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={styles.check}>
        <Checkbox
          label={`Select run ${run.id}`}
          isBare
          isBesideKeys
          isSelected={isSelected}
          onChange={() => onToggle(run.id)}
        />
      </span>
      {columns.map(({ id, isNumber, cell }, at) => (
        <span key={id} role="gridcell" data-number={isNumber} data-column={id}>
          {at === 0 ? (
            // As large as the row: a click on any of its cells is one on the link, which a browser can open elsewhere.
            <a
              href={`runs/${encodeURIComponent(run.id)}`}
              tabIndex={-1}
              className={styles.open}
              // It lies over the row, whose cell may cut the name.
              title={run.agent.name}
              onClick={follow}
            >
              {cell(run)}
            </a>
          ) : (
            cell(run)
          )}
        </span>
      ))}
    </div>
  )
})

/** So many runs on each side of the one that is opened are remembered. */
const mostBeside = 100

/** The runs around one of a list, which its page steps through. */
function listedAround(runs: readonly { readonly id: string }[], id: string): readonly string[] {
  const at = runs.findIndex((run) => run.id === id)
  return runs.slice(Math.max(0, at - mostBeside), at + mostBeside + 1).map((run) => run.id)
}

declare module '@tanstack/react-router' {
  /** What an entry of the browser's history knows besides its address. */
  interface HistoryState {
    /** The list from which the page of a run was opened, in its order at that moment. */
    readonly listedRuns?: readonly string[]
  }
}
