import { useState } from 'react'
import { type ApiKeyRole, CreateApiKeyDocument } from '../../../generated/console/graphql.ts'
import { keepKey } from '../../data/key.ts'
import { useSession } from '../../data/session.ts'
import { Ask } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SecretDialog } from './secret-dialog.tsx'

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
export function CreateKeyDialog({
  isFirst,
  onClose,
}: {
  readonly isFirst: boolean
  readonly onClose: () => void
}) {
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
