import { FlaskConical, KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import {
  DeleteWebhookDocument,
  UpdateWebhookDocument,
  WebhooksDocument,
  type WebhooksQuery,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { usePages } from '../../data/use-list.ts'
import { useDialog } from '../../forms/ask.tsx'
import look from '../../ui/look.module.css'
import { RowMenu } from '../../ui/menu.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { Opener, SettingsPart, useOpened } from './settings-part.tsx'
import { RotateSecretDialog, TestWebhookDialog, WebhookForm, webhookTopics } from './webhook-dialogs.tsx'

type Webhook = WebhooksQuery['webhooks']['nodes'][number]

/** The webhooks of the project, and the deliveries of the one that is opened. */
export function WebhooksTab() {
  const { may } = useSession()
  const { data, error, refresh, after, onTurn } = usePages(WebhooksDocument, {})
  const { ask, remove, dialog } = useDialog(refresh)
  const update = useAction(UpdateWebhookDocument)
  const page = data?.webhooks
  const opened = useOpened(page?.nodes)
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
        rows={page?.nodes}
        error={error ?? update.problem}
        empty="There are no webhooks."
        pages={page && { of: page, after, onTurn }}
      />
      {opened && <DeliveriesCard key={opened.id} webhook={opened} />}
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
