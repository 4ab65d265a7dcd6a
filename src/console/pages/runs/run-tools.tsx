import { Columns3, ListFilter } from 'lucide-react'
import { memo } from 'react'
import { DialogTrigger, Popover } from 'react-aria-components'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import menu from '../../ui/menu.module.css'
import { FilterChips } from './filter-chips.tsx'
import { type RunColumn, runColumns } from './run-columns.tsx'
import styles from './runs-page.module.css'
import { orders, type RunsSearch, statuses } from './runs-search.ts'

/** Controls of the list of runs: search, status, order, filters, columns. Apart from the list, which is drawn anew for each page of it. */
export const RunTools = memo(function RunTools({
  view,
  columns,
  show,
  onFilter,
}: {
  readonly view: RunsSearch
  readonly columns: readonly RunColumn[]
  readonly show: (view: RunsSearch) => void
  readonly onFilter: (isFiltering: boolean) => void
}) {
  const { status } = view
  return (
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
      <Button onPress={() => onFilter(true)}>
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
  )
})

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
