import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { runFilter } from '../../src/domain/filters.ts'
import type { GivenInput } from '../../src/graphql/fields.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { readFilter } from '../../src/graphql/paging/filter-input.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph, textAt } from './open-graph.ts'

/** The ids of what runs are found by, and of the runs by their inputs. */
const ids: Record<string, string> = {}

const graph = forFile(await openGraph())
const { make, prisma, project } = graph
const agent = await make.agent({ slug: 'finder', version: 1 })
const other = await make.agent({ slug: 'other' })
await prisma.agentVersion.create({
  data: { agentId: agent.id, version: 2, projectId: project.id, definition: { name: 'Finder' } },
})
const schedule = await make.schedule(agent)
const workflow = await make.workflow({ slug: 'report' })
const root = await make.run(agent, { input: 'root', costUsd: '0.5', triggeredBy: 'nightly key' })
const runs = [
  root,
  await make.run(agent, {
    ...{ input: 'child', parentId: root.id, rootId: root.id, ancestorIds: [root.id], depth: 1 },
    ...{ threadId: root.id, durationMs: 900, metadata: { customer: 42, region: 'eu' } },
  }),
  await make.run(other, {
    ...{ input: 'scheduled', scheduleId: schedule.id, scheduledFor: new Date(), durationMs: 100 },
    ...{ metadata: { customer: '42', region: 'eu' }, threadId: 'thread-7' },
  }),
  await make.run(
    { ...agent, version: 2 },
    {
      ...{ input: 'flow', workflowId: workflow.id, workflowVersion: 1, costUsd: '2', durationMs: 500 },
      ...{ completedAt: new Date('2026-11-02T00:00:00Z'), triggeredBy: 'loopback' },
      ...{ errorCode: 'TOOL_FAILED', errorMessage: 'The tool broke: 100% wrong.' },
    },
  ),
]
for (const { id, input } of runs) ids[input] = id
await label('root', 'red', 'blue')
await label('child', 'blue')
await label('scheduled', 'green')
for (const [input, model, target] of [
  ['root', 'small', 'look'],
  ['root', 'small', 'look'],
  ['flow', 'large', 'pay'],
] as const) {
  const run = runs.find((one) => one.input === input) ?? root
  const step = await make.step(run, (await prisma.step.count({ where: { runId: run.id } })) + 1)
  await make.modelCall(run, step, { provider: 'scripted', model })
  await make.action(step, { target })
  await make.action(step, { position: 1, type: 'AGENT', target: 'pay' })
}
Object.assign(ids, { agent: agent.id, schedule: schedule.id, workflow: workflow.id })

/** Tags of a run, as its trigger writes them. */
async function label(input: string, ...tags: readonly string[]): Promise<void> {
  const { id, projectId, createdAt } = await graph.prisma.run.findUniqueOrThrow({
    where: { id: idOf(input) },
  })
  await graph.prisma.runTag.createMany({
    data: tags.map((tag) => ({ runId: id, tag, projectId, createdAt })),
  })
}

function idOf(name: string): string {
  const id = ids[name]
  if (id === undefined) throw new Error(`Nothing is named ${name}.`)
  return id
}

const list = `query($filter: RunFilter, $orderBy: RunOrder) {
  runs(filter: $filter, orderBy: $orderBy) { totalCount nodes { id input } } }`

const globalId = (kind: 'Run' | 'Schedule' | 'Workflow' | 'Agent', name: string) =>
  toGlobalId(kind, idOf(name))

