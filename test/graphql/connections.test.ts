import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/graphql/context.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { runs as listOfRuns } from '../../src/graphql/objects/run-list.ts'
import { readSlices } from '../../src/store/read/slices.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph, textAt } from './open-graph.ts'

const agentUuid = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'

const graph = forFile(await openGraph())
const { make } = graph
const agent = await make.agent({ slug: 'counter' })
const agentId = toGlobalId('Agent', agent.id)
const session = await make.session({ key: 'talk' })
const sameMoment = new Date('2026-11-05T00:00:00Z')
for (let index = 0; index < 23; index++) {
  await make.run(agent, {
    input: index % 2 === 0 ? 'An even 100% question' : 'An odd question',
    status: index % 3 === 0 ? 'COMPLETED' : 'RUNNING',
    terminationReason: index % 3 === 0 ? 'FINAL_ANSWER' : null,
    durationMs: index % 3 === 0 ? 100 * (index % 2) : null,
    completedAt: index % 3 === 0 ? new Date(Date.UTC(2026, 10, 6, 0, index % 2)) : null,
    costUsd: index % 5 === 0 ? '0.25' : '0',
    sessionId: index < 4 ? session.id : null,
    // Many runs of one moment: only the id orders them.
    ...(index > 5 && index < 15 ? { createdAt: sameMoment } : {}),
  })
}

const list = 'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'
const orders = ['CREATED_AT', 'COMPLETED_AT', 'DURATION', 'COST'].flatMap((field) =>
  ['ASC', 'DESC'].map((direction) => ({ field, direction })),
)

