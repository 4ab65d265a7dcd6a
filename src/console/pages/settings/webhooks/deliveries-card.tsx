import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  DeliveriesDocument,
  type DeliveryRowFragment,
  type DeliveryStatus,
  RedeliverDocument,
  type WebhookRowFragment,
} from '../../../../generated/console/graphql.ts'
import { oneOf } from '../../../data/search.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useRunChanges } from '../../../data/use-run-changes.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { formatDateTime, formatEnum } from '../../../ui/format.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Card, Facts } from '../../../ui/page.tsx'
import { PageTurner } from '../../../ui/page-turner.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import styles from '../settings-page.module.css'
import { useList } from '../use-list.ts'

const everyRun = {}
const statuses: readonly DeliveryStatus[] = ['PENDING', 'DELIVERED', 'ABANDONED']

/** Deliveries to a receiver, newest first. They are read again when runs change, and every few seconds while something is pending. */
export function DeliveriesCard({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { show } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { may } = useSession()
  const status = oneOf(statuses, show)
  const [after, setAfter] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<DeliveryRowFragment | null>(null)
  const { data, error, refresh } = useList(DeliveriesDocument, {
    id: webhook.id,
    status: status ? [status] : null,
    after: after.at(-1) ?? null,
  })
  const redeliver = useAction(RedeliverDocument, 'WebhookDelivery')
  const page = data?.node?.__typename === 'Webhook' ? data.node.deliveries : null
  useRunChanges(everyRun, refresh)
  const isPending = page?.nodes.some((delivery) => delivery.status === 'PENDING') ?? false
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(refresh, 3_000)
    return () => clearInterval(timer)
  }, [isPending, refresh])

  const columns: readonly Column<DeliveryRowFragment>[] = [
    {
      name: 'Topic',
      cell: (delivery) => (
        <button type="button" className={styles.pick} onClick={() => setOpened(delivery)}>
          {formatEnum(delivery.topic)}
        </button>
      ),
    },
    ...shownColumns,
    {
      name: '',
      isNumber: true,
      cell: ({ id, topic }) =>
        may('OPERATOR') && (
          <Button
            size="small"
            kind="quiet"
            isIcon
            isDisabled={!webhook.enabled}
            aria-label={`Send ${formatEnum(topic)} again`}
            onPress={() => void redeliver.send({ input: { id } }).then(refresh)}
          >
            <RotateCw />
          </Button>
        ),
    },
  ]
  return (
    <Card
      title="Deliveries"
      isFlush
      aside={
        <>
          <span className={styles.wide}>{URL.parse(webhook.url)?.host}</span>
          <div className={styles.small}>
            <SelectField
              label="Status of deliveries"
              isBare
              value={status ?? 'ANY'}
              options={[
                { value: 'ANY', label: 'Any status' },
                ...statuses.map((value) => ({ value, label: formatEnum(value) })),
              ]}
              onChange={(value) => {
                setAfter([])
                void navigate({
                  search: { tab: 'webhooks', item: webhook.id, ...(value !== 'ANY' && { show: value }) },
                  replace: true,
                })
              }}
            />
          </div>
        </>
      }
    >
      <Problem error={error ?? redeliver.problem} />
      {!page && !error && <Loading rows={5} height={24} />}
      {page?.nodes.length === 0 && (
        <Empty title="Nothing was sent.">
          Deliveries appear here when runs change after the webhook was added.
        </Empty>
      )}
      {page && page.nodes.length > 0 && (
        <>
          <Table label="Deliveries" columns={columns} rows={page.nodes} keyOf={({ id }) => id} />
          <PageTurner of={page} after={after} onTurn={setAfter} words={['Newer', 'Older']} />
        </>
      )}
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

const shownColumns: readonly Column<DeliveryRowFragment>[] = [
  {
    name: 'Status',
    cell: ({ status }) => (
      <Status of={status === 'ABANDONED' ? 'FAILED' : status} label={formatEnum(status)} />
    ),
  },
  {
    name: 'Run',
    cell: ({ run }) => (
      <Link to="/runs/$runId" params={{ runId: run.id }} className={styles.link}>
        <Status of={run.status} />
      </Link>
    ),
  },
  { name: 'Attempts', isNumber: true, cell: ({ attempt }) => attempt },
  {
    name: 'Last error',
    cell: ({ lastError }) =>
      lastError ? <span className={`${styles.bad} ${styles.clip}`}>{lastError}</span> : '–',
  },
  {
    name: 'Next attempt',
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Ago at={nextAttemptAt} /> : '–'),
  },
  { name: 'Created', isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

function DeliveryDialog({
  delivery,
  onClose,
}: {
  readonly delivery: DeliveryRowFragment
  readonly onClose: () => void
}) {
  const {
    id,
    topic,
    status,
    attempt,
    createdAt,
    deliveredAt,
    abandonedAt,
    nextAttemptAt,
    lastError,
    lastStatusCode,
    payload,
  } = delivery
  const time = (at: string | null | undefined) => (at ? formatDateTime(at) : null)
  return (
    <Dialog title={formatEnum(topic)} isOpen onClose={onClose} width={680}>
      <Facts
        of={[
          [
            'Status',
            <Status
              key="status"
              of={status === 'ABANDONED' ? 'FAILED' : status}
              label={formatEnum(status)}
            />,
          ],
          [
            'webhook-id',
            <code key="id" className={styles.code}>
              {id}
            </code>,
          ],
          ['Attempts', attempt],
          ['Created', time(createdAt)],
          ['Delivered', time(deliveredAt)],
          ['Given up', time(abandonedAt)],
          ['Next attempt', time(nextAttemptAt)],
          ['Last answer', lastStatusCode === null ? null : `HTTP ${lastStatusCode}`],
          ['Last error', lastError],
        ]}
      />
      <JsonView label="Body of the request" value={payload} />
    </Dialog>
  )
}
