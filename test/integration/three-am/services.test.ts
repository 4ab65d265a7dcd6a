import { expect } from 'vitest'
import { ClockFile } from '../../chaos/servers/clock-file.ts'
import { FakeProvider } from '../../chaos/servers/fake-provider.ts'
import { fails, type Model, says } from '../../chaos/servers/replies.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forTest } from '../../support/for-file.ts'
import { startTestPooler, withoutPgBouncer } from '../../support/pgbouncer.ts'
import { findProgram } from '../../support/programs.ts'
import { openReceiver } from '../../support/receiver.ts'
import { createTestRedis, withoutRedis } from '../../support/redis-server.ts'
import { openThreeAm, soon, type ThreeAmStage } from './stage.ts'
import { tryRows } from './try-rows.ts'

async function open(env: Readonly<Record<string, string>> = {}): Promise<ThreeAmStage> {
  const database = forTest(await createTestDatabase())
  return forTest(await openThreeAm({ DATABASE_URL: database.connectionString, ...env }))
}

/** A provider that answers as it is told, an agent on it, and a failed run. */
async function openRefused(refusal: ReturnType<typeof fails>) {
  const provider = forTest(await FakeProvider.open())
  const play = (model: Model) => provider.play('', model)
  play(() => refusal)
  const stage = await open({
    OPENAI_CHAT_BASE_URL: provider.baseUrl,
    OPENAI_CHAT_API_KEY: 'none',
    OPENAI_CHAT_DIALECT: 'openai',
  })
  await stage.start('start')
  await stage.ask(
    'mutation { createAgent(input: { slug: "night", definition: { model: "openai-chat/any", systemPrompt: "Work." } }) { __typename } }',
  )
  return { stage, play }
}

const keyed = (byte: number) => ({ RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('base64') })

async function createWebhook(stage: ThreeAmStage, url: string): Promise<void> {
  await stage.ask(
    `mutation { createWebhook(input: { url: "${url}", topics: [RUN_COMPLETED] }) { __typename ... on Error { message } } }`,
  )
}

const keyIn = (printed: string) => /rg_[\w-]+/.exec(printed)?.[0] ?? ''

