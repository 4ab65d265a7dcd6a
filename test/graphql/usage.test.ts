import { describe, expect, test } from 'vitest'
import { addDecimals } from '../../src/domain/decimal.ts'
import type { PriceOf } from '../../src/domain/usage.ts'
import { mostPricedCalls } from '../../src/domain/usage-reads.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

/** A run with two steps, the second of which started a child that has a child of its own. */
const graph = forFile(await openGraph())
const { make } = graph
const agent = await make.agent()
const session = await make.session({ key: 'talk' })
const root = await make.run(agent, { sessionId: session.id })
const child = await make.run(agent, { parentId: root.id, rootId: root.id, depth: 1 })
const grandchild = await make.run(agent, { parentId: child.id, rootId: root.id, depth: 2 })
const firstStep = await make.step(root, 1)
const secondStep = await make.step(root, 2)
await make.action(secondStep, { type: 'AGENT', childRunId: child.id })
const day = (text: string) => ({ startedAt: new Date(`${text}T12:00:00Z`) })
const claude = { provider: 'anthropic', model: 'claude', costUsd: '0.1' }
await make.modelCall(root, firstStep, { ...claude, ...day('2026-11-01'), cachedInputTokens: 4 })
await make.modelCall(root, secondStep, {
  ...claude,
  ...day('2026-11-02'),
  errorCode: 'OVERLOADED',
  costUsd: '0.02',
})
await make.modelCall(root, secondStep, {
  ...day('2026-11-02'),
  purpose: 'FINAL',
  priceVersion: null,
  costUsd: '0',
})
const childStep = await make.step(child, 1)
await make.action(childStep, { errorCode: 'TOOL_REPEATED', status: 'FAILED' })
await make.modelCall(child, childStep, { ...claude, ...day('2026-11-03'), costUsd: '0.2' })
const grandchildStep = await make.step(grandchild, 1)
await make.modelCall(grandchild, grandchildStep, { ...day('2026-11-03'), costUsd: '0.0000000001' })
const ids = {
  agent: toGlobalId('Agent', agent.id),
  slug: agent.slug,
  root: toGlobalId('Run', root.id),
  child: toGlobalId('Run', child.id),
  grandchild: toGlobalId('Run', grandchild.id),
  firstStep: toGlobalId('Step', firstStep.id),
  secondStep: toGlobalId('Step', secondStep.id),
}

const all = 'requests inputTokens outputTokens cachedInputTokens reasoningTokens totalTokens costUsd'