describe('API pages of a list', () => {
  test.for(orders)(
    'put together are the whole list, forwards and backwards: $field $direction',
    async (orderBy) => {
      const whole = await ids({ first: 100, orderBy })
      expect(whole).toHaveLength(23)
      expect(new Set(whole).size).toBe(23)
      for (const size of [1, 4, 7, 23]) {
        expect(await walk({ orderBy }, 'first', size)).toEqual(whole)
        expect(await walk({ orderBy }, 'last', size)).toEqual(whole)
      }
    },
  )

  test('come newest first where no order is given, and in the order of the column where one is', async () => {
    const { runs } = await graph.read<{ runs: unknown }>(
      '{ runs(first: 100) { edges { node { createdAt } } } }',
    )
    const moments = at(runs, 'edges.*.node.createdAt')
    expect(moments).toEqual([...(Array.isArray(moments) ? moments : [])].toSorted().toReversed())
    const dearest = await graph.read(
      '{ runs(first: 6, orderBy: { field: COST, direction: DESC }) { edges { node { id } } } }',
    )
    const free = await graph.prisma.run.findMany({ where: { costUsd: '0' }, select: { id: true } })
    const freeIds = free.map(({ id }) => toGlobalId('Run', id))
    expect(freeIds.includes(textAt(dearest, 'runs.edges.4.node.id'))).toBe(false)
    expect(freeIds.includes(textAt(dearest, 'runs.edges.5.node.id'))).toBe(true)
  })

  test('tell their total only where it is asked for', async () => {
    expect(await graph.read('{ runs(first: 2) { totalCount } }')).toEqual({ runs: { totalCount: 23 } })
  })

  test('of an agent, a session and a run are theirs alone', async () => {
    const other = await graph.make.run(await graph.make.agent())
    const own = await graph.read(`{ agent(slug: "counter") { runs(first: 100) { totalCount } }
      session(key: "talk") { runs { totalCount } } run(id: "${toGlobalId('Run', other.id)}") { children { totalCount } } }`)
    expect(own).toEqual({
      agent: { runs: { totalCount: 23 } },
      session: { runs: { totalCount: 4 } },
      run: { children: { totalCount: 0 } },
    })
    await graph.prisma.run.delete({ where: { id: other.id } })
  })

  test('go on where they ended although rows were added before them', async () => {
    const orderBy = { field: 'CREATED_AT', direction: 'DESC' }
    const first = await page({ first: 5, orderBy })
    const agent = await graph.prisma.agent.findFirstOrThrow()
    const added = await graph.make.run(agent, { createdAt: new Date('2026-11-20T00:00:00Z') })
    const second = await page({ first: 5, orderBy, after: textAt(first, 'pageInfo.endCursor') })
    expect(at(second, 'edges.*.node.id')).toEqual((await ids({ first: 100, orderBy })).slice(6, 11))
    await graph.prisma.run.delete({ where: { id: added.id } })
  })

  const wrong: readonly [string, object, string][] = [
    ['a negative page', { last: -1 }, 'last is -1; a page has 0 to 100 entries.'],
    ['too large a page', { first: 101 }, 'first is 101; a page has 0 to 100 entries.'],
    ['a page from both ends', { first: 2, last: 2 }, 'last is given with `first`. Give `first` for a page'],
  ]
  test.for(wrong)('refuse %s, naming the argument', async ([, args, message]) => {
    const { data, errors } = await graph.ask(query(), args)
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_INPUT' })
    expect(errors?.[0]?.message).toContain(message)
  })

  const noCursors: readonly [string, object, string][] = [
    [
      'a text',
      { after: 'nonsense' },
      'after: not a valid cursor of this list (it comes from another list, or from this list in another order). Pass a `cursor` that this list returned in the same order',
    ],
    ['of another order', { after: cursor(['COST ASC', '1', 'x']) }, 'after: not a valid cursor'],
    ['with another value', { before: cursor(['CREATED_AT DESC', "' or 1=1", agentUuid]) }, 'before: not a'],
    [
      'with a date that there is not',
      { after: cursor(['CREATED_AT DESC', '2026-13-77T00:00:00.000Z', agentUuid]) },
      'after: not a valid cursor',
    ],
  ]
  test('API-46 refuse a cursor whose position no row can have', async () => {
    const positions = ['1.5', '2147483648', '-1', '', 'NaN', '1e3', null, 7]
    const lists: readonly (readonly [string, readonly unknown[]])[] = [
      ['DURATION DESC', positions.filter((one) => one !== null)],
      ['COST DESC', [...positions.filter((one) => one !== '1.5' && one !== '2147483648'), '-0.5']],
    ]
    for (const [order, values] of lists) {
      const [field, direction] = order.split(' ')
      for (const value of values) {
        const args = { orderBy: { field, direction }, after: cursor([order, value, agentUuid]) }
        const { errors } = await graph.ask(query(), args)
        expect(errors?.[0]?.extensions, `${order} ${value}`).toEqual({ code: 'CURSOR_INVALID' })
      }
    }
    const steps =
      'query($after: String) { runs(first: 1) { nodes { steps(after: $after) { totalCount edges { cursor } } } } }'
    for (const value of positions) {
      const { errors } = await graph.ask(steps, { after: cursor(['NUMBER', value, agentUuid]) })
      expect(errors?.[0]?.extensions, `NUMBER ${value}`).toEqual({ code: 'CURSOR_INVALID' })
    }
    for (const version of [1.5, 2 ** 31, -1, '1', null]) {
      const versions = `query($after: String) { agent(id: "${agentId}") { versions(after: $after) { edges { cursor } } } }`
      const { errors } = await graph.ask(versions, { after: cursor(['VERSION', version]) })
      expect(errors?.[0]?.extensions, `VERSION ${version}`).toEqual({ code: 'CURSOR_INVALID' })
    }
  })

  test.for(noCursors)('API-46 refuse a cursor that is none: %s', async ([, args, message]) => {
    const { data, errors } = await graph.ask(query(), args)
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.extensions).toEqual({ code: 'CURSOR_INVALID' })
    expect(errors?.[0]?.message).toContain(message)
  })
})

test('RUN-12 a text that names nothing finds nothing, and fails no object that is looked up beside it', async () => {
  const lookUp = `query($text: String!) {
    talk: session(key: "talk") { key } session(key: $text) { key }
    counter: agent(slug: "counter") { slug } agent(slug: $text) { slug }
    workflow(slug: $text) { slug } dataSet(slug: $text) { slug } relic(name: $text) { name } }`
  const found = { talk: { key: 'talk' }, counter: { slug: 'counter' } }
  const none = { session: null, agent: null, workflow: null, dataSet: null, relic: null }
  for (const text of ['nobody', '\u0000', '\ud800'])
    expect(await graph.read(lookUp, { text }), text).toEqual({ ...found, ...none })
})

