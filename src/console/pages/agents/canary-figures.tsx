import type { CanaryMeasure, CanaryShownFragment } from '../../../generated/console/graphql.ts'
import { formatCost, formatDuration, formatEnum, formatPercent, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Label } from '../../ui/status.tsx'
import { column, numeric, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'

type Comparison = CanaryShownFragment['comparisons'][number]

/** What is known of a canary: each measure of both versions, with the interval of their difference. */
export function CanaryFigures({ canary }: { readonly canary: CanaryShownFragment }) {
  const { version, baselineVersion, comparisons, comparedAt, weight, minRuns, maxRuns } = canary
  return (
    <>
      <p className={look.soft}>
        {formatPercent(weight)} of the runs · decided from {formatWhole(minRuns)} runs on, at most{' '}
        {formatWhole(maxRuns)}
        {comparedAt && (
          <>
            {' '}
            · compared <Ago at={comparedAt} />
          </>
        )}
      </p>
      {comparisons.length > 0 && (
        <Table<Comparison>
          label={`Version ${version} against version ${baselineVersion}`}
          rows={comparisons}
          keyOf={({ measure }) => measure}
          columns={[
            column('Measure', ({ measure }) => formatEnum(measure)),
            numeric(`v${version}`, ({ measure, version: of }) => figure(measure, of)),
            numeric(`v${baselineVersion}`, ({ measure, baseline }) => figure(measure, baseline)),
            numeric('Difference', ({ measure, difference }) =>
              difference
                ? `${signed(measure, difference.low)} to ${signed(measure, difference.high)}`
                : 'too few runs',
            ),
            numeric('Permitted', ({ measure, margin }) =>
              signed(measure, measure === 'RATING' ? -margin : margin),
            ),
            column('', ({ verdict }) => <Label tone={tones[verdict]}>{formatEnum(verdict)}</Label>),
          ]}
        />
      )}
    </>
  )
}

const tones: Readonly<Record<Comparison['verdict'], Tone>> = {
  WORSE: 'bad',
  NOT_WORSE: 'good',
  UNKNOWN: 'queued',
}

function figure(measure: CanaryMeasure, { count, value }: Comparison['version']): string {
  return value == null ? '–' : `${show(measure, value)} of ${formatWhole(count)}`
}

function signed(measure: CanaryMeasure, value: number): string {
  return value < 0 ? `−${show(measure, -value)}` : `+${show(measure, value)}`
}

function show(measure: CanaryMeasure, value: number): string {
  if (measure === 'COST') return formatCost(value)
  return measure === 'DURATION' ? formatDuration(value) : formatPercent(value)
}

/** An interval of shares behind its value; empty for none. */
export function intervalOf(interval: { readonly low: number; readonly high: number } | null): string {
  return interval ? ` · ${formatPercent(interval.low)} to ${formatPercent(interval.high)}` : ''
}
