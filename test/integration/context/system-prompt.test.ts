import { describe, expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { readOutputTool } from '../../../src/tools/read-output.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const clock = createFakeClock()

const long = testTool('look_long', async () => 'seen '.repeat(2_000))

const look = testTool('look', async () => 'seen', { description: 'Looks around. Slowly.' })

const { database, engine } = await engineForFile({
  clock,
  providers: [live],
  tools: [look, long, readOutputTool],
  leaseMs: 600_000,
})
live.plays.m = async function* (request) {
  const isFirst = request.messages.length === 1
  const [call] = request.tools.filter(({ name }) => name.startsWith('look'))
  yield isFirst && call ? answer(request, '', [{ name: call.name, arguments: {} }]) : answer(request, 'Done.')
}

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
  const find = (of: string | null | undefined) => stored.find(({ hash }) => hash === of)
  const shown = steps.map(({ promptHash }) => find(promptHash))
  return {
    sent: live.requests.slice(asked).map(({ systemPrompt }) => systemPrompt),
    shown: shown.map((prompt) => prompt?.text || null),
    offered: shown.map((prompt) => JSON.parse(find(prompt?.toolsHash)?.text ?? 'null')),
  }
}

describe('the system prompt', () => {
  test('CTX-4 has the words of the agent, context and skills in one place, and no tool', async () => {
    const { sent } = await promptsOf()
    const [prompt] = sent
    for (const part of ['You are terse.', 'support', 'Acme', 'Haiku', 'Count syllables.'])
      expect(prompt).toContain(part)
    expect(prompt).not.toContain('look')
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

  test('CTX-4 is stored with the tools that were offered beside it, and anew where they are others', async () => {
    const { name, description, inputSchema } = look
    const { offered } = await promptsOf()
    expect(offered).toEqual([[{ name, description, inputSchema }], [{ name, description, inputSchema }]])
    // The result of the first step is cut: the second one is offered the tool that reads on.
    const more = await promptsOf({ tools: ['look_long'], maxToolResultChars: 1_000 })
    expect(more.offered.map((tools) => JSON.stringify(tools).match(/"name":"\w+"/g))).toEqual([
      ['"name":"look_long"'],
      ['"name":"look_long"', '"name":"read_output"'],
    ])
    expect(more.shown).toEqual(more.sent)
    const planner = await promptsOf({ planner: 'PLAN' })
    expect(planner.offered[0]).toEqual([])
  })

  test('CTX-4 is stored once for all runs that have the same, whatever the time', async () => {
    const texts: unknown[] = []
    for (const minute of [0, 1]) {
      await clock.advance(minute * 60_000)
      texts.push((await promptsOf()).shown[0])
    }
    expect(new Set(texts).size).toBe(1)
    const { name, description, inputSchema } = look
    const same = { projectId: engine.project.id, text: JSON.stringify([{ name, description, inputSchema }]) }
    expect(await database.prisma.prompt.count({ where: same })).toBe(1)
  })
})

describe('the preview of a prompt', () => {
  const memory = ['The lamp is green.']
  const context = {}

  test.for<readonly [of: string, changes: Partial<AgentDefinitionInput>]>([
    ['of an agent that calls tools', {}],
    ['of one that plans', { planner: 'PLAN' }],
    ['of one that starts others', { subagents: ['preview-child'] }],
  ])('CTX-4 is what a run sends: %s', async ([of, changes]) => {
    const slug = of.replaceAll(' ', '-')
    const { operations, project } = engine
    const projectId = project.id
    await operations.createAgent({ projectId, slug: 'preview-child', definition: agent }).catch(() => null)
    await operations.sessions.updateSession({ projectId, key: slug, memory })
    const asked = live.requests.length
    await engine.run(() => ({ text: '' }), {
      agent: { ...agent, ...changes },
      trigger: { sessionKey: slug, context },
    })
    const [sent] = live.requests.slice(asked)
    await operations.createAgent({ projectId, slug, definition: { model: agent.model } })
    const preview = await operations.previewPrompt({
      ...{ projectId, agent: { slug }, memory },
      changes: { ...agent, ...changes },
    })
    expect(preview.systemPrompt).toBe(sent?.systemPrompt)
    expect(preview.systemPrompt).toContain('The lamp is green.')
    const specs = (tools: readonly { name: string; description: string; inputSchema: unknown }[] = []) =>
      tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    expect(specs(preview.tools)).toEqual(specs(sent?.tools))
  })

  test('CTX-4 is refused of a definition that could not be saved, and of an agent that is not there', async () => {
    const { operations, project } = engine
    const preview = (slug: string, changes: Readonly<Record<string, unknown>>) =>
      operations.previewPrompt({ projectId: project.id, agent: { slug }, memory: [], changes })
    await expect(preview('preview-child', { tools: ['nowhere'] })).rejects.toThrow('unknown nowhere')
    await expect(preview('preview-child', { maxSteps: 0 })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(preview('nobody', {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
