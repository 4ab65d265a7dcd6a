import { fc, test } from '@fast-check/vitest'
import { createClient } from 'graphql-ws'
import { describe, expect } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'
import { composeApp } from '../../../src/app.ts'
import type { FeedPosition } from '../../../src/domain/run-log.ts'
import { type FeedKey, toFeedCursor } from '../../../src/graphql/event-cursor.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createModels } from '../../../src/models/registry.ts'
import { createScripted, type Script } from '../../../src/models/scripted.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase } from '../../support/database.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { propertyTrials, trials } from '../../support/trials.ts'

/** Sixty steps of some words and a call: a log of some five hundred events that grows for a second or two. */
const story: Script = ({ turn }) =>
  turn < 60
    ? {
        text: `Chapter ${turn}.`,
        toolCalls: [{ name: 'calculator', arguments: { expression: `${turn} + 1` } }],
      }
    : { text: 'The end.' }

const cuts = trials(100, 20)

const database = forFile(await createTestDatabase())
const config = readConfig({
  DATABASE_URL: database.connectionString,
  PORT: '0',
  RUNGRAPH_DEMO: 'off',
  RUNGRAPH_LOG_LEVEL: 'silent',
})
const models = createModels([createScripted({ scripts: { story }, chunkDelayMs: 4 })])
const app = forFile(await composeApp(config, { models }))
const url = (await app.start()).url ?? ''
const definition = { model: 'scripted/story', tools: ['calculator'] }
await app.operations.createAgent({ projectId: app.project.id, slug: 'story', definition })

const received = z.object({
  data: z.object({
    events: z.object({
      cursor: z.string(),
      seq: z.int(),
      type: z.string(),
      run: z.object({ id: z.string() }),
    }),
  }),
})

type Received = z.infer<typeof received>['data']['events']

const fields = '{ cursor seq type run { id } }'

const ofRun = `subscription ($runId: ID!, $after: String) { events: runEvents(runId: $runId, after: $after) ${fields} }`

const ofSession = `subscription ($key: String!, $after: String) { events: sessionEvents(sessionKey: $key, after: $after) ${fields} }`

const ofProject = `subscription ($after: String) { events: projectEvents(after: $after) ${fields} }`

describe('EVT-2 a subscription over WebSocket', () => {
  test.prop(
    [fc.array(fc.integer({ min: 1, max: 4 }), { minLength: cuts, maxLength: cuts })],
    propertyTrials(2),
  )(
    `whose socket is torn ${cuts} times at random points and resumed gives exactly the stored log`,
    async (takes) => {
      const call = { projectId: app.project.id, agent: { slug: 'story' }, input: 'Tell it.' }
      const { runId } = await app.operations.triggerRun(call)
      const seen: Received[] = []
      const read = (take: number) =>
        readSome(ofRun, { runId: toGlobalId('Run', runId), after: seen.at(-1)?.cursor ?? null }, take)
      for (const take of [...takes, Number.POSITIVE_INFINITY]) seen.push(...(await read(take)))

      const stored = await app.log.read(runId, { after: 0, limit: 10_000 })
      expect(seen.map(({ seq, type }) => ({ seq, type }))).toEqual(
        stored.map(({ seq, type }) => ({ seq, type })),
      )
      expect(seen.at(-1)?.type).toBe('RunCompleted')
      expect(stored.length).toBeGreaterThan(takes.reduce((sum, take) => sum + take, 0))
    },
  )

  test.prop([fc.array(fc.integer({ min: 1, max: 4 }), { minLength: cuts, maxLength: cuts })], { numRuns: 1 })(
    `EVT-5 of a session and of a project too, with several runs in them`,
    async (takes) => {
      const projectId = app.project.id
      const key = 'torn'
      const trigger = (more: object) =>
        app.operations.triggerRun({ projectId, agent: { slug: 'story' }, input: 'Tell it.', ...more })
      const runs = [await trigger({ sessionKey: key }), await trigger({}), await trigger({ sessionKey: key })]
      const [first] = runs.map(({ runId }) => runId)
      const start = await placeOf(first ?? '')
      const session = await database.prisma.session.findFirstOrThrow({ where: { key } })

      const read = async (query: string, feed: FeedKey, variables: object) => {
        const seen: Received[] = []
        const last = () => seen.at(-1)?.cursor ?? toFeedCursor(feed, start)
        for (const take of takes) seen.push(...(await readSome(query, { ...variables, after: last() }, take)))
        // The one of the session that came second runs last.
        for (const { runId } of runs) await end(runId)
        const stored = await storedAfter(start, feed)
        seen.push(...(await readSome(query, { ...variables, after: last() }, stored.length - seen.length)))
        expect(seen.map(({ run, seq }) => `${run.id} ${seq}`)).toEqual(stored)
      }
      await Promise.all([
        read(ofSession, { kind: 'session', id: session.id }, { key }),
        read(ofProject, { kind: 'project', id: projectId }, {}),
      ])
    },
    120_000,
  )
})

/** The place of the first event of a run, as soon as it has one. */
async function placeOf(runId: string): Promise<FeedPosition> {
  for await (const event of followInTime((signal) => app.log.followTree(runId, { after: null, signal })))
    return event
  throw new Error('The run has no event.')
}

async function end(runId: string): Promise<void> {
  for await (const _event of followInTime((signal) => app.log.follow(runId, { after: 0, signal }))) {
    // It ends with the run.
  }
}

/** The names of what is stored of a feed after a place. */
async function storedAfter(
  { order, runId, seq }: FeedPosition,
  { kind, id }: FeedKey,
): Promise<readonly string[]> {
  const isOfFeed = kind === 'project' ? 'r."projectId" = $4' : 'r."sessionId" = $4'
  const { rows } = await database.pool.query<{ runId: string; seq: number }>(
    `select e."runId", e.seq from "Event" e join "Run" r on r.id = e."rootId"
     where (e."commitXid", e."runId", e.seq) > ($1, $2, $3) and ${isOfFeed} order by e."commitXid", e."runId", e.seq`,
    [`${order}`, runId, seq, id],
  )
  return rows.map((row) => `${toGlobalId('Run', row.runId)} ${row.seq}`)
}

/** Reads `take` events through a socket of its own, and tears it: no close frame, no goodbye. */
async function readSome(
  query: string,
  variables: Record<string, unknown>,
  take: number,
): Promise<readonly Received[]> {
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
  const subscription = client.iterate({ query, variables })
  try {
    while (events.length < take) {
      const next = await subscription.next()
      if (next.done) break
      events.push(received.parse(next.value).data.events)
    }
  } finally {
    for (const socket of sockets) socket.terminate()
    await client.dispose()
  }
  return events
}
