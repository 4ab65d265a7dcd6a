import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FlaskConical, KeyRound, Pause, Pencil, Play, RotateCw, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import {
  DeleteWebhookDocument,
  DeliveriesDocument,
  type DeliveryRowFragment,
  type DeliveryStatus,
  RedeliverDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
  WebhooksDocument,
  type WebhooksQuery,
} from '../../../generated/console/graphql.ts'
import { given, inPlace, oneOf } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { usePages } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { useDialog } from '../../forms/ask.tsx'
import { Choice } from '../../forms/filter.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { RowMenu } from '../../ui/menu.tsx'
import { Empty, Facts } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './settings-page.module.css'
import { OpenedPanel, Opener, Pick, SettingsPart, useOpened } from './settings-part.tsx'
import { deliveryStatuses } from './settings-search.ts'
import { RotateSecretDialog, TestWebhookDialog, WebhookForm, webhookTopics } from './webhook-dialogs.tsx'

type Webhook = WebhooksQuery['webhooks']['nodes'][number]

/** The webhooks of the project, and the deliveries of the one that is opened. */
export function WebhooksTab() {
  const { may } = useSession()
  const { rows, list, refresh } = usePages(WebhooksDocument, {}, ({ webhooks }) => webhooks)
  const { ask, remove, dialog } = useDialog(refresh)
  const update = useAction(UpdateWebhookDocument)
  const opened = useOpened(rows)
  const menu = (webhook: Webhook) => {
    const { id, url, enabled } = webhook
    return (
      <RowMenu
        label={`Actions for ${url}`}
        choices={[
          {
            label: 'Send a test…',
            icon: FlaskConical,
            act: () => ask((onClose) => <TestWebhookDialog {...{ webhook, onClose }} />),
          },
          {
            label: 'Edit…',
            icon: Pencil,
            act: () => ask((onClose) => <WebhookForm {...{ webhook, onClose }} />),
          },
          {
            label: enabled ? 'Pause' : 'Enable',
            icon: enabled ? Pause : Play,
            act: () => void update.send({ input: { id, enabled: !enabled } }),
          },
          {
            label: 'Change the secret…',
            icon: KeyRound,
            act: () => ask((onClose) => <RotateSecretDialog {...{ webhook, onClose }} />),
          },
          {
            label: 'Delete…',
            icon: Trash2,
            isDanger: true,
            act: () =>
              remove('the webhook', {
                mutation: DeleteWebhookDocument,
                input: { id },
                children: `${url} receives nothing any more, and its deliveries are deleted, also those that are pending.`,
              }),
          },
        ]}
      />
    )
  }
  const columns = columnsOf(opened?.id)
  return (
    <SettingsPart
      text="A URL that receives a signed request when a run changes its status, or a gate opens or is resolved. What a receiver does not accept is sent again for about eleven hours."
      add="Add a webhook"
      onAdd={() => ask((onClose) => <WebhookForm webhook={null} onClose={onClose} />)}
    >
      <ListCard
        label="Webhooks"
        columns={may('ADMIN') ? [...columns, numeric('', menu)] : columns}
        {...list}
        problem={update.problem}
        empty="There are no webhooks."
      />
      <OpenedPanel>{opened && <DeliveriesCard key={opened.id} webhook={opened} />}</OpenedPanel>
      {dialog}
    </SettingsPart>
  )
}

const columnsOf = (opened: string | undefined): readonly Column<Webhook>[] => [
  column('Receiver', ({ id, url, createdAt, disabledReason }) => (
    <div className={look.two}>
      <Opener tab="webhooks" {...{ id, opened }}>
        {url}
      </Opener>
      {disabledReason ? (
        <span className={look.bad}>{disabledReason}</span>
      ) : (
        <span className={look.faint}>
          added <Ago at={createdAt} />
        </span>
      )}
    </div>
  )),
  column('State', ({ enabled, failingSince }) => {
    if (!enabled) return <Status of="PAUSED" />
    if (!failingSince) return <Status of="COMPLETED" label="Enabled" />
    return (
      <div className={look.two}>
        <Status of="FAILED" label="Failing" />
        <span className={look.faint}>
          since <Ago at={failingSince} />
        </span>
      </div>
    )
  }),
  column('Topics', ({ topics: { length } }) => (
    <Label>{length === webhookTopics.length ? 'All' : `${length} of ${webhookTopics.length}`}</Label>
  )),
  numeric('Pending', ({ pending }) => pending.totalCount),
  numeric('Given up', ({ abandoned }) => abandoned.totalCount),
]