const found: readonly (readonly [string, () => GivenInput, readonly string[]])[] = [
  ['ids', () => ({ ids: [globalId('Run', 'flow'), idOf('root'), uuidv7()] }), ['flow', 'root']],
  ['no ids', () => ({ ids: [] }), []],
  ['agent, by its UUID', () => ({ agent: idOf('agent') }), ['flow', 'child', 'root']],
  ['version of an agent', () => ({ agent: 'finder', agentVersion: 2 }), ['flow']],
  ['model', () => ({ model: 'scripted/small' }), ['root']],
  ['model of another provider', () => ({ model: 'openai/small' }), []],
  ['tool', () => ({ tool: 'look' }), ['root']],
  ['tool, not what else has its name', () => ({ tool: 'pay' }), ['flow']],
  ['a tag', () => ({ tags: ['blue'] }), ['child', 'root']],
  ['all of some tags', () => ({ tags: [' red', 'blue'] }), ['root']],
  ['tags that no run has together', () => ({ tags: ['red', 'green'] }), []],
  ['no tags at all, which asks for none', () => ({ tags: [] }), ['flow', 'scheduled', 'child', 'root']],
  ['any of some tags', () => ({ anyTag: ['red', 'green', 'none'] }), ['scheduled', 'root']],
  ['any of one tag', () => ({ anyTag: ['green'] }), ['scheduled']],
  ['any of no tags', () => ({ anyTag: [] }), []],
  ['all of some tags and any of others', () => ({ tags: ['blue'], anyTag: ['red'] }), ['root']],
  ['metadata, with its type', () => ({ metadata: { customer: 42 } }), ['child']],
  ['metadata, whole', () => ({ metadata: { region: 'eu', customer: '42' } }), ['scheduled']],
  ['metadata of several', () => ({ metadata: { region: 'eu' } }), ['scheduled', 'child']],
  ['no metadata', () => ({ metadata: {} }), ['flow', 'scheduled', 'child', 'root']],
  ['least cost', () => ({ minCostUsd: '0.50' }), ['flow', 'root']],
  ['range of costs', () => ({ minCostUsd: '0.1', maxCostUsd: '0.5' }), ['root']],
  ['range of durations', () => ({ minDurationMs: 101, maxDurationMs: 500 }), ['flow']],
  ['schedule', () => ({ scheduleId: globalId('Schedule', 'schedule') }), ['scheduled']],
  ['workflow', () => ({ workflow: 'report' }), ['flow']],
  ['workflow, by its id', () => ({ workflow: globalId('Workflow', 'workflow') }), ['flow']],
  ['parent', () => ({ parentId: globalId('Run', 'root') }), ['child']],
  ['thread', () => ({ threadId: 'thread-7' }), ['scheduled']],
  ['thread of a root that was given none', () => ({ threadId: idOf('root') }), ['child', 'root']],
  ['caller', () => ({ triggeredBy: 'nightly key' }), ['root']],
  ['words of an error', () => ({ search: 'BROKE: 100%' }), ['flow']],
]

describe('RUN-11 runs are found', () => {
  test.each(found)('by %s: in a list, a count and a subscription', async (_name, filterOf, inputs) => {
    const filter = filterOf()
    const { runs } = await graph.read<{ runs: unknown }>(list, { filter })
    expect(at(runs, 'nodes.*.input')).toEqual(inputs)
    expect(at(runs, 'totalCount')).toBe(inputs.length)
    // Condition of a subscription on a run that changed.
    const condition = {
      kind: 'runs',
      projectId: graph.project.id,
      filter: readFilter(runFilter, filter),
    } as const
    for (const input of ['root', 'child', 'scheduled', 'flow'])
      expect(await graph.sources.reads.isKept({ table: 'Run', id: idOf(input) }, condition)).toBe(
        inputs.includes(input),
      )
  })

  test('by a version among the runs of its agent', async () => {
    const query = '{ agent(slug: "finder") { runs(filter: { agentVersion: 1 }) { nodes { input } } } }'
    expect(await graph.read(query)).toEqual({
      agent: { runs: { nodes: [{ input: 'child' }, { input: 'root' }] } },
    })
  })

  test('by a tag in pages, oldest first too, and in other orders', async () => {
    const pages = `query($after: String, $direction: OrderDirection!) { runs(first: 1, after: $after, filter: { tags: ["blue"] },
      orderBy: { field: CREATED_AT, direction: $direction }) { nodes { input } pageInfo { endCursor hasNextPage } } }`
    for (const [direction, inputs] of [
      ['DESC', ['child', 'root']],
      ['ASC', ['root', 'child']],
    ] as const) {
      const first = await graph.read(pages, { direction })
      const after = textAt(first, 'runs.pageInfo.endCursor')
      const second = await graph.read(pages, { direction, after })
      expect([first, second].map((page) => at(page, 'runs.nodes.0.input'))).toEqual(inputs)
      expect(at(second, 'runs.pageInfo.hasNextPage')).toBe(false)
    }
    const orderBy = { field: 'COST', direction: 'ASC' }
    const byCost = await graph.read(list, { filter: { tags: ['blue'] }, orderBy })
    expect(at(byCost, 'runs.nodes.*.input')).toEqual(['child', 'root'])
  })

  test('and another project finds none of them', async () => {
    const stranger = { id: uuidv7(), slug: 'stranger' }
    const caller = { project: stranger }
    for (const filter of [
      { tags: ['blue'] },
      { anyTag: ['blue'] },
      { model: 'scripted/small' },
      { ids: [idOf('root')] },
    ]) {
      const { data } = await graph.ask(list, { filter }, caller)
      expect(data).toEqual({ runs: { totalCount: 0, nodes: [] } })
    }
  })

  const refused: readonly (readonly [string, object, string])[] = [
    ['a version without an agent', { agentVersion: 1 }, 'agentVersion needs `agent`'],
    ['a model without a provider', { model: 'small' }, 'model is "small"; it must be `provider/model`'],
    [
      'too many ids',
      { ids: Array.from({ length: 101 }, () => uuidv7()) },
      'ids has 101 ids; the maximum is 100',
    ],
    ['an id of another type', { parentId: toGlobalId('Agent', uuidv7()) }, 'is not an id of type Run'],
    ['a schedule that is none', { scheduleId: 'nightly' }, 'is not an id of type Schedule'],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags has 21 tags'],
    ['metadata that is no object', { metadata: ['a'] }, 'metadata must be an object'],
    [
      'a duration below 0',
      { minDurationMs: -5, maxDurationMs: 3 },
      'minDurationMs is -5; it must be 0 or more.',
    ],
    ['a cost below 0', { maxCostUsd: '-0.01' }, 'maxCostUsd is -0.01; it must be 0 or more.'],
    [
      'durations in the wrong order',
      { minDurationMs: 9, maxDurationMs: 8 },
      'minDurationMs is 9, and maxDurationMs is 8; minDurationMs must not be more than maxDurationMs.',
    ],
    [
      'costs in the wrong order',
      { minCostUsd: '10', maxCostUsd: '9.5' },
      'minCostUsd is 10, and maxCostUsd is 9.5; minCostUsd must not be more than maxCostUsd.',
    ],
    [
      'times in the wrong order',
      { createdAfter: '2026-11-02T00:00:00Z', createdBefore: '2026-11-01T00:00:00Z' },
      'createdAfter is 2026-11-02T00:00:00.000Z, and createdBefore is 2026-11-01T00:00:00.000Z; createdAfter must not be later than createdBefore.',
    ],
    ['an empty text', { search: '' }, 'search has 0 characters; it must have 1 to 200'],
    ['metadata that is nested', { metadata: { a: { b: 1 } } }, 'metadata must be an object'],
  ]
  test.each(refused)('and %s is refused, with the place of the field', async (_name, filter, message) => {
    const { data, errors } = await graph.ask(list, { filter })
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.message).toMatch(/^filter\.\w/)
    expect(errors?.[0]?.message).toContain(message)
    expect(errors?.[0]?.extensions?.code).toMatch(/^INVALID_(INPUT|ID)$/)
  })
})

