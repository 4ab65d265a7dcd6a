import {
  CreateScheduleDocument,
  type MisfirePolicy,
  type ScheduleRowFragment,
  UpdateScheduleDocument,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { AskDialog } from '../../forms/ask.tsx'
import { toTags, useForm } from '../../forms/use-form.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'

const policies: readonly { readonly value: MisfirePolicy; readonly label: string }[] = [
  { value: 'ONCE', label: 'One run stands for all of them' },
  { value: 'SKIP', label: 'They are skipped' },
]

/** Creates a schedule, or changes one. */
export function ScheduleForm(props: {
  readonly schedule: ScheduleRowFragment | null
  readonly onClose: () => void
}) {
  const { schedule, onClose } = props
  const agents = useAgentChoices()
  const { values, field } = useForm(() => toForm(schedule))
  const create = useAction(CreateScheduleDocument)
  const update = useAction(UpdateScheduleDocument)
  const agent = values.agent || agents[0]?.value || ''

  async function save(): Promise<void> {
    const { sessionKey, tags, ...rest } = values
    const given = { ...rest, agent, sessionKey: sessionKey.trim() || null, tags: toTags(tags) }
    const saved = schedule
      ? await update.send({ input: { id: schedule.id, ...given } })
      : await create.send({ input: given })
    if (saved) onClose()
  }

  return (
    <AskDialog
      title={schedule ? 'Edit the schedule' : 'Add a schedule'}
      verb={schedule ? 'Save' : 'Add'}
      isReady={values.cron.trim() !== '' && values.input.trim() !== '' && agent !== ''}
      isSending={create.isSending || update.isSending}
      problem={create.problem ?? update.problem}
      onClose={onClose}
      act={save}
    >
      <div className={look.fields}>
        <TextField
          label="Cron expression"
          isCode
          {...field('cron')}
          autoFocus
          hint="Minute, hour, day of the month, month, day of the week."
        />
        <TextField label="Time zone" {...field('timeZone')} hint="As in Europe/Berlin." />
      </div>
      <SelectField label="Agent" options={agents} {...field('agent')} value={agent} />
      <TextField label="Input" rows={3} {...field('input')} />
      <div className={look.fields}>
        <TextField
          label="Session key"
          isCode
          {...field('sessionKey')}
          hint="Optional. Runs with it share one history."
        />
        <TextField label="Tags" {...field('tags')} hint="Optional, separated by commas." />
      </div>
      <SelectField
        label="Times that pass while no process runs"
        options={policies}
        {...field('misfirePolicy')}
      />
    </AskDialog>
  )
}

function toForm(schedule: ScheduleRowFragment | null) {
  return {
    cron: schedule?.cron ?? '0 9 * * 1-5',
    timeZone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    agent: schedule?.agent.slug ?? '',
    input: schedule?.input ?? '',
    sessionKey: schedule?.sessionKey ?? '',
    tags: schedule?.tags.join(', ') ?? '',
    misfirePolicy: schedule?.misfirePolicy ?? ('ONCE' as const),
  }
}
