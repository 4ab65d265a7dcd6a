import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import type { Json } from '../../../src/domain/json.ts'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import { createModels } from '../../../src/models/registry.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase } from '../../support/database.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { decide } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { officialServer } from '../../tools/official-servers.ts'
import { untilConnected } from '../../tools/until-connected.ts'

/** An app with the official MCP servers of npm, whose agents call their tools. */
const made = await mkdtemp(join(tmpdir(), 'rungraph-official-'))
const folder = forFile({ path: made, close: () => rm(made, { recursive: true, force: true }) }).path
const live = createLiveModel()
const database = forFile(await createTestDatabase())
const config = readConfig({
  ...{ DATABASE_URL: database.connectionString, PORT: '0', RUNGRAPH_LOG_LEVEL: 'silent' },
})
const mcpServers = {
  everything: officialServer('everything'),
  files: officialServer('filesystem', [folder]),
  memory: officialServer('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
  thinking: officialServer('sequential-thinking'),
}
const app = forFile(await composeApp(config, { models: createModels([live]), mcp: { mcpServers } }))
const { url } = await app.start()
await untilConnected(url ?? '')

interface Call {
  readonly name: string
  readonly arguments: Json
}

/** Runs an agent that makes these calls, one a turn, and gives its events. */
async function runOf(slug: string, calls: readonly Call[]): Promise<readonly RunEvent[]> {
  live.plays[slug] = async function* (request) {
    const call = calls[request.messages.filter(({ role }) => role === 'assistant').length]
    yield call ? answer(request, '', [call]) : answer(request, 'Done.')
  }
  const projectId = app.project.id
  const tools = [...new Set(calls.map(({ name }) => name))]
  await app.operations.createAgent({ projectId, slug, definition: { model: `live/${slug}`, tools } })
  const { runId } = await app.operations.triggerRun({ projectId, agent: { slug }, input: 'Do it.' })
  const events: RunEvent[] = []
  for await (const event of followInTime((signal) => app.log.follow(runId, { after: 0, signal })))
    events.push(event)
  return events
}

function outputsOf(events: readonly RunEvent[]): readonly unknown[] {
  return events.flatMap((event) => {
    if (event.type === 'ActionFailed') return [event.data.error]
    return event.type === 'ActionCompleted' ? [event.data.output] : []
  })
}

function told(events: readonly RunEvent[]) {
  return events.flatMap(({ type, data }) => (type === 'ActionProgressed' ? [data] : []))
}

test('MCP-16 MCP-13 an agent uses server-everything: its progress is in the log, and its instructions in the prompt', async () => {
  const events = await runOf('everything', [
    { name: 'everything__get-sum', arguments: { a: 2, b: 40 } },
    { name: 'everything__trigger-long-running-operation', arguments: { duration: 2, steps: 4 } },
    { name: 'everything__get-structured-content', arguments: { location: 'New York' } },
  ])
  expect(outputsOf(events)).toMatchObject([
    expect.stringContaining('42'),
    expect.stringContaining('Long running operation completed'),
    { conditions: expect.any(String), temperature: expect.any(Number) },
  ])
  expect(told(events).at(-1)).toMatchObject({ progress: 4, progressTotal: 4 })
  const prompt = live.requests.find(({ model }) => model === 'everything')?.systemPrompt
  expect(prompt).toMatch(/^## What the MCP server "everything" says about its tools\n/)
  expect(prompt).toContain('Everything Server')
})

test('MCP-16 MCP-10 an agent follows a link that server-everything gives', async () => {
  const uri = 'demo://resource/dynamic/text/1'
  const events = await runOf('reader', [
    { name: 'everything__get-resource-links', arguments: { count: 2 } },
    { name: 'everything__list_resources', arguments: {} },
    { name: 'everything__read_resource', arguments: { uri } },
  ])
  const [links, list, read] = outputsOf(events)
  expect(links).toContain('(everything__read_resource reads it)')
  expect(list).toMatchObject({
    templates: expect.arrayContaining([expect.objectContaining({ uriTemplate: expect.any(String) })]),
  })
  expect(read).toContain(`[resource: ${uri}`)
})

test('MCP-16 MCP-15 an agent has server-everything do a research as a task', async () => {
  const events = await runOf('researcher', [
    { name: 'everything__simulate-research-query', arguments: { topic: 'lamps' } },
  ])
  expect(outputsOf(events)).toEqual([expect.stringContaining('Research Report: lamps')])
  expect(told(events).map(({ progressMessage }) => progressMessage)).toContain('Gathering sources...')
  const [action] = await database.prisma.action.findMany({
    where: { target: 'everything__simulate-research-query' },
  })
  expect(action?.audit).toMatchObject({
    steps: { task: { state: 'begun', value: { taskId: expect.any(String) } } },
  })
})

test('MCP-16 MCP-15 ELICIT-3 a task of server-everything asks a person, and goes on with the answer', async () => {
  const ended = runOf('asked', [
    { name: 'everything__simulate-research-query', arguments: { topic: 'python', ambiguous: true } },
  ])
  const openGate = () => database.prisma.gate.findFirst({ where: { status: 'OPEN' } })
  await expect.poll(openGate).toMatchObject({ kind: 'INPUT' })
  await decide(app, (await openGate())?.id, 'ANSWER', { answer: { interpretation: 'snake' } })
  expect(outputsOf(await ended)).toEqual([expect.stringContaining('Research Report: python (snake)')])
})

test('MCP-16 MCP-12 a run begins with a prompt of server-everything', async () => {
  const prompt = { server: 'everything', name: 'args-prompt', arguments: { city: 'Bern' } }
  const { runId } = await app.operations.triggerRun({
    ...{ projectId: app.project.id, agent: { slug: 'everything' }, prompt },
  })
  const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  expect(run.input).toContain('Bern')
})

test('MCP-16 an agent writes and reads a file with server-filesystem, and nothing outside of its folder', async () => {
  await writeFile(join(folder, 'note.txt'), 'Buy milk.')
  const events = await runOf('clerk', [
    { name: 'files__read_text_file', arguments: { path: join(folder, 'note.txt') } },
    { name: 'files__write_file', arguments: { path: join(folder, 'more.txt'), content: 'And bread.' } },
    { name: 'files__read_text_file', arguments: { path: '/etc/hostname' } },
  ])
  expect(outputsOf(events)).toMatchObject([
    { content: expect.stringContaining('Buy milk.') },
    { content: expect.stringContaining('Successfully wrote') },
    expect.stringContaining('Access denied'),
  ])
  expect(await readFile(join(folder, 'more.txt'), 'utf8')).toBe('And bread.')
})

test('MCP-16 an agent keeps what it learned with server-memory', async () => {
  const kim = { name: 'Kim', entityType: 'person', observations: ['likes tea'] }
  const events = await runOf('learner', [
    { name: 'memory__create_entities', arguments: { entities: [kim] } },
    { name: 'memory__search_nodes', arguments: { query: 'tea' } },
  ])
  expect(outputsOf(events)[1]).toMatchObject({ entities: [kim] })
})

test('MCP-16 an agent thinks with server-sequential-thinking', async () => {
  const thought = { thought: 'First, look.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }
  const events = await runOf('thinker', [{ name: 'thinking__sequentialthinking', arguments: thought }])
  expect(outputsOf(events)).toMatchObject([{ thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }])
})