describe('API a filter of runs', () => {
  const filters: readonly [string, object, number][] = [
    ['status', { status: ['COMPLETED', 'FAILED'] }, 8],
    ['termination reason', { terminationReason: ['FINAL_ANSWER'] }, 8],
    ['session', { sessionKey: 'talk' }, 4],
    ['unknown session', { sessionKey: 'none' }, 0],
    ['text, whatever its case', { search: 'EVEN' }, 12],
    ['text with signs of a pattern', { search: '100% q' }, 12],
    ['text that would match as a pattern', { search: 'An_odd%' }, 0],
    ['time', { createdAfter: '2026-11-04T00:00:00Z', createdBefore: '2026-11-06T00:00:00+00:00' }, 9],
    ['several at once', { status: ['RUNNING'], sessionKey: 'talk', rootsOnly: true }, 2],
    ['nothing', {}, 23],
    ['null', { status: null, search: null }, 23],
  ]
  test.for(filters)('by %s', async ([, filter, count]) => {
    const { data, errors } = await graph.ask(
      'query($filter: RunFilter) { runs(filter: $filter) { totalCount } }',
      { filter },
    )
    expect(errors).toBeUndefined()
    expect(at(data, 'runs.totalCount')).toBe(count)
  })

  test('by agent, by its id or slug; of one that there is not there are none', async () => {
    const byAgent = 'query($agent: ID) { runs(filter: { agent: $agent }) { totalCount } }'
    expect(await graph.read(byAgent, { agent: agentId })).toEqual({ runs: { totalCount: 23 } })
    const { agent } = await graph.read<{ agent: { slug: string } }>(`{ agent(id: "${agentId}") { slug } }`)
    expect(await graph.read(byAgent, { agent: agent.slug })).toEqual({ runs: { totalCount: 23 } })
    for (const other of ['nobody', '', toGlobalId('Run', agentUuid)])
      expect(await graph.read(byAgent, { agent: other })).toEqual({ runs: { totalCount: 0 } })
  })
})

test('API a page far from the start reads one range of the index, as the first does', async () => {
  const { prisma, project } = graph
  await prisma.$executeRaw`
    insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", input, "effectiveLimits", "createdAt")
    select id, ${project.id}::uuid, (select id from "Agent" limit 1), 1, id, 'x', '{}', timestamptz '2020-01-01' + n * interval '1 s'
    from (select gen_random_uuid() id, n from generate_series(1, 5000) n) new`
  await prisma.$executeRaw`analyze "Run"`
  const far = await prisma.run.findFirstOrThrow({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], skip: 30 })
  const runs = listOfRuns.rowsOf(createContext(graph.sources, graph.admission), {})
  const after = { value: far.createdAt.toISOString(), id: far.id }
  const plan = await explain(() =>
    readSlices(prisma, runs, [project.id], { limit: 20, backward: false, after, before: null }),
  )
  expect(plan).toMatch(/Index Cond: .*ROW\("createdAt", id\) < ROW/)
  expect(plan).not.toContain('Rows Removed by Filter')
})

/** The plan of the statement that `run` sends. */
async function explain(run: () => Promise<unknown>): Promise<string> {
  const sent = new Promise<{ query: string; params: string }>((resolve) => graph.prisma.$on('query', resolve))
  await run()
  const { query, params } = await sent
  const rows = await graph.prisma.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
    `explain (analyze, costs off) ${query}`,
    ...JSON.parse(params),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

function query(): string {
  return `query($first: Int, $after: String, $last: Int, $before: String, $orderBy: RunOrder) {
    runs(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) { ${list} } }`
}

async function page(args: object): Promise<unknown> {
  return at(await graph.read(query(), args), 'runs')
}

async function ids(args: object): Promise<readonly unknown[]> {
  const found = at(await page(args), 'edges.*.node.id')
  return Array.isArray(found) ? found : []
}

/** The whole list, page by page; the flags of each page are checked. */
async function walk(args: object, way: 'first' | 'last', size: number): Promise<readonly unknown[]> {
  const found: unknown[] = []
  let cursor: unknown = null
  for (;;) {
    const given = way === 'first' ? { first: size, after: cursor } : { last: size, before: cursor }
    const part = await page({ ...args, ...given })
    const nodes = at(part, 'edges.*.node.id')
    if (way === 'first') found.push(...(Array.isArray(nodes) ? nodes : []))
    else found.unshift(...(Array.isArray(nodes) ? nodes : []))
    const [ahead, behind] =
      way === 'first' ? ['hasNextPage', 'hasPreviousPage'] : ['hasPreviousPage', 'hasNextPage']
    expect(at(part, `pageInfo.${behind}`)).toBe(cursor !== null)
    if (at(part, `pageInfo.${ahead}`) !== true) return found
    cursor = at(part, `pageInfo.${way === 'first' ? 'endCursor' : 'startCursor'}`)
  }
}

function cursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
