import { beforeEach, describe, expect, test } from 'vitest'
import { projectBudgetKey, runBudgetKey } from '../../src/domain/budget.ts'
import type { TriggerRun } from '../../src/domain/operations.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { createProject, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
const agent = await graph.make.agent()

function limits(maxCostUsd: string | null, maxTokens: number | null) {
  return {
    maxCostUsd: { value: maxCostUsd, source: 'trigger' },
    maxTokens: { value: maxTokens, source: 'trigger' },
  }
}

const budgetFields = 'budget { maxCostUsd maxTokens spentUsd spentTokens reservedUsd reservedTokens }'
const query = `query($id: ID!) { run(id: $id) { ${budgetFields} } }`

describe('the budget of a run', () => {
  test('LIM-9 is null where the run has none of its own', async () => {
    const run = await graph.make.run(agent)
    expect(await graph.read(query, { id: toGlobalId('Run', run.id) })).toEqual({ run: { budget: null } })
  })

  test('LIM-9 has its limits, the amounts spent and held', async () => {
    const run = await graph.make.run(agent, { effectiveLimits: limits('1.50', null) })
    await graph.prisma.budget.create({
      data: {
        key: runBudgetKey(run.id),
        projectId: graph.project.id,
        spentUsd: '0.25',
        spentTokens: 5_000_000_000n,
        reservedUsd: '0.1',
        reservedTokens: 30,
      },
    })
    expect(await graph.read(query, { id: toGlobalId('Run', run.id) })).toEqual({
      run: {
        budget: {
          maxCostUsd: '1.50',
          maxTokens: null,
          spentUsd: '0.25',
          spentTokens: 5_000_000_000,
          reservedUsd: '0.1',
          reservedTokens: 30,
        },
      },
    })
  })

  test('LIM-9 before its first hold it is the usage of the runs of its tree', async () => {
    const root = await graph.make.run(agent, { effectiveLimits: limits(null, 900) })
    const child = await graph.make.run(agent, { rootId: root.id, parentId: root.id, ancestorIds: [root.id] })
    for (const run of [root, child]) await graph.make.modelCall(run, await graph.make.step(run, 1))
    expect(await graph.read(query, { id: toGlobalId('Run', root.id) })).toMatchObject({
      run: { budget: { maxTokens: 900, spentUsd: '0.0006', spentTokens: 30, reservedUsd: '0' } },
    })
  })

  test('LIM-9 API of many runs takes as many statements as of two', async () => {
    for (let n = 0; n < 20; n++) await graph.make.run(agent, { effectiveLimits: limits('1', n + 1) })
    const many = `query($n: Int!) { runs(first: $n) { edges { node { id ${budgetFields} } } } }`
    expect(await graph.count(many, { n: 20 })).toBe(await graph.count(many, { n: 2 }))
  })
})

describe('the inputs', () => {
  test('LIM-9 trigger and resume take a budget in tokens', async () => {
    const run = await graph.make.run(agent)
    const calls: unknown[] = []
    const operations = refusing({
      triggerRun: async (call: TriggerRun) => {
        calls.push(call)
        return { runId: run.id }
      },
      resumeRun: async (call) => {
        calls.push(call)
        return { runId: run.id }
      },
    })
    const trigger =
      'mutation { triggerRun(input: { agent: "a", input: "x", maxTokens: 500 }) { __typename } }'
    await graph.ask(trigger, {}, { operations })
    const resume = 'mutation($id: ID!) { resumeRun(input: { id: $id, maxTokens: 700 }) { __typename } }'
    await graph.ask(resume, { id: toGlobalId('Run', run.id) }, { operations })
    expect(calls).toMatchObject([{ maxTokens: 500 }, { runId: run.id, maxTokens: 700 }])
  })
})

