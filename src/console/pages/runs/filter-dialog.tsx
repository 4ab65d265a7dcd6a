import { useState } from 'react'
import { type Bounds, given, number, numberProblem, withoutUnread } from '../../data/search.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { AskDialog } from '../../forms/ask.tsx'
import { Checks } from '../../forms/filter.tsx'
import { useModelNames } from '../../forms/model-names.ts'
import { fromLocalText, toIso, toLocalText } from '../../period/calendar.ts'
import { ZoneField } from '../../period/zone-field.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { PickField, PickOneField, type PickOption } from '../../ui/pick-field.tsx'
import { shownZone } from '../../ui/zone.ts'
import { rangeProblem } from './run-ranges.ts'
import styles from './runs-page.module.css'
import {
  amountBounds,
  durationBounds,
  type RunsSearch,
  ratingBounds,
  readMetadata,
  readRunsSearch,
  reasons,
  statuses,
  versionBounds,
} from './runs-search.ts'
import { useRunTags, useToolNames } from './use-names.ts'

/** A duration is written in seconds; the address has milliseconds. */
const secondsBounds: Bounds = { least: 0, most: Math.floor(durationBounds.most / 1_000) }

/**
 * The fields that are texts: their names and hints, and what the text is, where it is no text. The two ends of a range stand beside each
 * other.
 */
const fieldGroups: readonly (readonly Field[])[] = [
  [
    { name: 'minCost', label: 'Cost from', hint: 'in US dollars', of: amountBounds },
    { name: 'maxCost', label: 'Cost to', hint: 'in US dollars', of: amountBounds },
  ],
  [{ name: 'triggeredBy', label: 'Triggered by', hint: 'a key or a person' }],
  [
    { name: 'minDuration', label: 'Duration from', hint: 'in seconds', of: secondsBounds, isInSeconds: true },
    { name: 'maxDuration', label: 'Duration to', hint: 'in seconds', of: secondsBounds, isInSeconds: true },
  ],
  [{ name: 'version', label: 'Version of the agent', of: versionBounds }],
  [
    { name: 'minRating', label: 'Rating from', hint: 'from 0 to 100', of: ratingBounds },
    { name: 'maxRating', label: 'Rating to', hint: 'from 0 to 100', of: ratingBounds },
  ],
  [{ name: 'ratedBy', label: 'Rated by', hint: 'a key, or the subject of a token' }],
  [{ name: 'ratingLabel', label: 'Label of a rating' }],
  [{ name: 'session', label: 'Conversation' }],
  [{ name: 'thread', label: 'Thread' }],
  [{ name: 'schedule', label: 'Schedule', hint: 'its id' }],
  [{ name: 'workflow', label: 'Workflow', hint: 'its slug or id' }],
  [{ name: 'metadata', label: 'Metadata', hint: 'name=value, or JSON' }],
]

const fields = fieldGroups.flat()

interface Field {
  readonly name: keyof RunsSearch
  readonly label: string
  readonly hint?: string
  /** The numbers that it takes; absent: any text. */
  readonly of?: Bounds
  readonly isInSeconds?: true
}

/** Every filter of the API, for the view that is shown. */
export function FilterDialog(props: {
  readonly view: RunsSearch
  readonly show: (view: RunsSearch) => void
  readonly onClose: () => void
}) {
  const { view, show, onClose } = props
  const [draft, setDraft] = useState(view)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, fieldText(field, view)])),
  )
  const textOf = ({ name }: Field) => texts[name] ?? ''
  const set = (changes: Partial<Record<keyof RunsSearch, unknown>>) =>
    setDraft((now) => readRunsSearch({ ...now, ...changes }))
  const { status = [], reason = [], roots = false } = draft

  const values = fields.map((field) => [field.name, toValue(field, textOf(field).trim())])
  const wanted = readRunsSearch({ ...draft, ...Object.fromEntries(values) })
  const problemOf = (field: Field) =>
    textProblem(field, textOf(field).trim()) ?? rangeProblem(wanted, field.name)

  function apply(): void {
    // The form shows all of the filter.
    show(withoutUnread(wanted))
    onClose()
  }

  return (
    <AskDialog
      title="Filter runs"
      verb="Show the runs"
      width={760}
      isReady={rangeProblem(draft, 'before') === null && fields.every((field) => problemOf(field) === null)}
      act={apply}
      onClose={onClose}
    >
      <Checks
        legend="Status"
        values={statuses}
        nameOf={formatEnum}
        chosen={status}
        onChange={(status) => set({ status })}
      />
      <Checks
        legend="Reason of the end"
        values={reasons}
        nameOf={formatEnum}
        chosen={reason}
        onChange={(reason) => set({ reason })}
      />
      <div className={look.fields}>
        <Names draft={draft} set={set} />
        <Moments draft={draft} set={set} />
        {fieldGroups.map((group) => (
          <div key={group[0]?.name} className={group.length === 2 ? styles.pair : undefined}>
            {group.map((field) => (
              <TextField
                key={field.name}
                label={field.label}
                hint={field.hint}
                value={textOf(field)}
                problem={problemOf(field)}
                onChange={(text) => setTexts({ ...texts, [field.name]: text })}
              />
            ))}
          </div>
        ))}
      </div>
      <Checkbox
        label="Leave out the runs that other runs started"
        isSelected={roots}
        onChange={(isOn) => set({ roots: isOn || undefined })}
      />
    </AskDialog>
  )
}

