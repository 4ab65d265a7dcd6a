import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { forTest } from '../../support/for-file.ts'
import { openReceiver, type Received } from '../../support/receiver.ts'
import { openProcessFolder, type RungraphProcess } from '../../support/rungraph-process.ts'

interface Created {
  readonly createWebhook: { readonly secret: string; readonly webhook: { readonly id: string } }
}

function createWebhook(server: RungraphProcess, url: string): Promise<Created> {
  return server.ask<Created>(
    `mutation($url: String!) { createWebhook(input: { url: $url, topics: [RUN_STARTED, RUN_COMPLETED] }) {
      ... on CreatedWebhook { secret webhook { id } } ... on Error { message } } }`,
    { url },
  )
}

test('HOOK-2 HOOK-3 undelivered notices of a killed process are delivered by the next, with the same ids and its secret', {
  timeout: 90_000,
}, async () => {
  const database = forTest(await createTestDatabase())
  const folder = forTest(await openProcessFolder())
  const receiver = forTest(await openReceiver())
  const firstSeen = Promise.withResolvers<Received>()
  const delivered = Promise.withResolvers<void>()
  let isUp = false
  receiver.reply = (received) => {
    firstSeen.resolve(received)
    if (isUp && received.body.type === 'run.completed') delivered.resolve()
    return isUp ? 200 : 500
  }
  const env = {
    DATABASE_URL: database.connectionString,
    RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1',
  }
  const first = await folder.start('start', env)
  const { createWebhook: created } = await createWebhook(first, receiver.url)
  const { triggerRun } = await first.ask<{ triggerRun: { id: string } }>(
    'mutation { triggerRun(input: { agent: "demo-chat", input: "Hello" }) { ... on Run { id } ... on Error { message } } }',
  )
  const { id: deliveryId } = await firstSeen.promise
  await first.kill('SIGKILL')
  isUp = true
  // As if the time had passed after which an attempt counts as lost.
  await database.prisma.webhookDelivery.updateMany({
    where: { deliveredAt: null },
    data: { nextAttemptAt: new Date() },
  })
  const second = await folder.start('start', env)
  await delivered.promise
  const { received } = receiver
  expect(received.every(({ body }) => body.data.runId === triggerRun.id)).toBe(true)
  const taken = received.filter(({ id }) => id === deliveryId)
  expect(taken.length).toBeGreaterThanOrEqual(2)
  expect(received.at(-1)?.body.type).toBe('run.completed')
  const verifier = new OpenAI({ apiKey: 'none' })
  for (const { raw, headers } of received)
    await verifier.webhooks.verifySignature(
      raw,
      new Headers(headers as Record<string, string>),
      created.secret,
    )
  const { run } = await second.ask<{ run: { events: { edges: readonly unknown[] } } }>(
    'query($id: ID!, $after: String) { run(id: $id) { events(first: 100, after: $after) { edges { cursor } } } }',
    { id: triggerRun.id, after: received.at(-1)?.body.data.cursor },
  )
  // A reader that continues from the position in the notice has the whole log.
  expect(run.events.edges).toEqual([])
})
