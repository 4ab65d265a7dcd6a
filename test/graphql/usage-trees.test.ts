import { fc, test as propertyTest } from '@fast-check/vitest'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect } from 'vitest'
import { addDecimals } from '../../src/domain/decimal.ts'
import type { PriceOf, Usage } from '../../src/domain/usage.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { propertyTrials } from '../support/trials.ts'
import { at, createProject, openGraph } from './open-graph.ts'
import { type PlacedCall, type PlacedTrees, store, type Trees, trees } from './usage-trees.ts'

const graph = forFile(await openGraph())

const dimensions = [
  'AGENT',
  'AGENT_VERSION',
  'SESSION',
  'MODEL',
  'PROVIDER',
  'PURPOSE',
  'DAY',
  'RUN',
] as const
type Dimension = (typeof dimensions)[number]
const all =
  'usage { requests estimatedRequests inputTokens outputTokens cachedInputTokens reasoningTokens totalTokens costUsd }'
const bucket = `{ agent { id } agentVersion session { id } model provider purpose day run { id } ${all} }`

/** The price of a cached token is a tenth of another's: a cached one saves nine millionths of a dollar. */
const priceOf: PriceOf = ({ usage }) => ({
  costUsd: addDecimals(`${((usage.inputTokens * 10 - usage.cachedInputTokens * 9) / 1e6).toFixed(10)}`),
  priceVersion: 'test',
  pricedAs: 'test',
})

/** Stores trees in a project of their own, beside those of all earlier ones, and asks within it. */
async function stored(shape: readonly Trees[number][]) {
  const project = await createProject(graph.prisma, `project-${uuidv7()}`)
  const placed = await store(graph.prisma, project.id, shape)
  const read = async (query: string) => {
    const { data, errors } = await graph.ask(query, {}, { project, priceOf })
    if (errors !== undefined || data == null) throw new Error(JSON.stringify(errors))
    return data
  }
  return { placed, read }
}

function usageOf(calls: readonly PlacedCall[]): Usage {
  const sum = (name: 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'reasoningTokens') =>
    calls.reduce((total, { row }) => total + (row[name] ?? 0), 0)
  return {
    requests: calls.length,
    estimatedRequests: 0,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    reasoningTokens: sum('reasoningTokens'),
    totalTokens: sum('inputTokens') + sum('outputTokens'),
    costUsd: addDecimals(...calls.map(({ costUsd }) => costUsd)),
  }
}

/** Calls in groups by what `key` says of them, each as the API shows it; in no order. */
function grouped(calls: readonly PlacedCall[], key: (call: PlacedCall) => object) {
  const groups = Map.groupBy(calls, (call) => JSON.stringify(key(call)))
  return [...groups].map(([text, group]) => ({ ...JSON.parse(text), usage: usageOf(group) }))
}

function expectSame(got: unknown, wanted: readonly unknown[]) {
  const inOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one, sortedKeys)).toSorted()
  expect(Array.isArray(got) ? inOrder(got) : got).toEqual(inOrder(wanted))
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Fields of a bucket when it is grouped by these. */
function keyOf({ row }: PlacedCall, by: readonly Dimension[]) {
  const hasAgent = by.includes('AGENT') || by.includes('AGENT_VERSION')
  const id = (type: 'Agent' | 'Session' | 'Run', uuid: string) => ({ id: toGlobalId(type, uuid) })
  return {
    agent: hasAgent ? id('Agent', row.agentId) : null,
    agentVersion: by.includes('AGENT_VERSION') ? row.agentVersion : null,
    session: by.includes('SESSION') && row.sessionId != null ? id('Session', row.sessionId) : null,
    model: by.includes('MODEL') ? row.model : null,
    provider: by.includes('PROVIDER') ? row.provider : null,
    purpose: by.includes('PURPOSE') ? row.purpose : null,
    day: by.includes('DAY') ? row.startedAt.toISOString().slice(0, 10) : null,
    run: by.includes('RUN') ? id('Run', row.runId) : null,
  }
}

/** Every choice of dimensions, the empty one first. */
const combinations = Array.from({ length: 2 ** dimensions.length }, (_, bits) =>
  dimensions.filter((__, index) => (bits >> index) & 1),
)

