import { useState } from 'react'
import {
  type ApiKeyRole,
  ApiKeysDocument,
  CreateApiKeyDocument,
  type KeyRowFragment,
  RevokeApiKeyDocument,
} from '../../../generated/console/graphql.ts'
import { keepKey } from '../../data/key.ts'
import { useSession } from '../../data/session.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago, useNow } from '../../ui/time.tsx'
import { SecretDialog, SettingsPart } from './settings-part.tsx'

/** The API keys of the project. A key is never deleted: records name it. */
export function KeysTab() {
  const { page, list, refresh } = usePages(ApiKeysDocument, {}, ({ apiKeys }) => apiKeys)
  const { ask, confirm, dialog } = useDialog(refresh)
  // A valid key can be on another page.
  const isFirst = page?.totalCount === page?.nodes.length && !page?.nodes.some(({ revokedAt }) => !revokedAt)
  const revoke = ({ id, name, revokedAt }: KeyRowFragment) =>
    revokedAt == null && (
      <Button
        label="Revoke"
        size="small"
        kind="quiet"
        aria-label={`Revoke ${name}`}
        onPress={() =>
          confirm({
            title: `Revoke “${name}”`,
            verb: 'Revoke',
            isDanger: true,
            mutation: RevokeApiKeyDocument,
            input: { id },
            children:
              'Callers that use it are refused from now on, and their open subscriptions and access tokens end within two seconds. This cannot be undone.',
          })
        }
      />
    )
  return (
    <SettingsPart
      text="A key decides who may call the API, with which role. Its text is shown once, when it is created; the server keeps only its hash."
      add="Create a key"
      onAdd={() => ask((onClose) => <CreateKeyDialog isFirst={isFirst} onClose={onClose} />)}
    >
      <ListCard
        label="API keys"
        columns={[...columns, numeric('', revoke)]}
        {...list}
        empty={
          <Empty title="There are no keys.">
            Everyone on this machine is an administrator, and nobody else gets in. Once the first key exists,
            every caller needs one.
          </Empty>
        }
      />
      {dialog}
    </SettingsPart>
  )
}

const never = <span className={look.faint}>Never</span>

const columns: readonly Column<KeyRowFragment>[] = [
  column('Name', ({ name, createdBy, createdAt }) => (
    <div className={look.two}>
      <span className={look.name}>{name}</span>
      <span className={look.faint}>
        by {createdBy}, <Ago at={createdAt} />
      </span>
    </div>
  )),
  column('State', (key) => <KeyState of={key} />),
  column('Role', ({ role, isServerAdmin }) => (
    <span className={look.row}>
      <Label>{formatEnum(role)}</Label>
      {isServerAdmin && <Label tone="paused">Server</Label>}
    </span>
  )),
  column('Last used', ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : never)),
  column('Expires', ({ expiresAt }) =>
    expiresAt ? (
      <span className={look.nowrap}>
        <Ago at={expiresAt} />
      </span>
    ) : (
      never
    ),
  ),
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

const roles: readonly { readonly value: ApiKeyRole; readonly label: string }[] = [
  { value: 'VIEWER', label: 'Viewer: read and follow' },
  { value: 'OPERATOR', label: 'Operator: also start and steer runs, decide at gates' },
  { value: 'ADMIN', label: 'Admin: also change configuration and keys' },
]

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

/**
 * Creates a key and shows it once. `isFirst` says that the project has no valid key: the first one must be an administrator's, and this tab
 * goes on with it where it had none.
 */
function CreateKeyDialog({ isFirst, onClose }: { readonly isFirst: boolean; readonly onClose: () => void }) {
  const { caller } = useSession()
  const { values, field } = useForm<{ name: string; role: ApiKeyRole; days: string }>({
    name: '',
    role: isFirst ? 'ADMIN' : 'OPERATOR',
    days: '',
  })
  const [key, setKey] = useState<string | null>(null)
  const isOwn = caller.kind === 'LOOPBACK'
  const { role, days } = values
  const name = values.name.trim()

  if (key !== null)
    return (
      <SecretDialog
        title={`The key “${name}”`}
        secret={key}
        onClose={() => {
          onClose()
          // Who is signed in is another one now.
          if (isOwn) location.reload()
        }}
      >
        <p>Copy it now: it is shown this once and cannot be read again.</p>
        {isOwn && <p>From now on every caller needs a key. This tab goes on with the new one.</p>}
      </SecretDialog>
    )
  return (
    <Ask
      title="Create an API key"
      verb="Create"
      isReady={name !== ''}
      mutation={CreateApiKeyDocument}
      input={{ name, role, ...(days && { expiresAt: inDays(days) }) }}
      onDone={(created) => {
        if (isOwn) keepKey(created.key)
        setKey(created.key)
      }}
      onClose={onClose}
    >
      {isFirst && (
        <p>
          The project has no valid key yet. The first one must be an administrator’s and does not expire;
          after that, every caller needs a key, on this machine too.
        </p>
      )}
      <TextField
        isRequired
        label="Name"
        {...field('name')}
        autoFocus
        hint="Records name it, for ever: the person or the program that uses the key."
      />
      {!isFirst && (
        <>
          <SelectField label="Role" options={roles} {...field('role')} />
          <SelectField label="Expires" options={lifetimes} {...field('days')} />
        </>
      )}
    </Ask>
  )
}

function inDays(days: string): string {
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString()
}
