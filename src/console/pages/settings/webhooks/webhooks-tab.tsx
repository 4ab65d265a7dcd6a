import { Link, useSearch } from '@tanstack/react-router'
import { Ellipsis, FlaskConical, KeyRound, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  UpdateWebhookDocument,
  WebhooksDocument,
  type WebhooksQuery,
} from '../../../../generated/console/graphql.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { useAction } from '../../../data/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { Label, Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Intro } from '../intro.tsx'
import { Pager } from '../pager.tsx'
import styles from '../settings-page.module.css'
import { useList } from '../use-list.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { DeleteWebhookDialog, RotateSecretDialog, TestWebhookDialog } from './webhook-dialogs.tsx'
import { WebhookForm, webhookTopics } from './webhook-form.tsx'

export type WebhookOfList = WebhooksQuery['webhooks']['nodes'][number]

type Asked =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'test' | 'rotate' | 'delete'; readonly webhook: WebhookOfList }

/** The webhooks of the project, and the deliveries of the one that is opened. */
export function WebhooksTab() {
  const { item } = useSearch({ from: '/settings' })
  const { may } = useSession()
  const [after, setAfter] = useState<readonly string[]>([])
  const { data, error, refresh } = useList(WebhooksDocument, { after: after.at(-1) ?? null })
  const [asked, setAsked] = useState<Asked | null>(null)
  const update = useAction(UpdateWebhookDocument, 'Webhook')
  const webhooks = data?.webhooks.nodes ?? []
  const opened = webhooks.find(({ id }) => id === item) ?? webhooks[0]
  const close = () => {
    setAsked(null)
    refresh()
  }
  const actions: Column<WebhookOfList> = {
    name: '',
    isNumber: true,
    cell: (webhook) => (
      <Menu
        label={`Actions for ${webhook.url}`}
        button={
          <Button size="small" kind="quiet" isIcon aria-label={`Actions for ${webhook.url}`}>
            <Ellipsis />
          </Button>
        }
        choices={[
          {
            id: 'test',
            label: 'Send a test…',
            icon: <FlaskConical />,
            act: () => setAsked({ what: 'test', webhook }),
          },
          { id: 'edit', label: 'Edit…', icon: <Pencil />, act: () => setAsked({ what: 'edit', webhook }) },
          {
            id: 'toggle',
            label: webhook.enabled ? 'Pause' : 'Enable',
            icon: webhook.enabled ? <Pause /> : <Play />,
            act: () => void update.send({ input: { id: webhook.id, enabled: !webhook.enabled } }),
          },
          {
            id: 'rotate',
            label: 'Change the secret…',
            icon: <KeyRound />,
            act: () => setAsked({ what: 'rotate', webhook }),
          },
          {
            id: 'delete',
            label: 'Delete…',
            icon: <Trash2 />,
            isDanger: true,
            act: () => setAsked({ what: 'delete', webhook }),
          },
        ]}
      />
    ),
  }
  return (
    <>
      <Intro text="A URL that receives a signed request when a run changes its status, or a gate opens or is resolved. What a receiver does not accept is sent again for about eleven hours.">
        {may('ADMIN') && (
          <Button kind="primary" onPress={() => setAsked({ what: 'create' })}>
            <Plus /> Add a webhook
          </Button>
        )}
      </Intro>
      <Problem error={error ?? update.problem} />
      <Card isFlush>
        {!data && !error && <Loading rows={3} height={26} />}
        {data?.webhooks.totalCount === 0 && <Empty title="There are no webhooks." />}
        {webhooks.length > 0 && (
          <Table
            label="Webhooks"
            columns={may('ADMIN') ? [...shownColumns(opened?.id), actions] : shownColumns(opened?.id)}
            rows={webhooks}
            keyOf={({ id }) => id}
          />
        )}
        {data && <Pager of={data.webhooks} after={after} onTurn={setAfter} />}
      </Card>
      {opened && <DeliveriesCard key={opened.id} webhook={opened} />}
      {asked?.what === 'create' && <WebhookForm webhook={null} onClose={close} />}
      {asked?.what === 'edit' && <WebhookForm webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'test' && <TestWebhookDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'rotate' && <RotateSecretDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'delete' && <DeleteWebhookDialog webhook={asked.webhook} onClose={close} />}
    </>
  )
}

const shownColumns = (opened: string | undefined): readonly Column<WebhookOfList>[] => [
  {
    name: 'Receiver',
    cell: ({ id, url, createdAt, disabledReason }) => (
      <div className={styles.two}>
        <Link
          to="/settings"
          search={{ tab: 'webhooks', item: id }}
          aria-current={id === opened}
          className={`${styles.main} ${styles.url}`}
        >
          {url}
        </Link>
        {disabledReason ? (
          <span className={styles.bad}>{disabledReason}</span>
        ) : (
          <span className={styles.sub}>
            added <Ago at={createdAt} />
          </span>
        )}
      </div>
    ),
  },
  {
    name: 'State',
    cell: ({ enabled, failingSince }) =>
      !enabled ? (
        <Status of="PAUSED" />
      ) : failingSince ? (
        <div className={styles.two}>
          <Status of="FAILED" label="Failing" />
          <span className={styles.sub}>
            since <Ago at={failingSince} />
          </span>
        </div>
      ) : (
        <Status of="COMPLETED" label="Enabled" />
      ),
  },
  {
    name: 'Topics',
    cell: ({ topics }) =>
      topics.length === webhookTopics.length ? (
        <Label>All</Label>
      ) : (
        <Label>{`${topics.length} of ${webhookTopics.length}`}</Label>
      ),
  },
  { name: 'Pending', isNumber: true, cell: ({ pending }) => pending.totalCount },
  { name: 'Given up', isNumber: true, cell: ({ abandoned }) => abandoned.totalCount },
]
