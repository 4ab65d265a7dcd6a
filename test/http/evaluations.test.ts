import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createServer } from '../../src/http/serve/server.ts'
import { createReads } from '../../src/store/read/create-reads.ts'
import { at } from '../graphql/open-graph.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type EvaluationStage, openEvaluationStage } from '../support/evaluation-stage.ts'
import { gateTo } from '../support/gate-to.ts'
import { nothingKnown } from '../support/graphql-options.ts'
import { postJson } from '../support/post-json.ts'
import { defaultServer } from '../support/server-facts.ts'
import { createSubscriber } from './subscriber.ts'

let database: TestDatabase
let stage: EvaluationStage
let server: ReturnType<typeof createServer>
let endpoint: string
let subscriber: ReturnType<typeof createSubscriber>
/** Answers of the agent, by its input. */
let answers: Record<string, readonly string[]> = {}
const asked: Record<string, number> = {}

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await openEvaluationStage(database)
  const { log, tools, priceOf } = stage.engine.services
  const { prisma } = database
  server = createServer({
    ...{ prisma, reads: createReads(database), log, tools, priceOf },
    catalogue: nothingKnown,
    server: defaultServer,
    operations: { ...stage.engine.operations, ...stage.operations },
    authenticator: gateTo({ ...stage.engine.project, slug: 'tested' }, database.pool),
    ...{ host: '127.0.0.1', port: 0, connectionsPerAddress: 100, report: () => undefined },
  })
  endpoint = `${(await server.listen()).url}/graphql`
  subscriber = createSubscriber(endpoint)
})
afterAll(async () => {
  await subscriber.dispose()
  await server.close()
  await stage.close()
  await database.drop()
})

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const response = await postJson(endpoint, { query, variables })
  const { data, errors } = JSON.parse(await response.text())
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

/** Evaluates an agent that answers each input with one text after another. */
async function evaluate(texts: typeof answers, more: object = {}): Promise<string> {
  answers = texts
  for (const input of Object.keys(asked)) delete asked[input]
  const started = await ask(
    `mutation($input: StartEvaluationInput!) { startEvaluation(input: $input) { ... on Evaluation { id } ... on Error { message } } }`,
    { input: { dataSet: 'greetings', agent: slug, concurrency: 1, ...more } },
  )
  const id = String(at(started, 'startEvaluation.id'))
  await subscriber.collect(updated, { id })
  return id
}

let slug: string
const updated =
  'subscription($id: ID!) { evaluationUpdated(id: $id) { id status passedCount failedCount score } }'

beforeAll(async () => {
  const agent = await stage.agent(({ input }) => {
    const turn = asked[input] ?? 0
    asked[input] = turn + 1
    return { text: answers[input]?.[turn] ?? 'none' }
  })
  slug = agent.slug
  await ask(
    `mutation($items: [DataSetItemInput!]) { createDataSet(input: { slug: "greetings", items: $items }) { ... on Error { message } } }`,
    { items: ['a', 'b', 'c'].map((key) => ({ key, input: key, expectations: { exact: 'yes' } })) },
  )
})