const privateReceivers = { RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1' }

tryRows(
  'services',
  {
    'redis-away': async (row) => {
      const redis = await createTestRedis()
      await redis.start()
      forTest({ close: () => redis.kill() })
      const stage = await open({ REDIS_URL: redis.url })
      await stage.start('start')
      await redis.kill()
      await stage.sees(row)
      const run = await stage.trigger('demo-chat')
      await soon(() => stage.statusOf(run)).toBe('COMPLETED')
      await redis.start()
      await stage.healed(row)
    },

    'provider-key': async (row) => {
      const { stage, play } = await openRefused(fails(401))
      const run = await stage.trigger('night')
      await stage.sees(row)
      await soon(() => stage.statusOf(run)).toBe('FAILED')
      play(() => says('OK'))
      await stage.healed(row)
      await stage.sh(row.repair ?? '')
      const completed = () =>
        stage.ask<{ runs: { totalCount: number } }>(
          '{ runs(filter: { status: [COMPLETED] }) { totalCount } }',
        )
      await soon(async () => (await completed()).runs.totalCount).toBe(1)
    },

    'provider-limit': async (row) => {
      const { stage, play } = await openRefused(fails(429, { retryAfterS: 1 }))
      const run = await stage.trigger('night')
      await stage.sees(row)
      play(() => says('OK'))
      await stage.healed(row)
      await soon(() => stage.statusOf(run)).toBe('COMPLETED')
    },

    'budget-spent': async (row) => {
      const stage = await open()
      await stage.start('start')
      await stage.ask('mutation { updateProject(input: { maxTokensPerDay: 1 }) { __typename } }')
      const run = await stage.trigger('demo-chat')
      expect(await stage.sees(row)).toContain(run)
      await stage.sh(row.repair ?? '', { RUN: run })
      await stage.healed(row)
      await soon(() => stage.statusOf(run)).toBe('COMPLETED')
    },

    'webhook-fails': async (row) => {
      const receiver = forTest(await openReceiver())
      receiver.reply = () => 500
      const stage = await open({ ...keyed(1), ...privateReceivers })
      await stage.start('start')
      await createWebhook(stage, receiver.url)
      await stage.trigger('demo-chat')
      const printed = await stage.sees(row)
      receiver.reply = () => 200
      const [, delivery = ''] = /"deliveries":\{"nodes":\[\{"id":"([^"]+)"/.exec(printed) ?? []
      await stage.sh(row.repair ?? '', { DELIVERY: delivery })
      await stage.healed(row)
    },

    'encryption-key-lost': async (row) => {
      const receiver = forTest(await openReceiver())
      const stage = await open({ ...keyed(1), ...privateReceivers })
      const first = await stage.start('start')
      await createWebhook(stage, receiver.url)
      await first.kill('SIGTERM')
      Object.assign(stage.env, keyed(2))
      const second = await stage.start('start')
      stage.lookAt(second)
      await stage.trigger('demo-chat')
      await stage.sees(row)
      expect(receiver.received).toEqual([])
      await second.kill('SIGTERM')
      stage.env.RUNGRAPH_DECRYPTION_KEYS = keyed(1).RUNGRAPH_ENCRYPTION_KEY
      expect(await stage.sh(row.repair ?? '')).toContain('1 values were encrypted again.')
      delete stage.env.RUNGRAPH_DECRYPTION_KEYS
      stage.lookAt(await stage.start('start'))
      await stage.trigger('demo-chat')
      await soon(() => receiver.received.length).toBeGreaterThan(0)
    },

    'no-api-key': async (row) => {
      const stage = await open()
      await stage.start('start')
      stage.env.KEY = keyIn(await stage.sh('npx rungraph keys create old --role ADMIN'))
      await stage.sh('npx rungraph keys revoke old --force')
      const call = () => stage.sh("ask '{ project { slug } }'")
      await soon(call).toContain('UNAUTHENTICATED')
      await stage.sees(row)
      stage.env.KEY = keyIn(await stage.sh(row.repair ?? ''))
      await stage.healed(row)
      await soon(call).toContain('"slug":"default"')
    },

    'callers-refused': async (row) => {
      const stage = await open({ RUNGRAPH_REQUESTS_PER_MINUTE: '5' })
      const first = await stage.start('start')
      const call = () => stage.sh("ask '{ project { slug } }'")
      await soon(call).toContain('RATE_LIMITED')
      await stage.sees(row)
      await first.kill('SIGTERM')
      stage.env.RUNGRAPH_REQUESTS_PER_MINUTE = '500'
      stage.lookAt(await stage.start('start'))
      for (let nth = 0; nth < 8; nth += 1) expect(await call()).toContain('"slug":"default"')
      await stage.healed(row)
    },

    'clock-wrong': async (row) => {
      const stage = await open()
      await stage.start('start')
      const clock = forTest(await ClockFile.open())
      await clock.set(-3_600)
      Object.assign(stage.env, clock.env)
      await stage.sees(row)
      await clock.set(0)
      await stage.healed(row)
    },

    pooler: async (row) => {
      const stage = await open()
      const { DATABASE_URL = '' } = stage.env
      const pooler = forTest(await startTestPooler(DATABASE_URL, { poolSize: 20 }))
      stage.env.DATABASE_URL = pooler.connectionString
      await stage.start('start')
      await stage.sees(row)
      stage.env.DATABASE_DIRECT_URL = DATABASE_URL
      const next = await stage.start('start')
      expect(next.printed()).not.toContain(row.log)
      await stage.healed(row)
    },
  },
  {
    'redis-away': withoutRedis,
    pooler: withoutPgBouncer,
    'clock-wrong': findProgram('faketime') === null ? 'faketime is not installed' : null,
  },
)
