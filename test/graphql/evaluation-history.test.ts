import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { rowsVisited, statementsOf } from '../support/explain.ts'
import { at, type Graph, openGraph } from './open-graph.ts'

let graph: Graph
/** Reads a table from end to end only where no index would do: there are too few rows here to tell otherwise. */
let unscanned: pg.Pool
let slug: string
let evaluationId: string
/** Versions of the data set, and evaluations of each kind, so far. */
let past = 0

beforeAll(async () => {
  graph = await openGraph()
  const { connectionString } = graph.database
  unscanned = new pg.Pool({ connectionString, max: 1, options: '-c enable_seqscan=off' })
  unscanned.on('error', () => undefined)
  const { make } = graph
  const agent = await make.agent()
  slug = agent.slug
  const dataSet = await make.dataSet({ slug: 'kept' })
  const items = await Promise.all(Array.from({ length: 20 }, () => make.item(dataSet)))
  const fields = { status: 'COMPLETED', trials: 2, createdAt: new Date(0) } as const
  const baseline = await make.evaluation(dataSet, agent, fields)
  const evaluation = await make.evaluation(dataSet, agent, { ...fields, baselineId: baseline.id })
  for (const one of [baseline, evaluation])
    for (const [index, item] of items.entries())
      for (const trial of [1, 2])
        await make.result(one, item, { trial, status: index === 0 && trial === 2 ? 'FAILED' : 'PASSED' })
  evaluationId = toGlobalId('Evaluation', evaluation.id)
  await make.evaluation(dataSet, agent, { ...fields, status: 'FAILED' })
  await make.evaluation(dataSet, agent, { ...fields, mode: 'RECORDED' })
  await make.evaluation(dataSet, agent, { ...fields, agentVersion: 7 })
  await make.dataSet({ slug: 'changed' })
})
afterAll(async () => {
  await unscanned.end()
  await graph.close()
})

/** Adds versions of 20 new items to the data set that changes, and to each of them an evaluation of 40 results. */
async function grow(versions: number): Promise<void> {
  const { pool, project } = graph
  const range = [project.id, past + 1, past + versions]
  past += versions
  await pool.query('update "DataSet" set version = $1 where slug = $2', [past, 'changed'])
  await pool.query(
    `update "DataSetItem" set "removedIn" = "addedIn" + 1
     where "removedIn" is null and "dataSetId" = (select id from "DataSet" where slug = 'changed')`,
  )
  await pool.query(
    `insert into "DataSetItem" (id, "projectId", "dataSetId", key, position, input, expectations, "addedIn", "removedIn")
     select gen_random_uuid(), $1, d.id, v || '-' || n, v * 20 + n, 'x', '{}', v, nullif(v, $3::int) + 1
     from "DataSet" d, generate_series($2::int, $3::int) v, generate_series(1, 20) n where d.slug = 'changed'`,
    range,
  )
  await pool.query(
    `insert into "Evaluation" (id, "projectId", "dataSetId", "dataSetVersion", "agentId", "agentVersion", mode, trials, concurrency, status,
       "resultCount", "completedAt")
     select gen_random_uuid(), $1, d.id, v, a.id, 1, 'MODELS', 2, 5, 'COMPLETED', 40, now()
     from "DataSet" d, "Agent" a, generate_series($2::int, $3::int) v where d.slug = 'changed'`,
    range,
  )
  await pool.query(
    `insert into "EvaluationResult" (id, "projectId", "evaluationId", "itemId", position, trial, status)
     select gen_random_uuid(), $1, e.id, i.id, i.position * 2 + t, t, 'PASSED'
     from "Evaluation" e join "DataSetItem" i on i."dataSetId" = e."dataSetId" and i."addedIn" = e."dataSetVersion", generate_series(1, 2) t
     where e."dataSetVersion" between $2 and $3 and e."resultCount" = 40 and e."projectId" = $1`,
    range,
  )
  await pool.query('analyze "DataSetItem", "Evaluation", "EvaluationResult"')
}

const list = (filter: string) => () =>
  `{ evaluations(first: 20, filter: { ${filter} }) { totalCount nodes { id status } } }`
const results = (filter: string) => () =>
  `{ evaluation(id: "${evaluationId}") { results(first: 20, filter: { ${filter} }) { totalCount nodes { status item { key } } } } }`

