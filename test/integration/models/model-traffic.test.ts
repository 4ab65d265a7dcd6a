import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createEngineOperations } from '../../../src/app/create-operations.ts'
import { composeApp } from '../../../src/app.ts'
import { type Caller, loopbackCaller } from '../../../src/domain/caller.ts'
import type { ModelProvider } from '../../../src/domain/model.ts'
import type { TrafficLog } from '../../../src/domain/model-traffic.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { createOpenAiChat } from '../../../src/models/openai-chat/openai-chat.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTrafficLog } from '../../../src/store/model-traffic.ts'
import { createVault } from '../../../src/store/vault.ts'
import { callPiece, completion } from '../../fixtures/streams/openai-chat.ts'
import { createTestDatabase } from '../../support/database.ts'
import { dump } from '../../support/dump.ts'
import { createTestEngine, type FinishedRun, type TestEngine, testTool } from '../../support/engine.ts'
import { explain, readsAll, statementsOf } from '../../support/explain.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { longAgo, retain } from '../../support/old-runs.ts'
import { serveBytes } from '../../support/serve-bytes.ts'

const apiKey = 'a-key-that-nobody-may-read'
const ownSecret = 'the-password-of-the-database'
const vault = createVault(randomBytes(32))
const redactor = createRedactor({ values: [ownSecret] })
const admin: Caller = loopbackCaller

const reports: unknown[] = []
/** The bodies that the server answers with, the last one again and again. */
let bodies: string[] = []

const database = forFile(await createTestDatabase())
const server = forFile(
  await serveBytes((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(bodies.length > 1 ? bodies.shift() : bodies[0])
  }),
)
const traffic = trafficLog()
const engine = forFile(await open({ traffic }))
afterAll(() => traffic.settled())

function trafficLog(): TrafficLog {
  const report = (message: string, error?: unknown) => reports.push(error ?? message)
  return createTrafficLog({ pool: database.pool, vault, redactor: redactor.own, report })
}

function open(replaced: Partial<EngineServices>): Promise<TestEngine> {
  const provider: ModelProvider = createOpenAiChat({ apiKey, baseUrl: `${server.baseUrl}/v1` })
  return createTestEngine(database, {
    tools: [testTool('look', async () => 'A tree.')],
    providers: [provider],
    vault,
    redactor,
    replace: (services) => ({ ...services, ...replaced }),
  })
}

const agent = { model: 'openai-chat/a-model' }
const call = callPiece({ index: 0, id: 'call-1', name: 'look', arguments: '{}' })

/** A run of two model calls: a tool call, then words. */
async function runOf(which = engine, input = 'What is there?'): Promise<FinishedRun> {
  bodies = [completion([call], 'tool_calls'), completion([{ content: 'A tree.' }])]
  return which.run(() => ({}), { agent, trigger: { input } })
}

