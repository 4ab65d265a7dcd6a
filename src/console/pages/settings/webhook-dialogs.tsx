import { useState } from 'react'
import {
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  type WebhookRowFragment,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Ask } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatDuration } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Facts } from '../../ui/page.tsx'
import { Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface Props {
  readonly webhook: WebhookRowFragment
  readonly onClose: () => void
}

/** Sends a signed test request, and shows the answer of the receiver. */
export function TestWebhookDialog({ webhook, onClose }: Props) {
  const { send, isSending, problem } = useAction(TestWebhookDocument)
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof send>>>(null)
  return (
    <Dialog
      title="Test the receiver"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            kind="primary"
            isPending={isSending}
            onPress={() => void send({ input: { id: webhook.id } }).then(setAnswer)}
          >
            {answer ? 'Send again' : 'Send'}
          </Button>
        </>
      }
    >
      <p>
        One signed request of the type <code>webhook.test</code> is sent to {webhook.url}. No delivery is
        stored.
      </p>
      <Problem error={problem} />
      {answer && (
        <>
          <Facts
            of={{
              Result: (
                <Status
                  of={answer.accepted ? 'COMPLETED' : 'FAILED'}
                  label={answer.accepted ? 'Accepted' : 'Not accepted'}
                />
              ),
              'HTTP status': answer.status ?? 'No answer',
              Duration: formatDuration(answer.durationMs),
              Reason: answer.error,
            }}
          />
          {answer.body && <JsonView label="Answer of the receiver" value={answer.body} />}
        </>
      )}
    </Dialog>
  )
}

const overlaps = [
  { value: '0', label: 'Not at all' },
  { value: '3600000', label: 'For an hour' },
  { value: '86400000', label: 'For a day' },
  { value: '604800000', label: 'For a week' },
]

export function RotateSecretDialog({ webhook, onClose }: Props) {
  const [keep, setKeep] = useState('86400000')
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null)
    return (
      <SecretDialog title="The new secret" secret={secret} onClose={onClose}>
        <p>Give it to the receiver. It is shown this once and cannot be read again.</p>
      </SecretDialog>
    )
  return (
    <Ask
      title="Change the secret"
      verb="Change"
      mutation={RotateWebhookSecretDocument}
      input={{ id: webhook.id, keepOldForMs: Number(keep) }}
      onDone={(rotated) => setSecret(rotated.secret)}
      onClose={onClose}
    >
      <p>Requests are signed with a new secret from now on.</p>
      <SelectField label="Also sign with the old secret" value={keep} options={overlaps} onChange={setKeep} />
    </Ask>
  )
}
