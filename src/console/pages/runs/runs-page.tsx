import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { Columns3, ListFilter } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { DialogTrigger, Popover } from 'react-aria-components'
import { useSession } from '../../data/session-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { formatEnum, formatWhole } from '../../ui/format.ts'
import menu from '../../ui/menu.module.css'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { chosenColumns, runColumns } from './run-columns.tsx'
import { RunTable } from './run-table.tsx'
import styles from './runs-page.module.css'
import { orders, type RunsSearch, statuses, toFilter, toOrder } from './runs-search.ts'
import { TriggerMenu } from './trigger-menu.tsx'
import { useRunRows } from './use-run-rows.ts'

export const route = createLazyRoute('/runs')({ component: RunsPage })

/** The runs of the project, live: what is asked for stands in the address, so that a view can be kept and sent. */
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
  const { status } = view

  return (
    <Page
      isFull
      title="Runs"
      beside={<span aria-live="polite">{isLoading && rows.length === 0 ? '' : formatWhole(totalCount)}</span>}
      actions={may('OPERATOR') && <TriggerMenu />}
    >
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label="Search"
            isBare
            type="search"
            placeholder="Search in inputs, outputs and errors"
            value={view.search ?? ''}
            onChange={(search) => show({ ...view, search })}
          />
        </div>
        <div className={styles.small}>
          <SelectField
            label="Status"
            isBare
            value={status?.length === 1 && status[0] ? status[0] : 'ANY'}
            options={[
              { value: 'ANY', label: status && status.length > 1 ? 'Some statuses' : 'Any status' },
              ...statuses.map((value) => ({ value, label: formatEnum(value) })),
            ]}
            onChange={(value) => show(withStatus(view, value))}
          />
        </div>
        <div className={styles.small}>
          <SelectField
            label="Order"
            isBare
            value={view.order ?? 'CREATED_AT'}
            options={orders.map((value) => ({ value, label: orderNames[value] }))}
            onChange={(value) => show({ ...view, order: value })}
          />
        </div>
        <Button onPress={() => setFiltering(true)}>
          <ListFilter /> Filter
        </Button>
        <DialogTrigger>
          <Button>
            <Columns3 /> Columns
          </Button>
          <Popover className={menu.popover ?? ''} placement="bottom start">
            <fieldset className={styles.boxes} style={{ width: 240, border: 0, padding: 8 }}>
              {runColumns.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  isSelected={columns.some((column) => column.id === id)}
                  onChange={(isShown) =>
                    show({
                      ...view,
                      columns: runColumns
                        .map((column) => column.id)
                        .filter((other) =>
                          other === id ? isShown : columns.some((column) => column.id === other),
                        ),
                    })
                  }
                />
              ))}
            </fieldset>
          </Popover>
        </DialogTrigger>
        <FilterChips view={view} show={show} />
      </div>
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
      <FilterDialog
        key={String(isFiltering)}
        isOpen={isFiltering}
        view={view}
        show={show}
        onClose={() => setFiltering(false)}
      />
    </Page>
  )
}

const orderNames = {
  CREATED_AT: 'Newest first',
  COMPLETED_AT: 'Last completed',
  DURATION: 'Longest first',
  COST: 'Most expensive',
} as const

function withStatus(
  { status: _, ...view }: RunsSearch,
  value: (typeof statuses)[number] | 'ANY',
): RunsSearch {
  return value === 'ANY' ? view : { ...view, status: [value] }
}
