import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { NewFile, ObjectStore } from '../../../src/domain/file.ts'
import { sha256 } from '../../../src/domain/hash.ts'
import { openS3Objects } from '../../../src/net/s3-objects.ts'
import { createFileStore } from '../../../src/store/files/file-store.ts'
import { type ContentsPlace, countContents, moveContents } from '../../../src/store/files/move-contents.ts'
import { ensureProject } from '../../../src/store/project-store.ts'
import { applyRetention } from '../../../src/store/retention/retention.ts'
import { callCommand } from '../../support/command-line.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { startS3 } from '../../support/s3-server.ts'
import { eachPoint } from '../../support/trials.ts'

const s3 = forFile(await startS3())
const objects = await openS3Objects(s3.bucket)
const database = forFile(await createTestDatabase())
const { pool, prisma } = database
const { id: projectId } = await ensureProject(pool, { slug: 'default', name: 'Default', newId: uuidv7 })
const server = createFileStore(pool, objects)

function newFile(): NewFile {
  const data = Buffer.from(`bytes ${randomUUID()}`)
  return {
    ...{ fileId: uuidv7(), projectId, sha256: sha256(data), mediaType: 'text/plain', name: null, data },
    ...{ byteCount: data.byteLength, pixels: null, createdBy: 'tester', tokenScope: null },
  }
}

/** Files whose contents are in the database. */
async function keepFiles(count: number): Promise<readonly NewFile[]> {
  const kept = Array.from({ length: count }, newFile)
  for (const file of kept) await createFileStore(pool).keep(file)
  return kept
}

/** A running server reads each file as it was stored. */
async function expectReadable(files: readonly NewFile[], by = server): Promise<void> {
  for (const { fileId, data } of files)
    expect(Buffer.from((await by.read(projectId, fileId)) ?? []).equals(data)).toBe(true)
}

/** What is to be erased is erased: then the bucket has the objects that contents name, and no others. */
async function expectNoneLeftBehind(): Promise<void> {
  await prisma.fileErasure.updateMany({ data: { eraseAfter: new Date(0) } })
  await server.erase()
  const named = await prisma.fileContent.findMany({ where: { objectKey: { not: null } } })
  expect((await s3.list()).toSorted()).toEqual(named.map(({ objectKey }) => `files/${objectKey}`).toSorted())
}

async function forget(files: readonly NewFile[]): Promise<void> {
  const ids = files.map(({ fileId }) => fileId)
  await prisma.file.updateMany({ where: { id: { in: ids } }, data: { createdAt: new Date(0) } })
  await applyRetention({ pool, now: Date.now(), keep: { deltasDays: null, runsDays: null } })
}

/** A process that dies at its n-th statement or request, from 0: before it, or when it was done and is not answered. */
function mortal(point: number, isDone: boolean) {
  let count = 0
  let isDead = false
  const live = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const isLast = count === point
    count += 1
    if (isLast && isDone) await work()
    isDead ||= isLast
    if (isDead) throw new Error('The process is dead.')
    return work()
  }
  const own: ObjectStore = {
    put: (...given) => live(() => objects.put(...given)),
    get: (key) => live(() => objects.get(key)),
    remove: (key) => live(() => objects.remove(key)),
  }
  const through = <Target extends object>(target: Target, more: object = {}): Target =>
    new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(more, name) ?? Reflect.get(of, name)
        if (typeof value !== 'function') return value
        return name === 'query'
          ? (...given: readonly unknown[]) => live(async () => Reflect.apply(value, of, given))
          : value.bind(of)
      },
    })
  const connect = async (): Promise<pg.PoolClient> => through(await pool.connect())
  return { objects: own, pool: through(pool, { connect }), died: () => isDead }
}

async function moveAndDie(to: ContentsPlace, point: number, isDone: boolean): Promise<boolean> {
  const { died, ...process } = mortal(point, isDone)
  const failure = await moveContents(process.pool, { to, objects: process.objects }).then(
    () => null,
    (error: unknown) => String(error),
  )
  expect(failure).toEqual(died() ? 'Error: The process is dead.' : null)
  return died()
}

