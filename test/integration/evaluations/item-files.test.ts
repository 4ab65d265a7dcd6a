import { fc } from '@fast-check/vitest'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { NewItem } from '../../../src/domain/data-set.ts'
import { sha256 } from '../../../src/domain/hash.ts'
import type { ModelProvider } from '../../../src/domain/model.ts'
import { applyRetention } from '../../../src/store/retention/retention.ts'
import { createTestDatabase } from '../../support/database.ts'
import { openEvaluationStage } from '../../support/evaluation-stage.ts'
import { forFile } from '../../support/for-file.ts'
import { dayMs } from '../../support/old-runs.ts'
import { pngOf } from '../../support/sample-files.ts'
import { createSeeing, hashesOf } from '../../support/seeing-model.ts'
import { propertyTrials } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())
const { pool, prisma } = database
const evaluated: unknown[] = []
const stage = forFile(
  await openEvaluationStage(database, {
    providers: [createSeeingJudge()],
    evaluators: {
      named: ({ files }) => {
        evaluated.push(files)
        return true
      },
    },
  }),
)
const { engine, projectId, operations } = stage
const { dataSets } = operations
const { deletions, files } = engine.operations

/** A model that says the hashes of the files that it sees, and as a judge finds every criterion met that names them. */
function createSeeingJudge(): ModelProvider {
  return createSeeing((seen, { messages }) => {
    const asked = JSON.stringify(messages)
    const hashes = hashesOf(seen)
    const met = seen.length > 0 && seen.every(({ hash }) => asked.includes(hash))
    const verdict = { criteria: [{ met, evidence: hashes }], progress: 1 }
    return asked.includes('<goal>') ? JSON.stringify(verdict) : hashes || 'Nothing.'
  })
}

const pictureOf = (mark: string) => pngOf(3, 2, mark)

async function upload(mark: string, name = 'picture.png', to = projectId): Promise<string> {
  const brought = { data: pictureOf(mark), name, mediaType: 'image/png' }
  const call = { projectId: to, createdBy: 'tester', tokenScope: null, upload: brought }
  return (await files.uploadFile(call)).fileId
}

const add = (dataSet: { readonly slug: string }, ...items: readonly NewItem[]) =>
  dataSets.addItems({ projectId, dataSet, items })

const itemsOf = ({ slug }: { readonly slug: string }) =>
  prisma.dataSetItem.findMany({
    where: { projectId, dataSet: { slug }, removedIn: null },
    include: { files: { orderBy: { position: 'asc' } } },
    orderBy: { position: 'asc' },
  })

const idsOf = async (dataSet: { readonly slug: string }) =>
  (await itemsOf(dataSet)).map((item) => item.files.map(({ fileId }) => fileId))

const inDays = (days: number) =>
  applyRetention({ pool, now: Date.now() + days * dayMs, keep: { deltasDays: null, runsDays: 30 } })

const isThere = async (fileId: string) => (await prisma.file.count({ where: { id: fileId } })) === 1

