import { useNavigate } from '@tanstack/react-router'
import { Pause, Pencil, Play, Trash2, Zap } from 'lucide-react'
import {
  CreateScheduleDocument,
  DeleteScheduleDocument,
  FireScheduleDocument,
  type MisfirePolicy,
  type ScheduleRowFragment,
  SchedulesDocument,
  UpdateScheduleDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { usePages } from '../../data/use-list.ts'
import { useAgentField } from '../../forms/agent-choice.tsx'
import { AskDialog, useDialog } from '../../forms/ask.tsx'
import { PricingField } from '../../forms/pricing-field.tsx'
import { toTags, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { RowMenu } from '../../ui/menu.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { shownZone } from '../../ui/zone.ts'
import { ScheduleCards } from './schedule-cards.tsx'
import { OpenedPanel, Opener, SettingsPart, starterColumns, useOpened } from './settings-part.tsx'

/** The schedules of the project; of the one that is opened, its next times and its runs. */
export function SchedulesTab() {
  const navigate = useNavigate()
  const { may } = useSession()
  const { rows, list, refresh } = usePages(SchedulesDocument, {}, ({ schedules }) => schedules)
  const { ask, remove, dialog } = useDialog(refresh)
  const update = useAction(UpdateScheduleDocument)
  const fire = useAction(FireScheduleDocument)
  const opened = useOpened(rows)
  const fireNow = async (id: string) => {
    const run = await fire.send({ input: { id } })
    if (run) void navigate({ to: '/runs/$runId', params: { runId: run.id } })
  }
  const menu = (schedule: ScheduleRowFragment) => {
    const { id, cron, enabled, agent } = schedule
    return (
      <RowMenu
        label={`Actions for ${cron}`}
        choices={[
          {
            label: 'Edit…',
            icon: Pencil,
            act: () => ask((onClose) => <ScheduleForm {...{ schedule, onClose }} />),
          },
          {
            label: enabled ? 'Pause' : 'Enable',
            icon: enabled ? Pause : Play,
            act: () => void update.send({ input: { id, enabled: !enabled } }).then(refresh),
          },
          {
            label: 'Delete…',
            icon: Trash2,
            isDanger: true,
            act: () =>
              remove('the schedule', {
                mutation: DeleteScheduleDocument,
                input: { id },
                children: (
                  <p>
                    <code>{cron}</code> starts no more runs of {agent.name}. The runs that it started stay.
                  </p>
                ),
              }),
          },
        ]}
      />
    )
  }
  const actions = numeric('', (schedule: ScheduleRowFragment) => (
    <div>
      <Button
        icon={Zap}
        label="Fire now"
        size="small"
        isPending={fire.isSending}
        onPress={() => void fireNow(schedule.id)}
      />
      {may('ADMIN') && menu(schedule)}
    </div>
  ))
  const columns = columnsOf(opened?.id)
  return (
    <SettingsPart
      text="A schedule runs an agent at the times of a cron expression. Each time starts one run, however many processes there are."
      add="Add a schedule"
      onAdd={() => ask((onClose) => <ScheduleForm schedule={null} onClose={onClose} />)}
    >
      <ListCard
        label="Schedules"
        columns={may('OPERATOR') ? [...columns, actions] : columns}
        {...list}
        problem={update.problem ?? fire.problem}
        empty="There are no schedules."
      />
      <OpenedPanel>{opened && <ScheduleCards key={opened.id} schedule={opened} />}</OpenedPanel>
      {dialog}
    </SettingsPart>
  )
}

const columnsOf = (opened: string | undefined): readonly Column<ScheduleRowFragment>[] => [
  column('Times', ({ id, cron, timeZone }) => (
    <div className={look.two}>
      <Opener tab="schedules" {...{ id, opened }}>
        <code className={look.nowrap}>{cron}</code>
      </Opener>
      <span className={look.faint}>{timeZone}</span>
    </div>
  )),
  ...starterColumns('Last time failed'),
  numeric('Next', ({ nextFireAt: at }) => (at ? <Ago at={at} /> : '–')),
  numeric('Last', ({ lastFiredAt: at }) => (at ? <Ago at={at} /> : 'Never')),
]

const policies: readonly { readonly value: MisfirePolicy; readonly label: string }[] = [
  { value: 'ONCE', label: 'One run stands for all of them' },
  { value: 'SKIP', label: 'They are skipped' },
]

/** Creates a schedule, or changes one. */
function ScheduleForm(props: {
  readonly schedule: ScheduleRowFragment | null
  readonly onClose: () => void
}) {
  const { schedule, onClose } = props
  const { values, field } = useForm(() => toForm(schedule))
  const create = useAction(CreateScheduleDocument)
  const update = useAction(UpdateScheduleDocument)
  const { agent, agentField } = useAgentField(field('agent'))

  async function save(): Promise<void> {
    const { sessionKey, tags, pricing, ...rest } = values
    const chosen = { agent, pricing: pricing || null, tags: toTags(tags) }
    const given = { ...rest, ...chosen, sessionKey: sessionKey.trim() || null }
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
          isRequired
          label="Cron expression"
          isCode
          {...field('cron')}
          autoFocus
          hint="Minute, hour, day of the month, month, day of the week."
        />
        <TextField label="Time zone" {...field('timeZone')} hint="As in Europe/Berlin." />
      </div>
      {agentField}
      <TextField isRequired label="Input" rows={3} {...field('input')} />
      <div className={look.fields}>
        <TextField
          label="Session key"
          isCode
          {...field('sessionKey')}
          hint="Optional. Runs with it share one history."
        />
        <TextField label="Tags" {...field('tags')} hint="Optional, separated by commas." />
      </div>
      <PricingField {...field('pricing')} />
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
    timeZone: schedule?.timeZone ?? shownZone(),
    agent: schedule?.agent.slug ?? '',
    input: schedule?.input ?? '',
    sessionKey: schedule?.sessionKey ?? '',
    tags: schedule?.tags.join(', ') ?? '',
    pricing: schedule?.pricing ?? ('' as const),
    misfirePolicy: schedule?.misfirePolicy ?? ('ONCE' as const),
  }
}
