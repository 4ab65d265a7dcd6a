import { describe, expect, test } from 'vitest'
import { explain, indexesOf, rowsVisited, statementsOf } from '../support/explain.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, type Graph, openGraph } from './open-graph.ts'

const zone = 'Europe/Berlin'

/** The last hour before clocks are set back in Berlin, and the two hours that are called 2 o'clock there. */
const times = {
  before: '2026-10-24T21:59:00Z',
  midnight: '2026-10-24T22:00:00Z',
  first: '2026-10-25T00:30:00Z',
  second: '2026-10-25T01:30:00Z',
  last: '2026-10-25T22:59:59Z',
} as const

const period = { since: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }

type Made = Awaited<ReturnType<Graph['make']['run']>>

/** A run that was accepted at one of the times, and began a number of milliseconds later. */
async function makeRun(
  agent: { id: string; version: number },
  time: keyof typeof times,
  { waitedMs, ...fields }: { readonly waitedMs?: number } & Parameters<Graph['make']['run']>[1],
): Promise<Made> {
  const createdAt = new Date(times[time])
  const startedAt = waitedMs === undefined ? null : new Date(createdAt.getTime() + waitedMs)
  return graph.make.run(agent, { createdAt, startAt: createdAt, startedAt, ...fields })
}

const graph = forFile(await openGraph())
const { make, prisma, project } = graph
const agent = await make.agent({ slug: 'finder' })
await prisma.agentVersion.create({
  data: { agentId: agent.id, version: 2, projectId: project.id, definition: { name: 'Finder' } },
})
const other = await make.agent({ slug: 'other' })
const done = { status: 'COMPLETED', terminationReason: 'FINAL_ANSWER' } as const
const failed = { status: 'FAILED', terminationReason: 'ERROR' } as const
const runs = {
  quick: await makeRun(agent, 'before', { ...done, durationMs: 100, waitedMs: 10 }),
  slow: await makeRun(agent, 'midnight', { ...done, durationMs: 900, waitedMs: 30 }),
  broken: await makeRun({ ...agent, version: 2 }, 'first', { ...failed, durationMs: 500, waitedMs: 20 }),
  stopped: await makeRun(other, 'second', {
    ...{ status: 'CANCELLED', terminationReason: 'ABORTED', durationMs: 50, waitedMs: 0 },
  }),
  // A run that runs has the duration of its earlier stretches.
  running: await makeRun(other, 'last', { status: 'RUNNING', durationMs: 7_777, waitedMs: 5 }),
  // It is to begin tomorrow, so it has waited for nothing.
  queued: await makeRun(other, 'last', { status: 'QUEUED' }),
}
await label(runs.quick, 'red', 'blue')
await label(runs.slow, 'blue')
const quick = await make.step(runs.quick, 1)
const slow = await make.step(runs.slow, 1)
const call = (run: Made, step: { id: string }, fields: object) =>
  make.modelCall(run, step, { startedAt: run.createdAt, ...fields })
await call(runs.quick, quick, { model: 'small', costUsd: '0.1', timeToFirstTokenMs: 40 })
await call(runs.quick, quick, { model: 'large', costUsd: '1', timeToFirstTokenMs: 400 })
await call(runs.slow, slow, { model: 'small', costUsd: '0.2', timeToFirstTokenMs: 60 })
await call(runs.slow, slow, { model: 'small', costUsd: '0.3', timeToFirstTokenMs: null })
await make.action(quick, { target: 'look' })
await make.action(quick, { target: 'look', position: 1 })
await make.action(quick, { target: 'pay', position: 2 })
await make.action(slow, { target: 'pay' })
await make.action(slow, { type: 'AGENT', target: 'look', position: 1 })
const opened = new Date('2026-10-25T00:00:00Z')
const after = (ms: number) => new Date(opened.getTime() + ms)
await make.gate(runs.quick, { status: 'APPROVED', createdAt: opened, resolvedAt: after(1_000) })
await make.gate(runs.quick, { status: 'EXPIRED', createdAt: opened, resolvedAt: after(3_000) })
await make.gate(runs.quick, { status: 'CANCELLED', createdAt: opened, resolvedAt: after(9_000) })
await make.gate(runs.slow, { createdAt: opened })
await makeOthers()

async function label({ id, projectId, createdAt }: Made, ...tags: readonly string[]): Promise<void> {
  await graph.prisma.runTag.createMany({
    data: tags.map((tag) => ({ runId: id, tag, projectId, createdAt })),
  })
}

