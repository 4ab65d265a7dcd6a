import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { UsageContextQuery, UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import type { ChartTarget } from '../../charts/chart.ts'
import { costOf, formatCost, formatCount, formatPercent, formatWhole } from '../../ui/format.ts'
import { Figure, Figures } from '../../ui/page.tsx'
import type { RunsSearch } from '../runs/runs-search.ts'
import { BudgetCard } from './budget-card.tsx'
import styles from './usage.module.css'
import type { Measure } from './usage-search.ts'

/** The sums of the period, the wasted part, and the limits of the day. */
export function UsageFigures({
  total,
  context,
  runs,
  measure,
  targetOf,
}: {
  readonly total: UsageFiguresFragment | undefined
  readonly context: UsageContextQuery | undefined
  /** Finds the runs of the period. */
  readonly runs: RunsSearch
  /** The measure that the chart shows. */
  readonly measure: Measure
  readonly targetOf: (measure: Measure) => ChartTarget
}) {
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
        <Linked
          name="Cost"
          target={targetOf('cost')}
          isCurrent={measure === 'cost'}
          value={total && costOf(total)}
          note={total && 'of all model calls'}
        />
        <Linked
          name="Tokens"
          target={targetOf('tokens')}
          isCurrent={measure === 'tokens'}
          value={total && formatCount(total.totalTokens)}
          note={
            total &&
            `${formatCount(total.inputTokens)} in · ${formatCount(total.outputTokens)} out · ${formatPercent(cached)} cached`
          }
        />
        <Linked
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
        <Linked
          name="Spent in vain"
          target={{ to: '/runs', search: { ...runs, status: ['FAILED', 'CANCELLED'], order: 'COST' } }}
          value={lostCost && costOf(lostCost)}
          note={lostRuns !== undefined && `on ${formatWhole(lostRuns)} failed and cancelled runs`}
          tone={lostCost && lostCost.costUsd > 0 && 'bad'}
        />
      </Figures>
      <BudgetCard project={context?.project} />
    </div>
  )
}

function Linked({
  target,
  isCurrent = false,
  ...figure
}: ComponentProps<typeof Figure> & { readonly target: ChartTarget; readonly isCurrent?: boolean }) {
  return (
    <Link {...target} resetScroll={false} activeProps={{}} aria-current={isCurrent}>
      <Figure {...figure} />
    </Link>
  )
}
