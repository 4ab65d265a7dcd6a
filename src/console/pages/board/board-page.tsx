import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { given } from '../../data/search.ts'
import { AgentChoice } from '../../forms/agent-choice.tsx'
import { Choice, Filters } from '../../forms/filter.tsx'
import { usePeriod } from '../../period/period.ts'
import { PeriodPicker } from '../../period/period-picker.tsx'
import { Checkbox } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { Page, Problem } from '../../ui/page.tsx'
import { BudgetCard } from '../usage/budget-card.tsx'
import styles from './board.module.css'
import { ActiveRuns, AgentsTable, OpenGates, QueueCard, SlowRuns } from './board-cards.tsx'
import { CostChart, DurationsChart, RunsChart } from './board-charts.tsx'
import { type BoardSearch, toRunsOf, usualPeriod } from './board-search.ts'
import { BoardFigures } from './figures.tsx'
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
  return (
    <Page
      title="Board"
      beside={period.until === null && <span className={styles.live}>live</span>}
      actions={
        <PeriodPicker
          view={view}
          period={period}
          usual={usualPeriod.last}
          show={(next) =>
            show({ ...given({ agent: view.agent, tag: view.tag, roots: view.roots, by: view.by }), ...next })
          }
        />
      }
    >
      <Filters>
        <AgentChoice value={view.agent} onChange={(agent) => show(given({ ...view, agent }))} />
        {(tags.length > 0 || view.tag !== undefined) && (
          <Choice
            label="Tag"
            any="Any tag"
            value={view.tag}
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            onChange={(tag) => show(given({ ...view, tag }))}
          />
        )}
        <Checkbox
          label="Without child runs"
          isSelected={view.roots === true}
          onChange={(roots) => show(given({ ...view, roots: roots || undefined }))}
        />
      </Filters>
      <Problem error={error} />
      {(stats || !error) && (
        <>
          <BoardFigures {...{ stats, now, period, runsOf }} />
          <div className={styles.wide}>
            <RunsChart {...{ parts, period, by, runsOf }} onBy={(next) => show({ ...view, by: next })} />
            <div className={look.stack}>
              <QueueCard now={now} />
              <BudgetCard project={now?.project} />
            </div>
          </div>
          <div className={styles.halves}>
            <DurationsChart {...{ stats, period, runsOf }} />
            <CostChart {...{ stats, period, runsOf, now }} />
            <AgentsTable {...{ stats, runsOf }} />
            <div className={look.stack}>
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
