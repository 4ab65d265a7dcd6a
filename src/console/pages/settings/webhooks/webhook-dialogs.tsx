import { useState } from 'react'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  type TestWebhookMutation,
  type WebhookRowFragment,
} from '../../../../generated/console/graphql.ts'
import { useAction } from '../../../data/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Facts } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

type WebhookTest = Extract<TestWebhookMutation['testWebhook'], { readonly __typename: 'WebhookTest' }>

interface Props {
  readonly webhook: WebhookRowFragment
  readonly onClose: () => void
}

/** Sends a signed test request, and shows the answer of the receiver. */
export function TestWebhookDialog({ webhook, onClose }: Props) {
  const [answer, setAnswer] = useState<WebhookTest | null>(null)
  const { send, isSending, problem } = useAction(TestWebhookDocument, 'WebhookTest')
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
            of={[
              [
                'Result',
                answer.accepted ? (
                  <Status key="result" of="COMPLETED" label="Accepted" />
                ) : (
                  <Status key="result" of="FAILED" label="Not accepted" />
                ),
              ],
              ['HTTP status', answer.status ?? 'No answer'],
              ['Duration', formatDuration(answer.durationMs)],
              ['Reason', answer.error],
            ]}
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
] as const

export function RotateSecretDialog({ webhook, onClose }: Props) {
  const [keep, setKeep] = useState<(typeof overlaps)[number]['value']>('86400000')
  const [secret, setSecret] = useState<string | null>(null)
  const { send, isSending, problem } = useAction(RotateWebhookSecretDocument, 'RotatedWebhookSecret')
  if (secret !== null)
    return (
      <SecretDialog title="The new secret" secret={secret} onClose={onClose}>
        <p>Give it to the receiver. It is shown this once and cannot be read again.</p>
      </SecretDialog>
    )
  return (
    <AskDialog
      title="Change the secret"
      verb="Change"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const rotated = await send({ input: { id: webhook.id, keepOldForMs: Number(keep) } })
        if (rotated) setSecret(rotated.secret)
      }}
    >
      <p>Requests are signed with a new secret from now on.</p>
      <SelectField label="Also sign with the old secret" value={keep} options={overlaps} onChange={setKeep} />
    </AskDialog>
  )
}

export function DeleteWebhookDialog({ webhook, onClose }: Props) {
  const { send, isSending, problem } = useAction(DeleteWebhookDocument, 'DeletedWebhook')
  return (
    <AskDialog
      title="Delete the webhook"
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id: webhook.id } })) onClose()
      }}
    >
      <p>
        {webhook.url} receives nothing any more, and its deliveries are deleted, also those that are pending.
      </p>
    </AskDialog>
  )
}
