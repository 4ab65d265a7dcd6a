import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { UsageContextDocument, type UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import { type ChartTarget, seriesColor } from '../../charts/chart.ts'
import { ChartSpace } from '../../charts/chart-frame.tsx'
import { saveFile } from '../../data/save-file.ts'
import { given, inPlace } from '../../data/search.ts'
import { AgentChoice } from '../../forms/agent-choice.tsx'
import { Filters } from '../../forms/filter.tsx'
import { usePeriod } from '../../period/period.ts'
import { PeriodPicker, PeriodProblem } from '../../period/period-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { costOf, formatCost, formatCount, formatPercent } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Menu } from '../../ui/menu.tsx'
import { Card, Empty, Loading, Page, Problem, Unpriced } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Behind } from './behind.tsx'
import { courseCsv, tableCsv } from './csv.ts'
import styles from './usage.module.css'
import { chartHeight, UsageChart } from './usage-chart.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { amountOf, toUsageRows, type UsageRow } from './usage-rows.ts'
import {
  groupingNames,
  groupings,
  type Measure,
  measures,
  sourceOf,
  type UsageSearch,
  usualPeriodOf,
} from './usage-search.ts'
import { useUsage } from './use-usage.ts'

export const route = createLazyRoute('/usage')({ component: UsagePage })

/** Cost of the project's models, over time and by dimension, down to the single call. */
function UsagePage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/usage' })
  const { by = 'agent', measure = 'cost', agent } = view
  const usual = usualPeriodOf(view)
  // A report that knows days of UTC only is shown in them, whatever zone is asked for.
  const isUtcOnly = groupings[by].runs === null
  const zoned = useMemo(() => (isUtcOnly ? { ...view, zone: 'UTC' } : view), [view, isUtcOnly])
  const period = usePeriod(zoned, usual)
  const { report, error, isLoading } = useUsage(view, period)
  const rows = useMemo(
    () => (report ? toUsageRows(report.by, report.groups, measure) : []),
    [report, measure],
  )
  const since = new Date(period.since).toISOString()
  const until = period.until === null ? null : new Date(period.until).toISOString()
  const [{ data: context }] = useQuery({
    query: UsageContextDocument,
    variables: { filter: agent === undefined ? {} : { agent }, since, until },
  })

  const show = useCallback((next: UsageSearch) => void navigate({ search: next, ...inPlace }), [navigate])
  const { item: _item, at: _at, ...whole } = view
  const into = (at: string | undefined, item: string | undefined) => ({
    to: '/usage' as const,
    search: { ...whole, ...(item !== undefined && { item }), ...(at !== undefined && { at }) },
  })
  const limit = context?.project.maxCostUsdPerDay
  const isDaily =
    period.bucket === 'day' && period.zone === 'UTC' && measure === 'cost' && agent === undefined

  return (
    <Page
      title="Usage"
      actions={
        <>
          <PeriodPicker
            view={view}
            period={period}
            usual={usual.last}
            show={(next) =>
              show({ ...given({ by: view.by, measure: view.measure, agent, item: view.item }), ...next })
            }
          />
          <Menu
            label="Export"
            button={<Button icon={Download} label="CSV" isDisabled={!report} />}
            choices={[
              {
                label: `The table, by ${by}`,
                act: () => report && saveFile(`usage-by-${by}.csv`, tableCsv(report, rows), 'text/csv'),
              },
              {
                label: `Over time, by ${by}`,
                act: () => report && saveFile(`usage-by-${by}-over-time.csv`, courseCsv(report), 'text/csv'),
              },
            ]}
          />
        </>
      }
    >
      <Filters>
        <SelectField
          label="Group by"
          isBare
          value={by}
          options={groupingNames.map((value) => ({ value, label: `By ${value}` }))}
          onChange={(next) => show({ ...whole, by: next })}
        />
        <SelectField
          label="Measure"
          isBare
          value={measure}
          options={measures.map((value) => ({ value, label: measureNames[value] }))}
          onChange={(next) => show({ ...view, measure: next })}
        />
        <AgentChoice value={agent} onChange={(next) => show(given({ ...whole, agent: next }))} />
        <p className={look.faint}>
          {explain(view, sourceOf({ ...view, zone: period.zone, bucket: period.bucket }))}
        </p>
      </Filters>
      <PeriodProblem {...{ view, period, show }} />
      <Problem error={error} />
      {(report || !error) && (
        <>
          <UsageFigures
            total={report?.total}
            context={context}
            runs={{ ...(agent && { agent }), after: since, ...(until && { before: until }) }}
            measure={measure}
            targetOf={(next) => ({ to: '/usage', search: { ...view, measure: next } })}
          />
          <Unpriced calls={report?.total.unpricedCalls ?? 0} />
          <Card title={`${measureNames[measure]} by ${by}`}>
            <div className={styles.fading} data-stale={isLoading && report !== undefined}>
              <ChartSpace height={chartHeight}>
                {report ? (
                  <UsageChart
                    {...{ report, rows, measure }}
                    chosen={view.at}
                    limit={
                      limit != null && isDaily
                        ? { value: Number(limit), label: `${formatCost(limit)} per day` }
                        : undefined
                    }
                    targetOf={into}
                  />
                ) : (
                  <Loading rows={8} height={20} />
                )}
              </ChartSpace>
            </div>
          </Card>
          {report && (view.item !== undefined || view.at !== undefined) && (
            <Panel of={`${view.item} ${view.at}`}>
              <Behind
                key={`${view.item} ${view.at}`}
                {...{ report, view, rows }}
                onClose={() => show(whole)}
              />
            </Panel>
          )}
          <Card title="Totals" aside={period.label} isFlush>
            {!report ? (
              <Loading rows={8} height={22} />
            ) : rows.length === 0 ? (
              <Empty title="No model was called in this period." />
            ) : (
              <UsageTable
                label={groupings[report.by].name}
                {...{ rows, measure, total: report.total }}
                targetOf={(item) => into(undefined, item)}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

const measureNames = { cost: 'Cost', tokens: 'Tokens', calls: 'Model calls' } as const

/** Explanation of figures that could be misread. */
function explain({ by = 'agent', zone = 'UTC' }: UsageSearch, source: 'calls' | 'runs'): string {
  if (source === 'calls')
    return groupings[by].runs === null && zone !== 'UTC'
      ? 'Calls when they were made. Usage by this is known by days of UTC only.'
      : 'Calls when they were made, by days of UTC, as budgets count them.'
  const parts =
    by === 'tag' || by === 'tool' ? ` A run counts for each of its ${by}s: do not add them up.` : ''
  return `Calls of runs by when the runs were accepted.${parts}`
}

/** Rows that are shown until all are asked for. */
const maxRows = 50

/** The groups with their sums and their shares of the whole, and the whole below them. A name opens its runs. */
function UsageTable(props: {
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
