import { Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import {
  DeleteEventTriggerDocument,
  type EventTriggerRowFragment,
  EventTriggersDocument,
  SaveEventTriggerDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { usePages } from '../../data/use-list.ts'
import { useAgentField } from '../../forms/agent-choice.tsx'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { PricingField } from '../../forms/pricing-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { RowMenu } from '../../ui/menu.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { starterColumns } from './settings-part.tsx'

/** The triggers of the project: what an event starts. */
export function EventTriggersCard() {
  const { may } = useSession()
  const { list, refresh } = usePages(EventTriggersDocument, {}, ({ eventTriggers }) => eventTriggers)
  const { ask, remove, dialog } = useDialog(refresh)
  const save = useAction(SaveEventTriggerDocument)
  const menu = (trigger: EventTriggerRowFragment) => {
    const { id, name, enabled } = trigger
    return (
      <RowMenu
        label={`Actions for ${name}`}
        choices={[
          {
            label: 'Edit…',
            icon: Pencil,
            act: () => ask((onClose) => <TriggerForm {...{ trigger, onClose }} />),
          },
          {
            label: enabled ? 'Pause' : 'Enable',
            icon: enabled ? Pause : Play,
            act: () => void save.send({ input: { name, enabled: !enabled } }).then(refresh),
          },
          {
            label: 'Delete…',
            icon: Trash2,
            isDanger: true,
            act: () =>
              remove('the event trigger', {
                mutation: DeleteEventTriggerDocument,
                input: { id },
                children: `${name} starts no more runs. The runs that it started stay.`,
              }),
          },
        ]}
      />
    )
  }
  return (
    <>
      <ListCard
        title="Event triggers"
        label="Event triggers"
        aside={
          may('ADMIN') && (
            <Button
              icon={Plus}
              label="Add a trigger"
              size="small"
              onPress={() => ask((onClose) => <TriggerForm trigger={null} onClose={onClose} />)}
            />
          )
        }
        columns={may('ADMIN') ? [...triggerColumns, numeric('', menu)] : triggerColumns}
        {...list}
        problem={save.problem}
        empty="No event starts a run."
      />
      {dialog}
    </>
  )
}

const triggerColumns: readonly Column<EventTriggerRowFragment>[] = [
  column('Trigger', ({ name, event, condition }) => (
    <div className={look.two}>
      <span className={look.name}>{name}</span>
      <code className={`${look.faint} ${look.clip}`}>
        {condition === null ? event : `${event}: ${condition}`}
      </code>
    </div>
  )),
  ...starterColumns('Last event failed'),
  numeric('Last', ({ lastAt: at }) => (at ? <Ago at={at} /> : 'Never')),
]

function TriggerForm(props: {
  readonly trigger: EventTriggerRowFragment | null
  readonly onClose: () => void
}) {
  const { trigger, onClose } = props
  const { values, field } = useForm({
    name: trigger?.name ?? '',
    event: trigger?.event ?? '',
    condition: trigger?.condition ?? '',
    agent: trigger?.agent.slug ?? '',
    input: trigger?.input ?? '',
    pricing: trigger?.pricing ?? ('' as const),
  })
  const { agent, agentField } = useAgentField(field('agent'))
  return (
    <Ask
      title={trigger ? 'Edit the trigger' : 'Add a trigger'}
      verb={trigger ? 'Save' : 'Add'}
      isReady={[values.name, values.event, values.input, agent].every((text) => text.trim() !== '')}
      mutation={SaveEventTriggerDocument}
      input={{
        ...values,
        agent,
        condition: values.condition.trim() || null,
        pricing: values.pricing || null,
      }}
      onClose={onClose}
    >
      <div className={look.fields}>
        {trigger === null && <TextField isRequired label="Name" {...field('name')} autoFocus />}
        <TextField isRequired label="Event" isCode {...field('event')} hint="As in order.paid." />
      </div>
      <TextField
        label="Condition"
        isCode
        {...field('condition')}
        hint="Optional. As in event.data.amount > 100."
      />
      {agentField}
      <TextField
        label="Input"
        isRequired
        rows={3}
        {...field('input')}
        hint="${event.data.order} stands for a value of the event."
      />
      <PricingField {...field('pricing')} />
    </Ask>
  )
}
