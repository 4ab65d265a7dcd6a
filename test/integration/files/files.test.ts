import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { filesOf } from '../../../src/domain/message.ts'
import { applyRetention } from '../../../src/store/retention/retention.ts'
import type { TestDatabase } from '../../support/database.ts'
import type { TestEngine } from '../../support/engine.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { messagesOf } from '../../support/run-rows.ts'
import { pngOf } from '../../support/sample-files.ts'
import { createSeeing, hashOf } from '../../support/seeing-model.ts'
import { tablesWith } from '../../support/tables-with.ts'

const seeingFiles = createSeeing(
  (seen) => seen.map(({ name, hash }) => `${name}: ${hash}`).join('\n') || 'Nothing.',
)
const { engine, database } = await engineForFile({ providers: [seeingFiles] })
const { operations, project } = engine
const projectId = project.id

async function upload(
  data: Uint8Array,
  name: string | null = 'picture.png',
  mediaType: string | null = 'image/png',
) {
  const call = { projectId, createdBy: 'tester', tokenScope: null, upload: { data, name, mediaType } }
  return (await operations.files.uploadFile(call)).fileId
}

const seeing = { agent: { model: 'seeing/any' } }

test('FILE-1 a run reads the files of its input, and its first message names them without their bytes', async () => {
  const data = pngOf(3, 2, 'first')
  const fileId = await upload(data)
  const run = await engine.run(() => ({}), { ...seeing, trigger: { files: [{ id: fileId }] } })
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: `picture.png: ${hashOf(data)}` })
  const [opening] = await messagesOf(database, run.runId)
  const part = {
    type: 'file',
    fileId,
    mediaType: 'image/png',
    name: 'picture.png',
    byteCount: data.byteLength,
    pixels: [3, 2],
  }
  expect(opening).toMatchObject({ role: 'user', text: 'Do it.', files: [part] })
  const links = await database.prisma.runFile.findMany({ where: { rootId: run.runId } })
  expect(links).toEqual([{ rootId: run.runId, fileId, projectId }])
})

test('FILE-1 the same bytes are stored once for a project', async () => {
  const data = pngOf(4, 4, 'twice')
  const ids = await Promise.all([upload(data, 'a.png'), upload(data, 'b.png')])
  expect(new Set(ids).size).toBe(2)
  expect(await database.prisma.fileContent.count({ where: { sha256: hashOf(data) } })).toBe(1)
})