test.each([
  [
    'sessions',
    { activeAfter: '2026-11-02T00:00:00Z', activeBefore: '2026-11-01T00:00:00Z' },
    /^filter\.activeAfter is /,
  ],
  [
    'gates',
    { createdAfter: '2026-11-02T00:00:00Z', createdBefore: '2026-11-01T00:00:00Z' },
    /^filter\.createdAfter is /,
  ],
])('RUN-11 %s refuse times in the wrong order too', async (field, filter, message) => {
  const type = field === 'gates' ? 'GateFilter' : 'SessionFilter'
  const { errors } = await graph.ask(`query($filter: ${type}) { ${field}(filter: $filter) { totalCount } }`, {
    filter,
  })
  expect(errors?.[0]?.message).toMatch(message)
  expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
})

describe('RUN-12 an id of a run', () => {
  const query = `query($id: ID!) { run(id: $id) { input } }`

  test('is its global id or its UUID, as logs show it, in either case', async () => {
    for (const id of [globalId('Run', 'root'), idOf('root'), idOf('root').toUpperCase()])
      expect(await graph.read(query, { id })).toEqual({ run: { input: 'root' } })
    expect(await graph.read(query, { id: uuidv7() })).toEqual({ run: null })
    const diff = `query($a: ID!, $b: ID!) { runDiff(a: $a, b: $b) { a { input } b { input } } }`
    expect(await graph.read(diff, { a: idOf('root'), b: globalId('Run', 'flow') })).toEqual({
      runDiff: { a: { input: 'root' }, b: { input: 'flow' } },
    })
  })

  test('is for `node` its global id, as a UUID does not name a type', async () => {
    const { errors } = await graph.ask('query($id: ID!) { node(id: $id) { id } }', { id: idOf('root') })
    expect(errors?.[0]?.message).toContain(
      'A UUID does not name a type: pass it to the field of its type, such as `run`',
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_ID' })
  })
})

test('API-10 API-12 `nodes` of a connection are the nodes of its edges, read once', async () => {
  const both = '{ runs { edges { node { id status } } nodes { id input agent { slug } } } }'
  const answer = await graph.read(both)
  expect(at(answer, 'runs.nodes.*.id')).toEqual(at(answer, 'runs.edges.*.node.id'))
  expect(at(answer, 'runs.nodes.*.agent.slug')).toEqual(['finder', 'other', 'finder', 'finder'])
  const edges = await graph.count('{ runs { edges { node { id input agent { slug } } } } }')
  expect(await graph.count('{ runs { nodes { id input agent { slug } } } }')).toBe(edges)
  expect(await graph.count(both)).toBe(edges)
})
