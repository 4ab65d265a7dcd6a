import { fc, test } from '@fast-check/vitest'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'
import { type App, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createModels } from '../../src/models/registry.ts'
import { createScripted, type Script } from '../../src/models/scripted.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** Sixty steps of some words and a call: a log of some five hundred events that grows for a second or two. */
const story: Script = ({ turn }) =>
  turn < 60
    ? {
        text: `Chapter ${turn}.`,
        toolCalls: [{ name: 'calculator', arguments: { expression: `${turn} + 1` } }],
      }
    : { text: 'The end.' }
const cuts = 100

let database: TestDatabase
let app: App
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  const config = readConfig({
    DATABASE_URL: database.connectionString,
    PORT: '0',
    RUNGRAPH_DEMO: 'off',
    RUNGRAPH_LOG_LEVEL: 'silent',
  })
  const models = createModels([createScripted({ scripts: { story }, paceMs: 4 })])
  app = await createApp(config, { models })
  url = (await app.start()).url ?? ''
  const definition = { model: 'scripted/story', tools: ['calculator'] }
  await app.operations.createAgent({ projectId: app.project.id, slug: 'story', definition })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

const received = z.object({
  data: z.object({ runEvents: z.object({ cursor: z.string(), seq: z.int(), type: z.string() }) }),
})
type Received = z.infer<typeof received>['data']['runEvents']

describe('EVT-2 a subscription over WebSocket', () => {
  test.prop([fc.array(fc.integer({ min: 1, max: 4 }), { minLength: cuts, maxLength: cuts })], { numRuns: 2 })(
    `whose socket is torn ${cuts} times at random points and resumed gives exactly the stored log`,
    async (takes) => {
      const call = { projectId: app.project.id, agent: { slug: 'story' }, input: 'Tell it.' }
      const { runId } = await app.operations.triggerRun(call)
      const seen: Received[] = []
      for (const take of takes) seen.push(...(await readSome(runId, seen.at(-1)?.cursor, take)))
      seen.push(...(await readSome(runId, seen.at(-1)?.cursor, Number.POSITIVE_INFINITY)))

      const stored = await app.log.read(runId, { after: 0, limit: 10_000 })
      expect(seen.map(({ seq, type }) => ({ seq, type }))).toEqual(
        stored.map(({ seq, type }) => ({ seq, type })),
      )
      expect(seen.at(-1)?.type).toBe('RunCompleted')
      expect(stored.length).toBeGreaterThan(takes.reduce((sum, take) => sum + take, 0))
    },
  )
})

/** Reads `take` events after a cursor through a socket of its own, and tears it: no close frame, no goodbye. */
async function readSome(runId: string, after: string | undefined, take: number): Promise<Received[]> {
  const sockets: WebSocket[] = []
  class Tearable extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols)
      sockets.push(this)
    }
  }
  const client = createClient({
    url: url.replace('http', 'ws').concat('/graphql'),
    webSocketImpl: Tearable,
    retryAttempts: 0,
  })
  const events: Received[] = []
  const query = `subscription ($runId: ID!, $after: String) { runEvents(runId: $runId, after: $after) { cursor seq type } }`
  const variables = { runId: toGlobalId('Run', runId), after: after ?? null }
  const subscription = client.iterate({ query, variables })
  try {
    while (events.length < take) {
      const next = await subscription.next()
      if (next.done) break
      events.push(received.parse(next.value).data.runEvents)
    }
  } finally {
    for (const socket of sockets) socket.terminate()
    await client.dispose()
  }
  return events
}