describe('FILE-8 contents that are moved between the database and the bucket', () => {
  test('are each whole at one place, wherever the process dies, and another call finishes', async () => {
    const files = await keepFiles(2)
    const points = await eachPoint(
      async (point) => {
        let isAny = false
        for (const to of ['bucket', 'database'] as const) {
          for (const isDone of [false, true]) {
            isAny = (await moveAndDie(to, point, isDone)) || isAny
            await expectReadable(files)
          }
          const { unreadable } = await moveContents(pool, { to, objects })
          expect(unreadable).toEqual([])
          const all = { inBucket: to === 'bucket' ? 2 : 0, inDatabase: to === 'bucket' ? 0 : 2 }
          expect(await countContents(pool)).toEqual(all)
          await expectReadable(files)
          await expectNoneLeftBehind()
        }
        return isAny
      },
      { least: 10 },
    )
    expect(points).toBeGreaterThanOrEqual(10)
    await forget(files)
    expect(await s3.list()).toEqual([])
  })

  test('are readable all the time, while two processes move them, others store some, and some are deleted', async () => {
    const [stay, go] = [await keepFiles(12), [...(await keepFiles(4))]]
    for (const to of ['bucket', 'database', 'bucket'] as const) {
      const stored = newFile()
      const isMoved = Promise.all([1, 2].map(() => moveContents(pool, { to, objects })))
      let isOver = false
      const reading = async () => {
        while (!isOver) await expectReadable(stay)
      }
      const work = Promise.all([isMoved, server.keep(stored), forget(go.splice(0, 2))])
      await Promise.all([
        work.finally(() => {
          isOver = true
        }),
        reading(),
      ])
      const [moved] = await work
      expect(moved.flatMap(({ unreadable }) => unreadable)).toEqual([])
      await moveContents(pool, { to, objects })
      const { inBucket, inDatabase } = await countContents(pool)
      expect(to === 'bucket' ? inDatabase : inBucket).toBe(0)
      await expectNoneLeftBehind()
      await expectReadable([...stay, stored])
    }
  })

  test('stay where they are if their object is gone or has other bytes', async () => {
    const [gone, damaged, good] = await keepFiles(3)
    await moveContents(pool, { to: 'bucket', objects })
    const keyOf = async (file: NewFile | undefined) =>
      (await prisma.fileContent.findFirstOrThrow({ where: { sha256: file?.sha256 ?? '' } })).objectKey ?? ''
    await objects.remove(await keyOf(gone))
    await s3.damage(`files/${await keyOf(damaged)}`)
    const { unreadable } = await moveContents(pool, { to: 'database', objects })
    expect(unreadable.toSorted()).toEqual([await keyOf(gone), await keyOf(damaged)].toSorted())
    await expectReadable(good ? [good] : [])
  })
})

describe('FILE-8 the command files', () => {
  const env = () => ({ DATABASE_URL: database.connectionString, ...s3.settings })
  const call = (...args: readonly string[]) => callCommand(['files', ...args], { env: env() })

  test('counts the contents, and moves them', async () => {
    await prisma.file.deleteMany()
    await prisma.fileContent.deleteMany()
    const files = await keepFiles(3)
    expect(await call()).toMatchObject({ code: 0, output: 'In the database: 3. In the bucket: 0.\n' })
    expect(await call('--move-to', 'bucket')).toMatchObject({
      ...{
        code: 0,
        output: expect.stringMatching(/^Moved 3 contents .* In the database: 0. In the bucket: 3/),
      },
    })
    await expectReadable(files)
    const [first] = await prisma.fileContent.findMany()
    await objects.remove(first?.objectKey ?? '')
    expect(await call('--move-to', 'database')).toMatchObject({
      ...{ code: 1, output: expect.stringContaining(`other bytes: ${first?.objectKey}`) },
    })
    const alone = { env: { DATABASE_URL: database.connectionString } }
    await expect(callCommand(['files', '--move-to', 'bucket'], alone)).rejects.toThrow('RUNGRAPH_FILES_URL')
  })
})
