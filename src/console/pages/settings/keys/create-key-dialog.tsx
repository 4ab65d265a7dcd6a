import { useState } from 'react'
import { type ApiKeyRole, CreateApiKeyDocument } from '../../../../generated/console/graphql.ts'
import { keepKey } from '../../../data/key.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { useAction } from '../../../data/use-action.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

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
] as const

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
  const [name, setName] = useState('')
  const [role, setRole] = useState<ApiKeyRole>(isFirst ? 'ADMIN' : 'OPERATOR')
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('')
  const [key, setKey] = useState<string | null>(null)
  const { send, isSending, problem } = useAction(CreateApiKeyDocument, 'CreatedApiKey')
  const isOwn = caller.kind === 'LOOPBACK'

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
    <AskDialog
      title="Create an API key"
      verb="Create"
      isReady={name.trim() !== ''}
      {...{ isSending, problem, onClose }}
      act={async () => {
        const created = await send({
          input: { name: name.trim(), role, ...(days && { expiresAt: inDays(days) }) },
        })
        if (!created) return
        if (isOwn) keepKey(created.key)
        setKey(created.key)
      }}
    >
      {isFirst && (
        <p>
          The project has no valid key yet. The first one must be an administrator’s and does not expire;
          after that, every caller needs a key, on this machine too.
        </p>
      )}
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        autoFocus
        hint="Records name it, for ever: the person or the program that uses the key."
      />
      {!isFirst && (
        <>
          <SelectField label="Role" value={role} options={roles} onChange={setRole} />
          <SelectField label="Expires" value={days} options={lifetimes} onChange={setDays} />
        </>
      )}
    </AskDialog>
  )
}

function inDays(days: string): string {
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString()
}