describe('over random trees of runs', () => {
  propertyTest.prop([trees], propertyTrials(3))(
    'MOD-8 by every combination of dimensions the buckets are the sums of the calls, and of no other project',
    async (shape) => {
      const { placed, read } = await stored(shape)
      for (const part of chunks(combinations, 16)) {
        const fields = part.map((by, n) => `c${n}: usage(groupBy: [${by.join(' ')}]) ${bucket}`)
        const answer = await read(`{ ${fields.join(' ')} }`)
        for (const [n, by] of part.entries()) {
          const wanted = grouped(placed.calls, (call) => keyOf(call, by))
          const nothing = { ...keyOfNothing, usage: usageOf([]) }
          expectSame(answer[`c${n}`], wanted.length === 0 && by.length === 0 ? [nothing] : wanted)
        }
      }
    },
    120_000,
  )

  propertyTest.prop([trees], propertyTrials(20))(
    'MOD-8 each list of the cost of a run sums to its total, and has the wasted, saved and unpriced parts',
    async (shape) => {
      const { placed, read } = await stored(shape)
      const cost = `cost { total ${all.slice('usage '.length)} byModel ${bucket} byPurpose ${bucket} byChild ${bucket}
        byStep { step { id } ${all} } wastedUsd cacheSavedUsd unpricedCalls }`
      const fields = placed.runIds.map(
        (id, n) =>
          `r${n}: run(id: "${toGlobalId('Run', id)}") { ${all} tree: ${all.replace('usage', 'usage(includeDescendants: true)')} ${cost} }`,
      )
      const answer = await read(`{ ${fields.join(' ')} }`)
      for (const [n, runId] of placed.runIds.entries()) expectCost(at(answer, `r${n}`), runId, placed)
    },
    120_000,
  )

  propertyTest.prop([trees, fc.nat(3 * 86_400_000), fc.nat(3 * 86_400_000)], propertyTrials(10))(
    'MOD-8 steps, sessions and agents each sum their own calls, in any stretch of time',
    async (shape, from, length) => {
      const { placed, read } = await stored(shape)
      const since = new Date(Date.UTC(2026, 10, 1) + from)
      const until = new Date(since.getTime() + length)
      const range = `(since: "${since.toISOString()}", until: "${until.toISOString()}")`
      const inTime = ({ row }: PlacedCall) => row.startedAt >= since && row.startedAt < until
      const fields = [
        ...placed.steps.map(
          (id, n) => `s${n}: node(id: "${toGlobalId('Step', id)}") { ... on Step { ${all} } }`,
        ),
        ...placed.sessionKeys.map(({ key }, n) => `k${n}: session(key: "${key}") { ${all} }`),
        ...placed.agentIds.map(
          (id, n) =>
            `a${n}: agent(id: "${toGlobalId('Agent', id)}") { ${all} ranged: ${all.replace('usage', `usage${range}`)} }`,
        ),
        `ranged: usage${range} { ${all} }`,
      ]
      const answer = await read(`{ ${fields.join(' ')} }`)
      const of = (name: 'stepId' | 'sessionId' | 'agentId', id: string) =>
        placed.calls.filter(({ row }) => row[name] === id)
      for (const [n, id] of placed.steps.entries())
        expect(at(answer, `s${n}.usage`)).toEqual(usageOf(of('stepId', id)))
      for (const [n, { id }] of placed.sessionKeys.entries())
        expect(at(answer, `k${n}.usage`)).toEqual(usageOf(of('sessionId', id)))
      for (const [n, id] of placed.agentIds.entries()) {
        expect(at(answer, `a${n}.usage`)).toEqual(usageOf(of('agentId', id)))
        expect(at(answer, `a${n}.ranged`)).toEqual(usageOf(of('agentId', id).filter(inTime)))
      }
      expect(answer.ranged).toEqual([{ usage: usageOf(placed.calls.filter(inTime)) }])
    },
    120_000,
  )
})

const keyOfNothing = Object.fromEntries(
  ['agent', 'agentVersion', 'session', 'model', 'provider', 'purpose', 'day', 'run'].map((name) => [
    name,
    null,
  ]),
)

function expectCost(run: unknown, runId: string, { calls }: PlacedTrees) {
  const tree = calls.filter(({ way }) => way.some((one) => one.runId === runId))
  const placeOf = ({ way }: PlacedCall) => way.findIndex((one) => one.runId === runId)
  const own = tree.filter((call) => placeOf(call) === 0)
  const total = usageOf(tree)
  expect(at(run, 'usage')).toEqual(usageOf(own))
  expect(at(run, 'tree')).toEqual(total)
  expect(at(run, 'cost.total')).toEqual(total)
  const key = (changes: object) => ({ ...keyOfNothing, ...changes })
  expectSame(
    at(run, 'cost.byModel'),
    grouped(tree, ({ row }) => key({ model: row.model, provider: row.provider })),
  )
  expectSame(
    at(run, 'cost.byPurpose'),
    grouped(tree, ({ row }) => key({ purpose: row.purpose })),
  )
  expectSame(
    at(run, 'cost.byChild'),
    grouped(tree, (call) =>
      key({ run: { id: toGlobalId('Run', call.way[Math.max(placeOf(call) - 1, 0)]?.runId ?? '') } }),
    ),
  )
  expectSame(
    at(run, 'cost.byStep'),
    grouped(tree, (call) => ({ step: { id: toGlobalId('Step', call.way[placeOf(call)]?.stepId ?? '') } })),
  )
  for (const list of ['byModel', 'byPurpose', 'byChild', 'byStep'])
    expectSum(at(run, `cost.${list}.*.usage`), total)
  expect(at(run, 'cost.wastedUsd')).toBe(
    addDecimals(...tree.filter(({ isWasted }) => isWasted).map(({ costUsd }) => costUsd)),
  )
  expect(at(run, 'cost.cacheSavedUsd')).toBe(
    addDecimals(
      ...tree.map(({ row }) => (row.priceVersion === null ? '0' : saved(row.cachedInputTokens ?? 0))),
    ),
  )
  expect(at(run, 'cost.unpricedCalls')).toBe(tree.filter(({ isUnpriced }) => isUnpriced).length)
}

function saved(cachedTokens: number): string {
  return ((cachedTokens * 9) / 1e6).toFixed(10)
}

function expectSum(parts: unknown, total: Usage) {
  if (!Array.isArray(parts)) throw new Error('No list.')
  const costs = parts.map((part) => String(at(part, 'costUsd')))
  expect(addDecimals(...costs)).toBe(total.costUsd)
  for (const name of ['requests', 'totalTokens'] as const)
    expect(parts.reduce((sum: number, part) => sum + Number(at(part, name)), 0)).toBe(total[name])
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  )
}