describe('the project', () => {
  const fields = 'name maxConcurrentRuns maxCostUsdPerDay maxTokensPerDay'
  const change = `mutation($input: UpdateProjectInput!) { updateProject(input: $input) {
    __typename ... on Project { ${fields} } ... on InvalidInputError { code message path } } }`
  const first = { name: 'default', maxConcurrentRuns: 100, maxCostUsdPerDay: null, maxTokensPerDay: null }

  beforeEach(async () => {
    await graph.prisma.project.update({ where: { id: graph.project.id }, data: first })
  })

  test('LIM-9 LIM-12 its settings are read and changed; absent fields stay, null takes a limit away', async () => {
    const { slug } = graph.project
    const id = toGlobalId('Project', graph.project.id)
    expect(await graph.read(`{ project { id slug ${fields} } }`)).toEqual({ project: { id, slug, ...first } })
    const input = {
      name: 'Ours',
      maxConcurrentRuns: 7,
      maxCostUsdPerDay: '12.5',
      maxTokensPerDay: 5_000_000_000,
    }
    const changed = { __typename: 'Project', ...input }
    expect(await graph.read(change, { input })).toEqual({ updateProject: changed })
    const more = { input: { maxTokensPerDay: null, name: null, maxConcurrentRuns: null } }
    expect(await graph.read(change, more)).toEqual({ updateProject: { ...changed, maxTokensPerDay: null } })
    expect(await graph.read(`{ project { ${fields} } }`)).toEqual({
      project: { ...input, maxTokensPerDay: null },
    })
  })

  test('LIM-9 the project of another caller stays as it is', async () => {
    const other = await createProject(graph.prisma, 'other')
    await graph.read(change, { input: { maxCostUsdPerDay: '3' } })
    const row = await graph.prisma.project.findUniqueOrThrow({ where: { id: other.id } })
    expect(row.maxCostUsdPerDay).toBeNull()
  })

  test.for([
    ['name', ''],
    ['name', 'a\u0000'],
    ['maxConcurrentRuns', 0],
    ['maxCostUsdPerDay', '0'],
    ['maxCostUsdPerDay', '-1'],
    ['maxCostUsdPerDay', '1000000000.01'],
    ['maxTokensPerDay', 0],
    ['maxTokensPerDay', 2e15],
  ] as const)('LIM-9 refuses %s %j and changes nothing', async ([field, value]) => {
    expect(await graph.read(change, { input: { maxConcurrentRuns: 9, [field]: value } })).toMatchObject({
      updateProject: {
        __typename: 'InvalidInputError',
        code: 'INVALID_INPUT',
        message: expect.stringContaining(field),
        path: ['input', field],
      },
    })
    expect(await graph.read(`{ project { ${fields} } }`)).toEqual({ project: first })
  })

  test('LIM-14 its default limits are read and changed one by one; null takes one away', async () => {
    const limits = 'defaultLimits { maxSteps timeoutMs maxCostUsd maxTokens }'
    const fresh = { maxSteps: null, timeoutMs: 86_400_000, maxCostUsd: null, maxTokens: 10_000_000 }
    const { id } = await createProject(graph.prisma, 'fresh')
    expect(await graph.prisma.project.findUniqueOrThrow({ where: { id } })).toMatchObject({
      defaultTimeoutMs: fresh.timeoutMs,
      defaultMaxTokens: BigInt(fresh.maxTokens),
    })
    expect(await graph.read(`{ project { ${limits} } }`)).toEqual({ project: { defaultLimits: fresh } })
    const update = `mutation($defaultLimits: DefaultLimitsInput!) {
      updateProject(input: { defaultLimits: $defaultLimits }) { ... on Project { ${limits} } ... on InvalidInputError { path } } }`
    const write = (defaultLimits: object) => graph.read(update, { defaultLimits })
    const changed = { ...fresh, maxSteps: 7, maxCostUsd: '2.5' }
    expect(await write({ maxSteps: 7, maxCostUsd: '2.5' })).toEqual({
      updateProject: { defaultLimits: changed },
    })
    expect(await write({ maxTokens: null, timeoutMs: null })).toEqual({
      updateProject: { defaultLimits: { ...changed, maxTokens: null, timeoutMs: null } },
    })
    for (const [field, value] of Object.entries({
      maxSteps: 0,
      timeoutMs: 0,
      maxCostUsd: '0',
      maxTokens: 0,
    }))
      expect(await write({ [field]: value })).toEqual({
        updateProject: { path: ['input', 'defaultLimits', field] },
      })
  })

  test('LIM-9 has the spending of today: as the budget counts it, or else as the calls add up', async () => {
    const spending = '{ project { spentToday { costUsd tokens reservedUsd reservedTokens } } }'
    const run = await graph.make.run(agent)
    const step = await graph.make.step(run, 1)
    const now = new Date()
    await graph.make.modelCall(run, step, { startedAt: now })
    await graph.make.modelCall(run, step, { startedAt: new Date(now.getTime() - 86_400_000) })
    expect(await graph.read(spending)).toEqual({
      project: { spentToday: { costUsd: '0.0003', tokens: 15, reservedUsd: '0', reservedTokens: 0 } },
    })
    const day = { costUsd: '3', tokens: 40, reservedUsd: '0.5', reservedTokens: 7 }
    const data = { spentUsd: '3', spentTokens: 40, reservedUsd: '0.5', reservedTokens: 7 }
    const key = projectBudgetKey(graph.project.id, new Date())
    await graph.prisma.budget.create({ data: { key, projectId: graph.project.id, ...data } })
    expect(await graph.read(spending)).toEqual({ project: { spentToday: day } })
  })
})
