import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import type { RunRowFragment } from '../../../generated/console/graphql.ts'
import { Checkbox } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import type { RunColumn } from './run-columns.tsx'
import styles from './runs-page.module.css'

const rowHeight = 42

interface Props {
  readonly rows: readonly RunRowFragment[]
  readonly columns: readonly RunColumn[]
  readonly selected: ReadonlySet<string>
  /** Called with what makes the selection of the present one: a row that is not drawn anew may know an older one. */
  readonly onSelect: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void
  /** Called when the end of the rows comes into sight. */
  readonly onEnd: () => void
  /** VIEWER may select nothing: there is nothing to do with it. */
  readonly maySelect: boolean
}

/**
 * The rows of runs. Only those in sight are drawn. Arrow keys (or j and k) move, Enter opens, Space selects.
 */
export function RunTable({ rows, columns, selected, onSelect, onEnd, maySelect }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const navigate = useNavigate()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const places = usePlaces(items.length)
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= rows.length - 40) onEnd()
  }, [lastShown, rows.length, onEnd])

  const template = `${maySelect ? '34px ' : ''}${columns.map(({ width }) => width).join(' ')}`

  const toggle = useCallback(
    (id: string) =>
      onSelect((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [onSelect],
  )
  const open = useCallback(
    (runId: string) => void navigate({ to: '/runs/$runId', params: { runId } }),
    [navigate],
  )

  function onKeyDown(event: KeyboardEvent): void {
    // Space is the checkbox's own while that has the focus.
    if (event.key === ' ' && event.target instanceof HTMLInputElement) return
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: 15,
      PageUp: -15,
    }
    const move = moves[event.key]
    if (move !== undefined) {
      const at = rows.findIndex(({ id }) => id === current)
      const next = Math.max(0, Math.min(rows.length - 1, at + move))
      setCurrent(rows[next]?.id ?? null)
      virtual.scrollToIndex(next)
    } else if (event.key === 'Enter' && current) open(current)
    else if ((event.key === ' ' || event.key === 'x') && current && maySelect) toggle(current)
    else return
    event.preventDefault()
  }

  const isEach = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  return (
    <div
      ref={scroll}
      className={`${look.fill} ${styles.scroll}`}
      role="grid"
      aria-label="Runs"
      aria-rowcount={rows.length}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={styles.table}>
        <div className={styles.head} role="row" style={{ gridTemplateColumns: template }}>
          {maySelect && (
            <span role="columnheader" className={styles.check}>
              <Checkbox
                label="Select all that are loaded"
                isBare
                isSelected={isEach}
                isIndeterminate={!isEach && selected.size > 0}
                onChange={(all) => onSelect(() => new Set(all ? rows.map(({ id }) => id) : []))}
              />
            </span>
          )}
          {columns.map(({ id, name, isNumber }) => (
            <span key={id} role="columnheader" data-number={isNumber}>
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
                    onToggle={maySelect ? toggle : null}
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
  readonly template: string
  readonly columns: readonly RunColumn[]
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly onOpen: (runId: string) => void
  readonly onToggle: ((runId: string) => void) | null
}

const Row = memo(function Row(props: RowProps) {
  const { run, top, index, template, columns, isCurrent, isSelected, onOpen, onToggle } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={styles.row}
      data-current={isCurrent}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      onClick={() => onOpen(run.id)}
    >
      {onToggle && (
        <span role="gridcell" className={styles.check} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            label={`Select run ${run.id}`}
            isBare
            isBesideKeys
            isSelected={isSelected}
            onChange={() => onToggle(run.id)}
          />
        </span>
      )}
      {columns.map(({ id, isNumber, cell }) => (
        <span key={id} role="gridcell" data-number={isNumber}>
          {cell(run)}
        </span>
      ))}
    </div>
  )
})
