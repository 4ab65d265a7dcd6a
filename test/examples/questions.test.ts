import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { followAndAnswer } from '../../examples/questions/answer.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'

/** The shop: each request that it was sent, with its key. */
const received: unknown[] = []
const shop = createServer(async (request, response) => {
  received.push([request.url, request.headers['idempotency-key'], await json(request)])
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify(request.url === '/reservations' ? { place: 7 } : { order: 'S-1' }))
}).listen(0, '127.0.0.1')
await once(shop, 'listening')
afterAll(() => {
  shop.close()
  shop.closeAllConnections()
})

const database = await createTestDatabase()
const folder = await openProcessFolder()
afterAll(async () => {
  await folder.close()
  await database.drop()
})
const example = (name: string) => fileURLToPath(new URL(`../../examples/questions/${name}`, import.meta.url))
const settings = {
  ...{ DATABASE_URL: database.connectionString, PORT: String(await freePort()), RUNGRAPH_DEMO: 'off' },
  ...{ RUNGRAPH_TOOLS: example('tools.ts'), RUNGRAPH_AGENTS: example('agents.ts') },
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...{ ANTHROPIC_API_KEY: 'none', SHOP_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}` },
}

test('JDG-5 KEY-11 TAS-13 a user answers the question of a call, and what was done before stays done', {
  timeout: 180_000,
}, async () => {
  const first = await folder.start('start', settings)
  // The plan stands for what a model would call.
  const plan = {
    actions: [{ name: 'order', type: 'TOOL', target: 'order_shirt', parameters: { colour: 'blue' } }],
  }
  const { triggerRun } = await first.ask<{ triggerRun: { id: string } }>(
    `mutation ($input: TriggerRunInput!) {
      triggerRun(input: $input) { ... on Run { id } ... on Error { message } }
    }`,
    { input: { agent: 'shirts', input: 'A blue shirt, please.', plan } },
  )
  const runId = triggerRun.id
  const { createAccessToken } = await first.ask<{ createAccessToken: { token: string } }>(
    `mutation ($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
    }`,
    { input: { runId, abilities: ['READ', 'ANSWER'], subject: 'ann' } },
  )
  const statusOf = async () => {
    const query = 'query ($id: ID!) { run(id: $id) { status } }'
    return (await first.ask<{ run: { status: string } }>(query, { id: runId })).run.status
  }
  await eventually(statusOf).toBe('WAITING')

  const names: string[] = []
  const api = first.url
  for await (const event of followAndAnswer(runId, {
    ...{ api, token: createAccessToken.token },
    ask: async ({ context }) => {
      expect(context).toMatchObject({ question: 'A shirt in blue is reserved for you. Which size?' })
      await first.kill('SIGKILL')
      await folder.start('start', settings)
      return { size: 'M' }
    },
  }))
    names.push(event.__typename)
  expect(names.filter((name) => name === 'ActionStepCompleted')).toHaveLength(2)
  expect(names.at(-1)).toBe('RunCompleted')
  const [reserved, ordered] = received
  expect(reserved).toEqual(['/reservations', expect.stringMatching(/\/order\/reserve$/), { colour: 'blue' }])
  expect(ordered).toEqual(['/orders', expect.stringMatching(/\/order\/order$/), { place: 7, size: 'M' }])
  expect(received).toHaveLength(2)
})