describe('MOD-8 usage', () => {
  test('of a run is its own, or that of its whole tree', async () => {
    const { run } = await graph.read(
      `{ run(id: "${ids.root}") { own: usage { ${all} } tree: usage(includeDescendants: true) { ${all} } } }`,
    )
    expect(run).toEqual({
      own: {
        requests: 3,
        inputTokens: 30,
        outputTokens: 15,
        cachedInputTokens: 4,
        reasoningTokens: 0,
        totalTokens: 45,
        costUsd: '0.12',
      },
      tree: expect.objectContaining({ requests: 5, totalTokens: 75, costUsd: '0.3200000001' }),
    })
  })

  test('of a step, a model call, a session and an agent in a time', async () => {
    const answer = await graph.read(`{ run(id: "${ids.root}") { steps { edges { node { usage { costUsd }
        modelCalls { purpose usage { requests costUsd } } } } } }
      session(key: "talk") { usage { requests } }
      agent(id: "${ids.agent}") { usage { requests } november2: usage(since: "2026-11-02T00:00:00Z", until: "2026-11-03T00:00:00Z") { requests } } }`)
    expect(at(answer, 'run.steps.edges.*.node')).toEqual([
      {
        usage: { costUsd: '0.1' },
        modelCalls: [{ purpose: 'LOOP', usage: { requests: 1, costUsd: '0.1' } }],
      },
      {
        usage: { costUsd: '0.02' },
        modelCalls: [
          { purpose: 'LOOP', usage: { requests: 1, costUsd: '0.02' } },
          { purpose: 'FINAL', usage: { requests: 1, costUsd: '0' } },
        ],
      },
    ])
    expect(answer.session).toEqual({ usage: { requests: 3 } })
    expect(answer.agent).toEqual({ usage: { requests: 5 }, november2: { requests: 2 } })
  })

  test('of a model call tells by which profile and price it came, and whether it is an estimate', async () => {
    const run = await graph.make.run(await graph.make.agent())
    const step = await graph.make.step(run, 1)
    // Out of the time of the other tests, and of no cost.
    const before = { startedAt: new Date('2026-10-01T00:00:00Z'), costUsd: '0' }
    const counted = { profile: 2, estimated: true, priceVersion: 'mine', pricedAs: 'openai/gpt' }
    const call = await graph.make.modelCall(run, step, { ...before, ...counted })
    const query = `{ node(id: "${toGlobalId('ModelCall', call.id)}") { ... on ModelCall { profile estimated priceVersion pricedAs } } }`
    expect(await graph.read(query)).toEqual({ node: counted })
    await graph.prisma.modelCall.delete({ where: { id: call.id } })
  })

  test('by every dimension: the buckets sum to the whole', async () => {
    const dimensions = ['AGENT', 'AGENT_VERSION', 'SESSION', 'MODEL', 'PROVIDER', 'PURPOSE', 'DAY', 'RUN']
    for (const groupBy of [[], ...dimensions.map((dimension) => [dimension]), dimensions]) {
      const { usage } = await graph.read<{ usage: { usage: { costUsd: string; requests: number } }[] }>(
        'query($groupBy: [UsageDimension!]) { usage(groupBy: $groupBy) { usage { costUsd requests } } }',
        { groupBy },
      )
      expect(addDecimals(...usage.map((bucket) => bucket.usage.costUsd))).toBe('0.3200000001')
      expect(usage.reduce((sum, bucket) => sum + bucket.usage.requests, 0)).toBe(5)
    }
  })

  test('by day and model, the costliest first; fields other than the grouping ones are null', async () => {
    const { usage } =
      await graph.read(`{ usage(groupBy: [DAY, MODEL], agent: "${ids.agent}", since: "2026-11-02T00:00:00Z") {
      day model provider agent { id } run { id } usage { costUsd } } }`)
    const nothing = { provider: null, agent: null, run: null }
    expect(usage).toEqual([
      { day: '2026-11-03', model: 'claude', ...nothing, usage: { costUsd: '0.2' } },
      { day: '2026-11-02', model: 'claude', ...nothing, usage: { costUsd: '0.02' } },
      { day: '2026-11-03', model: 'echo', ...nothing, usage: { costUsd: '0.0000000001' } },
      { day: '2026-11-02', model: 'echo', ...nothing, usage: { costUsd: '0' } },
    ])
  })

  test('of an agent, by its id or slug; of one that there is not there is none', async () => {
    const query =
      'query($agent: ID!) { usage(agent: $agent, groupBy: [AGENT]) { agent { slug } usage { requests } } }'
    const usage = [{ agent: { slug: ids.slug }, usage: { requests: 5 } }]
    for (const agent of [ids.agent, ids.slug]) expect(await graph.read(query, { agent })).toEqual({ usage })
    expect(await graph.read(query, { agent: 'nobody' })).toEqual({ usage: [] })
  })

  test('of no call is one bucket of nothing, or none where it is grouped', async () => {
    const query = (groupBy: string) =>
      `{ usage(since: "2030-01-01T00:00:00Z", groupBy: ${groupBy}) { usage { requests costUsd } } }`
    expect(await graph.read(query('[]'))).toEqual({ usage: [{ usage: { requests: 0, costUsd: '0' } }] })
    expect(await graph.read(query('[DAY]'))).toEqual({ usage: [] })
  })

  test("above what GraphQL's Int holds is exact, as a SafeInt", async () => {
    const call = await graph.prisma.modelCall.findFirstOrThrow({
      where: { priceVersion: null, model: 'echo' },
    })
    const most = 2 ** 31 - 1
    const huge = { inputTokens: most, outputTokens: most }
    await graph.prisma.modelCall.update({ where: { id: call.id }, data: huge })
    const counts = '{ inputTokens outputTokens totalTokens }'
    const { run } = await graph.read(`{ run(id: "${ids.root}") { usage ${counts}
      tree: usage(includeDescendants: true) ${counts} cost { total { totalTokens } } } }`)
    const [others, below] = [10 * 2, 10 * 2]
    expect(at(run, 'usage.inputTokens')).toBe(most + others)
    expect(at(run, 'usage.totalTokens')).toBe(2 * most + others + others / 2)
    expect(at(run, 'tree.inputTokens')).toBe(most + others + below)
    expect(at(run, 'cost.total.totalTokens')).toBe(at(run, 'tree.totalTokens'))
    await graph.prisma.modelCall.update({
      where: { id: call.id },
      data: { inputTokens: 10, outputTokens: 5 },
    })
  })
})

