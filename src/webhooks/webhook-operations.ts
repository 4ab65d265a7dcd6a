import { randomBytes } from 'node:crypto'
import { invalid, isRungraphError, RungraphError, tooMany } from '../domain/errors.ts'
import type { InProject } from '../domain/object-key.ts'
import type { ServerRedactor, Vault } from '../domain/redaction.ts'
import { keepOldUntil, openSecrets } from '../domain/replaced-secret.ts'
import { lastWhole } from '../domain/text/whole-character.ts'
import {
  type CreateWebhook,
  type Outbox,
  type RotateSecret,
  type SendTest,
  type TestAnswer,
  type UpdateWebhook,
  type WebhookOperations,
  type WebhookStore,
  type WebhookTarget,
  type WebhookTopic,
  webhookTopic,
} from '../domain/webhook.ts'
import { checkText } from '../engine/check-input.ts'

/** Maximum number of webhooks of one project. */
const maxWebhooks = 100

const maxUrlBytes = 2_048

interface WebhookServices extends SigningServices {
  readonly webhooks: WebhookStore
  readonly outbox: Pick<Outbox, 'redeliver'>
  /** Checks, as far as an address alone shows it, that requests may go to it. @throws TARGET_UNREACHABLE */
  readonly checkAddress: (url: URL) => void
  readonly sendTest: SendTest
  readonly redactor: Pick<ServerRedactor, 'text'>
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
    testWebhook: (call) => testWebhook(call, services),
    rotateSecret: (call) => rotateSecret(call, services),
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
  const chosen = wanted === undefined ? webhookTopic.options : checkTopics(wanted)
  if (vault === null && serverKey === null) throw new RungraphError('SIGNING_KEY_MISSING', {})
  const own = vault && newSecret(vault)
  const webhook = { id: newId(), projectId, url, topics: chosen, secret: own?.sealed ?? null }
  if (await webhooks.insert(webhook, maxWebhooks))
    return { webhookId: webhook.id, secret: own?.secret ?? null }
  throw tooMany('webhooks of the project', {
    max: maxWebhooks,
    remedy: 'Let one receiver pass on what several want to know, or delete what is not needed.',
  })
}

/** Changes the given fields; a webhook that is enabled again continues with the deliveries written for it before. */
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

/** Sends a test to a webhook, and gives the answer of the receiver, without the secrets that the server knows (HOOK-7). */
async function testWebhook(
  { projectId, webhookId }: InProject<'webhookId'>,
  services: WebhookServices,
): Promise<TestAnswer> {
  const { webhooks, sendTest, redactor, newId, now } = services
  const target = await webhooks.find(projectId, webhookId, new Date(now()))
  if (!target) throw new RungraphError('NOT_FOUND', { kind: 'webhook' })
  const keys = signingKeys(target, services)
  if (keys.length === 0) throw new RungraphError('SIGNING_KEY_MISSING', {})
  const answer = await sendTest({ id: `test_${newId()}`, webhookId, url: target.url }, keys)
  // Cut after its secrets were found: of one that the end cuts in two, the rest would be shown.
  if (answer.body === null) return answer
  const shown = redactor.text(answer.body)
  return { ...answer, body: shown.slice(0, lastWhole(shown, maxShownChars)) }
}

/** So much of a receiver's answer is shown. */
const maxShownChars = 1_000

/** Gives a webhook a new secret; requests are signed with both for a time (HOOK-8). */
async function rotateSecret(
  { projectId, webhookId, keepOldForMs }: RotateSecret,
  { webhooks, vault, now: clock }: WebhookServices,
): ReturnType<WebhookOperations['rotateSecret']> {
  const now = clock()
  const oldUntil = keepOldUntil(now, keepOldForMs)
  if (!(await webhooks.find(projectId, webhookId, new Date(now))))
    throw new RungraphError('NOT_FOUND', { kind: 'webhook' })
  if (vault === null) throw new RungraphError('SIGNING_KEY_MISSING', {})
  const { secret, sealed } = newSecret(vault)
  const secrets = { secret: sealed, keepOldUntil: oldUntil }
  if (await webhooks.rotate(projectId, webhookId, secrets)) return { webhookId, secret }
  throw new RungraphError('NOT_FOUND', { kind: 'webhook' })
}

function checkTopics(wanted: readonly WebhookTopic[]): readonly WebhookTopic[] {
  if (wanted.length === 0) throw invalid('topics', 'is empty. Name at least one, or leave it out for all.')
  return webhookTopic.options.filter((topic) => wanted.includes(topic))
}

function checkUrl(text: string, { checkAddress }: WebhookServices): void {
  checkText('url', text, maxUrlBytes)
  const url = URL.parse(text)
  if (!url) throw invalid('url', 'is not a URL.')
  try {
    checkAddress(url)
  } catch (error) {
    if (!isRungraphError(error) || !('reason' in error.data)) throw error
    const isPrivate = 'isPrivate' in error.data && error.data.isPrivate === true
    const remedy = isPrivate ? ' If webhooks may reach it, add it to RUNGRAPH_WEBHOOK_PRIVATE.' : ''
    throw invalid('url', `cannot be used: ${String(error.data.reason)}.${remedy}`)
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

/**
 * The keys that sign a delivery: the webhook's own first, the newest before the one that it replaces; none where its own were sealed with a
 * key that is lost.
 */
export function signingKeys(
  { secret, previousSecret }: Pick<WebhookTarget, 'secret' | 'previousSecret'>,
  { vault, serverKey }: SigningServices,
): readonly Buffer[] {
  const own = openSecrets([secret, previousSecret], vault).map((key) => Buffer.from(key, 'base64'))
  return serverKey === null ? own : [...own, serverKey]
}