/** Queries that find few, however many others there are. */
const questions: Readonly<Record<string, () => string>> = {
  'evaluations over a data set': list('dataSet: "kept"'),
  'evaluations with a rare status': list('status: [FAILED]'),
  'evaluations by a rare method': list('mode: [RECORDED]'),
  'evaluations of a version': () => list(`agent: "${slug}", agentVersion: 7`)(),
  'the newest evaluation of a version': () =>
    list(`dataSet: "kept", agent: "${slug}", agentVersion: 7, mode: [MODELS], status: [COMPLETED]`)(),
  'results with a status': results('status: [FAILED]'),
  'flaky results': results('flaky: true'),
  'results that are not flaky': results('flaky: false, status: [PASSED]'),
  'a comparison': () =>
    `{ evaluation(id: "${evaluationId}") { comparison { same flaky items { key before { passed } after { passed } } } } }`,
  'items of the newest version': () =>
    '{ dataSet(slug: "changed") { items(first: 5) { totalCount nodes { key } } } }',
  'items of the version before': () =>
    `{ dataSet(slug: "changed") { items(first: 5, version: ${past - 1}) { totalCount nodes { key } } } }`,
}

test('EVAL-2 the outcome of an item counts the trials that were scored, and means over known values', async () => {
  const { make } = graph
  const dataSet = await make.dataSet({ slug: 'sums' })
  const [a, b] = [await make.item(dataSet, { key: 'a' }), await make.item(dataSet, { key: 'b' })]
  const evaluation = await make.evaluation(dataSet, await make.agent())
  const trials = [
    [a, { status: 'PASSED', score: 1, costUsd: '0.02', durationMs: 100 }],
    [a, { status: 'FAILED', score: 0.5, costUsd: '0.01', durationMs: 300 }],
    [a, { status: 'ERROR', score: null }],
    [b, { status: 'DIVERGED', score: null }],
  ] as const
  for (const [index, [item, fields]] of trials.entries())
    await make.result(evaluation, item, { trial: index + 1, position: index, ...fields })
  const id = toGlobalId('Evaluation', evaluation.id)
  const items = 'items { key change after { verdict passed total score costUsd unpricedCalls durationMs } }'
  const data = await graph.read(`{ evaluation(id: "${id}") { comparison(with: "${id}") { ${items} } } }`)
  const unknown = { verdict: null, passed: 0, total: 0, score: null, costUsd: '0', durationMs: null }
  expect(at(data, 'evaluation.comparison.items')).toEqual([
    {
      ...{ key: 'a', change: 'FLAKY' },
      after: {
        verdict: 'FLAKY',
        passed: 1,
        total: 2,
        score: 0.75,
        unpricedCalls: 0,
        costUsd: '0.01',
        durationMs: 200,
      },
    },
    { key: 'b', change: 'SAME', after: { ...unknown, unpricedCalls: 0 } },
  ])
})

/** How many rows a question reads. */
async function visited(question: () => string): Promise<number> {
  const statements = await statementsOf(() => graph.read(question()))
  let rows = 0
  for (const statement of statements) rows += await rowsVisited(unscanned, statement)
  return rows
}

test('API-46 a cursor whose position no item or result can have is refused', async () => {
  const query = `query($after: String, $evaluation: ID!) {
    dataSet(slug: "kept") { items(after: $after) { nodes { key } } }
    evaluation(id: $evaluation) { results(after: $after) { nodes { trial } } } }`
  const uuid = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
  for (const position of ['1.5', '-1', '2147483648']) {
    const after = Buffer.from(JSON.stringify(['POSITION', position, uuid])).toString('base64url')
    const { errors } = await graph.ask(query, { after, evaluation: evaluationId })
    const codes = errors?.map(({ path, extensions }) => `${path?.join('.')} ${extensions?.code}`)
    // Both are executed at the same time.
    expect(codes?.toSorted(), position).toEqual([
      'dataSet.items CURSOR_INVALID',
      'evaluation.results CURSOR_INVALID',
    ])
  }
})

describe('PERF-D the rows that are read of evaluations', () => {
  test('do not grow with earlier versions and evaluations', async () => {
    await grow(30)
    const before = await visitedByEach()
    const more = 90
    await grow(more)
    const after = await visitedByEach()
    // Another plan may read a few rows more or less; what grows reads a row or twenty for each of them.
    for (const [name, rows] of before) expect((after.get(name) ?? 0) - rows, name).toBeLessThan(more / 2)
  })
})

async function visitedByEach(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [name, question] of Object.entries(questions)) counts.set(name, await visited(question))
  return counts
}
