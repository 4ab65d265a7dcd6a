import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  ApiKeysDocument,
  type KeyRowFragment,
  RevokeApiKeyDocument,
} from '../../../../generated/console/graphql.ts'
import { useAction } from '../../../data/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDateTime, formatEnum } from '../../../ui/format.ts'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { Label, Status } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago, useNow } from '../../../ui/time.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { Intro } from '../intro.tsx'
import { Pager } from '../pager.tsx'
import styles from '../settings-page.module.css'
import { useList } from '../use-list.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'

/** The API keys of the project. A key is never deleted: records name it. */
export function KeysTab() {
  const [after, setAfter] = useState<readonly string[]>([])
  const { data, error, refresh } = useList(ApiKeysDocument, { after: after.at(-1) ?? null })
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<KeyRowFragment | null>(null)
  const keys = data?.apiKeys.nodes ?? []
  // A valid key can be on another page.
  const isWhole = data?.apiKeys.totalCount === keys.length
  const columns: readonly Column<KeyRowFragment>[] = [
    ...shownColumns,
    {
      name: '',
      isNumber: true,
      cell: (key) =>
        key.revokedAt == null && (
          <Button size="small" kind="quiet" aria-label={`Revoke ${key.name}`} onPress={() => setRevoked(key)}>
            Revoke
          </Button>
        ),
    },
  ]
  return (
    <>
      <Intro text="A key decides who may call the API, with which role. Its text is shown once, when it is created; the server keeps only its hash.">
        <Button kind="primary" onPress={() => setCreating(true)}>
          <Plus /> Create a key
        </Button>
      </Intro>
      <Problem error={error} retry={refresh} />
      <Card isFlush>
        {!data && !error && <Loading rows={4} height={24} />}
        {data?.apiKeys.totalCount === 0 && (
          <Empty title="There are no keys.">
            Everyone on this machine is an administrator, and nobody else gets in. Once the first key exists,
            every caller needs one.
          </Empty>
        )}
        {keys.length > 0 && <Table label="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} />}
        {data && <Pager of={data.apiKeys} after={after} onTurn={setAfter} />}
      </Card>
      {isCreating && (
        <CreateKeyDialog
          isFirst={isWhole && keys.every(({ revokedAt }) => revokedAt != null)}
          onClose={() => {
            setCreating(false)
            refresh()
          }}
        />
      )}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

const shownColumns: readonly Column<KeyRowFragment>[] = [
  {
    name: 'Name',
    cell: ({ name, createdBy, createdAt }) => (
      <div className={styles.two}>
        <span className={styles.main}>{name}</span>
        <span className={styles.sub}>
          by {createdBy}, <Ago at={createdAt} />
        </span>
      </div>
    ),
  },
  { name: 'State', cell: (key) => <KeyState of={key} /> },
  {
    name: 'Role',
    cell: ({ role, isServerAdmin }) => (
      <span className={styles.labels}>
        <Label>{formatEnum(role)}</Label>
        {isServerAdmin && <Label tone="paused">Server</Label>}
      </span>
    ),
  },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Ago at={lastUsedAt} /> : <span className={styles.faint}>Never</span>,
  },
  {
    name: 'Expires',
    cell: ({ expiresAt }) =>
      expiresAt ? (
        <span className={styles.nowrap} title={formatDateTime(expiresAt)}>
          <Ago at={expiresAt} />
        </span>
      ) : (
        <span className={styles.faint}>Never</span>
      ),
  },
]

function KeyState({ of: { revokedAt, revokedBy, expiresAt } }: { readonly of: KeyRowFragment }) {
  const now = useNow()
  if (revokedAt != null)
    return (
      <div className={styles.two}>
        <Status of="CANCELLED" label="Revoked" />
        <span className={styles.sub}>by {revokedBy}</span>
      </div>
    )
  return expiresAt != null && Date.parse(expiresAt) <= now ? (
    <Status of="EXPIRED" />
  ) : (
    <Status of="COMPLETED" label="Valid" />
  )
}

function RevokeDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: KeyRowFragment
  readonly onClose: () => void
}) {
  const { send, isSending, problem } = useAction(RevokeApiKeyDocument, 'ApiKey')
  return (
    <AskDialog
      title={`Revoke “${apiKey.name}”`}
      verb="Revoke"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id: apiKey.id } })) onClose()
      }}
    >
      <p>
        Callers that use it are refused from now on, and their open subscriptions and access tokens end within
        two seconds. This cannot be undone.
      </p>
    </AskDialog>
  )
}
