import { describe, expect, test } from 'vitest'
import type { DefaultLimits } from '../../../src/domain/limits.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { type FinishedRun, testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'

const live = createLiveModel()

const work = testTool('work', async () => 'worked')

const { database, engine } = await engineForFile({ tools: [work], providers: [live] })

const endless: Script = ({ turn, toolsDisabled }) =>
  toolsDisabled ? { text: 'So far.' } : { toolCalls: [{ name: 'work', arguments: { turn } }] }

const simple: Script = () => ({ text: 'Done.' })

async function usedBy(runId: string): Promise<number> {
  const calls = await database.prisma.modelCall.findMany({ where: { runId } })
  return calls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
}

async function limitsOf({ runId }: FinishedRun): Promise<unknown> {
  const { effectiveLimits } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  return effectiveLimits
}

/** Changes the project for one test. */
async function under(limits: Partial<DefaultLimits>, test: () => Promise<void>): Promise<void> {
  const { id } = engine.project
  const { maxSteps: defaultMaxSteps, timeoutMs: defaultTimeoutMs, maxTokens: defaultMaxTokens } = limits
  const before = await database.prisma.project.findUniqueOrThrow({ where: { id } })
  const changed = {
    defaultMaxSteps,
    defaultTimeoutMs,
    defaultMaxTokens,
    defaultMaxCostUsd: limits.maxCostUsd,
  }
  const data = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  await database.prisma.project.update({ where: { id }, data })
  try {
    await test()
  } finally {
    const { defaultMaxSteps, defaultTimeoutMs, defaultMaxCostUsd, defaultMaxTokens } = before
    const data = { defaultMaxSteps, defaultTimeoutMs, defaultMaxCostUsd, defaultMaxTokens }
    await database.prisma.project.update({ where: { id }, data })
  }
}