test('FILE-1 a file that comes with the trigger is kept, and a repeated trigger finds its run', async () => {
  const agent = await engine.define(() => ({}), { model: 'seeing/any' })
  const file = { upload: { data: Buffer.from('one,two'), name: 'table.csv', mediaType: 'text/csv' } }
  const call = { projectId, agent, input: 'Read.', files: [file], idempotencyKey: 'with a file' }
  const first = await operations.triggerRun(call)
  expect((await engine.finished(first.runId)).row.summary).toBe(`table.csv: ${hashOf(file.upload.data)}`)
  expect(await operations.triggerRun(call)).toEqual(first)
  const other = { ...call, files: [{ upload: { ...file.upload, data: Buffer.from('other') } }] }
  await expect(operations.triggerRun(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
})

test('FILE-1 messages to active and paused runs bring files', async () => {
  const data = pngOf(5, 5, 'sent')
  const fileId = await upload(data)
  const runId = await engine.trigger(({ turn, messages }) =>
    turn === 0 && messages.length === 1
      ? { text: 'slowly and', chunkDelayMs: 1_000 }
      : { text: `${messages.flatMap(filesOf).length} files` },
  )
  await engine.seen(runId, 'StepStarted')
  await operations.steerRun({ projectId, runId, message: 'See this.', files: [{ id: fileId }] })
  expect((await engine.finished(runId)).row).toMatchObject({ status: 'COMPLETED', summary: '1 files' })
  const links = await database.prisma.runFile.findMany({ where: { rootId: runId } })
  expect(links.map((link) => link.fileId)).toEqual([fileId])

  const paused = await engine.trigger(
    ({ messages }) => ({
      text: `${messages.flatMap(filesOf).length}`,
      toolCalls: [{ name: 'unknown', arguments: {} }],
    }),
    { trigger: { maxSteps: 1 } },
  )
  expect((await engine.finished(paused)).row.status).toBe('PAUSED')
  await expect(
    operations.resumeRun({ projectId, runId: paused, files: [{ id: fileId }] }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('message') })
  await operations.resumeRun({
    projectId,
    runId: paused,
    maxSteps: 1,
    message: 'And this.',
    files: [{ id: fileId }],
  })
  await expect.poll(async () => (await messagesOf(database, paused)).flatMap(filesOf).length).toBe(1)
  expect(await database.prisma.runFile.count({ where: { rootId: paused, fileId } })).toBe(1)
})

test('FILE-1 forks, retries and replays have the files of their origin', async () => {
  const fileId = await upload(pngOf(6, 6, 'copied'))
  const run = await engine.run(() => ({}), { ...seeing, trigger: { files: [{ id: fileId }] } })
  const origin = { projectId, runId: run.runId }
  const made = [
    await operations.history.forkRun({ ...origin, afterStep: 0, input: 'Else.' }),
    await operations.history.retryRun(origin),
    await operations.history.replayRun({ ...origin, tools: 'RECORDED' }),
  ]
  for (const { runId } of made) {
    expect((await engine.finished(runId)).row).toMatchObject({
      status: 'COMPLETED',
      summary: run.row.summary,
    })
    expect((await messagesOf(database, runId))[0]).toMatchObject({ files: [{ fileId }] })
    expect(await database.prisma.runFile.count({ where: { rootId: runId, fileId } })).toBe(1)
  }
})

test('FILE-2 files that are too large, of a type that is not taken, or not what they say are refused', async () => {
  const limited = await engineForTest()
  const own = { projectId: limited.engine.project.id, createdBy: null, tokenScope: null }
  await limited.database.prisma.project.update({
    where: { id: own.projectId },
    data: { maxFileBytes: 1_000, maxStoredFileBytes: 1_500 },
  })
  const send = (data: Uint8Array, mediaType: string | null, name = 'it') =>
    limited.engine.operations.files.uploadFile({ ...own, upload: { data, mediaType, name } })
  await expect(send(Buffer.alloc(1_001, 'a'), 'text/plain')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  await expect(send(Buffer.from('x'), 'video/mp4')).rejects.toMatchObject({ code: 'FILE_REFUSED' })
  await expect(send(Buffer.from('x'), 'image/png')).rejects.toMatchObject({
    message: expect.stringContaining('They look like text/plain'),
  })
  await expect(send(Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'), 'image/png')).rejects.toMatchObject({
    message: expect.stringContaining('no image that can be read'),
  })
  const lying = Buffer.from(pngOf(3, 2))
  lying.writeUInt32BE(0xffff_ffff, lying.indexOf('IHDR') + 4)
  await expect(send(lying, 'image/png')).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('has 4294967295 × 2 pixels; an edge has at most 65535'),
  })
  await expect(send(Buffer.of(0xff, 0xfe, 0, 1), 'text/plain')).rejects.toMatchObject({
    code: 'FILE_REFUSED',
  })
  await expect(send(Buffer.alloc(0), 'text/plain')).rejects.toMatchObject({ code: 'FILE_REFUSED' })
  await send(Buffer.alloc(900, 'a'), null)
  await expect(send(Buffer.alloc(900, 'b'), null)).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: expect.stringContaining('maxStoredFileBytes'),
  })
  // The same bytes take no more room.
  await send(Buffer.alloc(900, 'a'), 'text/markdown')
})

