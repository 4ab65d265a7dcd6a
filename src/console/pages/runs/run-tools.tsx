import { Columns3, ListFilter, X } from 'lucide-react'
import { memo } from 'react'
import { DialogTrigger, Popover } from 'react-aria-components'
import { given } from '../../data/search.ts'
import { Checks, Choice, SearchBox } from '../../forms/filter.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatCost, formatDateTime, formatDuration, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import menu from '../../ui/menu.module.css'
import { type RunColumn, runColumns } from './run-columns.tsx'
import styles from './runs-page.module.css'
import { orders, type RunsSearch, statuses } from './runs-search.ts'

/** Controls of the list of runs: search, status, order, filters, columns. Apart from the list, which is drawn anew for each page of it. */
export const RunTools = memo(function RunTools(props: {
  readonly view: RunsSearch
  readonly columns: readonly RunColumn[]
  readonly show: (view: RunsSearch) => void
  readonly onFilter: (isFiltering: boolean) => void
}) {
  const { view, columns, show, onFilter } = props
  const { status } = view
  return (
    <div className={`${look.row} ${styles.tools}`}>
      <SearchBox
        placeholder="Search in inputs, outputs and errors"
        value={view.search}
        onChange={(search) => show(given({ ...view, search }))}
      />
      <Choice
        label="Status"
        any={status && status.length > 1 ? 'Some statuses' : 'Any status'}
        value={status?.length === 1 ? status[0] : undefined}
        options={statuses.map((value) => ({ value, label: formatEnum(value) }))}
        onChange={(value) => show(given({ ...view, status: value && [value] }))}
      />
      <SelectField
        label="Order"
        isBare
        value={view.order ?? 'CREATED_AT'}
        options={orders.map((value) => ({ value, label: orderNames[value] }))}
        onChange={(order) => show({ ...view, order })}
      />
      <Button icon={ListFilter} label="Filter" onPress={() => onFilter(true)} />
      <DialogTrigger>
        <Button icon={Columns3} label="Columns" />
        <Popover className={menu.popover ?? ''} placement="bottom start">
          <div className={styles.columns}>
            <Checks
              legend="Columns"
              values={runColumns.map(({ id }) => id)}
              nameOf={(id) => runColumns.find((column) => column.id === id)?.name ?? id}
              chosen={columns.map(({ id }) => id)}
              onChange={(ids) => show({ ...view, columns: ids })}
            />
          </div>
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

/** Filters of a view, one chip for each, with a button to remove it. */
function FilterChips(props: { readonly view: RunsSearch; readonly show: (view: RunsSearch) => void }) {
  const { view, show } = props
  const names = Object.keys(chipTexts).filter((name): name is keyof typeof chipTexts => name in view)
  return names.map((name) => {
    const text = view[name] !== undefined && chipTexts[name](view)
    return (
      text && (
        <span key={name} className={styles.chip}>
          {text}
          <IconButton
            icon={X}
            label={`Remove the filter ${text}`}
            onPress={() => show(Object.fromEntries(Object.entries(view).filter(([each]) => each !== name)))}
          />
        </span>
      )
    )
  })
}

const chipTexts = {
  status: ({ status }) => status && status.length > 1 && status.map(formatEnum).join(' or '),
  reason: ({ reason }) => reason?.map(formatEnum).join(' or '),
  agent: ({ agent }) => `agent ${agent}`,
  version: ({ version }) => `version ${version}`,
  tags: ({ tags }) => `tags ${tags?.join(' and ')}`,
  anyTag: ({ anyTag }) => `a tag of ${anyTag?.join(', ')}`,
  metadata: ({ metadata }) => `metadata ${metadata}`,
  model: ({ model }) => `model ${model}`,
  tool: ({ tool }) => `tool ${tool}`,
  session: ({ session }) => `conversation ${session}`,
  thread: ({ thread }) => `thread ${thread}`,
  schedule: ({ schedule }) => `schedule ${schedule}`,
  workflow: ({ workflow }) => `workflow ${workflow}`,
  parent: () => 'children of one run',
  triggeredBy: ({ triggeredBy }) => `triggered by ${triggeredBy}`,
  minCost: ({ minCost = 0 }) => `at least ${formatCost(minCost)}`,
  maxCost: ({ maxCost = 0 }) => `at most ${formatCost(maxCost)}`,
  minDuration: ({ minDuration = 0 }) => `at least ${formatDuration(minDuration)}`,
  maxDuration: ({ maxDuration = 0 }) => `at most ${formatDuration(maxDuration)}`,
  minRating: ({ minRating }) => `rated ${minRating} % or better`,
  maxRating: ({ maxRating }) => `rated ${maxRating} % or worse`,
  ratedBy: ({ ratedBy }) => `rated by ${ratedBy}`,
  ratingLabel: ({ ratingLabel }) => `rating with the label ${ratingLabel}`,
  after: ({ after = 0, zone }) => `after ${formatDateTime(after, zone)}`,
  before: ({ before = 0, zone }) => `before ${formatDateTime(before, zone)}`,
  roots: ({ roots }) => roots && 'no children',
} satisfies Record<string, (view: RunsSearch) => string | false | undefined>
