import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import { type ChartTarget, seriesColor } from '../../charts/chart.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCount, formatPercent } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { column, numeric, Table } from '../../ui/table.tsx'
import styles from './usage.module.css'
import { amountOf, type UsageRow } from './usage-rows.ts'
import type { Measure } from './usage-search.ts'

/** Rows that are shown until all are asked for. */
const maxRows = 50

/** The groups with their sums and their shares of the whole, and the whole below them. A name opens its runs. */
export function UsageTable(props: {
  readonly label: string
  readonly rows: readonly UsageRow[]
  readonly total: UsageFiguresFragment
  readonly measure: Measure
  readonly targetOf: (item: string | undefined) => ChartTarget
}) {
  const { label, rows, total, measure, targetOf } = props
  const [isWhole, setWhole] = useState(false)
  const whole = amountOf(measure, total)
  const shown: readonly TableRow[] = [
    ...(isWhole ? rows : rows.slice(0, maxRows)).map((row, index) => ({ ...row, color: seriesColor(index) })),
    { id: undefined, name: 'Total', usage: total, color: null },
  ]
  const share = ({ usage }: TableRow) => (whole > 0 ? amountOf(measure, usage) / whole : 0)
  // Nobody knows what share of the cost calls have that have no price.
  const isKnown = ({ usage }: TableRow) => measure !== 'cost' || usage.unpricedCalls === 0
  const count = (value: number) => (value === 0 ? <span className={look.faint}>0</span> : formatCount(value))
  return (
    <>
      <Table<TableRow>
        label="Usage by group"
        rows={shown}
        columns={[
          column(label, ({ id, name, color }) => (
            <Link
              className={`${look.inline} ${look.link} ${styles.name}`}
              {...targetOf(id)}
              data-total={id === undefined}
              resetScroll={false}
            >
              {color && <span className={look.swatch} style={{ background: color }} />}
              <span className={look.cut}>{name}</span>
            </Link>
          )),
          numeric('Calls', ({ usage }) => count(usage.requests)),
          numeric('Input', ({ usage }) => count(usage.inputTokens)),
          numeric('Cached', ({ usage }) => count(usage.cachedInputTokens)),
          numeric('Output', ({ usage }) => count(usage.outputTokens)),
          numeric('Reasoning', ({ usage }) => count(usage.reasoningTokens)),
          numeric('Tokens', ({ usage }) => count(usage.totalTokens)),
          numeric('Cost', ({ usage }) => <strong>{costOf(usage)}</strong>),
          numeric('Share', (row) => (
            <span className={styles.share}>
              <span className={styles.shareTrack} aria-hidden="true">
                <span style={{ width: `${Math.min(1, share(row)) * 100}%` }} />
              </span>
              <span className={styles.percent}>{isKnown(row) ? formatPercent(share(row)) : '–'}</span>
            </span>
          )),
        ]}
      />
      {rows.length > maxRows && (
        <div className={look.more}>
          <Button
            label={isWhole ? 'Show fewer' : `Show all ${rows.length}`}
            size="small"
            onPress={() => setWhole(!isWhole)}
          />
        </div>
      )}
    </>
  )
}

interface TableRow {
  /** Undefined for the sum. */
  readonly id: string | undefined
  readonly name: string
  readonly usage: UsageFiguresFragment
  readonly color: string | null
}
