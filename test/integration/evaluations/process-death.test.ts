import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../graphql/open-graph.ts'
import { eventually } from '../../support/eventually.ts'
import { openProcessFolder, type ProcessFolder } from '../../support/rungraph-process.ts'

let folder: ProcessFolder

beforeAll(async () => {
  folder = await openProcessFolder()
})
afterAll(() => folder.close())

const create = `mutation($items: [DataSetItemInput!]) {
  createDataSet(input: { slug: "prices", items: $items }) { ... on DataSet { slug } ... on Error { message } } }`
const start = `mutation { startEvaluation(input: { dataSet: "prices", agent: "demo-tool-loop", concurrency: 2 }) {
  ... on Evaluation { id } ... on Error { message } } }`
const look = `query($id: ID!) { evaluation(id: $id) { status resultCount passedCount score }
  runs(filter: { agent: "demo-tool-loop" }) { totalCount } }`

test('EVAL-3 an evaluation whose process is killed goes on at the next start: each item has one run', async () => {
  const first = await folder.start('start')
  const items = Array.from({ length: 12 }, (_, n) => ({
    input: `Price number ${n}?`,
    expectations: { contains: ['60.69'], toolsCalled: ['calculator'] },
  }))
  await first.ask(create, { items })
  const id = at(await first.ask(start), 'startEvaluation.id')
  const passed = async () => at(await first.ask(look, { id }), 'evaluation.passedCount')
  await eventually(passed).toBeGreaterThan(0)
  await first.kill('SIGKILL')
  const second = await folder.start('start')
  const after = async () => second.ask(look, { id })
  const before = at(await after(), 'evaluation.passedCount')
  expect(before).toBeLessThan(12)
  // The lease of the dead process must end first.
  await expect
    .poll(async () => at(await after(), 'evaluation.status'), { timeout: 60_000, interval: 200 })
    .toBe('COMPLETED')
  expect(await after()).toEqual({
    evaluation: { status: 'COMPLETED', resultCount: 12, passedCount: 12, score: 1 },
    runs: { totalCount: 12 },
  })
}, 120_000)
