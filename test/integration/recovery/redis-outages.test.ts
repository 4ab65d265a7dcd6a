import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, composeApp } from '../../../src/app.ts'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import { createModels } from '../../../src/models/registry.ts'
import { createScripted, type Script } from '../../../src/models/scripted.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { createTestRedis, type TestRedis, withoutRedis } from '../../support/redis-server.ts'

const chapters = 3

/** Each chapter ends in a call that lasts until the test lets it go. */
const story: Script = ({ turn }) =>
  turn < chapters
    ? { text: `Chapter ${turn}.`, toolCalls: [{ name: 'pause', arguments: { turn } }] }
    : { text: 'The end.' }

const ready = { status: 'ready' }

const degraded = { status: 'degraded', reason: 'wakeups do not travel between processes: readers poll' }

describe('an API and a worker whose wake-ups go over Redis', () => {
  if (withoutRedis !== null) return it.skip(withoutRedis)

  let redis: TestRedis
  let database: TestDatabase
  let pauses: readonly PromiseWithResolvers<void>[]
  let apps: App[]

  beforeEach(async () => {
    apps = []
    pauses = Array.from({ length: chapters }, () => Promise.withResolvers<void>())
    database = await createTestDatabase()
    redis = await createTestRedis()
  })

  afterEach(async () => {
    for (const pause of pauses) pause.resolve()
    for (const app of apps) await app.close()
    await redis.kill()
    await database.drop()
  })

  async function open(role: 'api' | 'worker') {
    const config = readConfig({
      DATABASE_URL: database.connectionString,
      REDIS_URL: redis.url,
      RUNGRAPH_ROLE: role,
      PORT: '0',
      RUNGRAPH_DEMO: 'off',
      RUNGRAPH_LOG_LEVEL: 'silent',
    })
    const pause = testTool('pause', async ({ turn }) => {
      await pauses[Number(turn)]?.promise
      return 'It goes on.'
    })
    const app = await composeApp(config, {
      models: createModels([createScripted({ scripts: { story }, chunkDelayMs: 0 })]),
      tools: { list: () => [pause], find: (name) => (name === 'pause' ? pause : null) },
    })
    apps.push(app)
    const { url } = await app.start()
    return { app, url: url ?? '' }
  }

  async function health(url: string) {
    const response = await fetch(`${url}/health/ready`)
    return [response.status, await response.json()]
  }

  /** Resolves when the API says so of its wakeups; it is ready all the while. */
  async function untilHints(url: string, wakeups: typeof ready | typeof degraded): Promise<void> {
    const report = {
      status: wakeups.status,
      checks: { database: ready, process: ready, wakeups, workers: ready },
    }
    await eventually(() => health(url)).toEqual([200, report])
  }

  async function trigger({ operations, project }: App): Promise<string> {
    const definition = { model: 'scripted/story', tools: ['pause'] }
    await operations.createAgent({ projectId: project.id, slug: 'story', definition })
    const call = { projectId: project.id, agent: { slug: 'story' }, input: 'Tell it.' }
    return (await operations.triggerRun(call)).runId
  }

  /** Events that a subscriber has received so far, and a promise that it has all. */
  function subscribe({ log }: App, runId: string) {
    const seen: RunEvent[] = []
    const read = async () => {
      for await (const event of followInTime((signal) => log.follow(runId, { after: 0, signal })))
        seen.push(event)
    }
    return { seen, whole: read() }
  }

  /** Resolves when the subscriber has seen that the chapter waits. */
  async function untilChapter(seen: readonly RunEvent[], number: number): Promise<void> {
    const calls = () => seen.filter((event) => event.type === 'ActionStarted').length
    await eventually(calls).toBe(number + 1)
  }

  it('EVT-2 DUR-3 lose no event when it is killed, comes back, forgets everything and freezes', async () => {
    await redis.start()
    const [api, worker] = [await open('api'), await open('worker')]
    await untilHints(api.url, ready)
    const runId = await trigger(api.app)
    const { seen, whole } = subscribe(api.app, runId)

    await untilChapter(seen, 0)
    await redis.kill()
    await untilHints(api.url, degraded)
    pauses[0]?.resolve()
    await untilChapter(seen, 1)

    await redis.start()
    await untilHints(api.url, ready)
    await redis.command('FLUSHALL')
    pauses[1]?.resolve()
    await untilChapter(seen, 2)

    redis.freeze()
    pauses[2]?.resolve()
    await whole
    await untilHints(api.url, degraded)
    redis.thaw()
    await untilHints(api.url, ready)

    expect(seen).toEqual(await worker.app.log.read(runId, { after: 0, limit: 1_000 }))
    expect(seen.at(-1)?.type).toBe('RunCompleted')
  }, 60_000)

  it('DUR-3 start where it is absent, hand a run over by polling, and use it as soon as it is there', async () => {
    const [api] = [await open('api'), await open('worker')]
    await untilHints(api.url, degraded)
    const runId = await trigger(api.app)
    const { seen, whole } = subscribe(api.app, runId)
    await untilChapter(seen, 0)
    await redis.start()
    await untilHints(api.url, ready)
    for (const pause of pauses) pause.resolve()
    await whole
    expect(seen).toEqual(await api.app.log.read(runId, { after: 0, limit: 1_000 }))
  }, 60_000)
})
