import { Columns3, ListFilter, X } from 'lucide-react'
import { memo, useState } from 'react'
import { DialogTrigger, Popover } from 'react-aria-components'
import { given, number, numberProblem } from '../../data/search.ts'
import { AskDialog } from '../../forms/ask.tsx'
import { Checks, Choice, SearchBox } from '../../forms/filter.tsx'
import { toTags } from '../../forms/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { formatCost, formatDateTime, formatDuration, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import menu from '../../ui/menu.module.css'
import { type RunColumn, runColumns } from './run-columns.tsx'
import styles from './runs-page.module.css'
import { orders, type RunsSearch, readMetadata, readRunsSearch, reasons, statuses } from './runs-search.ts'

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
    const text = chipTexts[name](view)
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
  after: ({ after = 0 }) => `after ${formatDateTime(after)}`,
  before: ({ before = 0 }) => `before ${formatDateTime(before)}`,
  roots: () => 'no children',
} satisfies Record<string, (view: RunsSearch) => string | false | undefined>

/** The fields that are texts: their names and hints, and what the text is, where it is no text. */
const fields: readonly Field[] = [
  { name: 'agent', label: 'Agent', hint: 'its slug or id' },
  { name: 'version', label: 'Version of the agent', kind: 'number' },
  { name: 'tags', label: 'All of these tags', hint: 'separated by commas', kind: 'list' },
  { name: 'anyTag', label: 'One of these tags', hint: 'separated by commas', kind: 'list' },
  { name: 'metadata', label: 'Metadata', hint: 'name=value, or JSON', kind: 'metadata' },
  { name: 'model', label: 'Model' },
  { name: 'tool', label: 'Tool' },
  { name: 'session', label: 'Conversation' },
  { name: 'thread', label: 'Thread' },
  { name: 'schedule', label: 'Schedule', hint: 'its id' },
  { name: 'workflow', label: 'Workflow', hint: 'its slug or id' },
  { name: 'triggeredBy', label: 'Triggered by', hint: 'a key or a person' },
  { name: 'minCost', label: 'Cost from', hint: 'in US dollars', kind: 'number' },
  { name: 'maxCost', label: 'Cost to', hint: 'in US dollars', kind: 'number' },
  { name: 'minDuration', label: 'Duration from', hint: 'in seconds', kind: 'seconds' },
  { name: 'maxDuration', label: 'Duration to', hint: 'in seconds', kind: 'seconds' },
  { name: 'minRating', label: 'Rating from', hint: 'from 0 to 100', kind: 'number' },
  { name: 'maxRating', label: 'Rating to', hint: 'from 0 to 100', kind: 'number' },
  { name: 'ratedBy', label: 'Rated by', hint: 'a key, or the subject of a token' },
  { name: 'ratingLabel', label: 'Label of a rating' },
  { name: 'after', label: 'Created after', hint: 'such as 2026-11-01T09:00Z', kind: 'time' },
  { name: 'before', label: 'Created before', hint: 'such as 2026-11-02T09:00Z', kind: 'time' },
]

interface Field {
  readonly name: keyof RunsSearch
  readonly label: string
  readonly hint?: string
  readonly kind?: 'number' | 'seconds' | 'list' | 'metadata' | 'time'
}

/** Every filter of the API, for the view that is shown. */
export function FilterDialog(props: {
  readonly view: RunsSearch
  readonly show: (view: RunsSearch) => void
  readonly onClose: () => void
}) {
  const { view, show, onClose } = props
  const [status, setStatus] = useState(view.status ?? [])
  const [reason, setReason] = useState(view.reason ?? [])
  const [roots, setRoots] = useState(view.roots ?? false)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, fieldText(field, view)])),
  )
  const textOf = ({ name }: Field) => texts[name] ?? ''

  function apply(): void {
    const values = fields.map((field) => [field.name, toValue(field, textOf(field).trim())])
    show(readRunsSearch({ ...view, ...Object.fromEntries(values), status, reason, roots }))
    onClose()
  }

  return (
    <AskDialog
      title="Filter runs"
      verb="Show the runs"
      width={760}
      isReady={fields.every((field) => problemOf(field, textOf(field).trim()) === null)}
      act={apply}
      onClose={onClose}
    >
      <Checks legend="Status" values={statuses} nameOf={formatEnum} chosen={status} onChange={setStatus} />
      <Checks
        legend="Reason of the end"
        values={reasons}
        nameOf={formatEnum}
        chosen={reason}
        onChange={setReason}
      />
      <div className={look.fields}>
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={field.label}
            hint={field.hint}
            value={textOf(field)}
            problem={problemOf(field, textOf(field).trim())}
            onChange={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ))}
      </div>
      <Checkbox label="Leave out the runs that other runs started" isSelected={roots} onChange={setRoots} />
    </AskDialog>
  )
}

function fieldText({ name, kind }: Field, view: RunsSearch): string {
  const value = view[name]
  if (value === undefined) return ''
  if (kind === 'seconds') return String(Number(value) / 1_000)
  return typeof value === 'object' ? value.join(', ') : String(value)
}

/** What is wrong with the text of a field. Without the filter that it means, the view would be wider. */
function problemOf({ kind }: Field, written: string): string | null {
  if (written === '') return null
  if (kind === 'metadata') return readMetadata(written) ? null : 'Write name=value, or a JSON object.'
  if (kind === 'number' || kind === 'seconds') return numberProblem(written)
  if (kind === 'time') return Number.isNaN(Date.parse(written)) ? 'Write a date and a time.' : null
  return null
}

/** The value that the address has for a text. */
function toValue({ kind }: Field, written: string): unknown {
  if (kind === 'list') return toTags(written)
  if (written === '') return undefined
  if (kind === 'time') return new Date(written).toISOString()
  return kind === 'seconds' ? Math.round((number(written) ?? 0) * 1_000) : written
}
