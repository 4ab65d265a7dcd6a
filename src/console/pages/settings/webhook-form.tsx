import { useState } from 'react'
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
  type WebhookTopic,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { AskDialog } from '../../forms/ask.tsx'
import { Checks } from '../../forms/checks.tsx'
import { useForm } from '../../forms/use-form.ts'
import { TextField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import { SecretDialog } from './secret-dialog.tsx'

export const webhookTopics: readonly WebhookTopic[] = [
  ...(['RUN_STARTED', 'RUN_WAITING', 'RUN_PAUSED', 'RUN_RESUMED', 'RUN_COMPLETED', 'RUN_FAILED'] as const),
  ...(['RUN_CANCELLED', 'GATE_OPENED', 'GATE_RESOLVED'] as const),
]

/** Adds a webhook, and shows its secret once; or changes one. */
export function WebhookForm({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookRowFragment | null
  readonly onClose: () => void
}) {
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
      isSending={create.isSending}
      problem={create.problem ?? update.problem}
      onClose={onClose}
      act={save}
    >
      <TextField
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
