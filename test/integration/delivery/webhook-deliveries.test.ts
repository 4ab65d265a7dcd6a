import { createHmac, timingSafeEqual } from 'node:crypto'
import OpenAI from 'openai'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createOutbox } from '../../../src/store/outbox.ts'
import { storedCursor } from '../../support/cursors.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forEachTest } from '../../support/for-file.ts'
import type { Received } from '../../support/receiver.ts'
import { rest } from '../../support/stores.ts'
import { openWebhookStage, started } from '../../support/webhook-stage.ts'

const database = forEachTest(() => createTestDatabase())
const stage = forEachTest(() => openWebhookStage(database))

async function one() {
  const [run] = await stage.runThrough(1)
  if (!run) throw new Error('One was asked for.')
  return run
}

const isDelivered = async () => (await stage.deliveries()).every(({ deliveredAt }) => deliveredAt !== null)

function typesOf(received: readonly Received[], runId: string): readonly string[] {
  return received
    .filter(({ body }) => body.data.runId === toGlobalId('Run', runId))
    .map(({ body }) => body.type)
}

describe('HOOK-2 a delivery', () => {
  test('reaches its receiver with all that it tells, and is then done', async () => {
    const { receiver, webhookId } = await stage.receiver()
    stage.deliver()
    const { runId } = await one()
    await stage.until(() => receiver.received.length === 2)
    await stage.until(isDelivered)
    const [first, last] = await stage.deliveries(webhookId)
    expect(typesOf(receiver.received, runId)).toEqual(['run.started', 'run.completed'])
    expect(receiver.received.at(-1)?.body).toEqual({
      type: 'run.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        runId: toGlobalId('Run', runId),
        agentId: expect.any(String),
        parentRunId: null,
        rootRunId: toGlobalId('Run', runId),
        status: 'COMPLETED',
        terminationReason: 'FINAL_ANSWER',
        lastSeq: 2,
        cursor: await storedCursor(database.pool, runId, 2),
        gate: null,
      },
    })
    const taken = { attempt: 1, lastError: null, lastStatusCode: 200, abandonedAt: null }
    expect([first, last]).toMatchObject([taken, taken])
    expect(receiver.received.map(({ id }) => id)).toEqual(
      [first, last].map((row) => toGlobalId('WebhookDelivery', row?.id ?? '')),
    )
  })

  test('is made at once, also where the clock of the process that wrote it is an hour ahead', async () => {
    const { receiver } = await stage.receiver()
    await stage.runThrough(1)
    await database.pool.query(
      `update "WebhookDelivery" set "nextAttemptAt" = "nextAttemptAt" + interval '1 hour', "createdAt" = "createdAt" + interval '1 hour'`,
    )
    const before = stage.clock.now()
    stage.deliver()
    await stage.until(() => receiver.received.length === 2)
    expect(stage.clock.now() - before).toBeLessThan(60_000)
  })

  test('that is refused comes again as it was, with the same id and another signature, until it is taken', async () => {
    const { receiver } = await stage.receiver(['RUN_COMPLETED'])
    receiver.reply = (_, count) => (count < 4 ? 503 : 204)
    stage.deliver()
    await one()
    await stage.until(() => receiver.received.length === 4)
    await stage.until(isDelivered)
    const { received } = receiver
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(received.map(({ raw }) => raw)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBe(4)
    expect(await stage.deliveries()).toMatchObject([{ attempt: 4, lastError: null, lastStatusCode: 204 }])
  })

  test('shows the last error and the next attempt while it is retried', async () => {
    const { receiver, webhookId } = await stage.receiver(['RUN_COMPLETED'])
    receiver.reply = () => 500
    stage.deliver()
    await one()
    await stage.until(async () => (await stage.deliveries())[0]?.lastError !== null)
    const [row] = await stage.deliveries()
    expect(row).toMatchObject({
      lastError: 'The receiver answered with the status 500.',
      lastStatusCode: 500,
      deliveredAt: null,
      abandonedAt: null,
    })
    expect(row?.nextAttemptAt.getTime()).toBeGreaterThan(stage.clock.now())
    const webhook = await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })
    expect(webhook.failingSince).not.toBeNull()
    receiver.reply = () => 200
    await stage.until(isDelivered)
    expect(await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })).toMatchObject({
      failingSince: null,
    })
  })

  test('survives a receiver that is down for an hour, in order and without loss', async () => {
    const { receiver } = await stage.receiver()
    receiver.down()
    stage.deliver()
    stage.deliver()
    const runs = await stage.runThrough(6)
    const from = stage.clock.now()
    // Every run has been tried for in vain, and again and again.
    await stage.until(
      async () => (await stage.deliveries()).filter(({ attempt }) => attempt > 0).length === 6,
    )
    expect(new Set((await stage.deliveries()).map(({ lastStatusCode }) => lastStatusCode))).toEqual(
      new Set([null]),
    )
    await stage.until(() => stage.clock.now() - from >= 3_600_000, 30_000)
    const during = await stage.deliveries()
    const isOpen = { deliveredAt: null, abandonedAt: null, lastStatusCode: null }
    expect(during).toEqual(during.map((row) => ({ ...row, ...isOpen })))
    receiver.up()
    await stage.until(isDelivered, 30_000)
    for (const { runId } of runs)
      expect(typesOf(receiver.received, runId)).toEqual(['run.started', 'run.completed'])
    expect(receiver.received).toHaveLength(12)
  })

  test('is given up after 16 attempts, is seen to be, and is made anew when that is asked for', async () => {
    const { projectId } = stage.stores
    const { receiver } = await stage.receiver(['RUN_COMPLETED'])
    receiver.reply = () => 400
    stage.deliver()
    await one()
    await stage.until(async () => (await stage.deliveries())[0]?.abandonedAt !== null, 60_000)
    const [dead] = await stage.deliveries()
    expect(dead).toMatchObject({ attempt: 16, deliveredAt: null, lastStatusCode: 400 })
    expect(receiver.received).toHaveLength(16)
    receiver.reply = () => 200
    const deliveryId = dead?.id ?? ''
    const askedAt = stage.clock.now()
    expect(await stage.operations.redeliver({ projectId, deliveryId })).toEqual({ deliveryId })
    await stage.until(isDelivered)
    // After so many failures its process would have rested from it for a minute.
    expect(stage.clock.now() - askedAt).toBeLessThan(20_000)
    expect(await stage.deliveries()).toMatchObject([{ attempt: 1, abandonedAt: null, lastError: null }])
    expect(receiver.received.at(-1)?.id).toBe(receiver.received[0]?.id)
    // And once more, though it was taken.
    await stage.operations.redeliver({ projectId, deliveryId })
    await stage.until(() => receiver.received.length === 18)
    await stage.until(isDelivered)
  })

  test('is made again, with the same id, where the process that made it died before it could tell', async () => {
    const { receiver } = await stage.receiver(['RUN_COMPLETED'])
    stage.deliverAndDie()
    await one()
    await stage.until(() => receiver.received.length === 1)
    stage.deliver()
    await stage.until(isDelivered)
    expect(receiver.received.map(({ id }) => id)).toEqual([
      receiver.received[0]?.id,
      receiver.received[0]?.id,
    ])
    expect(await stage.deliveries()).toMatchObject([{ attempt: 2 }])
  })

  test('cut off by the end of its process counts as not made, and is made by another at once', async () => {
    const { receiver } = await stage.receiver(['RUN_COMPLETED'])
    receiver.reply = (_, count) => (count === 1 ? 'hang' : 200)
    const leaving = stage.deliver()
    await one()
    await stage.until(() => receiver.received.length === 1)
    const closed = leaving.close()
    await stage.clock.sleeperOf(3_000)
    await stage.clock.advance(3_000)
    await closed
    expect(await stage.deliveries()).toMatchObject([{ attempt: 0, lastError: null, deliveredAt: null }])
    stage.deliver()
    await stage.until(isDelivered)
    expect(receiver.received.map(({ id }) => id)).toEqual([
      receiver.received[0]?.id,
      receiver.received[0]?.id,
    ])
  })
})

