import type { UsageContextQuery, UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import type { ChartTarget } from '../../charts/chart.ts'
import {
  costOf,
  formatCost,
  formatCount,
  formatCounted,
  formatPercent,
  formatWhole,
} from '../../ui/format.ts'
import { Figure, Figures } from '../../ui/page.tsx'
import type { RunsSearch } from '../runs/runs-search.ts'
import { BudgetCard } from './budget-card.tsx'
import styles from './usage.module.css'
import type { Measure } from './usage-search.ts'

/** What the cost is of, and what batches saved of it. */
function savingsOf({ savedUsd }: UsageFiguresFragment): string {
  return Number(savedUsd) === 0 ? 'of all model calls' : `${formatCost(savedUsd)} saved by batches`
}

/** The sums of the period, the wasted part, and the limits of the day. */
export function UsageFigures(props: {
  readonly total: UsageFiguresFragment | undefined
  readonly context: UsageContextQuery | undefined
  /** Finds the runs of the period. */
  readonly runs: RunsSearch
  /** The measure that the chart shows. */
  readonly measure: Measure
  readonly targetOf: (measure: Measure) => ChartTarget
}) {
  const { total, context, runs, measure, targetOf } = props
  const lost = context?.runStats.buckets.filter(({ status }) => status === 'FAILED' || status === 'CANCELLED')
  const lostCost = lost && {
    costUsd: lost.reduce((sum, { usage }) => sum + Number(usage.costUsd), 0),
    unpricedCalls: lost.reduce((sum, { usage }) => sum + usage.unpricedCalls, 0),
  }
  const lostRuns = lost?.reduce((sum, { count }) => sum + count, 0)
  const cached = total && total.inputTokens > 0 ? total.cachedInputTokens / total.inputTokens : 0
  return (
    <div className={styles.top}>
      <Figures>
        <Figure
          name="Cost"
          target={targetOf('cost')}
          isCurrent={measure === 'cost'}
          value={total && costOf(total)}
          note={total && savingsOf(total)}
        />
        <Figure
          name="Tokens"
          target={targetOf('tokens')}
          isCurrent={measure === 'tokens'}
          value={total && formatCount(total.totalTokens)}
          note={
            total &&
            `${formatCount(total.inputTokens)} in · ${formatCount(total.outputTokens)} out · ${formatPercent(cached)} cached`
          }
        />
        <Figure
          name="Model calls"
          target={targetOf('calls')}
          isCurrent={measure === 'calls'}
          value={total && formatWhole(total.requests)}
          note={
            total &&
            total.requests > 0 &&
            // The mean of calls of which some have no price would be too low.
            (total.unpricedCalls > 0
              ? `${formatWhole(total.unpricedCalls)} not priced`
              : `${formatCost(Number(total.costUsd) / total.requests)} each`)
          }
        />
        <Figure
          name="Spent in vain"
          target={{ to: '/runs', search: { ...runs, status: ['FAILED', 'CANCELLED'], order: 'COST' } }}
          value={lostCost && costOf(lostCost)}
          note={
            lostRuns !== undefined &&
            `on ${formatCounted(lostRuns, 'run that failed or was cancelled', 'runs that failed or were cancelled')}`
          }
          tone={lostCost && lostCost.costUsd > 0 && 'bad'}
        />
      </Figures>
      <BudgetCard project={context?.project} />
    </div>
  )
}
