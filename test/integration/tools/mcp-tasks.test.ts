import { expect, test } from 'vitest'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createTools } from '../../../src/tools/tool-registry.ts'
import { createTestEngine } from '../../support/engine.ts'
import { engineForTest, forEachTest } from '../../support/for-file.ts'
import { decide, openGates, untilStatus } from '../../support/gates.ts'
import { revisions } from '../../tools/answering-mcp-server.ts'
import { McpFixture, until } from '../../tools/mcp-fixture.ts'
import { TaskServer, type TaskServerOptions } from '../../tools/task-server.ts'

const fixture = forEachTest(() => McpFixture.open())
const servers = forEachTest(async () => {
  const open: TaskServer[] = []
  return { open, close: async () => void (await Promise.all(open.map((server) => server.close()))) }
})

function calling(name: string): Script {
  return sequence({ text: 'I call it.', toolCalls: [{ name, arguments: {} }] }, { text: 'I go on.' })
}

async function engineWith(options: TaskServerOptions, config: { timeoutMs?: number } = {}) {
  const server = await new TaskServer(options).open()
  servers.open.push(server)
  const mcp = await fixture.connect({ ...fixture.at(server.url), ...config })
  const opened = await engineForTest({
    replace: () => ({ tools: createTools({ builtIn: [], module: [], sources: [mcp] }) }),
  })
  return { ...opened, server }
}

const agent = { tools: ['test__pay'] }

test.for(revisions)('MCP-14 MCP-15 a task is cancelled where its run is aborted, in %s', async (revision) => {
  const { engine, server } = await engineWith({ revision, polls: 1_000 })
  const runId = await engine.trigger(calling('test__pay'), { agent })
  await until(() => server.journal.includes('get task-1'))
  const { operations, project } = engine
  await operations.abortRun({ projectId: project.id, runId, reason: 'Not needed.', by: 'ops' })
  const { row } = await engine.finished(runId)
  expect(row.status).toBe('CANCELLED')
  await until(() => server.journal.includes('cancel task-1'))
})

test.for(revisions)(
  'MCP-14 MCP-15 LIM-12 a task is cancelled where its time is up, in %s',
  async (revision) => {
    const { engine, server } = await engineWith({ revision, polls: 1_000 }, { timeoutMs: 700 })
    const { row, of } = await engine.run(calling('test__pay'), { agent })
    expect(row.status).toBe('COMPLETED')
    expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_TIMEOUT' }])
    await until(() => server.journal.includes('cancel task-1'))
    expect(server.calls()).toBe(1)
  },
)

test('MCP-15 TAS-14 a run waits for a long task without a process, and has its result', async () => {
  const { engine, database, server } = await engineWith({
    ...{ revision: '2026-07-28', polls: 1, pollMs: 61_000 },
  })
  const runId = await engine.trigger(calling('test__pay'), { agent })
  await untilStatus(engine, database, runId, 'WAITING')
  const [gate] = await openGates(database, runId)
  expect(gate?.kind).toBe('TIME')
  // The time comes.
  await database.prisma.gate.update({ where: { id: String(gate?.id) }, data: { expiresAt: new Date() } })
  const { row, of } = await engine.finished(runId)
  expect(row.status).toBe('COMPLETED')
  expect(of('ActionCompleted')).toMatchObject([{ name: 'test__pay', output: 'Done.', attempt: 1 }])
  expect(of('ActionStarted')).toHaveLength(1)
  expect(server.journal).toEqual(['call pay', 'get task-1'])
})

test.for(revisions)(
  'MCP-14 MCP-15 TAS-15 a task is cancelled where its run is aborted while it waits for the task, in %s',
  async (revision) => {
    const { engine, database, server } = await engineWith({ revision, polls: 1_000, pollMs: 61_000 })
    const runId = await engine.trigger(calling('test__pay'), { agent })
    await untilStatus(engine, database, runId, 'WAITING')
    const { operations, project } = engine
    await operations.abortRun({ projectId: project.id, runId, reason: 'Not needed.', by: 'ops' })
    expect((await engine.finished(runId)).row.status).toBe('CANCELLED')
    // Before the end of the run is in the log.
    expect(server.journal.filter((line) => line.startsWith('cancel'))).toEqual(['cancel task-1'])
    expect(server.calls()).toBe(1)
  },
)

test('MCP-15 ELICIT-1 a task that wants something has a person asked, at rest, and goes on with the answers', async () => {
  const params = {
    message: 'Which one?',
    requestedSchema: { type: 'object', properties: { size: { type: 'string' } } },
  }
  const asks = { size: { method: 'elicitation/create', params } }
  const { engine, database, server } = await engineWith({ revision: '2026-07-28', polls: 1, asks })
  const runId = await engine.trigger(calling('test__pay'), { agent })
  await untilStatus(engine, database, runId, 'WAITING')
  const [gate] = await openGates(database, runId)
  expect(gate).toMatchObject({ kind: 'INPUT', context: { question: 'The server "test" asks: Which one?' } })
  await decide(engine, gate?.id, 'ANSWER', { answer: { size: 'M' } })
  const { row, of } = await engine.finished(runId)
  expect(row.status).toBe('COMPLETED')
  expect(of('ActionCompleted')).toMatchObject([{ output: 'Done.', attempt: 1 }])
  const answered = 'update task-1 {"size":{"action":"accept","content":{"size":"M"}}}'
  expect(server.journal).toEqual(['call pay', 'get task-1', 'get task-1', answered, 'get task-1'])
})

test('MCP-15 ELICIT-2 a task that asks for a secret is answered once that nobody is asked, however often it asks', async () => {
  const requestedSchema = { type: 'object', properties: { password: { type: 'string' } } }
  const asks = { password: { method: 'elicitation/create', params: { message: 'Yours?', requestedSchema } } }
  const options = { revision: '2026-07-28', polls: 1, asks, isDeaf: true } as const
  const { engine, server } = await engineWith(options, { timeoutMs: 900 })
  const { of } = await engine.run(calling('test__pay'), { agent })
  expect(of('ActionFailed')).toMatchObject([{ errorCode: 'TOOL_TIMEOUT' }])
  expect(of('Warning').map(({ code }) => code)).toEqual(['ELICITATION_REFUSED'])
  const updates = server.journal.filter((line) => line.startsWith('update'))
  expect(updates).toEqual(['update task-1 {"password":{"action":"decline"}}'])
})

test('MCP-15 DUR-4 a process that ends leaves a task to the next, and cancels nothing', async () => {
  const { engine, database, server } = await engineWith({ revision: '2025-11-25', polls: 6 })
  const script = calling('test__pay')
  const runId = await engine.trigger(script, { agent })
  await until(() => server.journal.includes('get task-1'))
  await engine.close()
  expect(server.journal.filter((line) => line.startsWith('cancel'))).toEqual([])
  const mcp = await fixture.connect(fixture.at(server.url))
  const tools = createTools({ builtIn: [], module: [], sources: [mcp] })
  const { scripts, project } = engine
  const next = await createTestEngine(database, { scripts, project, replace: () => ({ tools }) })
  try {
    const { of } = await next.finished(runId)
    expect(of('ActionCompleted')).toMatchObject([{ output: 'Done.' }])
    expect(server.calls()).toBe(1)
  } finally {
    await next.close()
  }
})
