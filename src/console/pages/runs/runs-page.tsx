import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { FilterX, Play } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { rootPath } from '../../data/address.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTotal } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Loading, Page, Problem } from '../../ui/page.tsx'
import { PickPopover } from '../../ui/pick-field.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { chosenColumns } from './run-columns.tsx'
import { rangesProblem, withSwapped } from './run-ranges.ts'
import { RunTable } from './run-table.tsx'
import { RunTools } from './run-tools.tsx'
import styles from './runs-page.module.css'
import { isFilterUnread, type RunsSearch, toFilter, toOrder, withoutFilter } from './runs-search.ts'
import { useRunRows } from './use-run-rows.ts'
import { ViewsBar } from './views-bar.tsx'

export const route = createLazyRoute('/runs')({ component: RunsPage })

/** The runs of the project, live: the filters are in the address, so that a view can be kept and sent. */
function RunsPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/runs' })
  const { may } = useSession()
  const [isFiltering, setFiltering] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Of an address that somebody has written; the form accepts none.
  const reversed = rangesProblem(view)
  // Without the part that cannot be read, it would find more runs than it asks for, and all of them could be aborted at once.
  const isUnread = isFilterUnread(view)
  const [filter, order] = useMemo(
    () => [reversed || isUnread ? null : toFilter(view), toOrder(view)],
    [reversed, isUnread, view],
  )
  const columns = useMemo(() => chosenColumns(view.columns), [view.columns])
  const { rows, totalCount, isLoading, error, loadMore } = useRunRows(filter, order)

  const show = useCallback(
    (next: RunsSearch) => {
      setSelected(new Set())
      void navigate({ search: next, ...inPlace })
    },
    [navigate],
  )

  return (
    <Page
      isFull
      title="Runs"
      beside={<span aria-live="polite">{isLoading && rows.length === 0 ? '' : formatTotal(totalCount)}</span>}
      actions={may('OPERATOR') && <TriggerMenu />}
      instead={isUnread ? 'No run is shown until it is clear which are meant.' : undefined}
    >
      {!isUnread && <ViewsBar view={view} />}
      <RunTools view={view} columns={columns} show={show} onFilter={setFiltering} />
      <div className={`${look.list} ${styles.problems}`}>
        <Problem error={error} />
        <Problem error={reversed} retry={() => show(withSwapped(view))} verb="Swap the ends" />
      </div>
      {rows.length === 0 ? (
        isLoading ? (
          <Loading rows={12} height={26} />
        ) : (
          !error &&
          filter && (
            <Nothing isNarrowed={Object.keys(filter).length > 0} onClear={() => show(withoutFilter(view))} />
          )
        )
      ) : (
        <RunTable rows={rows} columns={columns} selected={selected} onSelect={setSelected} onEnd={loadMore} />
      )}
      {filter && (
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

/** In place of no rows; where a filter leaves none, the way out of it. */
function Nothing({ isNarrowed, onClear }: { readonly isNarrowed: boolean; readonly onClear: () => void }) {
  if (!isNarrowed)
    return (
      <Empty title="There are no runs yet.">
        Runs appear here by themselves as soon as they are triggered.
      </Empty>
    )
  return (
    <Empty title="No run matches.">
      <Button icon={FilterX} label="Clear the filter" onPress={onClear} />
    </Empty>
  )
}

/** The agents that a run can be triggered of, as links; each leads to its form. */
function TriggerMenu() {
  const { agents, onSearch } = useAgentChoices()
  const options = agents.map((agent) => ({
    ...agent,
    href: `${rootPath}agents/${encodeURIComponent(agent.value)}?trigger=true`,
  }))
  return (
    <DialogTrigger>
      <Button icon={Play} label="Trigger a run" kind="primary" />
      <PickPopover label="Agents" {...{ options, onSearch }} />
    </DialogTrigger>
  )
}