describe('HOOK-3 a request', () => {
  const verifier = new OpenAI({ apiKey: 'none' })
  /** By another's implementation of the same specification; the clock of the stage runs ahead. */
  const verify = ({ raw, headers }: Received, secret: string) =>
    verifier.webhooks.verifySignature(raw, new Headers(headers as Record<string, string>), secret, 1e9)

  test('is signed with the secret that was shown when its webhook was created, and with no other', async () => {
    const { receiver, secret } = await stage.receiver(['RUN_COMPLETED'])
    const other = await stage.receiver(['RUN_COMPLETED'])
    stage.deliver()
    await one()
    await stage.until(() => receiver.received.length === 1 && other.receiver.received.length === 1)
    const [request] = receiver.received
    if (!request || secret === null || other.secret === null) throw new Error('There is nothing to verify.')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await verify(request, secret)
    await expect(verify(request, other.secret)).rejects.toThrow()
    await expect(
      verify({ ...request, raw: request.raw.replace('COMPLETED', 'FAILED') }, secret),
    ).rejects.toThrow()
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'rungraph' })
    // By hand, as the specification has it.
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const wanted = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${request.raw}`)
      .digest()
    const given = Buffer.from(String(signature).slice('v1,'.length), 'base64')
    expect(timingSafeEqual(given, wanted)).toBe(true)
    expect(Math.abs(Number(time) * 1_000 - stage.clock.now())).toBeLessThan(60_000)
  })

  test('is signed with the key of the server too, where it has one, and with that alone where no secret can be kept', async () => {
    const serverKey = Buffer.from('0123456789abcdefghijklmnopqrstuv')
    const ofServer = `whsec_${serverKey.toString('base64')}`
    for (const vault of [undefined, null]) {
      const own = await openWebhookStage(database, { serverKey, ...(vault === null && { vault }) })
      const { receiver, secret } = await own.receiver(['RUN_COMPLETED'])
      own.deliver()
      await own.runThrough(1)
      await own.until(() => receiver.received.length === 1)
      const [request] = receiver.received
      if (!request) throw new Error('Nothing came.')
      await verify(request, ofServer)
      if (vault === null) expect(secret).toBeNull()
      else await verify(request, secret ?? '')
      expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(vault === null ? 1 : 2)
      await own.close()
    }
  })

  test('follows no redirect, and takes no longer than it may', async () => {
    const hasty = await openWebhookStage(database, { timeoutMs: 300 })
    const { receiver } = await hasty.receiver(['RUN_COMPLETED'])
    const elsewhere = await hasty.receiver(['RUN_FAILED'])
    const replies = [[302, { location: elsewhere.receiver.url }], 'hang', 200] as const
    receiver.reply = (_, count) => replies[count - 1] ?? 200
    hasty.deliver()
    await hasty.runThrough(1)
    const errors: string[] = []
    await hasty.until(async () => {
      const [row] = await hasty.deliveries()
      if (row?.lastError && !errors.includes(row.lastError)) errors.push(row.lastError)
      return row?.deliveredAt != null
    })
    expect(errors).toEqual([
      'The receiver answered with the status 302; redirects are not followed.',
      'The receiver gave no answer within 300 ms.',
    ])
    expect(elsewhere.receiver.received).toEqual([])
    await hasty.close()
  })

  test('goes to no private address that is not configured, however it is named', async () => {
    const { projectId } = stage.stores
    const refused = (url: string) => stage.operations.createWebhook({ projectId, url })
    for (const url of [
      'http://10.0.0.7/',
      'http://0x0a000007/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'http://localhost:9/',
      'ftp://example.com/',
      'https://user:word@example.com/',
      'nonsense',
    ])
      await expect(refused(url), url).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { path: ['url'] },
      })
    // A name that leads there is found out when it is looked up.
    const { webhookId } = await refused('http://internal.test/')
    await database.pool.query(`update "Webhook" set url = 'http://0x0a000007/' where id = $1`, [webhookId])
    stage.deliver()
    await one()
    await stage.until(async () => (await stage.deliveries())[0]?.lastError !== null)
    expect((await stage.deliveries())[0]?.lastError).toContain('or has no address that is allowed')
  })

  test('is not sent unsigned, where the key is lost', async () => {
    const { receiver, webhookId } = await stage.receiver(['RUN_COMPLETED'])
    await database.pool.query(`update "Webhook" set secret = 'broken' where id = $1`, [webhookId])
    stage.deliver()
    await one()
    await stage.until(async () => (await stage.deliveries())[0]?.lastError !== null)
    expect((await stage.deliveries())[0]?.lastError).toContain('no key to sign it with')
    expect(receiver.received).toEqual([])
  })
})

describe('HOOK-4 the deliveries of one run to one webhook', () => {
  test('keep their order, also where an earlier one is refused for a while, and do not hold up other runs', async () => {
    const { receiver } = await stage.receiver()
    const stubborn = await stage.claim()
    const id = toGlobalId('Run', stubborn.runId)
    let refusals = 0
    // Two refusals in a row do not make the receiver rest.
    receiver.reply = ({ body }) =>
      body.data.runId === id && body.type === 'run.started' && ++refusals <= 2 ? 500 : 200
    stage.deliver()
    stage.deliver()
    await stage.commit(stubborn, [started])
    await stage.until(() => refusals === 1)
    await stage.commit(stubborn, [rest()], { run: { status: 'COMPLETED' } })
    const others = await stage.runThrough(5)
    await stage.until(isDelivered)
    expect(typesOf(receiver.received, stubborn.runId)).toEqual([
      'run.started',
      'run.started',
      'run.started',
      'run.completed',
    ])
    for (const { runId } of others)
      expect(typesOf(receiver.received, runId)).toEqual(['run.started', 'run.completed'])
    // The others did not wait for it.
    const place = receiver.received.findLastIndex(({ body }) => body.data.runId === id)
    expect(place).toBe(receiver.received.length - 1)
  })

  test('go on with the next where one is given up', async () => {
    const { receiver } = await stage.receiver()
    receiver.reply = ({ body }) => (body.type === 'run.started' ? 400 : 200)
    stage.deliver()
    const { runId } = await one()
    await stage.until(() => typesOf(receiver.received, runId).at(-1) === 'run.completed', 60_000)
    expect(typesOf(receiver.received, runId)).toHaveLength(17)
    await stage.until(async () => (await stage.deliveries())[1]?.deliveredAt !== null)
    expect((await stage.deliveries())[0]?.abandonedAt).not.toBeNull()
  })

  test('are claimed by two processes at once, each of which gets others', async () => {
    await stage.receiver(['RUN_COMPLETED'])
    await stage.runThrough(4)
    const { wakeups } = stage.stores
    const now = new Date(stage.clock.now())
    const wanted = { limit: 2, perWebhook: 2, freeSlots: [], now, until: new Date(now.getTime() + 20_000) }
    // Its only connection is in a transaction, which has not ended when the other claims.
    const unfinished = new pg.Pool({ connectionString: database.connectionString, max: 1 })
    try {
      await unfinished.query('begin')
      const claimed = await createOutbox({ pool: unfinished, wakeups }).claim(wanted)
      const others = await createOutbox({ pool: database.pool, wakeups }).claim(wanted)
      expect([claimed.length, others.length]).toEqual([2, 2])
      expect(new Set([...claimed, ...others].map(({ id }) => id)).size).toBe(4)
    } finally {
      await unfinished.query('rollback')
      await unfinished.end()
    }
  })

  test('come once each, however many processes deliver', async () => {
    const { receiver } = await stage.receiver()
    for (let n = 0; n < 4; n++) stage.deliver()
    const runs = await stage.runThrough(25)
    await stage.until(isDelivered)
    expect(receiver.received).toHaveLength(50)
    for (const { runId } of runs)
      expect(typesOf(receiver.received, runId)).toEqual(['run.started', 'run.completed'])
  })
})

describe('HOOK-5 a webhook', () => {
  test('that hangs does not take the places of others', async () => {
    const hasty = await openWebhookStage(database, { timeoutMs: 300 })
    const hanging = await hasty.receiver(['RUN_COMPLETED'])
    hanging.receiver.reply = () => 'hang'
    const well = await hasty.receiver(['RUN_COMPLETED'])
    // As many as would take all places ten times over, before anybody delivers.
    await hasty.runThrough(200)
    hasty.deliver()
    await hasty.until(() => well.receiver.received.length === 200)
    // A few at once, then, after three failures in a row, one at a time with rests between.
    expect(hanging.receiver.received.length).toBeLessThan(20)
    await hasty.close()
  })

  test('of which every attempt fails for five days is disabled, receives nothing more, and continues when it is enabled', async () => {
    const { projectId } = stage.stores
    const { receiver, webhookId } = await stage.receiver(['RUN_COMPLETED'])
    receiver.reply = () => 500
    stage.deliver()
    await one()
    await stage.until(async () => (await stage.deliveries())[0]?.lastError !== null)
    const webhook = () => database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })
    await stage.clock.leap(4 * 24 * 3_600_000)
    await one()
    await stage.until(async () => (await stage.deliveries()).at(-1)?.lastError !== null, 60_000)
    expect((await webhook()).disabledAt).toBeNull()
    await stage.clock.leap(2 * 24 * 3_600_000)
    await one()
    await stage.until(async () => (await webhook()).disabledAt !== null, 60_000)
    expect((await webhook()).disabledReason).toMatch(/^Every attempt since .* has failed\. The last: /)
    expect(stage.reports.join()).toContain(
      `The webhook ${toGlobalId('Webhook', webhookId)} to ${new URL(receiver.url).host} was disabled.`,
    )
    const { runId } = await one()
    expect((await stage.deliveries()).filter((row) => row.runId === runId)).toEqual([])
    const [pending] = (await stage.deliveries()).filter((row) => row.abandonedAt === null)
    const deliveryId = pending?.id ?? ''
    await expect(stage.operations.redeliver({ projectId, deliveryId })).rejects.toMatchObject({
      code: 'WEBHOOK_DISABLED',
    })
    receiver.reply = () => 200
    await stage.operations.updateWebhook({ projectId, webhookId, enabled: true })
    await stage.until(
      async () => (await stage.deliveries()).every((row) => row.deliveredAt ?? row.abandonedAt),
      60_000,
    )
    expect(await webhook()).toMatchObject({ disabledAt: null, disabledReason: null, failingSince: null })
  })

  test('that answers 410 is disabled at once', async () => {
    const { receiver, webhookId } = await stage.receiver(['RUN_COMPLETED'])
    receiver.reply = () => 410
    stage.deliver()
    await one()
    await stage.until(async () => {
      const { disabledReason } = await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })
      return disabledReason === 'The receiver answered 410: it wants no more.'
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('that is deleted is gone with its deliveries, including one in progress', async () => {
    const { projectId } = stage.stores
    const { receiver, webhookId } = await stage.receiver(['RUN_COMPLETED'])
    const { promise: answer, resolve } = Promise.withResolvers<200>()
    receiver.reply = () => answer
    stage.deliver()
    await one()
    await stage.until(() => receiver.received.length === 1)
    await stage.operations.deleteWebhook({ projectId, webhookId })
    resolve(200)
    await one()
    expect(await stage.deliveries()).toEqual([])
    await expect(stage.operations.deleteWebhook({ projectId, webhookId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