/** The same of another project, and runs before and after the period. */
async function makeOthers(): Promise<void> {
  const project = await createProject(graph.prisma, 'stranger')
  const make = createFactories(graph.prisma, project.id)
  const agent = await make.agent({ slug: 'finder' })
  const run = await make.run(agent, { createdAt: new Date(times.first), status: 'FAILED', durationMs: 1 })
  await label(run, 'blue')
  await make.modelCall(run, await make.step(run, 1), { model: 'small', startedAt: run.createdAt })
  const own = await graph.make.agent()
  for (const time of ['2026-09-30T23:59:59.999Z', period.until])
    await graph.make.run(own, { createdAt: new Date(time), status: 'FAILED' })
}

async function buckets(groupBy: string, fields: string, more = ''): Promise<unknown> {
  const query = `{ runStats(since: "${period.since}", until: "${period.until}", groupBy: [${groupBy}], ${more}) {
    isTruncated buckets { ${fields} } } }`
  const answer = await graph.read(query)
  expect(at(answer, 'runStats.isTruncated')).toBe(false)
  return at(answer, 'runStats.buckets')
}

const durations = (count: number, p50: number | null, p95 = p50, p99 = p95) => ({ count, p50, p95, p99 })

const all = 'count p50 p95 p99'

describe('API-50 the statistics of runs', () => {
  test('of all: counts, failure rate, durations of ended runs, times in the queue of started ones, usage, first tokens, gates', async () => {
    expect(
      await buckets(
        '',
        `status agent { slug } count completed failed cancelled active failureRate duration { ${all} } queueTime { ${all} }
        timeToFirstToken { ${all} } gateWait { ${all} } usage { requests costUsd inputTokens }`,
      ),
    ).toEqual([
      {
        ...{ status: null, agent: null },
        ...{ count: 6, completed: 2, failed: 1, cancelled: 1, active: 2, failureRate: 1 / 3 },
        duration: durations(4, 100, 900),
        queueTime: durations(5, 10, 30),
        timeToFirstToken: durations(3, 60, 400),
        gateWait: durations(2, 1_000, 3_000),
        usage: { requests: 4, costUsd: '1.6', inputTokens: 40 },
      },
    ])
  })

  test('of none: one group of nothing, or no groups', async () => {
    const filter = 'filter: { triggeredBy: "nobody" }'
    expect(
      await buckets(
        '',
        `count failureRate duration { ${all} } gateWait { p50 } usage { requests costUsd }`,
        filter,
      ),
    ).toEqual([
      {
        ...{ count: 0, failureRate: null, duration: durations(0, null) },
        ...{ gateWait: { p50: null }, usage: { requests: 0, costUsd: '0' } },
      },
    ])
    expect(await buckets('STATUS', 'count', filter)).toEqual([])
  })

  const groups: readonly (readonly [string, string, readonly (readonly unknown[])[]])[] = [
    [
      'STATUS',
      'status',
      [
        ['COMPLETED', 2],
        ['CANCELLED', 1],
        ['FAILED', 1],
        ['QUEUED', 1],
        ['RUNNING', 1],
      ],
    ],
    [
      'REASON',
      'terminationReason',
      [
        ['FINAL_ANSWER', 2],
        [null, 2],
        ['ABORTED', 1],
        ['ERROR', 1],
      ],
    ],
    [
      'AGENT',
      'agent.slug',
      [
        ['finder', 3],
        ['other', 3],
      ],
    ],
    [
      'VERSION',
      'agentVersion',
      [
        [1, 3],
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'MODEL',
      'model',
      [
        [null, 4],
        ['small', 2],
        ['large', 1],
      ],
    ],
    [
      'TOOL',
      'tool',
      [
        [null, 4],
        ['pay', 2],
        ['look', 1],
      ],
    ],
    [
      'TAG',
      'tag',
      [
        [null, 4],
        ['blue', 2],
        ['red', 1],
      ],
    ],
  ]

  test.for(groups)('by %s', async ([dimension, path, expected]) => {
    const fields = 'status terminationReason agent { slug } agentVersion provider model tool tag hour day'
    const found = (await buckets(dimension, `count ${fields}`)) as readonly object[]
    const inOrder = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join()).sort()
    expect(inOrder(found.map((bucket) => [at(bucket, path), at(bucket, 'count')]))).toEqual(inOrder(expected))
    const counts = found.map((bucket) => Number(at(bucket, 'count')))
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    // Fields other than the grouping fields are null.
    const given = { VERSION: ['agent', 'agentVersion'], MODEL: ['provider', 'model'] }[dimension] ?? [
      path.split('.')[0],
    ]
    for (const bucket of found)
      for (const [name, value] of Object.entries(bucket))
        if (name !== 'count' && !given.includes(name)) expect(value, name).toBeNull()
  })

  test('by DAY of a time zone, the earliest first', async () => {
    expect(await buckets('DAY', 'day count', `timeZone: "${zone}"`)).toEqual([
      { day: '2026-10-24', count: 1 },
      { day: '2026-10-25', count: 5 },
    ])
    expect(await buckets('DAY', 'day count')).toEqual([
      { day: '2026-10-24', count: 2 },
      { day: '2026-10-25', count: 4 },
    ])
  })

  test('by HOUR, where two hours have one name and where zones are half an hour apart', async () => {
    expect(await buckets('HOUR', 'hour count', `timeZone: "${zone}"`)).toEqual([
      { hour: '2026-10-24T21:00:00.000Z', count: 1 },
      { hour: '2026-10-24T22:00:00.000Z', count: 1 },
      { hour: '2026-10-25T00:00:00.000Z', count: 1 },
      { hour: '2026-10-25T01:00:00.000Z', count: 1 },
      { hour: '2026-10-25T22:00:00.000Z', count: 2 },
    ])
    expect(at(await buckets('HOUR', 'hour', 'timeZone: "Asia/Kolkata"'), '*.hour')).toEqual([
      '2026-10-24T21:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T22:30:00.000Z',
    ])
  })

  test('by several dimensions at once', async () => {
    expect(await buckets('DAY, STATUS', 'day status count', `timeZone: "${zone}"`)).toEqual([
      { day: '2026-10-24', status: 'COMPLETED', count: 1 },
      ...['CANCELLED', 'COMPLETED', 'FAILED', 'QUEUED', 'RUNNING'].map((status) => ({
        ...{ day: '2026-10-25', status, count: 1 },
      })),
    ])
  })

  test('of a model have the usage of its calls, of a tool and a tag that of their runs', async () => {
    const fields = 'usage { requests costUsd } timeToFirstToken { count p50 } gateWait { count p95 }'
    const none = {
      ...{ usage: { requests: 0, costUsd: '0' }, timeToFirstToken: { count: 0, p50: null } },
      gateWait: { count: 0, p95: null },
    }
    const gateWait = { count: 2, p95: 3_000 }
    expect(await buckets('MODEL', `model ${fields}`)).toEqual([
      { model: null, ...none },
      {
        ...{ model: 'small', usage: { requests: 3, costUsd: '0.6' } },
        ...{ timeToFirstToken: { count: 2, p50: 40 }, gateWait },
      },
      {
        ...{ model: 'large', usage: { requests: 1, costUsd: '1' } },
        ...{ timeToFirstToken: { count: 1, p50: 400 }, gateWait },
      },
    ])
    const quick = {
      usage: { requests: 2, costUsd: '1.1' },
      timeToFirstToken: { count: 2, p50: 40 },
      gateWait,
    }
    const both = { usage: { requests: 4, costUsd: '1.6' }, timeToFirstToken: { count: 3, p50: 60 }, gateWait }
    expect(await buckets('TAG', `tag ${fields}`)).toEqual([
      { tag: null, ...none },
      { tag: 'blue', ...both },
      { tag: 'red', ...quick },
    ])
    expect(await buckets('TOOL', `tool ${fields}`)).toEqual([
      { tool: null, ...none },
      { tool: 'pay', ...both },
      { tool: 'look', ...quick },
    ])
    expect(await buckets('MODEL, TAG', 'model tag usage { costUsd }', 'filter: { tags: ["red"] }')).toEqual(
      expect.arrayContaining([
        { model: 'large', tag: 'blue', usage: { costUsd: '1' } },
        { model: 'large', tag: 'red', usage: { costUsd: '1' } },
        { model: 'small', tag: 'blue', usage: { costUsd: '0.1' } },
        { model: 'small', tag: 'red', usage: { costUsd: '0.1' } },
      ]),
    )
  })

  test('of the runs of a filter', async () => {
    expect(await buckets('', 'count', 'filter: { agent: "finder", tags: ["blue"] }')).toEqual([{ count: 2 }])
    expect(await buckets('', 'count', 'filter: { model: "scripted/large" }')).toEqual([{ count: 1 }])
  })

  test('of more groups than 1,000 are marked truncated, and have the usage of the first ones', async () => {
    const { make, project } = graph
    const agent = await make.agent({ slug: 'tagger' })
    const run = await make.run(agent, { createdAt: new Date('2025-12-01T00:00:00Z'), status: 'COMPLETED' })
    await make.modelCall(run, await make.step(run, 1), { startedAt: run.createdAt, costUsd: '0.5' })
    const tags = Array.from({ length: 1_001 }, (_, index) => `tag-${String(index).padStart(4, '0')}`)
    await graph.prisma.runTag.createMany({
      data: tags.map((tag) => ({ runId: run.id, tag, projectId: project.id, createdAt: run.createdAt })),
    })
    const answer =
      await graph.read(`{ runStats(groupBy: [TAG], since: "2025-12-01T00:00:00Z", until: "2025-12-02T00:00:00Z") {
      isTruncated buckets { tag usage { costUsd } } } }`)
    expect(at(answer, 'runStats.isTruncated')).toBe(true)
    expect(at(answer, 'runStats.buckets.*.tag')).toEqual(tags.slice(0, 1_000))
    expect(new Set(at(answer, 'runStats.buckets.*.usage.costUsd') as readonly string[])).toEqual(
      new Set(['0.5']),
    )
  })
})

