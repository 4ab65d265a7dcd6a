import { useState } from 'react'
import {
  CreateWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
  type WebhookTopic,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Ask, AskDialog } from '../../forms/ask.tsx'
import { Checks } from '../../forms/filter.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatDuration, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Facts, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { SecretDialog } from './settings-part.tsx'

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
          <Button label="Close" onPress={onClose} />
          <Button
            label={answer ? 'Send again' : 'Send'}
            kind="primary"
            isPending={isSending}
            onPress={() => void send({ input: { id: webhook.id } }).then(setAnswer)}
          />
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

export const webhookTopics: readonly WebhookTopic[] = [
  ...(['RUN_STARTED', 'RUN_WAITING', 'RUN_PAUSED', 'RUN_RESUMED', 'RUN_COMPLETED', 'RUN_FAILED'] as const),
  ...(['RUN_CANCELLED', 'GATE_OPENED', 'GATE_RESOLVED'] as const),
]

/** Adds a webhook, and shows its secret once; or changes one. */
export function WebhookForm(props: {
  readonly webhook: WebhookRowFragment | null
  readonly onClose: () => void
}) {
  const { webhook, onClose } = props
  const { values, field, put } = useForm({
    url: webhook?.url ?? 'https://',
    topics: webhook?.topics ?? webhookTopics,
  })
  const [secret, setSecret] = useState<string | null>(null)
  const create = useAction(CreateWebhookDocument)
  const update = useAction(UpdateWebhookDocument)

  async function save(): Promise<void> {
    const given = { url: values.url.trim(), topics: [...values.topics] }
    if (webhook) {
      if (await update.send({ input: { id: webhook.id, ...given } })) onClose()
      return
    }
    const created = await create.send({ input: given })
    if (created?.secret) setSecret(created.secret)
    else if (created) onClose()
  }

  if (secret !== null)
    return (
      <SecretDialog title="The secret of the webhook" secret={secret} onClose={onClose}>
        <p>
          The receiver verifies the signatures of requests with it. Copy it now: it is shown this once and
          cannot be read again.
        </p>
      </SecretDialog>
    )
  return (
    <AskDialog
      title={webhook ? 'Edit the webhook' : 'Add a webhook'}
      verb={webhook ? 'Save' : 'Add'}
      isReady={values.topics.length > 0 && values.url.trim().length > 'https://'.length}
      lacks="Give a URL, and choose at least one topic."
      isSending={create.isSending}
      problem={create.problem ?? update.problem}
      onClose={onClose}
      act={save}
    >
      <TextField
        isRequired
        label="URL"
        isCode
        {...field('url')}
        autoFocus
        hint="Receives POST requests. A private address must be listed in RUNGRAPH_WEBHOOK_PRIVATE."
      />
      <Checks
        legend="Topics"
        values={webhookTopics}
        nameOf={formatEnum}
        chosen={values.topics}
        onChange={(topics) => put({ topics })}
      />
    </AskDialog>
  )
}
