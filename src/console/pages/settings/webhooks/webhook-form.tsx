import { useState } from 'react'
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookRowFragment,
  type WebhookTopic,
} from '../../../../generated/console/graphql.ts'
import { useAction } from '../../../data/use-action.ts'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { formatEnum } from '../../../ui/format.ts'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import styles from '../settings-page.module.css'

export const webhookTopics: readonly WebhookTopic[] = [
  'RUN_STARTED',
  'RUN_WAITING',
  'RUN_PAUSED',
  'RUN_RESUMED',
  'RUN_COMPLETED',
  'RUN_FAILED',
  'RUN_CANCELLED',
  'GATE_OPENED',
  'GATE_RESOLVED',
]

/** Adds a webhook, and shows its secret once; or changes one. */
export function WebhookForm({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookRowFragment | null
  readonly onClose: () => void
}) {
  const [url, setUrl] = useState(webhook?.url ?? 'https://')
  const [topics, setTopics] = useState<readonly WebhookTopic[]>(webhook?.topics ?? webhookTopics)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useAction(CreateWebhookDocument, 'CreatedWebhook')
  const update = useAction(UpdateWebhookDocument, 'Webhook')

  async function save(): Promise<void> {
    const given = { url: url.trim(), topics: [...topics] }
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
      isReady={topics.length > 0 && url.trim().length > 'https://'.length}
      isSending={create.isSending}
      problem={create.problem ?? update.problem}
      onClose={onClose}
      act={save}
    >
      <TextField
        label="URL"
        isCode
        value={url}
        onChange={setUrl}
        autoFocus
        hint="Receives POST requests. A private address must be listed in RUNGRAPH_WEBHOOK_PRIVATE."
      />
      <fieldset className={styles.boxes}>
        <legend>Topics</legend>
        {webhookTopics.map((topic) => (
          <Checkbox
            key={topic}
            label={formatEnum(topic)}
            isSelected={topics.includes(topic)}
            onChange={(isChosen) =>
              setTopics(webhookTopics.filter((each) => (each === topic ? isChosen : topics.includes(each))))
            }
          />
        ))}
      </fieldset>
    </AskDialog>
  )
}
