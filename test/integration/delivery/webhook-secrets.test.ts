import { createHmac } from 'node:crypto'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forEachTest } from '../../support/for-file.ts'
import type { Received } from '../../support/receiver.ts'
import { knownSecret, openWebhookStage } from '../../support/webhook-stage.ts'

const database = forEachTest(() => createTestDatabase())
const stage = forEachTest(() => openWebhookStage(database, { timeoutMs: 300 }))

const verifier = new OpenAI({ apiKey: 'none' })

/** By another's implementation of the same specification; the clock of the stage runs ahead. */
function verify({ raw, headers }: Received, secret: string | null) {
  const given = new Headers(headers as Record<string, string>)
  return verifier.webhooks.verifySignature(raw, given, secret ?? '', 1e9)
}

const signaturesOf = ({ headers }: Received) => String(headers['webhook-signature']).split(' ')

function only(received: readonly Received[]): Received {
  const [request] = received
  if (!request || received.length !== 1) throw new Error(`${received.length} requests came.`)
  return request
}

describe('HOOK-7 testWebhook', () => {
  const sendTest = (webhookId: string) =>
    stage.operations.testWebhook({ projectId: stage.stores.projectId, webhookId })

  test('sends a signed request now, also to a webhook that is disabled, and stores nothing', async () => {
    const { receiver, webhookId, secret } = await stage.receiver()
    const { projectId } = stage.stores
    await stage.operations.updateWebhook({ projectId, webhookId, enabled: false })
    const before = await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })
    expect(await sendTest(webhookId)).toEqual({
      ...{ status: 200, durationMs: expect.any(Number), body: 'Thank you.', error: null },
    })
    const request = only(receiver.received)
    await verify(request, secret)
    expect(request.body).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { webhookId: toGlobalId('Webhook', webhookId) },
    })
    expect(request.id).toMatch(/^test_/)
    expect(await stage.deliveries()).toEqual([])
    expect(await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })).toEqual(before)
  })

  test('shows the beginning of the answer of the receiver, without the secrets of the server', async () => {
    const { receiver, webhookId } = await stage.receiver()
    // A secret that the cut goes through is taken out as a whole.
    const said = `No: ${knownSecret}. ${'x'.repeat(960)} ${knownSecret}${'y'.repeat(100_000)}`
    receiver.reply = () => [500, {}, said]
    const { status, body, error } = await sendTest(webhookId)
    expect({ status, error }).toEqual({ status: 500, error: 'The receiver answered with the status 500.' })
    expect(body?.length).toBeLessThanOrEqual(1_000)
    expect(body).toMatch(/^No: \[redacted\]\. x+ /)
    expect(body).not.toContain(knownSecret.slice(0, 8))
  })

  test('tells of a receiver that hangs, is away or redirects, and goes to no address that is not allowed', async () => {
    const { receiver, webhookId } = await stage.receiver()
    receiver.reply = () => 'hang'
    expect(await sendTest(webhookId)).toMatchObject({
      ...{ status: null, body: null, error: 'The receiver gave no answer within 300 ms.' },
    })
    receiver.reply = () => [302, { location: 'http://127.0.0.1:1/' }]
    expect(await sendTest(webhookId)).toMatchObject({
      ...{ status: 302, error: 'The receiver answered with the status 302; redirects are not followed.' },
    })
    receiver.down()
    const away = await sendTest(webhookId)
    expect(away).toMatchObject({ status: null, error: expect.stringContaining('cannot be reached') })
    // As a webhook that was saved before its address was taken from the list.
    await database.prisma.webhook.update({ where: { id: webhookId }, data: { url: 'http://10.0.0.1/' } })
    expect(await sendTest(webhookId)).toMatchObject({ status: null, error: away.error })
  })
})

describe('HOOK-8 rotateSecret', () => {
  const hourMs = 3_600_000

  const rotate = (webhookId: string, keepOldForMs?: number) =>
    stage.operations.rotateSecret({ projectId: stage.stores.projectId, webhookId, keepOldForMs })

  test('lets the new secret and the old one sign until the time of the old one is up', async () => {
    const { receiver, webhookId, secret: old } = await stage.receiver(['RUN_COMPLETED'])
    stage.deliver()
    const { secret } = await rotate(webhookId, hourMs)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await stage.runThrough(1)
    await stage.until(() => receiver.received.length === 1)
    const both = only(receiver.received)
    await verify(both, secret)
    await verify(both, old)
    expect(signaturesOf(both)).toHaveLength(2)
    // The example of docs/webhooks.md takes any of them.
    const { 'webhook-id': id, 'webhook-timestamp': time } = both.headers
    const key = Buffer.from((old ?? '').slice('whsec_'.length), 'base64')
    const wanted = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${both.raw}`)
      .digest('base64')
    expect(signaturesOf(both)).toContain(`v1,${wanted}`)
    await stage.clock.advance(hourMs)
    await stage.runThrough(1)
    await stage.until(() => receiver.received.length === 2)
    const [, later] = receiver.received
    if (!later) throw new Error('Nothing came.')
    await verify(later, secret)
    await expect(verify(later, old)).rejects.toThrow()
    expect(signaturesOf(later)).toHaveLength(1)
  })

  test('ends the old one at once where it is not to be kept, and shows no secret in a row', async () => {
    const { receiver, webhookId, secret: old } = await stage.receiver()
    const { secret } = await rotate(webhookId, 0)
    await stage.operations.testWebhook({ projectId: stage.stores.projectId, webhookId })
    const request = only(receiver.received)
    await verify(request, secret)
    await expect(verify(request, old)).rejects.toThrow()
    const row = JSON.stringify(await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } }))
    for (const text of [secret, old ?? '']) expect(row).not.toContain(text.slice('whsec_'.length))
  })

  test.for([-1, 0.5, 7 * 24 * hourMs + 1])('refuses to keep it for %d ms', async (keepOldForMs) => {
    const { webhookId } = await stage.receiver()
    await expect(rotate(webhookId, keepOldForMs)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