describe('the default limits of a project', () => {
  test('LIM-14 a new project has 24 hours and 10 million tokens, and no limit of steps and cost', async () => {
    expect(await limitsOf(await engine.run(simple))).toMatchObject({
      maxSteps: { value: null, source: 'default' },
      timeoutMs: { value: 86_400_000, source: 'project' },
      maxCostUsd: { value: null, source: 'default' },
      maxTokens: { value: 10_000_000, source: 'project' },
    })
  })

  test('LIM-14 LIM-11 hold where trigger and agent set none; a number or null of either comes before them', async () => {
    await under({ maxSteps: 9, maxCostUsd: '7.5', maxTokens: 90_000 }, async () => {
      expect(await limitsOf(await engine.run(simple))).toMatchObject({
        maxSteps: { value: 9, source: 'project' },
        maxCostUsd: { value: '7.5', source: 'project' },
        maxTokens: { value: 90_000, source: 'project' },
      })
      const run = await engine.run(simple, {
        agent: { maxSteps: null, maxCostUsd: '3', maxTokens: null, defaultTimeoutMs: 5_000 },
        trigger: { maxTokens: 70_000, timeoutMs: null },
      })
      expect(await limitsOf(run)).toMatchObject({
        maxSteps: { value: null, source: 'agent' },
        maxCostUsd: { value: '3', source: 'agent' },
        maxTokens: { value: 70_000, source: 'trigger' },
        timeoutMs: { value: null, source: 'trigger' },
      })
    })
  })

  test('LIM-14 LIM-3 stop a run as its own limits would', async () => {
    await under({ maxSteps: 3 }, async () => {
      const { row } = await engine.run(endless)
      expect(row).toMatchObject({ status: 'PAUSED', terminationReason: 'MAX_STEPS', stepCount: 3 })
    })
  })

  test('LIM-14 LIM-9 a run that burns its tokens is stopped within the default budget, however fast it is', async () => {
    live.plays.burner = async function* (request) {
      const isLast = request.toolChoice === 'none'
      const chunk = isLast
        ? answer(request, 'So far.')
        : answer(request, '', [{ name: 'work', arguments: { at: request.messages.length } }])
      const usage = { inputTokens: 3_000, outputTokens: isLast ? 10 : 1_000 }
      yield chunk.type === 'done' ? { ...chunk, usage: { ...chunk.usage, ...usage } } : chunk
    }
    await under({ maxTokens: 60_000 }, async () => {
      const run = await engine.run(simple, { agent: { model: 'live/burner', maxOutputTokens: 2_000 } })
      expect(run.row).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
      const used = await usedBy(run.runId)
      expect(used).toBeLessThanOrEqual(60_000)
      expect(used).toBeGreaterThan(40_000)
      // Usage counted in memory is in the budget that it was opened with.
      const budget = await database.prisma.budget.findUniqueOrThrow({ where: { key: `run:${run.runId}` } })
      expect(Number(budget.spentTokens)).toBe(used)
      expect(Number(budget.reservedTokens)).toBe(0)
    })
  })

  test('LIM-14 LIM-9 calls side by side keep within the default budget together, those that were counted in memory too', async () => {
    const begun = new Set<string>()
    const release = Promise.withResolvers<void>()
    live.plays.aside = async function* (request) {
      begun.add(request.messageId)
      await release.promise
      const chunk = answer(request, 'Much.')
      const usage = { inputTokens: 10, outputTokens: request.maxOutputTokens ?? 0 }
      yield chunk.type === 'done' ? { ...chunk, usage: { ...chunk.usage, ...usage } } : chunk
    }
    const write = (n: number) => ({
      name: `write-${n}`,
      type: 'LLM',
      target: '',
      parameters: { prompt: `Write ${n}.` },
    })
    await under({ maxTokens: 30_000 }, async () => {
      const runId = await engine.trigger(simple, {
        agent: { model: 'live/aside', planner: 'PLAN', protocolMode: 'STRICT', maxOutputTokens: 8_000 },
        trigger: { plan: { reasoning: 'Side by side.', actions: [1, 2, 3, 4, 5].map(write) } },
      })
      // A hold that does not fit in memory goes to the database, with the calls in progress.
      await expect.poll(() => database.prisma.reservation.count({ where: { runId } })).toBeGreaterThan(0)
      await expect.poll(() => begun.size).toBeGreaterThan(2)
      release.resolve()
      const run = await engine.finished(runId)
      expect(run.row.status).not.toBe('FAILED')
      const used = await usedBy(runId)
      expect(used).toBeLessThanOrEqual(30_000)
      const budget = await database.prisma.budget.findUniqueOrThrow({ where: { key: `run:${runId}` } })
      expect(Number(budget.spentTokens)).toBe(used)
      expect(Number(budget.reservedTokens)).toBe(0)
    })
  })

  test('LIM-14 LIM-9 an answer of a model whose longest is not known keeps within the default budget', async () => {
    live.plays.talker = async function* (request) {
      const chunk = answer(request, 'Much.')
      const usage = { inputTokens: 10, outputTokens: request.maxOutputTokens ?? 60_000 }
      yield chunk.type === 'done' ? { ...chunk, usage: { ...chunk.usage, ...usage } } : chunk
    }
    await under({ maxTokens: 30_000 }, async () => {
      const { runId } = await engine.run(simple, { agent: { model: 'live/talker' } })
      expect(await usedBy(runId)).toBeLessThanOrEqual(30_000)
    })
  })

  test('LIM-14 a run far from its default budget costs no statement of it', async () => {
    const { runId } = await engine.run(endless, { trigger: { maxSteps: 5 } })
    expect(await database.prisma.budget.count({ where: { key: `run:${runId}` } })).toBe(0)
  })

  test('LIM-14 LIM-9 the default budget covers the run with its descendants', async () => {
    const burning = { model: 'live/burner', maxOutputTokens: 2_000, maxTokens: null, maxSteps: 100 }
    const child = await engine.define(endless, burning)
    live.plays.parent = async function* (request) {
      const spawned = request.messages.some(({ role }) => role === 'tool')
      yield spawned
        ? answer(request, 'It did.')
        : answer(request, '', [{ name: 'spawn_agent', arguments: { agent: child.slug, input: 'Work.' } }])
    }
    await under({ maxTokens: 60_000 }, async () => {
      const run = await engine.run(simple, { agent: { model: 'live/parent', subagents: [child.slug] } })
      const [childRun] = await database.prisma.run.findMany({ where: { parentId: run.runId } })
      expect(childRun).toMatchObject({ status: 'PAUSED', terminationReason: 'TOKEN_LIMIT' })
      const calls = await database.prisma.modelCall.findMany({
        where: { runId: { in: [run.runId, childRun?.id ?? ''] } },
      })
      expect(calls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0)).toBeLessThanOrEqual(
        60_000,
      )
    })
  })

  test('LIM-14 LIM-1 a sub-agent has 50 steps, or fewer where its project says so', async () => {
    const child = await engine.define(endless, { maxSteps: null })
    live.plays.spawner = async function* (request) {
      const spawned = request.messages.some(({ role }) => role === 'tool')
      yield spawned
        ? answer(request, 'It did.')
        : answer(request, '', [{ name: 'spawn_agent', arguments: { agent: child.slug, input: 'Work.' } }])
    }
    const stepsOfChild = async () => {
      const run = await engine.run(simple, { agent: { model: 'live/spawner', subagents: [child.slug] } })
      const [childRun] = await database.prisma.run.findMany({ where: { parentId: run.runId } })
      return childRun?.effectiveLimits
    }
    await under({ maxSteps: 4 }, async () => {
      expect(await stepsOfChild()).toMatchObject({ maxSteps: { value: 4, source: 'project' } })
    })
    await under({ maxSteps: 400 }, async () => {
      expect(await stepsOfChild()).toMatchObject({ maxSteps: { value: 50, source: 'default' } })
    })
  })
})