describe('API-50 invalid arguments', () => {
  test.for([
    ['since: "2026-11-01T00:00:00Z", until: "2026-11-01T00:00:00Z"', 'since', /must be before `until`/],
    ['since: "2020-11-01T00:00:00Z"', 'since', /at most 400 days/],
    ['timeZone: "+02:00"', 'timeZone', /IANA/],
    ['timeZone: "Mars/Base"', 'timeZone', /IANA/],
    ['filter: { agentVersion: 1 }', 'agentVersion', /needs `agent`/],
  ] as const)('%s is INVALID_INPUT with its field', async ([args, field, words]) => {
    const { errors } = await graph.ask(`{ runStats(${args}) { isTruncated } }`)
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(words),
        extensions: expect.objectContaining({ code: 'INVALID_INPUT' }),
      }),
    ])
    expect(JSON.stringify(errors)).toContain(field)
  })

  test('statistics that take too long end with a code and the remedy', async () => {
    const client = await graph.pool.connect()
    try {
      await client.query('begin; lock table "Run" in access exclusive mode')
      const { errors } = await graph.ask('{ runStats { isTruncated } }')
      expect(errors).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('Ask for a shorter time'),
          extensions: expect.objectContaining({ code: 'STATISTICS_TIMEOUT' }),
        }),
      ])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('API-50 statistics read', () => {
  const month = (fields: string) =>
    `{ runStats(groupBy: [STATUS], since: "${period.since}", until: "${period.until}") { buckets { ${fields} } } }`

  test('one statement for counts and durations, and one more each for usage and gates, of any number of groups', async () => {
    // With the beginning and the settings of its transaction.
    const each = 3
    // Usage is read from rows, which may lag behind a log.
    const current = 1
    expect(await graph.count(month('count duration { p50 } queueTime { p50 }'))).toBe(each)
    expect(await graph.count(month('count usage { costUsd } timeToFirstToken { p50 }'))).toBe(
      2 * each + current,
    )
    expect(await graph.count(month('gateWait { p50 p95 } usage { costUsd }'))).toBe(3 * each + current)
  })

  test('the index of the period alone, and no more of a longer history', async () => {
    const statement = async () => {
      const [found] = (await statementsOf(() => graph.read(month('count duration { p50 }')))).filter(
        ({ text }) => text.includes('"Run" t'),
      )
      if (found === undefined) throw new Error('Nothing was read.')
      return found
    }
    const agent = await graph.make.agent()
    const lengthen = async (year: number) => {
      for (let index = 0; index < 300; index++)
        await graph.make.run(agent, { createdAt: new Date(Date.UTC(year, 0, 1, index)), status: 'COMPLETED' })
      await graph.pool.query('vacuum analyze "Run"')
    }
    await lengthen(2025)
    const asked = await statement()
    const visited = await rowsVisited(graph.pool, asked)
    await lengthen(2026)
    expect(indexesOf(await explain(graph.pool, asked))).toEqual(['Run_created_idx'])
    expect(await rowsVisited(graph.pool, asked)).toBe(visited)
  })
})
