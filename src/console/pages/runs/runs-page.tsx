import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTotal } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Empty, Loading, Page, Problem } from '../../ui/page.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { chosenColumns } from './run-columns.tsx'
import { RunTable } from './run-table.tsx'
import { FilterDialog, RunTools } from './run-tools.tsx'
import { type RunsSearch, toFilter, toOrder } from './runs-search.ts'
import { useRunRows } from './use-run-rows.ts'

export const route = createLazyRoute('/runs')({ component: RunsPage })

/** The runs of the project, live: the filters are in the address, so that a view can be kept and sent. */
function RunsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/runs' })
  const { may } = useSession()
  const [isFiltering, setFiltering] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [filter, order] = useMemo(() => [toFilter(view), toOrder(view)], [view])
  const columns = useMemo(() => chosenColumns(view.columns), [view.columns])
  const { rows, totalCount, isLoading, error, loadMore } = useRunRows(filter, order)

  const show = useCallback(
    (next: RunsSearch) => {
      setSelected(new Set())
      void navigate({ search: next, replace: true })
    },
    [navigate],
  )

  return (
    <Page
      isFull
      title="Runs"
      beside={<span aria-live="polite">{isLoading && rows.length === 0 ? '' : formatTotal(totalCount)}</span>}
      actions={may('OPERATOR') && <TriggerMenu />}
    >
      <RunTools view={view} columns={columns} show={show} onFilter={setFiltering} />
      <Problem error={error} />
      {rows.length === 0 ? (
        isLoading ? (
          <Loading rows={12} height={26} />
        ) : (
          <Empty title={Object.keys(filter).length > 0 ? 'No run matches.' : 'There are no runs yet.'}>
            Runs appear here by themselves as soon as they are triggered.
          </Empty>
        )
      ) : (
        <RunTable
          rows={rows}
          columns={columns}
          selected={selected}
          onSelect={setSelected}
          onEnd={loadMore}
          maySelect={may('OPERATOR')}
        />
      )}
      {may('OPERATOR') && (
        <BulkActions
          selected={selected}
          filter={filter}
          totalCount={totalCount}
          onDone={() => setSelected(new Set())}
        />
      )}
      {isFiltering && <FilterDialog view={view} show={show} onClose={() => setFiltering(false)} />}
    </Page>
  )
}

/** The agents that a run can be triggered of; each leads to its form. */
function TriggerMenu() {
  const navigate = useNavigate()
  const choices = useAgentChoices().map(({ value: agentId, label }) => ({
    id: agentId,
    label,
    act: () => void navigate({ to: '/agents/$agentId', params: { agentId }, search: { trigger: true } }),
  }))
  return (
    <Menu
      label="Agents"
      choices={choices}
      button={<Button icon={Play} label="Trigger a run" kind="primary" isDisabled={choices.length === 0} />}
    />
  )
}
