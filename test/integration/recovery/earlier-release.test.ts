import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { rebuildRows } from '../../../src/log/project/rebuild-rows.ts'
import { createEmptyDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { tester } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

/**
 * The rows of a database as release 0.1.0 left it, a line each: two runs of a session that have ended, one whose tool failed, one that waits
 * for a person, and one whose process died in a call.
 */
const dump = new URL('../../fixtures/release-0.1.0.jsonl', import.meta.url)
/** When it was taken. Its runs have a day to end in: they are read as of now. */
const takenAt = Date.parse('2026-11-29T22:53:27Z')
const newest = '20261126130001_indexes_and_storage'

let database: Database
let engine: TestEngine
const asked: string[] = []

beforeAll(async () => {
  const connectionString = await createEmptyDatabase()
  const log = () => undefined
  await migrate({ connectionString, log, until: newest })
  database = await openDatabase(connectionString, connectionString, { max: 8 })
  await load()
  await migrate({ connectionString, log })
  const live = createLiveModel()
  live.plays.teller = async function* (request) {
    yield answer(request, `After ${request.messages.filter(({ role }) => role === 'tool').length} results.`)
  }
  const [project] = await database.prisma.project.findMany()
  if (project === undefined) throw new Error('The dump has a project.')
  engine = await createTestEngine(database, {
    ...{ project, providers: [live] },
    tools: [
      testTool('note', async () => 'noted', { effect: 'read' }),
      testTool('hold', async () => 'held', { effect: 'read' }),
      testTool('break', async () => 'whole', { effect: 'read' }),
      testTool('ask', async (_, { idempotencyKey }) => asked.push(idempotencyKey), { effect: 'once' }),
    ],
  })
})

afterAll(async () => {
  await engine.close()
  await database.close()
})

/** As a restore does: in any order, and without triggers. */
async function load(): Promise<void> {
  const lines = (await readFile(dump, 'utf8')).trimEnd().replaceAll(times, asOfNow).split('\n')
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const line of lines) {
      const { table, row } = JSON.parse(line)
      await client.query(`insert into "${table}" select * from jsonb_populate_record(null::"${table}", $1)`, [
        JSON.stringify(row),
      ])
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g

const agoMs = Date.now() - takenAt

function asOfNow(time: string): string {
  return new Date(Date.parse(time) + agoMs).toISOString()
}

test('DUR-3 DUR-5 the rows of release 0.1.0 are those of the logs that `migrate` makes of them', async () => {
  const client = await database.pool.connect()
  try {
    expect(await rebuildRows(client, { isKept: false })).toMatchObject({ runs: 5, differences: [] })
  } finally {
    client.release()
  }
  expect(await database.prisma.step.count()).toBeGreaterThan(10)
})

test('DUR-3 DUR-4 a run that release 0.1.0 was executing goes on', async () => {
  const action = await database.prisma.action.findFirstOrThrow({ where: { target: 'hold' } })
  const { row } = await engine.finished(action.runId)
  expect(row).toMatchObject({ status: 'COMPLETED', summary: 'After 3 results.', recoveries: 1 })
  expect(await database.prisma.action.findUnique({ where: { id: action.id } })).toMatchObject({
    output: 'held',
  })
})

test('DUR-3 JDG-4 a run that waited under release 0.1.0 goes on with its decision', async () => {
  const gate = await database.prisma.gate.findFirstOrThrow({ where: { status: 'OPEN' } })
  const call = { projectId: engine.project.id, gateId: gate.id, decision: 'APPROVE', caller: tester } as const
  await engine.operations.resolveGate(call)
  const { row } = await engine.finished(gate.runId)
  expect(row).toMatchObject({ status: 'COMPLETED', summary: 'After 3 results.' })
  expect(asked).toHaveLength(1)
})

test('DUR-3 CTX-2 a run of a session has the messages that release 0.1.0 stored', async () => {
  const { agent } = await database.prisma.run.findFirstOrThrow({
    where: { sessionId: { not: null } },
    include: { agent: true },
  })
  const call = { projectId: engine.project.id, agent: { slug: agent.slug }, sessionKey: 'talk' }
  const { runId } = await engine.operations.triggerRun({ ...call, input: 'Go on.' })
  expect((await engine.finished(runId)).row).toMatchObject({ summary: 'After 3 results.' })
})
