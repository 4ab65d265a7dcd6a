import { useEffect, useRef } from 'react'
import { Behind } from './behind.tsx'
import type { UsageRow } from './usage-rows.ts'
import type { UsageSearch } from './usage-search.ts'
import { useBehind } from './use-behind.ts'
import type { UsageReport } from './use-usage.ts'

/** The runs of the bar or the row that the address names. It scrolls into view when it opens. */
export function UsageLookInto({
  report,
  view,
  rows,
  onClose,
}: {
  readonly report: UsageReport
  readonly view: UsageSearch
  readonly rows: readonly UsageRow[]
  readonly onClose: () => void
}) {
  const { runs, error, search } = useBehind(report, view)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // New browsers answer a promise.
    void frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const name = rows.find(({ id }) => id === view.item)?.name ?? view.item
  const when = report.period.points.find(({ start }) => new Date(start).toISOString() === view.at)?.label
  const title = ['Runs behind', [name, when].filter(Boolean).join(', ')].join(' ')
  return (
    <div ref={frame}>
      <Behind by={report.by} item={view.item} {...{ title, runs, error, search, onClose }} />
    </div>
  )
}
