import { type ReactNode, useState } from 'react'
import { given, number, numberProblem, text, texts } from '../../data/search.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import styles from './runs-page.module.css'
import { type RunsSearch, readMetadata, reasons, statuses } from './runs-search.ts'

interface Props {
  readonly isOpen: boolean
  readonly view: RunsSearch
  readonly show: (view: RunsSearch) => void
  readonly onClose: () => void
}

/** Every filter of the API, for the view that is shown. */
export function FilterDialog({ isOpen, view, show, onClose }: Props) {
  const [status, setStatus] = useState(view.status ?? [])
  const [reason, setReason] = useState(view.reason ?? [])
  const [isRoots, setRoots] = useState(view.roots ?? false)
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(() => toDraft(view))
  const isReadable = Object.entries(draft).every(([name, value]) => problemOf(name, value) === null)

  function apply(): void {
    show({
      ...given({
        search: view.search,
        order: view.order,
        direction: view.direction,
        columns: view.columns,
        status: status.length > 0 ? status : undefined,
        reason: reason.length > 0 ? reason : undefined,
        roots: isRoots || undefined,
        parent: view.parent,
        ...fromDraft(draft),
      }),
    })
    onClose()
  }

  const field = (name: string, label: string, hint?: ReactNode) => (
    <TextField
      key={name}
      label={label}
      hint={hint}
      value={draft[name] ?? ''}
      problem={problemOf(name, draft[name] ?? '')}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  )

  return (
    <Dialog
      title="Filter runs"
      width={760}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!isReadable} onPress={apply}>
            Show the runs
          </Button>
        </>
      }
    >
      <Boxes legend="Status" values={statuses} chosen={status} onChange={setStatus} />
      <Boxes legend="Reason of the end" values={reasons} chosen={reason} onChange={setReason} />
      <div className={styles.filters}>
        {field('agent', 'Agent', 'its slug or id')}
        {field('version', 'Version of the agent')}
        {field('tags', 'All of these tags', 'separated by commas')}
        {field('anyTag', 'One of these tags', 'separated by commas')}
        {field('metadata', 'Metadata', 'name=value, or JSON')}
        {field('model', 'Model')}
        {field('tool', 'Tool')}
        {field('session', 'Conversation')}
        {field('thread', 'Thread')}
        {field('schedule', 'Schedule', 'its id')}
        {field('workflow', 'Workflow', 'its slug or id')}
        {field('triggeredBy', 'Triggered by', 'a key or a person')}
        {field('minCost', 'Cost from', 'in US dollars')}
        {field('maxCost', 'Cost to', 'in US dollars')}
        {field('minDuration', 'Duration from', 'in seconds')}
        {field('maxDuration', 'Duration to', 'in seconds')}
        {field('after', 'Created after', 'such as 2026-11-01T09:00Z')}
        {field('before', 'Created before', 'such as 2026-11-02T09:00Z')}
      </div>
      <Checkbox label="Leave out the runs that other runs started" isSelected={isRoots} onChange={setRoots} />
    </Dialog>
  )
}

interface BoxesProps<Value extends string> {
  readonly legend: string
  readonly values: readonly Value[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

function Boxes<Value extends string>({ legend, values, chosen, onChange }: BoxesProps<Value>) {
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend style={{ fontWeight: 540, marginBottom: 6 }}>{legend}</legend>
      <div className={styles.boxes}>
        {values.map((value) => (
          <Checkbox
            key={value}
            label={formatEnum(value)}
            isSelected={chosen.includes(value)}
            onChange={(isChosen) =>
              onChange(values.filter((each) => (each === value ? isChosen : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function toDraft(view: RunsSearch): Readonly<Record<string, string>> {
  const seconds = (ms: number | undefined) => (ms === undefined ? '' : String(ms / 1_000))
  const { version, tags, anyTag, minDuration, maxDuration, status, reason, columns, roots, ...rest } = view
  return {
    ...rest,
    version: version === undefined ? '' : String(version),
    tags: tags?.join(', ') ?? '',
    anyTag: anyTag?.join(', ') ?? '',
    minDuration: seconds(minDuration),
    maxDuration: seconds(maxDuration),
  }
}

const numbers: ReadonlySet<string> = new Set(['version', 'minCost', 'maxCost', 'minDuration', 'maxDuration'])
const times: ReadonlySet<string> = new Set(['after', 'before'])

/** What is wrong with the text of a field. Without the filter that it means, the view would be wider. */
function problemOf(name: string, value: string): string | null {
  const written = value.trim()
  if (written === '') return null
  if (name === 'metadata') return readMetadata(written) ? null : 'Write name=value, or a JSON object.'
  if (numbers.has(name)) return numberProblem(written)
  if (times.has(name)) return Number.isNaN(Date.parse(written)) ? 'Write a date and a time.' : null
  return null
}

function fromDraft(draft: Readonly<Record<string, string>>): RunsSearch {
  const list = (names: string | undefined) => texts((names ?? '').split(',').map((name) => name.trim()))
  const milliseconds = (seconds: string | undefined) => {
    const read = number(seconds?.trim())
    return read === undefined ? undefined : Math.round(read * 1_000)
  }
  const time = (at: string | undefined) => {
    const read = Date.parse(at ?? '')
    return Number.isNaN(read) ? undefined : new Date(read).toISOString()
  }
  return given({
    agent: text(draft.agent?.trim()),
    version: number(draft.version?.trim()),
    tags: list(draft.tags),
    anyTag: list(draft.anyTag),
    metadata: text(draft.metadata?.trim()),
    model: text(draft.model?.trim()),
    tool: text(draft.tool?.trim()),
    session: text(draft.session?.trim()),
    thread: text(draft.thread?.trim()),
    schedule: text(draft.schedule?.trim()),
    workflow: text(draft.workflow?.trim()),
    triggeredBy: text(draft.triggeredBy?.trim()),
    minCost: text(draft.minCost?.trim()),
    maxCost: text(draft.maxCost?.trim()),
    minDuration: milliseconds(draft.minDuration),
    maxDuration: milliseconds(draft.maxDuration),
    after: time(draft.after),
    before: time(draft.before),
  })
}
