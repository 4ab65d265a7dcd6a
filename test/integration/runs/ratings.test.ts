import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../../src/domain/caller.ts'
import { engineForFile } from '../../support/for-file.ts'

const { database, engine } = await engineForFile()
const { ratings } = engine.operations
const projectId = engine.project.id

async function endedRun(): Promise<string> {
  return (await engine.run(() => ({ text: 'Done.' }))).runId
}

const rate = (runId: string, by: string, fields: { score: number; comment?: string; labels?: string[] }) =>
  ratings.rateRun({ projectId, runId, by, ...fields })

const stored = (runId: string) =>
  database.prisma.rating.findMany({ where: { runId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

const changesOf = async (id: string) =>
  (await database.prisma.run.findUniqueOrThrow({ where: { id } })).statusChanges

describe('RATE-1 a run is rated', () => {
  test('once by each caller, whose later rating replaces the earlier one', async () => {
    const runId = await endedRun()
    const first = await rate(runId, 'ann', { score: 0, comment: 'Wrong.', labels: [' slow', 'bad', 'slow'] })
    await rate(runId, 'bob', { score: 1 })
    expect(await rate(runId, 'ann', { score: 0.5, comment: '  ' })).toEqual(first)
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    expect(await stored(runId)).toMatchObject([
      {
        id: first.ratingId,
        ratedBy: 'ann',
        score: 0.5,
        comment: null,
        labels: [],
        runCreatedAt: run.createdAt,
      },
      { ratedBy: 'bob', score: 1, projectId },
    ])
  })

  test('and its followers see each change, and none where nothing changed', async () => {
    const runId = await endedRun()
    const before = await changesOf(runId)
    const { ratingId } = await rate(runId, 'ann', { score: 1, labels: ['b', 'a'] })
    expect(await changesOf(runId)).toBe(before + 1)
    await rate(runId, 'ann', { score: 1, labels: ['a', 'b'] })
    expect(await changesOf(runId)).toBe(before + 1)
    await ratings.deleteRating({ projectId, ratingId, caller: loopbackCaller })
    expect(await changesOf(runId)).toBe(before + 2)
  })

  test('only when it has stopped', async () => {
    const startAt = new Date(Date.now() + 3_600_000)
    const runId = await engine.trigger(() => ({ text: 'Later.' }), { trigger: { startAt } })
    await expect(rate(runId, 'ann', { score: 1 })).rejects.toMatchObject({ code: 'RUN_NOT_FINISHED' })
  })

  const tooManyLabels = Array.from({ length: 21 }, (_, n) => `l${n}`)

  test.each([
    ['a score below 0', { score: -0.1 }, 'score'],
    ['a score that is no number', { score: Number.NaN }, 'score'],
    ['a long comment', { score: 1, comment: 'x'.repeat(10_001) }, 'comment'],
    ['a comment that cannot be stored', { score: 1, comment: 'a\u0000b' }, 'comment'],
    ['an empty label', { score: 1, labels: [''] }, 'labels[0]'],
    ['21 labels', { score: 1, labels: tooManyLabels }, 'labels'],
  ])('and %s is refused by name', async (_, fields, name) => {
    const runId = await endedRun()
    const refused = rate(runId, 'ann', fields)
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(refused).rejects.toThrow(name)
    expect(await stored(runId)).toEqual([])
  })

  test('by a thousand callers at most', async () => {
    const runId = await endedRun()
    const { createdAt } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
    await database.pool.query(
      `insert into "Rating" (id, "projectId", "runId", "ratedBy", score, "runCreatedAt")
       select gen_random_uuid(), $1, $2, 'caller ' || n, 1, $3 from generate_series(1, 1000) n`,
      [projectId, runId, createdAt],
    )
    await expect(rate(runId, 'one more', { score: 1 })).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    await rate(runId, 'caller 7', { score: 0 })
  })

  test('and the holder of an access token deletes only their own', async () => {
    const runId = await endedRun()
    const { ratingId } = await rate(runId, 'ann', { score: 1 })
    const access = { scope: { kind: 'RUN', runId }, abilities: ['RATE'], agentId: null } as const
    const holder = (name: string) => ({ name, role: 'VIEWER' as const, access })
    const remove = (name: string) => ratings.deleteRating({ projectId, ratingId, caller: holder(name) })
    await expect(remove('bob')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await remove('ann')
    await expect(remove('ann')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('and its ratings go with it', async () => {
    const runId = await endedRun()
    await rate(runId, 'ann', { score: 1, comment: 'A secret of mine.' })
    await engine.operations.deletions.deleteRun({ projectId, runId, includeCopies: false })
    expect(await stored(runId)).toEqual([])
    await expect(rate(runId, 'ann', { score: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