describe('MOD-8 the cost of a run', () => {
  test('is given in lists whose parts each sum to the total', async () => {
    const part = 'usage { costUsd requests }'
    const { run } = await graph.read(`{ run(id: "${ids.root}") { cost { total { costUsd requests }
      byModel { provider model ${part} } byPurpose { purpose ${part} } byStep { step { id number } ${part} }
      byChild { run { id depth } ${part} } wastedUsd unpricedCalls } } }`)
    const used = (costUsd: string, requests: number) => ({ usage: { costUsd, requests } })
    expect(at(run, 'cost')).toEqual({
      total: { costUsd: '0.3200000001', requests: 5 },
      byModel: [
        { provider: 'anthropic', model: 'claude', ...used('0.32', 3) },
        { provider: 'scripted', model: 'echo', ...used('0.0000000001', 2) },
      ],
      byPurpose: [
        { purpose: 'LOOP', ...used('0.3200000001', 4) },
        { purpose: 'FINAL', ...used('0', 1) },
      ],
      byStep: [
        { step: { id: ids.firstStep, number: 1 }, ...used('0.1', 1) },
        { step: { id: ids.secondStep, number: 2 }, ...used('0.2200000001', 4) },
      ],
      byChild: [
        { run: { id: ids.root, depth: 0 }, ...used('0.12', 3) },
        { run: { id: ids.child, depth: 1 }, ...used('0.2000000001', 2) },
      ],
      // The call that failed, and the turn whose only outcome was a refused repetition.
      wastedUsd: '0.22',
      unpricedCalls: 1,
    })
  })

  test('has the savings through caching, by the prices of the calls', async () => {
    const priceOf: PriceOf = ({ usage }) => ({
      costUsd: String((usage.inputTokens - usage.cachedInputTokens * 0.75) / 100),
      priceVersion: 'test',
      pricedAs: 'claude',
    })
    const query = `{ run(id: "${ids.root}") { cost { cacheSavedUsd } } }`
    expect(await graph.ask(query, {}, { priceOf })).toEqual({
      data: { run: { cost: { cacheSavedUsd: '0.03' } } },
    })
    expect(await graph.read(query)).toEqual({ run: { cost: { cacheSavedUsd: '0' } } })
  })

  test('MOD-14 has its parts by kind of token, of a call, a step and a tree, by one statement each', async () => {
    const priceOf: PriceOf = ({ usage: { inputTokens, cachedInputTokens, outputTokens }, pricing }) => ({
      costUsd: addDecimals(
        ...Array.from({ length: pricing === 'BATCH' ? 1 : 2 }, () =>
          (inputTokens * 0.001 - cachedInputTokens * 0.0005 + outputTokens * 0.002).toFixed(10),
        ),
      ),
      ...{ priceVersion: 'test', pricedAs: 'claude' },
    })
    const agent = await make.agent()
    const [top, below] = [await make.run(agent), await make.run(agent)]
    await graph.prisma.run.update({ where: { id: below.id }, data: { parentId: top.id, rootId: top.id } })
    const used = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 }
    const step = await make.step(top, 1)
    await make.modelCall(top, step, { ...used, costUsd: '0.2' })
    await make.modelCall(top, step, { priceVersion: null, costUsd: '0' })
    await make.modelCall(below, await make.step(below, 1), { ...used, costUsd: '0.1', pricing: 'BATCH' })
    const parts = 'kind tokens costUsd'
    const query = `query($id: ID!) { run(id: $id) { cost { total { costUsd unpricedCalls } parts { ${parts} } }
      steps { nodes { costParts { ${parts} } modelCalls { costParts { ${parts} } } } } } }`
    const ask = async () => {
      const { data } = await graph.ask(query, { id: toGlobalId('Run', top.id) }, { priceOf })
      return {
        total: at(data, 'run.cost.total'),
        tree: at(data, 'run.cost.parts'),
        steps: at(data, 'run.steps.nodes.*.costParts'),
        calls: at(data, 'run.steps.nodes.*.modelCalls.*.costParts'),
      }
    }
    const own = [
      { kind: 'INPUT', tokens: 60, costUsd: '0.12' },
      { kind: 'CACHE_READ', tokens: 40, costUsd: '0.04' },
      { kind: 'OUTPUT', tokens: 10, costUsd: '0.04' },
    ]
    expect(await ask()).toEqual({
      total: { costUsd: '0.3', unpricedCalls: 1 },
      tree: [
        ...own.map((part) => ({
          ...part,
          tokens: part.tokens * 2,
          costUsd: addDecimals(part.costUsd, part.costUsd),
        })),
        { kind: 'BATCH_DISCOUNT', tokens: 0, costUsd: '-0.1' },
      ],
      steps: [own],
      calls: [[own, null]],
    })
    await graph.prisma.modelCall.updateMany({ where: { runId: below.id }, data: { costUsd: '0.11' } })
    expect(await ask()).toMatchObject({ tree: null, steps: [own] })
    const tooMany = Array.from({ length: mostPricedCalls }, () =>
      make.modelCall(top, step, { ...used, costUsd: '0.2' }),
    )
    await Promise.all(tooMany)
    expect(await ask()).toMatchObject({ tree: null, steps: [null] })
  })

  test('of a run without calls is nothing', async () => {
    const fresh = await graph.make.run(await graph.make.agent())
    const answer = await graph.read(
      `{ run(id: "${toGlobalId('Run', fresh.id)}") { cost { total { costUsd } byModel { model } byStep { usage { costUsd } } wastedUsd } } }`,
    )
    expect(answer.run).toEqual({ cost: { total: { costUsd: '0' }, byModel: [], byStep: [], wastedUsd: '0' } })
  })
})
