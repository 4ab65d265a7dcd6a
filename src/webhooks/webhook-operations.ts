import { randomBytes } from 'node:crypto'
import { isRungraphError, RungraphError } from '../domain/errors.ts'
import type { Vault } from '../domain/redaction.ts'
import {
  type CreateWebhook,
  type Outbox,
  type UpdateWebhook,
  type WebhookOperations,
  type WebhookStore,
  type WebhookTopic,
  webhookTopics,
} from '../domain/webhook.ts'
import { checkText, invalid } from '../engine/check-input.ts'

/** Maximum number of webhooks of one project. */
const maxWebhooks = 100

const maxUrlBytes = 2_048

interface WebhookServices extends SigningServices {
  readonly webhooks: WebhookStore
  readonly outbox: Pick<Outbox, 'redeliver'>
  /** Checks, as far as an address by itself shows it, that requests may go to it. @throws TARGET_UNREACHABLE */
  readonly checkAddress: (url: URL) => void
  readonly newId: () => string
  readonly now: () => number
}

/** Creates the operations on webhooks (HOOK-6). */
export function createWebhookOperations(services: WebhookServices): WebhookOperations {
  const { webhooks, outbox, now } = services
  return {
    createWebhook: (call) => createWebhook(call, services),
    updateWebhook: (call) => updateWebhook(call, services),
    deleteWebhook: async ({ projectId, webhookId }) => {
      if (await webhooks.delete(projectId, webhookId)) return { webhookId }
      throw new RungraphError('NOT_FOUND', { kind: 'webhook' })
    },
    redeliver: async ({ projectId, deliveryId }) => {
      const outcome = await outbox.redeliver(projectId, deliveryId, new Date(now()))
      if (outcome === 'missing') throw new RungraphError('NOT_FOUND', { kind: 'delivery' })
      if (outcome === 'disabled') throw new RungraphError('WEBHOOK_DISABLED', {})
      return { deliveryId }
    },
  }
}

/** Adds a webhook, with a secret of its own where one can be kept. */
async function createWebhook(
  { projectId, url, topics: wanted }: CreateWebhook,
  services: WebhookServices,
): ReturnType<WebhookOperations['createWebhook']> {
  const { webhooks, vault, serverKey, newId } = services
  checkUrl(url, services)
  const chosen = wanted === undefined ? webhookTopics : checkTopics(wanted)
  if (vault === null && serverKey === null) throw new RungraphError('SIGNING_KEY_MISSING', {})
  const own = vault && newSecret(vault)
  const webhook = { id: newId(), projectId, url, topics: chosen, secret: own?.sealed ?? null }
  if (await webhooks.insert(webhook, maxWebhooks))
    return { webhookId: webhook.id, secret: own?.secret ?? null }
  throw new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The number of webhooks of the project',
    value: maxWebhooks + 1,
    max: maxWebhooks,
    remedy: 'Let one receiver pass on what several want to know, or delete what is not needed.',
  })
}

/** Changes what is given; one that is enabled again continues with what was written for it before. */
async function updateWebhook(
  { projectId, webhookId, url, topics: wanted, enabled }: UpdateWebhook,
  services: WebhookServices,
): Promise<{ readonly webhookId: string }> {
  if (url !== undefined) checkUrl(url, services)
  const change = { url, topics: wanted && checkTopics(wanted), enabled }
  if (!(await services.webhooks.update(projectId, webhookId, change)))
    throw new RungraphError('NOT_FOUND', { kind: 'webhook' })
  return { webhookId }
}

function checkTopics(wanted: readonly WebhookTopic[]): readonly WebhookTopic[] {
  if (wanted.length === 0) throw invalid('topics', 'is empty. Name at least one, or leave it out for all.')
  return webhookTopics.filter((topic) => wanted.includes(topic))
}

function checkUrl(text: string, { checkAddress }: WebhookServices): void {
  checkText('url', text, maxUrlBytes)
  const url = URL.parse(text)
  if (!url) throw invalid('url', 'is not a URL.')
  try {
    checkAddress(url)
  } catch (error) {
    if (!isRungraphError(error) || !('reason' in error.data)) throw error
    throw invalid('url', `cannot be used: ${String(error.data.reason)}.`)
  }
}

/** Services that sign the deliveries of a server. */
export interface SigningServices {
  /** Keeps the secrets of webhooks; `null`: there is no key to keep them under. */
  readonly vault: Vault | null
  /** The key of RUNGRAPH_WEBHOOK_SECRET, which signs besides a webhook's own; `null` where it is not set. */
  readonly serverKey: Buffer | null
}

const keyBytes = 32

/** A new secret in the form that verifying libraries take, and as it is stored. */
function newSecret(vault: Vault): { readonly secret: string; readonly sealed: string } {
  const key = randomBytes(keyBytes).toString('base64')
  return { secret: `whsec_${key}`, sealed: vault.seal(key) }
}

/** The keys that a delivery is signed with, the webhook's own first; none where its own was sealed with a key that is lost. */
export function signingKeys(sealed: string | null, { vault, serverKey }: SigningServices): readonly Buffer[] {
  const own = sealed === null ? null : (vault?.open(sealed) ?? null)
  return [
    ...(typeof own === 'string' ? [Buffer.from(own, 'base64')] : []),
    ...(serverKey === null ? [] : [serverKey]),
  ]
}