test('FILE-2 a message has so many files at most, each named once', async () => {
  const agent = await engine.define(() => ({}))
  const call = { projectId, agent, input: 'Do it.' }
  const id = uuidv7()
  await expect(
    operations.triggerRun({ ...call, files: Array.from({ length: 21 }, () => ({ id })) }),
  ).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
  })
  await expect(operations.triggerRun({ ...call, files: [{}] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('files.0'),
  })
  await expect(operations.triggerRun({ ...call, files: [{ id }] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('FILE-3 a deleted run leaves nothing of its files in any table, but for those that other runs name', async () => {
  const alone = await engineForTest({ providers: [createSeeing()] })
  const mark = 'xylocarp'
  const own = pngOf(7, 7, mark)
  const common = Buffer.from(`shared by ${mark}s`)
  const { operations: its, project: itsProject } = alone.engine
  const bring = (data: Uint8Array) => ({ upload: { data, name: `${mark}.bin`, mediaType: null } })
  const runOf = (engineOf: TestEngine, files: readonly object[]) =>
    engineOf.run(() => ({}), { ...seeing, trigger: { files } })
  const first = await runOf(alone.engine, [bring(own), bring(common)])
  const second = await runOf(alone.engine, [bring(common)])
  expect(first.row.status).toBe('COMPLETED')
  await its.deletions.deleteRun({ projectId: itsProject.id, runId: first.runId, includeCopies: false })
  expect(await tablesWith(alone.database, hashOf(own))).toEqual([])
  expect(await bytesIn(alone.database, own)).toEqual([])
  expect(await bytesIn(alone.database, common)).toEqual(['FileContent'])
  await its.deletions.deleteRun({ projectId: itsProject.id, runId: second.runId, includeCopies: false })
  expect(await bytesIn(alone.database, common)).toEqual([])
  expect(await tablesWith(alone.database, mark)).toEqual([])
})

/** The tables whose rows have these bytes. */
function bytesIn(at: TestDatabase, data: Uint8Array): Promise<readonly string[]> {
  return tablesWith(at, Buffer.from(data).toString('hex'))
}

test('FILE-3 a file that no run names goes a day after its upload', async () => {
  const alone = await engineForTest({ providers: [createSeeing()] })
  const { operations: its, project: itsProject } = alone.engine
  const taking = { projectId: itsProject.id, createdBy: null, tokenScope: null }
  const send = (text: string) =>
    its.files.uploadFile({ ...taking, upload: { data: Buffer.from(text), name: null, mediaType: null } })
  const unused = await send('unused')
  const used = await send('used')
  await alone.engine.run(() => ({}), { ...seeing, trigger: { files: [{ id: used.fileId }] } })
  const { pool, prisma } = alone.database
  const keep = { deltasDays: null, runsDays: null }
  const now = Date.now()
  await applyRetention({ pool, now: now + 23 * 3_600_000, keep })
  expect(await prisma.file.count()).toBe(2)
  await applyRetention({ pool, now: now + 25 * 3_600_000, keep })
  expect((await prisma.file.findMany()).map(({ id }) => id)).toEqual([used.fileId])
  expect(await prisma.fileContent.count()).toBe(1)
  await expect(its.files.readFile({ projectId: itsProject.id, fileId: unused.fileId })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

/** Adds files of a project that no run names, all of one content. */
async function addUnused(
  { pool }: TestDatabase,
  project: { readonly id: string },
  count: number,
  age: string,
) {
  await pool.query(
    `insert into "FileContent" ("projectId", sha256, "byteCount", data) values ($1, 'a', 1, 'a')`,
    [project.id],
  )
  await pool.query(
    `insert into "File" (id, "projectId", sha256, "mediaType", "byteCount", "createdAt")
     select gen_random_uuid(), $1, 'a', 'text/plain', 1, clock_timestamp() - $3::interval + n * interval '1 ms'
     from generate_series(1, $2) n`,
    [project.id, count, age],
  )
}

test('FILE-3 files that runs name at this moment are not in the way of the others', async () => {
  const alone = await engineForTest({ providers: [createSeeing()] })
  const { pool, prisma } = alone.database
  await addUnused(alone.database, alone.engine.project, 250, '2 days')
  const writer = await pool.connect()
  try {
    await writer.query('begin')
    await writer.query(
      `insert into "RunFile" ("rootId", "fileId", "projectId")
       select gen_random_uuid(), id, "projectId" from "File" order by "createdAt", id limit 200`,
    )
    const retention = applyRetention({ pool, now: Date.now(), keep: { deltasDays: null, runsDays: null } })
    const waiting = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"File"%'`,
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    await writer.query('commit')
    await retention
  } finally {
    writer.release()
  }
  expect(await prisma.file.count()).toBe(200)
})

test('FILE-1 a project has a limited number of files that no run names', async () => {
  const alone = await engineForTest({ providers: [createSeeing()] })
  const { operations: its, project: itsProject } = alone.engine
  await addUnused(alone.database, itsProject, 9_999, '1 hour')
  const bring = { upload: { data: Buffer.from('one more'), name: null, mediaType: null } }
  const send = () =>
    its.files.uploadFile({ ...bring, projectId: itsProject.id, createdBy: null, tokenScope: null })
  const { fileId } = await send()
  await expect(send()).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: expect.stringContaining('Name them in runs'),
  })
  await alone.engine.run(() => ({}), { ...seeing, trigger: { files: [{ id: fileId }] } })
  await send()
})

test('RUN-8 a trigger that is repeated does not store its files again', async () => {
  const { slug } = await engine.define(() => ({ text: 'Done.' }))
  const idempotencyKey = uuidv7()
  const trigger = (mark: string) => {
    const brought = { data: pngOf(1, 1, mark), name: `${idempotencyKey}.png`, mediaType: 'image/png' }
    return operations.triggerRun({
      ...{ projectId, agent: { slug }, input: 'Look.', idempotencyKey },
      files: [{ upload: brought }],
    })
  }
  const first = await trigger('same')
  expect(await trigger('same')).toEqual(first)
  await expect(trigger('other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  expect(await database.prisma.file.count({ where: { name: `${idempotencyKey}.png` } })).toBe(1)
})