describe('EVAL-2 Evaluation.comparison', () => {
  test('compares item by item with the baseline, and which items are flaky', async () => {
    const before = await evaluate({ a: ['no', 'no'], b: ['yes', 'yes'], c: ['yes', 'yes'] }, { trials: 2 })
    const after = await evaluate(
      { a: ['yes', 'yes'], b: ['no', 'no'], c: ['no', 'yes'] },
      { trials: 2, baselineId: before },
    )
    const fields = `baseline { id } improved regressed same flaky items { key change before { verdict passed total score } after { verdict passed total }
      costDeltaUsd durationDeltaMs }`
    const query = `query($id: ID!, $with: ID) { evaluation(id: $id) { comparison { ${fields} } other: comparison(with: $with) { improved same }
      flaky: results(filter: { flaky: true }) { totalCount edges { node { item { key } itemTrials { passed total flaky } } } }
      failed: results(filter: { status: [FAILED] }) { totalCount } } }`
    const data = await ask(query, { id: after, with: after })
    expect(at(data, 'evaluation.comparison')).toMatchObject({
      ...{ baseline: { id: before }, improved: 1, regressed: 1, same: 0, flaky: 1 },
      items: [
        {
          ...{ key: 'a', change: 'IMPROVED', costDeltaUsd: '0', durationDeltaMs: expect.any(Number) },
          before: { verdict: 'FAILED', passed: 0, total: 2, score: 0 },
          after: { verdict: 'PASSED', passed: 2, total: 2 },
        },
        { key: 'b', change: 'REGRESSED' },
        { key: 'c', change: 'FLAKY', after: { verdict: 'FLAKY', passed: 1, total: 2 } },
      ],
    })
    expect(at(data, 'evaluation.other')).toEqual({ improved: 0, same: 2 })
    const trials = { item: { key: 'c' }, itemTrials: { passed: 1, total: 2, flaky: true } }
    expect(at(data, 'evaluation.flaky')).toEqual({
      totalCount: 2,
      edges: [{ node: trials }, { node: trials }],
    })
    expect(at(data, 'evaluation.failed.totalCount')).toBe(3)
  })

  test('is null without a baseline, and unknown with an evaluation that there is not', async () => {
    const id = await evaluate({})
    const query = 'query($id: ID!, $with: ID) { evaluation(id: $id) { comparison(with: $with) { same } } }'
    expect(await ask(query, { id })).toEqual({ evaluation: { comparison: null } })
    const nobody = toGlobalId('Evaluation', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef')
    await expect(ask(query, { id, with: nobody })).rejects.toThrow('NOT_FOUND')
  })
})

describe('EVAL-2 evaluationUpdated', () => {
  test('gives the evaluation as it is, each state once, and ends when it has ended', async () => {
    answers = { a: ['yes'], b: ['no'], c: ['yes'] }
    for (const input of Object.keys(asked)) delete asked[input]
    const evaluationId = await stage.start({
      dataSet: { slug: 'greetings' },
      agent: { slug },
      concurrency: 1,
    })
    const id = toGlobalId('Evaluation', evaluationId)
    const messages = (await subscriber.collect(updated, { id })).map(({ data }) => data?.evaluationUpdated)
    expect(messages.at(-1)).toEqual({ id, status: 'COMPLETED', passedCount: 2, failedCount: 1, score: 2 / 3 })
    const states = messages.map((message) => JSON.stringify(message))
    expect(new Set(states).size).toBe(states.length)
    // One that has ended has one state to tell.
    expect(await subscriber.collect(updated, { id })).toHaveLength(1)
  })

  test('of one that there is not is refused', async () => {
    const id = toGlobalId('Evaluation', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef')
    const [first] = await subscriber.collect(updated, { id }).catch((error: unknown) => [error])
    expect(JSON.stringify(first)).toContain('NOT_FOUND')
  })
})

test('RUN-12 a data set is named by its slug, its global id or its UUID', async () => {
  const { id } = await database.prisma.dataSet.findFirstOrThrow({ where: { slug: 'greetings' } })
  const list = 'query($dataSet: ID!) { evaluations(filter: { dataSet: $dataSet }) { totalCount } }'
  const bySlug = at(await ask(list, { dataSet: 'greetings' }), 'evaluations.totalCount')
  expect(bySlug).toBeGreaterThan(0)
  const remove =
    'mutation($dataSet: ID!) { removeDataSetItems(input: { dataSet: $dataSet, itemIds: [] }) { ... on DataSetChange { dataSet { slug } } ... on Error { code } } }'
  for (const dataSet of [toGlobalId('DataSet', id), id, id.toUpperCase()]) {
    expect(at(await ask(list, { dataSet }), 'evaluations.totalCount')).toBe(bySlug)
    expect(await ask(remove, { dataSet })).toEqual({
      removeDataSetItems: { dataSet: { slug: 'greetings' } },
    })
  }
})
