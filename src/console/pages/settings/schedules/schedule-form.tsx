import { useState } from 'react'
import {
  CreateScheduleDocument,
  type MisfirePolicy,
  type ScheduleRowFragment,
  UpdateScheduleDocument,
} from '../../../../generated/console/graphql.ts'
import { useAction } from '../../../data/use-action.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { useAgentChoices } from '../../sessions/use-agent-choices.ts'
import styles from '../settings-page.module.css'

const policies: readonly { readonly value: MisfirePolicy; readonly label: string }[] = [
  { value: 'ONCE', label: 'One run stands for all of them' },
  { value: 'SKIP', label: 'They are skipped' },
]

/** Creates a schedule, or changes one. */
export function ScheduleForm({
  schedule,
  onClose,
}: {
  readonly schedule: ScheduleRowFragment | null
  readonly onClose: () => void
}) {
  const agents = useAgentChoices()
  const [form, setForm] = useState(() => toForm(schedule))
  const create = useAction(CreateScheduleDocument, 'Schedule')
  const update = useAction(UpdateScheduleDocument, 'Schedule')
  const put = (changes: Partial<typeof form>) => setForm((now) => ({ ...now, ...changes }))
  const agent = form.agent || agents[0]?.value || ''

  async function save(): Promise<void> {
    const { sessionKey, tags, ...rest } = form
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
      isReady={form.cron.trim() !== '' && form.input.trim() !== '' && agent !== ''}
      isSending={create.isSending || update.isSending}
      problem={create.problem ?? update.problem}
      onClose={onClose}
      act={save}
    >
      <div className={styles.form}>
        <TextField
          label="Cron expression"
          isCode
          value={form.cron}
          onChange={(cron) => put({ cron })}
          autoFocus
          hint="Minute, hour, day of the month, month, day of the week."
        />
        <TextField
          label="Time zone"
          value={form.timeZone}
          onChange={(timeZone) => put({ timeZone })}
          hint="As in Europe/Berlin."
        />
      </div>
      <SelectField
        label="Agent"
        value={agent}
        options={agents}
        onChange={(chosen) => put({ agent: chosen })}
      />
      <TextField label="Input" rows={3} value={form.input} onChange={(input) => put({ input })} />
      <div className={styles.form}>
        <TextField
          label="Session key"
          isCode
          value={form.sessionKey}
          onChange={(sessionKey) => put({ sessionKey })}
          hint="Optional. Runs with it share one history."
        />
        <TextField
          label="Tags"
          value={form.tags}
          onChange={(tags) => put({ tags })}
          hint="Optional, separated by commas."
        />
      </div>
      <SelectField
        label="Times that pass while no process runs"
        value={form.misfirePolicy}
        options={policies}
        onChange={(misfirePolicy) => put({ misfirePolicy })}
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

function toTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