describe('EVAL-1 the files of an item', () => {
  test('are those that it names, in their order, and the same bytes are no change', async () => {
    const [a, b] = [await upload('a'), await upload('b')]
    const question = { input: 'What is it?' }
    const dataSet = await stage.dataSet([{ ...question, files: [{ id: b }, { id: a }, { id: b }] }])
    expect(await idsOf(dataSet)).toEqual([[b, a, b]])
    const again = [{ id: await upload('b') }, { id: a }, { id: b }]
    expect(await add(dataSet, { ...question, files: again })).toMatchObject({ version: 1, added: 0 })
    // Items without keys are named by their files, too.
    expect(await add(dataSet, question, { ...question, files: [{ id: a }] })).toMatchObject({ added: 2 })
    const keyed = { key: 'k', ...question }
    await add(dataSet, { ...keyed, files: [{ id: a }] })
    expect(await add(dataSet, { ...keyed, files: [{ id: b }] })).toMatchObject({ added: 1, removed: 1 })
    expect((await idsOf(dataSet)).at(-1)).toEqual([b])
    const same = { ...question, files: [{ id: a }] }
    await expect(add(dataSet, same, same)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('may come with it, within the bounds of one message and of one call', async () => {
    const dataSet = await stage.dataSet([])
    const brought = { upload: { data: pictureOf('brought'), name: 'x.png', mediaType: null } }
    await add(dataSet, { input: 'See.', files: [brought] })
    const [item] = await itemsOf(dataSet)
    const file = await prisma.file.findUniqueOrThrow({ where: { id: item?.files[0]?.fileId ?? '' } })
    expect(file).toMatchObject({ name: 'x.png', mediaType: 'image/png', tokenScope: null })

    const many = (count: number) => Array.from({ length: count }, () => brought)
    const refused = (...items: readonly NewItem[]) => expect(add(dataSet, ...items)).rejects
    await refused({ input: 'a', files: many(21) }).toThrow(/items\[0\].*20/)
    await refused({ input: 'a', files: many(11) }, { input: 'b', files: many(10) }).toThrow(/uploadFile/)
    await refused({ input: 'a' }, { input: 'b', files: [{}] }).toThrow(/items\[1\].*files.0/)
    await refused({ input: 'a', files: [{ id: uuidv7() }] }).toMatchObject({ code: 'NOT_FOUND' })
    const other = await prisma.project.create({ data: { id: uuidv7(), slug: uuidv7(), name: 'Other' } })
    const foreign = await upload('foreign', 'f.png', other.id)
    await refused({ input: 'a', files: [{ id: foreign }] }).toMatchObject({ code: 'NOT_FOUND' })
    expect(await itemsOf(dataSet)).toHaveLength(1)
  })

  test('EVAL-2 EVAL-5 are seen by its runs and by its judge, and evaluators read their names', async () => {
    const fileId = await upload('seen')
    const hash = sha256(pictureOf('seen'))
    const dataSet = await stage.dataSet([
      {
        ...{ input: 'What is it?', files: [{ id: fileId }] },
        expectations: { exact: hash, criteria: [`It is ${hash}.`], evaluators: ['named'] },
      },
    ])
    const agent = await stage.agent(() => ({}), { model: 'seeing/any' })
    const { evaluation, results } = await stage.ended(await stage.start({ dataSet, agent }))
    expect(results.map(({ status, checks }) => [status, checks.map(({ passed }) => passed)])).toEqual([
      ['PASSED', [true, true, true]],
    ])
    expect(evaluation).toMatchObject({ passedCount: 1 })
    const { byteLength } = pictureOf('seen')
    const shown = { fileId, mediaType: 'image/png', name: 'picture.png', byteCount: byteLength }
    expect(evaluated).toEqual([[shown]])
    const judged = await prisma.run.findUniqueOrThrow({ where: { id: results[0]?.judgeRunIds[0] ?? '' } })
    expect(judged.input).toContain(`picture.png: image/png, ${byteLength} bytes`)
    const links = await prisma.runFile.findMany({ where: { fileId } })
    expect(links.map(({ rootId }) => rootId).toSorted()).toEqual([results[0]?.runId, judged.id].toSorted())
  })

  test('EVAL-6 are those of the run that it is made from, also when that is replayed', async () => {
    const hash = sha256(pictureOf('source'))
    const agent = await stage.agent(() => ({}), { model: 'seeing/any' })
    const given = [{ id: await upload('source') }]
    const { runId } = await engine.operations.triggerRun({ projectId, agent, input: 'Look.', files: given })
    await engine.finished(runId)
    const dataSet = await stage.dataSet([])
    const call = { projectId, dataSet, runIds: [runId], expectAnswer: true }
    expect(await dataSets.addRuns(call)).toMatchObject({ added: 1 })
    expect(await dataSets.addRuns(call)).toMatchObject({ added: 0 })
    expect(await idsOf(dataSet)).toEqual([[given[0]?.id]])
    for (const mode of ['MODELS', 'RECORDED'] as const) {
      const { results } = await stage.ended(await stage.start({ dataSet, agent, mode }))
      expect(results).toMatchObject([{ status: 'PASSED', output: hash }])
      const trial = await prisma.run.findUniqueOrThrow({ where: { id: results[0]?.runId ?? '' } })
      expect(trial.inputFiles).toMatchObject([{ fileId: given[0]?.id }])
    }
  })
})

describe('FILE-3 an item keeps its files', () => {
  test('when they are older than a day, and when its run is removed by retention', async () => {
    const [named, unnamed] = [await upload('named'), await upload('unnamed')]
    const { runId } = await engine.run(() => ({ text: 'Done.' }), { trigger: { files: [{ id: named }] } })
    const dataSet = await stage.dataSet([])
    await dataSets.addRuns({ projectId, dataSet, runIds: [runId], expectAnswer: false })
    await inDays(40)
    expect(await prisma.run.count({ where: { id: runId } })).toBe(0)
    expect([await isThere(named), await isThere(unnamed)]).toEqual([true, false])
    const agent = await stage.agent(() => ({}), { model: 'seeing/any' })
    const { results } = await stage.ended(await stage.start({ dataSet, agent }))
    expect(results).toMatchObject([{ output: sha256(pictureOf('named')) }])
  })

  test('until its data set is deleted, unless a run or another item names them', async () => {
    const [own, shared, ofRun] = [await upload('own'), await upload('shared'), await upload('of run')]
    const first = await stage.dataSet([{ input: 'a', files: [own, shared, ofRun].map((id) => ({ id })) }])
    const second = await stage.dataSet([{ input: 'a', files: [{ id: shared }] }])
    await engine.run(() => ({ text: 'Done.' }), { trigger: { files: [{ id: ofRun }] } })
    // An item that was removed is of the versions before.
    await dataSets.addItems({ projectId, dataSet: first, items: [], removeOthers: true })
    expect(await isThere(own)).toBe(true)
    const remove = async ({ slug }: { readonly slug: string }) =>
      dataSets.deleteDataSet(projectId, (await prisma.dataSet.findFirstOrThrow({ where: { slug } })).id)
    await remove(first)
    expect([await isThere(own), await isThere(shared), await isThere(ofRun)]).toEqual([false, true, true])
    expect(await prisma.fileContent.count({ where: { sha256: sha256(pictureOf('own')) } })).toBe(0)
    await remove(second)
    expect(await isThere(shared)).toBe(false)
  })

  test('ADM-1 until the run that it was made from is deleted, with files of its own', async () => {
    const own = await upload('own of item')
    const { runId } = await engine.run(() => ({ text: 'Done.' }))
    await stage.dataSet([{ input: 'a', files: [{ id: own }], sourceRunId: runId }])
    await deletions.deleteRun({ projectId, runId, includeCopies: true })
    expect(await isThere(own)).toBe(false)
  })

  test('whatever is added, deleted and retired at once, wherever a process dies', {
    timeout: 180_000,
  }, async () => {
    const marks = ['p', 'q', 'r']
    const step = fc.record({
      act: fc.constantFrom('add', 'add', 'run', 'deleteSet', 'die', 'deleteRun', 'retain'),
      which: fc.nat(2),
    })
    const property = fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 5 }), play)
    await fc.assert(property, { ...propertyTrials(20), endOnFailure: true })

    async function play(rounds: readonly (readonly { act: string; which: number }[])[]): Promise<void> {
      for (const round of rounds) await Promise.all(round.map(act))
      // What died, or was in the way of another, retention finishes.
      for (const { id } of await prisma.dataSet.findMany({ where: { projectId } }))
        await dataSets.deleteDataSet(projectId, id)
      for (const { id } of await prisma.run.findMany({ where: { projectId } })) await removeRun(id)
      await inDays(2)
      expect(await prisma.dataSetItemFile.count({ where: { projectId } })).toBe(0)
      expect(await prisma.file.count({ where: { projectId } })).toBe(0)
      expect(await prisma.fileContent.count({ where: { projectId } })).toBe(0)
    }

    async function act({ act: what, which }: { readonly act: string; readonly which: number }) {
      const mark = marks[which] ?? ''
      const brought = { upload: { data: pictureOf(mark), name: null, mediaType: null } }
      if (what === 'add') {
        const dataSet = { slug: `shared-${which}` }
        await dataSets.createDataSet({ projectId, ...dataSet }).catch(expected)
        await add(dataSet, { key: uuidv7(), input: mark, files: [brought] }).catch(expected)
        await expectWhole()
      } else if (what === 'run') {
        await engine.run(() => ({ text: 'Done.' }), { trigger: { files: [brought] } }).catch(expected)
      } else if (what === 'retain') {
        await inDays(2)
        await expectWhole()
      } else if (what === 'deleteRun') {
        const [run] = await prisma.run.findMany({ where: { projectId, status: 'COMPLETED' }, take: 1 })
        if (run) await removeRun(run.id)
      } else {
        const found = await prisma.dataSet.findFirst({ where: { projectId, slug: `shared-${which}` } })
        if (found && what === 'deleteSet') await dataSets.deleteDataSet(projectId, found.id).catch(expected)
        // The process died before it looked at the files.
        else if (found) await pool.query('delete from "DataSet" where id = $1', [found.id])
      }
    }

    function removeRun(runId: string) {
      return deletions.deleteRun({ projectId, runId, includeCopies: true }).catch(expected)
    }

    /** What another did first. */
    function expected(error: unknown) {
      expect(error).toMatchObject({
        code: expect.stringMatching(/^(NOT_FOUND|SLUG_TAKEN|DELETION_REFUSED)$/),
      })
    }

    /** Each file that an item names is there with its bytes. */
    async function expectWhole() {
      const { rows } = await pool.query(
        `select from "DataSetItemFile" n left join "File" f on f.id = n."fileId"
         left join "FileContent" c on c."projectId" = f."projectId" and c.sha256 = f.sha256 where c.data is null`,
      )
      expect(rows).toEqual([])
    }
  })
})