async function callIdsOf({ runId }: FinishedRun): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from "ModelCall" where "runId" = $1 order by number`,
    [runId],
  )
  return rows.map(({ id }) => id)
}

async function storedRows(run: FinishedRun): Promise<number> {
  const { rowCount } = await database.pool.query(`select from "ModelTraffic" where "runId" = $1`, [run.runId])
  return rowCount ?? 0
}

function ask(callIds: readonly string[], changes: { caller?: Caller; projectId?: string } = {}) {
  return { projectId: engine.project.id, caller: admin, callIds, ...changes }
}

describe('MOD-9 the traffic of model calls', () => {
  test('shows an administrator requests and responses, in the order of the calls', async () => {
    const run = await runOf()
    expect(run.row.status).toBe('COMPLETED')
    await traffic.settled()
    const ids = await callIdsOf(run)
    const { requests, responses } = engine.operations.traffic
    const sent = await requests(ask(ids))
    expect(sent).toMatchObject([
      { method: 'POST', path: '/v1/chat/completions', body: expect.stringContaining('What is there?') },
      { method: 'POST', body: expect.stringContaining('"role":"tool"') },
    ])
    expect(await responses(ask(ids.toReversed()))).toMatchObject([
      { status: 200, body: completion([{ content: 'A tree.' }]) },
      { status: 200, body: completion([call], 'tool_calls') },
    ])
    expect(JSON.stringify(sent)).not.toContain(apiKey)
  })

  test('is never in the clear in the database, and has no secret of the server', async () => {
    const run = await runOf(engine, 'The marmalade is in the cellar.')
    bodies = [completion([{ content: `It is ${ownSecret}.` }])]
    const telling = await engine.run(() => ({}), { agent, trigger: { input: 'The marmalade?' } })
    await traffic.settled()
    expect(await storedRows(run)).toBe(2)
    const { rows } = await database.pool.query<{ request: Buffer; response: Buffer }>(
      `select request, response from "ModelTraffic"`,
    )
    for (const { request, response } of rows)
      for (const text of [request.toString('latin1'), response.toString('latin1')])
        expect(text).not.toMatch(/marmalade|messages|content/)
    const everything = await dump(database)
    expect(everything).not.toContain(apiKey)
    expect(everything).not.toContain(ownSecret)
    const [answer] = await engine.operations.traffic.responses(ask(await callIdsOf(telling)))
    expect(answer).toMatchObject({ body: expect.stringContaining('It is [redacted].') })
  })

  test.for(['OPERATOR', 'VIEWER'] as const)('is forbidden to the role %s', async (role) => {
    const ids = await callIdsOf(await runOf())
    const asked = ask(ids, { caller: { name: 'a key', role } })
    const { requests, responses } = engine.operations.traffic
    await expect(requests(asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(responses(asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('is not that of another project, nor readable with another key', async () => {
    const run = await runOf()
    await traffic.settled()
    const ids = await callIdsOf(run)
    const { traffic: operations } = engine.operations
    const others = ask(ids, { projectId: '00000000-0000-7000-8000-000000000000' })
    expect(await operations.requests(others)).toEqual([null, null])
    for (const another of [createVault(randomBytes(32)), null]) {
      const services = { ...engine.services, vault: another }
      const { requests } = createEngineOperations(services, database).traffic
      expect(await requests(ask(ids))).toEqual([null, null])
    }
  })

  test('costs a run nothing where it is off, and one statement for all of its calls where it is on', async () => {
    const off = await open({})
    onTestFinished(() => off.close())
    const sent = watchStatements()
    const silent = await runOf(off)
    expect(sent.about('ModelTraffic')).toBe(0)
    const told = await runOf()
    await traffic.settled()
    sent.stop()
    expect(sent.about('insert into "ModelTraffic"')).toBe(1)
    expect([await storedRows(silent), await storedRows(told)]).toEqual([0, 2])
  })

  test('is stored by a server whose setting says so, up to its end', async () => {
    bodies = [completion([{ content: 'Hello.' }])]
    const settings = {
      ...{ DATABASE_URL: database.connectionString, PORT: '0', RUNGRAPH_DEMO: 'off' },
      ...{
        RUNGRAPH_LOG_LEVEL: 'silent',
        OPENAI_CHAT_BASE_URL: `${server.baseUrl}/v1`,
        OPENAI_CHAT_API_KEY: apiKey,
      },
      RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    }
    const stored: number[] = []
    for (const days of ['0', '7']) {
      const config = readConfig({ ...settings, RUNGRAPH_RETENTION_MODEL_TRAFFIC_DAYS: days })
      const app = await composeApp(config)
      await app.start()
      const definition = { name: 'Greeter', ...agent }
      const { agentId } = await app.operations.createAgent({
        projectId: app.project.id,
        slug: `greeter-${days}`,
        definition,
      })
      const projectId = app.project.id
      const { runId } = await app.operations.triggerRun({ projectId, agent: { id: agentId }, input: 'Hi.' })
      for await (const _ of followInTime((signal) => app.log.follow(runId, { after: 0, signal })));
      await app.close()
      const { rowCount } = await database.pool.query(`select from "ModelTraffic" where "runId" = $1`, [runId])
      stored.push(rowCount ?? 0)
    }
    expect(stored).toEqual([0, 1])
  })

  test('is waited for by no run, and lost where it cannot be stored', async () => {
    const client = await database.pool.connect()
    await client.query('begin; lock table "ModelTraffic" in access exclusive mode')
    const run = await runOf()
    expect(run.row.status).toBe('COMPLETED')
    const settled = traffic.settled()
    await client.query('rollback')
    client.release()
    await settled
    expect(await storedRows(run)).toBe(2)

    reports.length = 0
    await database.pool.query('alter table "ModelTraffic" rename to "Elsewhere"')
    const unlucky = await runOf()
    await traffic.settled()
    await database.pool.query('alter table "Elsewhere" rename to "ModelTraffic"')
    expect(unlucky.row.status).toBe('COMPLETED')
    expect(reports.map(String)).toEqual([
      expect.stringContaining('does not exist'),
      'The HTTP exchanges of 2 model calls are lost.',
    ])
  })

  test('is refused where it is too much for one query, and given in parts', async () => {
    const run = await runOf()
    await traffic.settled()
    const [first = '', second = ''] = await callIdsOf(run)
    await database.pool.query(`update "ModelTraffic" set "requestBytes" = 34000000 where "callId" = $1`, [
      second,
    ])
    expect(await engine.operations.traffic.requests(ask([first, second]))).toMatchObject([
      { method: 'POST' },
      { code: 'LIMIT_EXCEEDED' },
    ])
  })

  test('is removed after its days, whether or not its run stays, and with its run', async () => {
    const [old, young] = [await runOf(), await runOf()]
    await traffic.settled()
    const age = (run: FinishedRun) =>
      database.pool.query(`update "ModelTraffic" set "createdAt" = $2 where "runId" = $1`, [
        run.runId,
        longAgo,
      ])
    await age(old)
    await retain(database.pool, { modelTrafficDays: 30 })
    expect([await storedRows(old), await storedRows(young)]).toEqual([0, 2])
    await database.pool.query(`update "Run" set "completedAt" = $2 where id = $1`, [young.runId, longAgo])
    await database.pool.query(`update "Run" set "removedAt" = now() where id = $1`, [young.runId])
    const late = await callIdsOf(young)
    await retain(database.pool, { modelTrafficDays: 365 })
    expect(late).toHaveLength(2)
    expect(await storedRows(young)).toBe(0)
    const last = await runOf()
    await traffic.settled()
    await age(last)
    // The setting is off: what is there goes.
    await retain(database.pool, { modelTrafficDays: 0 })
    expect(await storedRows(last)).toBe(0)
  })

  test('is read and removed by an index', async () => {
    const ids = await callIdsOf(await runOf())
    const sent = await statementsOf(async () => {
      await engine.operations.traffic.requests(ask(ids))
      await engine.operations.traffic.responses(ask(ids))
      await retain(database.pool, { modelTrafficDays: 1 })
    })
    const about = sent.filter(({ text }) => text.includes('"ModelTraffic"') && !text.includes('removedAt'))
    expect(about).toHaveLength(3)
    const options = '-c enable_seqscan=off'
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 1, options })
    try {
      for (const statement of about)
        expect(readsAll('ModelTraffic', await explain(pool, statement))).toBe(false)
    } finally {
      await pool.end()
    }
  })
})

/** The statements of this process, by their words. */
function watchStatements() {
  const { prototype } = pg.Client
  const { query } = prototype
  const texts: string[] = []
  prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const [first] = args
    texts.push(typeof first === 'string' ? first : String(Object(first).text))
    return Reflect.apply(query, this, args)
  } as typeof query
  return {
    about: (words: string) => texts.filter((text) => text.includes(words)).length,
    stop: () => {
      prototype.query = query
    },
  }
}