interface PartProps {
  readonly draft: RunsSearch
  readonly set: (changes: Partial<Record<keyof RunsSearch, unknown>>) => void
}

/** What is chosen from what the project has; a name that is no longer there can be written. */
function Names({ draft, set }: PartProps) {
  const { agents, onSearch } = useAgentChoices({ isWithArchived: true })
  const [tags, searchTags] = useRunTags()
  const one = (label: string, name: 'agent' | 'model' | 'tool', options: readonly PickOption[]) => (
    <PickOneField
      {...{ label, options, any: 'Any' }}
      takesWords
      value={draft[name] ?? ''}
      onChange={(next) => set({ [name]: next || undefined })}
      onSearch={name === 'agent' ? onSearch : undefined}
    />
  )
  const many = (label: string, name: 'tags' | 'anyTag') => (
    <PickField
      {...{ label, options: tags, any: 'Any' }}
      isMany
      takesWords
      value={draft[name] ?? []}
      onChange={(next) => set({ [name]: next })}
      onSearch={searchTags}
    />
  )
  return (
    <>
      {one('Agent', 'agent', agents)}
      {one('Tool', 'tool', useToolNames())}
      {one('Model', 'model', useModelNames())}
      {many('All of these tags', 'tags')}
      {many('One of these tags', 'anyTag')}
    </>
  )
}

/** From when to when, by the clocks of a time zone. */
function Moments({ draft, set }: PartProps) {
  const zone = draft.zone ?? shownZone()
  const moment = (label: string, name: 'after' | 'before') => (
    <TextField
      label={label}
      type="datetime-local"
      value={draft[name] === undefined ? '' : toLocalText(Date.parse(draft[name]), zone)}
      problem={rangeProblem(draft, name)}
      onChange={(text) => {
        const at = fromLocalText(text, zone)
        set({ [name]: at === undefined ? undefined : toIso(at) })
      }}
    />
  )
  // The clocks show the same time in the other zone: what is meant is another moment.
  const inZone = (at: string | undefined, next: string) => {
    const meant = at && fromLocalText(toLocalText(Date.parse(at), zone), next)
    return meant ? toIso(meant) : undefined
  }
  const { after, before } = draft
  return (
    <>
      <div className={styles.pair}>
        {moment('Created after', 'after')}
        {moment('Created before', 'before')}
      </div>
      <ZoneField
        zone={zone}
        onChange={(next) =>
          set(given({ zone: next, after: inZone(after, next), before: inZone(before, next) }))
        }
      />
    </>
  )
}

function fieldText({ name, isInSeconds }: Field, view: RunsSearch): string {
  const value = view[name]
  if (value === undefined) return ''
  return isInSeconds ? String(Number(value) / 1_000) : String(value)
}

/** What is wrong with the text of a field. Without the filter that it means, the view would be wider. */
function textProblem({ name, of }: Field, written: string): string | null {
  if (written === '') return null
  if (name === 'metadata') return readMetadata(written) ? null : 'Write name=value, or a JSON object.'
  return of ? numberProblem(written, of) : null
}

/** The value that the address has for a text. */
function toValue({ isInSeconds }: Field, written: string): unknown {
  if (written === '') return undefined
  return isInSeconds ? Math.round((number(written) ?? 0) * 1_000) : written
}
