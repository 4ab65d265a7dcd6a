import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { FileStore, NewFile, ObjectStore } from '../../../src/domain/file.ts'
import { exportRun } from '../../../src/log/archive/export-run.ts'
import { importRun } from '../../../src/log/archive/import-run.ts'
import { openS3Objects } from '../../../src/net/s3-objects.ts'
import { createFileStore } from '../../../src/store/files/file-store.ts'
import { applyRetention } from '../../../src/store/retention/retention.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine } from '../../support/engine.ts'
import { engineForTest, forFile } from '../../support/for-file.ts'
import { startS3 } from '../../support/s3-server.ts'
import { pngOf } from '../../support/sample-files.ts'
import { createSeeing, hashOf } from '../../support/seeing-model.ts'

const s3 = forFile(await startS3())
const objects = await openS3Objects(s3.bucket)
const database = forFile(await createTestDatabase())
const { pool, prisma } = database
const files = createFileStore(pool, objects)
const engine = forFile(
  await createTestEngine(database, { providers: [createSeeing()], replace: () => ({ files }) }),
)
const projectId = engine.project.id
const forever = { deltasDays: null, runsDays: null }

/** A new file of bytes that no other test has. */
function newFile(data: Uint8Array = pngOf(3, 2, randomUUID())): NewFile {
  return {
    ...{ fileId: uuidv7(), projectId, sha256: hashOf(data), mediaType: 'image/png', name: 'a.png', data },
    ...{ byteCount: data.byteLength, pixels: [3, 2], createdBy: 'tester', tokenScope: null },
  }
}

const contentOf = ({ sha256 }: NewFile) =>
  prisma.fileContent.findFirst({ where: { projectId, sha256 }, select: { data: true, objectKey: true } })

/** The objects that have the bytes of a file, by their names. */
const objectsOf = async ({ sha256 }: NewFile) => (await s3.list()).filter((key) => key.includes(sha256))

const notesOf = ({ sha256 }: NewFile) =>
  prisma.fileErasure.findMany({ where: { objectKey: { contains: sha256 } } })

/** Makes what is to be erased due, and erases it. */
async function eraseWhenDue(store: FileStore = files) {
  await prisma.fileErasure.updateMany({ data: { eraseAfter: new Date(0) } })
  await store.erase()
}

describe('FILE-8 the contents of files', () => {
  test('are objects named by their project and their hash, once for the same bytes, and models read them', async () => {
    const file = newFile()
    await files.keep(file)
    await files.keep({ ...file, fileId: uuidv7(), name: 'b.png' })
    const [key, ...others] = await objectsOf(file)
    expect([key, others]).toEqual([
      expect.stringMatching(`^files/${projectId}/${file.sha256}-[0-9a-f-]{36}$`),
      [],
    ])
    expect(await contentOf(file)).toEqual({ data: null, objectKey: key?.replace('files/', '') })
    expect(await notesOf(file)).toEqual([])
    const run = await engine.run(() => ({}), {
      agent: { model: 'seeing/any' },
      trigger: { files: [{ id: file.fileId }] },
    })
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: file.sha256 })
  })

  test('that the database has stay readable, and objects need the setting', async () => {
    const [before, after] = [newFile(), newFile()]
    const inDatabase = createFileStore(pool)
    await inDatabase.keep(before)
    await files.keep(after)
    for (const { fileId, data } of [before, after])
      expect(Buffer.from((await files.read(projectId, fileId)) ?? []).equals(data)).toBe(true)
    expect(await contentOf(before)).toMatchObject({ objectKey: null })
    await expect(inDatabase.read(projectId, after.fileId)).rejects.toThrow('RUNGRAPH_FILES_URL')
  })

  test('are the bytes that were stored, or an error', async () => {
    const file = newFile()
    await files.keep(file)
    const [key = ''] = await objectsOf(file)
    await s3.damage(key)
    await expect(files.read(projectId, file.fileId)).rejects.toThrow('other bytes')
    await objects.remove(key.replace('files/', ''))
    expect(await files.read(projectId, file.fileId)).toBeNull()
  })

  test('are in the file of an exported run, as those of the database are', async () => {
    const upload = { data: pngOf(3, 2, randomUUID()), name: 'sent.png', mediaType: 'image/png' }
    const { runId } = await engine.run(() => ({ text: 'Done.' }), { trigger: { files: [{ upload }] } })
    const read = async (from: typeof pool, readObject?: ObjectStore['get']) => {
      const lines: string[] = []
      for await (const line of exportRun(from, { runId, withTree: false, readObject })) lines.push(line)
      return lines
    }
    const lines = await read(pool, objects.get)
    const other = await engineForTest()
    await importRun(other.database.pool, inOrder(lines), async () => other.engine.project)
    expect(await read(other.database.pool)).toEqual(lines)
    await expect(read(pool)).rejects.toThrow('RUNGRAPH_FILES_URL')
  })
})

async function* inOrder(lines: readonly string[]) {
  yield* lines
}

