import {
  ApiKeysDocument,
  type KeyRowFragment,
  RevokeApiKeyDocument,
} from '../../../generated/console/graphql.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask } from '../../forms/ask.tsx'
import { useDialog } from '../../forms/use-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty } from '../../ui/states.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, ListCard } from '../../ui/table.tsx'
import { Ago, useNow } from '../../ui/time.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { SettingsPart } from './settings-part.tsx'

/** The API keys of the project. A key is never deleted: records name it. */
export function KeysTab() {
  const { data, error, refresh, after, onTurn } = usePages(ApiKeysDocument, {})
  const { ask, dialog } = useDialog(refresh)
  const page = data?.apiKeys
  // A valid key can be on another page.
  const isFirst = page?.totalCount === page?.nodes.length && !page?.nodes.some(({ revokedAt }) => !revokedAt)
  const revoke = ({ id, name, revokedAt }: KeyRowFragment) =>
    revokedAt == null && (
      <Button
        size="small"
        kind="quiet"
        aria-label={`Revoke ${name}`}
        onPress={() =>
          ask((onClose) => (
            <Ask
              title={`Revoke “${name}”`}
              verb="Revoke"
              isDanger
              mutation={RevokeApiKeyDocument}
              input={{ id }}
              onClose={onClose}
            >
              <p>
                Callers that use it are refused from now on, and their open subscriptions and access tokens
                end within two seconds. This cannot be undone.
              </p>
            </Ask>
          ))
        }
      >
        Revoke
      </Button>
    )
  return (
    <SettingsPart
      text="A key decides who may call the API, with which role. Its text is shown once, when it is created; the server keeps only its hash."
      add="Create a key"
      onAdd={() => ask((onClose) => <CreateKeyDialog isFirst={isFirst} onClose={onClose} />)}
    >
      <ListCard
        label="API keys"
        columns={[...columns, { name: '', isNumber: true, cell: revoke }]}
        rows={page?.nodes}
        error={error}
        retry={refresh}
        empty={
          <Empty title="There are no keys.">
            Everyone on this machine is an administrator, and nobody else gets in. Once the first key exists,
            every caller needs one.
          </Empty>
        }
        pages={page && { of: page, after, onTurn }}
      />
      {dialog}
    </SettingsPart>
  )
}

const never = <span className={look.faint}>Never</span>

const columns: readonly Column<KeyRowFragment>[] = [
  {
    name: 'Name',
    cell: ({ name, createdBy, createdAt }) => (
      <div className={look.two}>
        <span className={look.name}>{name}</span>
        <span className={look.faint}>
          by {createdBy}, <Ago at={createdAt} />
        </span>
      </div>
    ),
  },
  { name: 'State', cell: (key) => <KeyState of={key} /> },
  {
    name: 'Role',
    cell: ({ role, isServerAdmin }) => (
      <span className={look.row}>
        <Label>{formatEnum(role)}</Label>
        {isServerAdmin && <Label tone="paused">Server</Label>}
      </span>
    ),
  },
  { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : never) },
  {
    name: 'Expires',
    cell: ({ expiresAt }) =>
      expiresAt ? (
        <span className={look.nowrap} title={formatDateTime(expiresAt)}>
          <Ago at={expiresAt} />
        </span>
      ) : (
        never
      ),
  },
]

function KeyState({ of: { revokedAt, revokedBy, expiresAt } }: { readonly of: KeyRowFragment }) {
  const now = useNow()
  if (revokedAt != null)
    return (
      <div className={look.two}>
        <Status of="CANCELLED" label="Revoked" />
        <span className={look.faint}>by {revokedBy}</span>
      </div>
    )
  const isExpired = expiresAt != null && Date.parse(expiresAt) <= now
  return isExpired ? <Status of="EXPIRED" /> : <Status of="COMPLETED" label="Valid" />
}
