import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import {
  type EventRowFragment,
  ReceivedEventsDocument,
  SendEventDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { usePages } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { parseJson } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Facts } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { EventSourcesCard } from './event-sources-card.tsx'
import { EventTriggersCard } from './event-triggers-card.tsx'
import { Pick, SettingsPart } from './settings-part.tsx'

/** Received events, the triggers that start runs by them, and the sources that may send them by webhook. */
export function EventsTab() {
  const { may } = useSession()
  const { list, refresh } = usePages(ReceivedEventsDocument, {}, ({ receivedEvents }) => receivedEvents)
  const { ask, dialog } = useDialog(refresh)
  // An event continues runs or starts them.
  useRunChanges({}, refresh)
  const columns: readonly Column<EventRowFragment>[] = [
    column('Event', (event) => (
      <div className={look.two}>
        <Pick onPick={() => ask((onClose) => <EventDialog {...{ event, onClose }} />)}>{event.name}</Pick>
        <span className={`${look.faint} ${look.clip}`}>{event.key}</span>
      </div>
    )),
    ...shownColumns,
  ]
  return (
    <SettingsPart text="An event continues the calls that wait for it, and starts runs of agents. It is sent with sendEvent, or by a signed webhook.">
      <ListCard
        title="Events"
        label="Events"
        aside={
          may('OPERATOR') && (
            <Button
              icon={Send}
              label="Send an event"
              size="small"
              onPress={() => ask((onClose) => <SendEventForm onClose={onClose} />)}
            />
          )
        }
        columns={columns}
        {...list}
        empty="No event has come, or all have expired."
        turns={['Newer', 'Older']}
      />
      <EventTriggersCard />
      <EventSourcesCard />
      {dialog}
    </SettingsPart>
  )
}

const shownColumns: readonly Column<EventRowFragment>[] = [
  column('From', ({ sentBy }) => sentBy ?? '–'),
  column('State', ({ deliveredAt }) =>
    deliveredAt ? (
      <Status of="COMPLETED" label="Delivered" />
    ) : (
      <Status of="RUNNING" label="Being delivered" />
    ),
  ),
  numeric('Continued', ({ gates }) => gates.length),
  numeric('Started', ({ runs }) => runs.length),
  numeric('Received', ({ receivedAt }) => <Ago at={receivedAt} />),
]

function EventDialog({ event, onClose }: { readonly event: EventRowFragment; readonly onClose: () => void }) {
  const continued = event.gates.map(({ run }) => run)
  return (
    <Dialog title={event.name} isOpen onClose={onClose} width={680}>
      <Facts
        of={{
          Key: <code>{event.key}</code>,
          From: event.sentBy,
          Received: formatDateTime(event.receivedAt),
          Continued: continued.length > 0 && <RunLinks runs={continued} />,
          Started: event.runs.length > 0 && <RunLinks runs={event.runs} />,
        }}
      />
      <JsonView label="Data of the event" value={event.data} />
    </Dialog>
  )
}

function RunLinks({ runs }: { readonly runs: EventRowFragment['runs'] }) {
  return (
    <span className={look.row}>
      {runs.map(({ id, status }) => (
        <Link key={id} to="/runs/$runId" params={{ runId: id }} className={look.link}>
          <Status of={status} />
        </Link>
      ))}
    </span>
  )
}

function SendEventForm({ onClose }: { readonly onClose: () => void }) {
  const { values, field } = useForm({ name: '', key: '', data: '{}' })
  const data = parseJson(values.data)
  const key = values.key.trim()
  return (
    <Ask
      title="Send an event"
      verb="Send"
      isReady={values.name.trim() !== '' && data !== undefined}
      mutation={SendEventDocument}
      input={{ name: values.name, data, ...(key !== '' && { key }) }}
      onClose={onClose}
    >
      <div className={look.fields}>
        <TextField isRequired label="Name" isCode {...field('name')} autoFocus hint="As in order.paid." />
        <TextField
          label="Key"
          isCode
          {...field('key')}
          hint="Optional. An event with the key of another is none."
        />
      </div>
      <JsonEditor label="Data" value={values.data} onChange={field('data').onChange} />
    </Ask>
  )
}