describe('FILE-8 an object is erased', () => {
  test('with the last run that names its file, and not before', async () => {
    const upload = { data: pngOf(3, 2, randomUUID()), name: null, mediaType: 'image/png' }
    const runs = [1, 2].map(() => engine.run(() => ({ text: 'Done.' }), { trigger: { files: [{ upload }] } }))
    const [first, second] = await Promise.all(runs)
    const of = newFile(upload.data)
    await eraseWhenDue()
    expect(await objectsOf(of)).toHaveLength(1)
    const { deletions } = engine.operations
    await deletions.deleteRun({ projectId, runId: first?.runId ?? '', includeCopies: false })
    expect(await objectsOf(of)).toHaveLength(1)
    await deletions.deleteRun({ projectId, runId: second?.runId ?? '', includeCopies: false })
    expect([await objectsOf(of), await notesOf(of)]).toEqual([[], []])
  })

  test('by the next pass where the store could not be reached, or its process died', async () => {
    const file = newFile()
    await files.keep(file)
    await prisma.file.updateMany({ where: { id: file.fileId }, data: { createdAt: new Date(0) } })
    // Its process dies before it erases anything.
    await applyRetention({ pool, now: Date.now(), keep: forever })
    expect(await contentOf(file)).toBeNull()
    expect([await objectsOf(file), await notesOf(file)]).toEqual([[expect.any(String)], [expect.anything()]])
    const away = createFileStore(pool, { ...objects, remove: () => Promise.reject(new Error('It is away.')) })
    await expect(away.erase()).rejects.toThrow('It is away.')
    expect(await notesOf(file)).toHaveLength(1)
    const dying = createFileStore(pool, {
      ...objects,
      remove: async (key) => {
        await objects.remove(key)
        throw new Error('It died before it forgot the object.')
      },
    })
    await expect(dying.erase()).rejects.toThrow('It died')
    expect([await objectsOf(file), await notesOf(file)]).toEqual([[], [expect.anything()]])
    await files.erase()
    expect(await notesOf(file)).toEqual([])
  })

  const deaths: readonly [string, (store: ObjectStore) => ObjectStore['put']][] = [
    ['before it is stored', () => () => Promise.reject(new Error('It died.'))],
    [
      'after it is stored',
      (store) => async (key, data, sha256) => {
        await store.put(key, data, sha256)
        throw new Error('It died.')
      },
    ],
  ]
  test.for(deaths)('an hour after its process died %s', async ([, putOf]) => {
    const file = newFile()
    await expect(createFileStore(pool, { ...objects, put: putOf(objects) }).keep(file)).rejects.toThrow(
      'It died.',
    )
    await files.erase()
    const [note] = await notesOf(file)
    expect(note?.eraseAfter.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
    await eraseWhenDue()
    expect([await objectsOf(file), await notesOf(file), await contentOf(file)]).toEqual([[], [], null])
    await files.keep(file)
    expect(await files.read(projectId, file.fileId)).not.toBeNull()
  })

  test('where another upload of the same bytes was faster, or the quota refuses the file', async () => {
    const file = newFile()
    await Promise.all([1, 2, 3].map(() => files.keep({ ...file, fileId: uuidv7() })))
    await eraseWhenDue()
    const [left, ...others] = await objectsOf(file)
    expect([await contentOf(file), others]).toEqual([
      { data: null, objectKey: left?.replace('files/', '') },
      [],
    ])
    const { maxStoredFileBytes } = await prisma.project.findUniqueOrThrow({ where: { id: projectId } })
    await prisma.project.update({ where: { id: projectId }, data: { maxStoredFileBytes: 1n } })
    const refused = newFile()
    await expect(files.keep(refused)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    await prisma.project.update({ where: { id: projectId }, data: { maxStoredFileBytes } })
    expect([await objectsOf(refused), await notesOf(refused)]).toEqual([[], []])
  })

  test('so that an upload which took too long stores nothing', async () => {
    const file = newFile()
    const slow = createFileStore(pool, {
      ...objects,
      put: async (key, data, sha256) => {
        await objects.put(key, data, sha256)
        await eraseWhenDue()
      },
    })
    await expect(slow.keep(file)).rejects.toThrow('took so long')
    expect([await contentOf(file), await objectsOf(file)]).toEqual([null, []])
  })

  test('while the same bytes are stored again, under another name', async () => {
    const file = newFile()
    await files.keep(file)
    await prisma.file.updateMany({ where: { id: file.fileId }, data: { createdAt: new Date(0) } })
    await applyRetention({ pool, now: Date.now(), keep: forever })
    const again = { ...file, fileId: uuidv7() }
    await files.keep(again)
    expect(await objectsOf(file)).toHaveLength(2)
    await files.erase()
    expect(await objectsOf(file)).toHaveLength(1)
    expect(await files.read(projectId, again.fileId)).not.toBeNull()
  })
})

describe('FILE-8 a store of files that does not do what it is asked', () => {
  const refusals: readonly [string, Partial<typeof s3.bucket>, string][] = [
    ['is not there', { endpoint: 'http://127.0.0.1:9' }, 'cannot be reached'],
    ['does not know the access key', { accessKeyId: 'another' }, 'answers with the status 403'],
    ['has no such bucket', { bucket: 'another-bucket' }, 'no bucket another-bucket'],
  ]
  test.for(refusals)('because it %s gives an error that may pass', async ([, wrong, message]) => {
    const store = createFileStore(pool, await openS3Objects({ ...s3.bucket, ...wrong }))
    await expect(store.keep(newFile())).rejects.toMatchObject({
      code: 'FILES_UNAVAILABLE',
      message: expect.stringContaining(message),
    })
  })
})
