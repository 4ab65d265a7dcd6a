import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { AgentField } from '../../filters/agent-field.tsx'
import { TagField } from '../../filters/tag-field.tsx'
import { PeriodPicker } from '../../period/period-picker.tsx'
import { usePeriod } from '../../period/use-period.ts'
import { Checkbox } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/states.tsx'
import { BudgetCard } from '../usage/budget-card.tsx'
import { AgentsTable } from './agents-table.tsx'
import styles from './board.module.css'
import { type BoardSearch, toRunsOf, usualPeriod } from './board-search.ts'
import { CostChart, DurationsChart } from './course-charts.tsx'
import { Figures } from './figures.tsx'
import { QueueCard } from './queue-card.tsx'
import { ActiveRuns, OpenGates, SlowRuns } from './run-lists.tsx'
import { RunsChart } from './runs-chart.tsx'
import { useBoard } from './use-board.ts'

export const route = createLazyRoute('/')({ component: BoardPage })

/** How the project fares: what ran, failed, took and cost in a period, and what waits at this moment. Every figure leads to its runs. */
function BoardPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/' })
  const period = usePeriod(view, usualPeriod)
  const { stats, parts, now, error } = useBoard(view, period)
  const runsOf = useMemo(() => toRunsOf(view, period), [view, period])
  const tags = stats?.byTag.buckets.flatMap(({ tag }) => tag ?? []) ?? []
  const by = view.by ?? 'status'

  const show = useCallback(
    (next: BoardSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  const { agent: _agent, ...withoutAgent } = view
  const { tag: _tag, ...withoutTag } = view
  const { roots: _roots, ...withoutRoots } = view

  return (
    <Page
      title="Board"
      beside={period.until === null && <span className={styles.live}>live</span>}
      actions={
        <PeriodPicker
          view={view}
          period={period}
          usual={usualPeriod.last}
          show={(next) => show({ ...scopeOf(view), ...next })}
        />
      }
    >
      <div className={styles.filters}>
        <AgentField
          agent={view.agent}
          onChange={(agent) => show(agent === undefined ? withoutAgent : { ...view, agent })}
        />
        {(tags.length > 0 || view.tag !== undefined) && (
          <TagField
            tag={view.tag}
            tags={tags}
            onChange={(tag) => show(tag === undefined ? withoutTag : { ...view, tag })}
          />
        )}
        <Checkbox
          label="Without child runs"
          isSelected={view.roots === true}
          onChange={(roots) => show(roots ? { ...view, roots } : withoutRoots)}
        />
      </div>
      <Problem error={error} />
      {(stats || !error) && (
        <>
          <Figures {...{ stats, now, period, runsOf }} />
          <div className={styles.wide}>
            <RunsChart {...{ parts, period, by, runsOf }} onBy={(next) => show({ ...view, by: next })} />
            <div className={styles.side}>
              <QueueCard now={now} />
              <BudgetCard project={now?.project} />
            </div>
          </div>
          <div className={styles.halves}>
            <DurationsChart {...{ stats, period, runsOf }} />
            <CostChart {...{ stats, period, runsOf, now }} />
            <AgentsTable {...{ stats, runsOf }} />
            <div className={styles.side}>
              <ActiveRuns {...{ now, runsOf }} />
              <OpenGates now={now} />
              <SlowRuns stats={stats} runsOf={runsOf} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

/** Parameters other than the period. */
function scopeOf({ agent, tag, roots, by }: BoardSearch): BoardSearch {
  return { ...(agent && { agent }), ...(tag && { tag }), ...(roots && { roots }), ...(by && { by }) }
}
