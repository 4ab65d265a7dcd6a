import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine, type TestEngine, testTool } from '../../support/engine.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const clock = createFakeClock()

const look = testTool('look', async () => 'seen', { description: 'Looks around. Slowly.' })

let database: TestDatabase

let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, { clock, providers: [live], tools: [look], leaseMs: 600_000 })
  live.plays.m = async function* (request) {
    const isFirst = request.messages.length === 1
    yield isFirst ? answer(request, '', [{ name: 'look', arguments: {} }]) : answer(request, 'Done.')
  }
})

afterAll(async () => {
  await engine.close()
  await database.drop()
})

const agent = {
  model: 'live/m',
  systemPrompt: 'You are terse.',
  timeZone: 'Europe/Berlin',
  skills: [{ name: 'Haiku', instructions: 'Count syllables.' }],
  tools: ['look'],
  promptSections: ['DATE_TIME', 'CONTEXT', 'SKILLS', 'MEMORY', 'TOOLS'],
} satisfies Partial<AgentDefinitionInput>

/** The prompts that the run's model was given, and those that its steps show. */
async function promptsOf(changes: Partial<AgentDefinitionInput> = {}) {
  const asked = live.requests.length
  const trigger = { context: { channel: 'support', workspace: { name: 'Acme' } } }
  const run = await engine.run(() => ({ text: '' }), { agent: { ...agent, ...changes }, trigger })
  const steps = await database.prisma.step.findMany({
    where: { runId: run.runId },
    orderBy: { number: 'asc' },
  })
  const stored = await database.prisma.prompt.findMany({ where: { projectId: engine.project.id } })
  const shown = steps.map(({ promptHash }) => stored.find(({ hash }) => hash === promptHash)?.text ?? null)
  return { sent: live.requests.slice(asked).map(({ systemPrompt }) => systemPrompt), shown }
}

describe('the system prompt', () => {
  test('CTX-4 has the words of the agent, date and time, context, skills and tools, in one place', async () => {
    const { sent } = await promptsOf()
    const [prompt] = sent
    const year = String(new Date(clock.now()).getUTCFullYear())
    for (const part of [
      'You are terse.',
      year,
      'Europe/Berlin',
      'support',
      'Acme',
      'Haiku',
      'Count syllables.',
      'look',
      'Looks around.',
    ])
      expect(prompt).toContain(part)
    expect(prompt).not.toContain('Slowly.')
  })

  test('CTX-4 is the same in every turn, is stored once, and each step shows the prompt that was sent', async () => {
    const { sent, shown } = await promptsOf({ systemPrompt: 'You are here once.' })
    expect(sent).toHaveLength(2)
    expect(sent[0]).toBe(sent[1])
    expect(shown).toEqual(sent)
    const same = { projectId: engine.project.id, text: { contains: 'You are here once.' } }
    expect(await database.prisma.prompt.count({ where: same })).toBe(1)
  })

  test('CTX-4 has only the sections that the agent chose', async () => {
    const { sent } = await promptsOf({ promptSections: [] })
    expect(sent).toEqual(['You are terse.', 'You are terse.'])
  })

  test('CTX-4 with nothing to say there is none', async () => {
    const { sent, shown } = await promptsOf({ systemPrompt: null, promptSections: [] })
    expect([...sent, ...shown]).toEqual([null, null, null, null])
  })
})
