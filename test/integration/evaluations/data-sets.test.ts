import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewItem } from '../../../src/domain/data-set.ts'
import type { Json } from '../../../src/domain/json.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { type EvaluationStage, openEvaluationStage } from '../../support/evaluation-stage.ts'

let database: TestDatabase
let stage: EvaluationStage

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await openEvaluationStage(database)
})
afterAll(async () => {
  await stage.close()
  await database.drop()
})

const operations = () => stage.operations.dataSets
const add = (dataSet: { slug: string }, items: readonly NewItem[], removeOthers = false) =>
  operations().addItems({ projectId: stage.projectId, dataSet, items, removeOthers })

/** The items of a version, by key, in their order. */
async function itemsOf({ slug }: { slug: string }, version: number) {
  const { rows } = await database.pool.query<{ key: string; input: string }>(
    `select i.key, i.input from "DataSetItem" i join "DataSet" d on d.id = i."dataSetId"
     where d.slug = $1 and i."addedIn" <= $2 and (i."removedIn" is null or i."removedIn" > $2) order by i.position`,
    [slug, version],
  )
  return rows.map(({ key, input }) => `${key}: ${input}`)
}

describe('EVAL-1 a data set', () => {
  test('has versions: an item takes the place of the one with its key, and earlier versions stay readable', async () => {
    const dataSet = await stage.dataSet([
      { key: 'a', input: 'one' },
      { key: 'b', input: 'two' },
      { key: 'c', input: 'three' },
    ])
    expect(
      await add(dataSet, [
        { key: 'b', input: 'other' },
        { key: 'd', input: 'new' },
      ]),
    ).toMatchObject({ version: 2, added: 2, removed: 1 })
    expect(await itemsOf(dataSet, 1)).toEqual(['a: one', 'b: two', 'c: three'])
    expect(await itemsOf(dataSet, 2)).toEqual(['a: one', 'b: other', 'c: three', 'd: new'])
  })

  test('has no new version where nothing changes, whatever the order of keys in JSON', async () => {
    const expectations = { exact: { b: 1, a: [1, { d: 2, c: 3 }] } }
    const dataSet = await stage.dataSet([{ key: 'a', input: 'one', context: { y: 1, x: 2 }, expectations }])
    const same = {
      key: 'a',
      input: 'one',
      context: { x: 2, y: 1 },
      expectations: { exact: { a: [1, { c: 3, d: 2 }], b: 1 } },
    }
    expect(await add(dataSet, [same])).toMatchObject({ version: 1, added: 0, removed: 0 })
    expect(await add(dataSet, [same], true)).toMatchObject({ version: 1 })
  })

  test('equals the file, where other items are removed', async () => {
    const dataSet = await stage.dataSet([
      { key: 'a', input: 'one' },
      { key: 'b', input: 'two' },
    ])
    const change = await add(
      dataSet,
      [
        { key: 'b', input: 'two' },
        { key: 'c', input: 'three' },
      ],
      true,
    )
    expect(change).toMatchObject({ version: 2, added: 1, removed: 1 })
    expect(await itemsOf(dataSet, 2)).toEqual(['b: two', 'c: three'])
  })

  test('removes items by id from the next version on', async () => {
    const dataSet = await stage.dataSet([{ input: 'one' }, { input: 'two' }])
    const { rows } = await database.pool.query<{ id: string }>(
      `select i.id from "DataSetItem" i join "DataSet" d on d.id = i."dataSetId" where d.slug = $1 and input = 'one'`,
      [dataSet.slug],
    )
    const call = { projectId: stage.projectId, dataSet, itemIds: rows.map(({ id }) => id) }
    expect(await operations().removeItems(call)).toMatchObject({ version: 2, removed: 1 })
    expect(await operations().removeItems(call)).toMatchObject({ version: 2, removed: 0 })
    const other = { ...call, dataSet: await stage.dataSet([]) }
    await expect(operations().removeItems(other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('takes changes at the same time one after another', async () => {
    const dataSet = await stage.dataSet([])
    await Promise.all(Array.from({ length: 8 }, (_, n) => add(dataSet, [{ key: `${n}`, input: 'x' }])))
    expect(await itemsOf(dataSet, 9)).toHaveLength(8)
  })

  test('is made of stored runs once, with their answers where that is wanted', async () => {
    const agent = await stage.agent(({ input }) => ({ text: input.toUpperCase() }))
    const { projectId, engine } = stage
    const { runId } = await engine.operations.triggerRun({
      projectId,
      agent,
      input: 'hi',
      context: { of: 'run' },
    })
    await engine.finished(runId)
    const dataSet = await stage.dataSet([])
    const call = { projectId, dataSet, runIds: [runId], expectAnswer: true }
    expect(await operations().addRuns(call)).toMatchObject({ version: 2, added: 1 })
    expect(await operations().addRuns(call)).toMatchObject({ version: 2, added: 0 })
    const { rows } = await database.pool.query(
      `select key, input, context, expectations->'exact' as exact from "DataSetItem" where "sourceRunId" = $1`,
      [runId],
    )
    expect(rows).toEqual([{ key: runId, input: 'hi', context: { of: 'run' }, exact: 'HI' }])
  })

  test('refuses runs that are not there', async () => {
    const dataSet = await stage.dataSet([])
    const sourceRunId = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
    await expect(add(dataSet, [{ input: 'one', sourceRunId }])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const runs = { projectId: stage.projectId, dataSet, runIds: [sourceRunId], expectAnswer: false }
    await expect(operations().addRuns(runs)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const created = { projectId: stage.projectId, slug: 'of-nothing', items: [{ input: 'one', sourceRunId }] }
    await expect(operations().createDataSet(created)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await database.prisma.dataSet.count({ where: { slug: 'of-nothing' } })).toBe(0)
  })

  const first = { input: 'x' }
  const badItems: readonly (readonly [string, readonly NewItem[], string])[] = [
    ['an empty input', [first, { input: '' }], 'items[1]'],
    ['one key twice', [first, first], 'items[1]: has the key'],
    ['a context that is no object', [{ input: 'x', context: 1 }], 'items[0]: context'],
    ['a field that there is not', [{ input: 'x', expectations: { exakt: 1 } }], 'has no field "exakt"'],
    ['no regular expression', [{ input: 'x', expectations: { matches: ['('] } }], 'matches[0]'],
    ['no JSON Schema', [{ input: 'x', expectations: { schema: { type: 'text' } } }], 'expectations.schema'],
    ['a negative cost', [{ input: 'x', expectations: { maxCostUsd: '-1' } }], 'maxCostUsd'],
  ]
  test.each(badItems)('refuses %s, and names the place', async (_, items, message) => {
    const dataSet = await stage.dataSet([])
    await expect(add(dataSet, items)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(message),
    })
  })

  test('refuses expectations that are too large', async () => {
    const large: Json = { exact: 'x'.repeat(256 * 1_024) }
    const dataSet = await stage.dataSet([])
    await expect(add(dataSet, [{ input: 'x', expectations: large }])).rejects.toMatchObject({
      message: expect.stringMatching(/^items\[0\]: /),
    })
  })

  test('has at most 1,000 items, in several calls too', async () => {
    const many = (from: number) => Array.from({ length: 600 }, (_, n) => ({ key: `${from + n}`, input: 'x' }))
    const dataSet = await stage.dataSet(many(0))
    await expect(add(dataSet, many(600))).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(await add(dataSet, many(600), true)).toMatchObject({ added: 600, removed: 600 })
  })

  test('is deleted with its evaluations, whose runs stay', async () => {
    const agent = await stage.agent(() => ({ text: 'yes' }))
    const dataSet = await stage.dataSet([{ input: 'one' }])
    const report = await stage.ended(await stage.start({ dataSet, agent }))
    const { projectId } = stage
    const dataSetId = report.evaluation.dataSetId
    await operations().deleteDataSet(projectId, dataSetId)
    const counts = await Promise.all([
      database.prisma.evaluation.count({ where: { dataSetId } }),
      database.prisma.dataSetItem.count({ where: { dataSetId } }),
      database.prisma.run.count({ where: { id: report.results[0]?.runId ?? '' } }),
    ])
    expect(counts).toEqual([0, 0, 1])
  })
})