const everyRun = {}

/** Deliveries to a receiver, newest first. They are read again when runs change, and every few seconds while something is pending. */
function DeliveriesCard({ webhook: { id, url, enabled } }: { readonly webhook: WebhookRowFragment }) {
  const { show } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const status = oneOf(deliveryStatuses, show)
  const variables = { id, status: status ? [status] : null }
  const { rows, list, refresh } = usePages(DeliveriesDocument, variables, ({ node }) =>
    node?.__typename === 'Webhook' ? node.deliveries : null,
  )
  const redeliver = useAction(RedeliverDocument)
  useRunChanges(everyRun, refresh)
  const isPending = rows?.some((delivery) => delivery.status === 'PENDING') ?? false
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(refresh, 3_000)
    return () => clearInterval(timer)
  }, [isPending, refresh])

  const columns: readonly Column<DeliveryRowFragment>[] = [
    column('Topic', (delivery) => (
      <Pick onPick={() => ask((onClose) => <DeliveryDialog {...{ delivery, onClose }} />)}>
        {formatEnum(delivery.topic)}
      </Pick>
    )),
    ...shownColumns,
    numeric(
      '',
      ({ id, topic }) =>
        may('OPERATOR') && (
          <LeadingButton
            icon={RotateCw}
            kind="quiet"
            size="small"
            isReady={enabled}
            lacks="The webhook is off."
            aria-label={`Send ${formatEnum(topic)} again`}
            onPress={() => void redeliver.send({ input: { id } }).then(refresh)}
          />
        ),
    ),
  ]
  return (
    <>
      <ListCard
        title="Deliveries"
        label="Deliveries"
        aside={
          <>
            <span className={styles.wide}>{URL.parse(url)?.host}</span>
            <Choice
              label="Status of deliveries"
              any="Any status"
              value={status}
              options={deliveryStatuses.map((value) => ({ value, label: formatEnum(value) }))}
              onChange={(next) =>
                void navigate({
                  search: { tab: 'webhooks', item: id, ...given({ show: next }) },
                  ...inPlace,
                })
              }
            />
          </>
        }
        columns={columns}
        {...list}
        problem={redeliver.problem}
        empty={
          <Empty title="Nothing was sent.">
            Deliveries appear here when runs change after the webhook was added.
          </Empty>
        }
        turns={['Newer', 'Older']}
      />
      {dialog}
    </>
  )
}

function DeliveryState({ of }: { readonly of: DeliveryStatus }) {
  return <Status of={of === 'ABANDONED' ? 'FAILED' : of} label={formatEnum(of)} />
}

const shownColumns: readonly Column<DeliveryRowFragment>[] = [
  column('Status', ({ status }) => <DeliveryState of={status} />),
  column('Run', ({ run }) => (
    <Link to="/runs/$runId" params={{ runId: run.id }} className={look.link}>
      <Status of={run.status} />
    </Link>
  )),
  numeric('Attempts', ({ attempt }) => attempt),
  column('Last error', ({ lastError }) =>
    lastError ? <span className={`${look.bad} ${look.clip}`}>{lastError}</span> : '–',
  ),
  column('Next attempt', ({ nextAttemptAt: at }) => (at ? <Ago at={at} /> : '–')),
  numeric('Created', ({ createdAt }) => <Ago at={createdAt} />),
]

function DeliveryDialog(props: { readonly delivery: DeliveryRowFragment; readonly onClose: () => void }) {
  const { delivery, onClose } = props
  const { lastStatusCode } = delivery
  const time = (at: string | null | undefined) => (at ? formatDateTime(at) : null)
  return (
    <Dialog title={formatEnum(delivery.topic)} isOpen onClose={onClose} width={680}>
      <Facts
        of={{
          Status: <DeliveryState of={delivery.status} />,
          'webhook-id': <code>{delivery.id}</code>,
          Attempts: delivery.attempt,
          Created: time(delivery.createdAt),
          Delivered: time(delivery.deliveredAt),
          'Given up': time(delivery.abandonedAt),
          'Next attempt': time(delivery.nextAttemptAt),
          'Last answer': lastStatusCode === null ? null : `HTTP ${lastStatusCode}`,
          'Last error': delivery.lastError,
        }}
      />
      <JsonView label="Body of the request" value={delivery.payload} />
    </Dialog>
  )
}
