import { describe, expect, it } from 'vitest'
import type { FeedEvent } from '../../../src/domain/run-log.ts'
import type { NewRun } from '../../../src/domain/run-store.ts'
import { toWordId } from '../../../src/domain/word-id.ts'
import { createDeletionOperations } from '../../../src/engine/commands/delete-runs.ts'
import { createDeletionStore } from '../../../src/store/retention/delete-trees.ts'
import { createTestDatabase } from '../../support/database.ts'
import { readUpTo } from '../../support/feeds.ts'
import { forFile } from '../../support/for-file.ts'
import { oneRowEach } from '../../support/log-rows.ts'
import { endAt, retain, shortly, tell } from '../../support/old-runs.ts'
import { claimInTree, type HeldInTree } from '../../support/run-tree.ts'
import { commitOf, openTestStores } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

const operations = () =>
  createDeletionOperations({
    deletions: createDeletionStore(database.pool),
    clock: { now: Date.now },
    wakeups: { publish: () => undefined },
  })

function deleteRun({ runId }: { readonly runId: string }, includeCopies = false) {
  return operations().deleteRun({ projectId: stores.projectId, runId, includeCopies })
}

function deleteSession(key: string, includeCopies = false) {
  return operations().deleteSession({ projectId: stores.projectId, key, includeCopies })
}

async function exist(...runs: readonly HeldInTree[]): Promise<readonly boolean[]> {
  const ids = runs.map(({ runId }) => runId)
  const found = await database.prisma.run.findMany({ where: { id: { in: ids } }, select: { id: true } })
  return ids.map((id) => found.some((row) => row.id === id))
}

async function ended(sessionKey: string | null = null): Promise<HeldInTree> {
  const run = await claimInTree(stores, null, sessionKey)
  await tell(stores.log, run, 'n')
  await endAt(stores.log, run, new Date())
  return run
}

/** A run that has ended and was made from another. */
async function copyOf({ runId }: HeldInTree, fields: Partial<NewRun> = {}): Promise<HeldInTree> {
  const made = { overrides: null, checkpoint: null, messages: [], view: null, inputs: [] }
  const [id = ''] = await stores.queue(1, {
    ...fields,
    beginning: { ...made, forkedFromId: runId, forkedAfterStep: 0, replayOf: null },
  })
  const [run] = await stores.runs.claim({ limit: 1 })
  const copy = { runId: id, rootId: id, ancestorIds: [], epoch: run?.epoch ?? 0 }
  await endAt(stores.log, copy, new Date())
  return copy
}

/** Gives an active run a step with a prompt, and a model call of it. */
async function work(run: HeldInTree, prompt: string): Promise<void> {
  const { steps, ...rows } = oneRowEach(stores.projectId, run)
  const { projectId } = stores
  const toolsHash = `tools ${prompt}`
  const prompts = [
    { projectId, hash: prompt, text: prompt, toolsHash },
    { projectId, hash: toolsHash, text: '[]', toolsHash: null },
  ]
  const prompted = steps.map((step) => ({ ...step, promptHash: prompt }))
  await stores.log.commit(commitOf(run, [], { ...rows, steps: prompted, prompts }))
}

/** The prompt and the list of its tools: both or neither. */
async function hasPrompt(hash: string): Promise<boolean> {
  const found = await database.prisma.prompt.count({ where: { hash: { in: [hash, `tools ${hash}`] } } })
  expect([0, 2]).toContain(found)
  return found === 2
}

const requests = async () =>
  Number((await database.prisma.pastUsage.aggregate({ _sum: { requests: true } }))._sum.requests ?? 0)

describe('ADM-1 deleteRun', () => {
  it('removes a tree that ended a moment ago, and leaves the rows of others, the shared prompt too', async () => {
    const [root, other] = [await claimInTree(stores), await claimInTree(stores)]
    const child = await claimInTree(stores, root)
    await work(root, 'of the root')
    await work(child, 'of both')
    await work(other, 'of both')
    for (const run of [child, root]) await endAt(stores.log, run, new Date())
    expect(await deleteRun(root)).toEqual({ runId: root.runId, runs: 2 })
    expect(await exist(root, child, other)).toEqual([false, false, true])
    expect([await hasPrompt('of the root'), await hasPrompt('of both')]).toEqual([false, true])
    await expect(deleteRun(root)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await endAt(stores.log, other, new Date())
  })

  it('is refused while a run of the tree is active, or may continue', async () => {
    const root = await claimInTree(stores)
    const child = await claimInTree(stores, root)
    await endAt(stores.log, root, new Date())
    await expect(deleteRun(root)).rejects.toMatchObject({
      code: 'RUN_NOT_FINISHED',
      message: `The run ${toWordId('run', child.runId)} is RUNNING and cannot be deleted. Wait until it finishes, or abort it first.`,
    })
    await endAt(stores.log, child, new Date())
    const paused = await claimInTree(stores)
    await stores.log.commit(commitOf(paused, [], { run: { status: 'PAUSED' } }))
    await expect(deleteRun(paused)).rejects.toMatchObject({ code: 'RUN_NOT_FINISHED' })
    await expect(deleteRun(child)).rejects.toMatchObject({
      code: 'DELETION_REFUSED',
      message: expect.stringContaining('It is a child run'),
    })
    expect(await exist(root, child, paused)).toEqual([true, true, true])
  })

  it('is refused while copies would stay, and takes them and theirs along where that is asked for', async () => {
    const origin = await ended()
    const fork = await copyOf(origin)
    const forkOfFork = await copyOf(fork)
    await expect(deleteRun(fork)).rejects.toMatchObject({
      message: expect.stringContaining('1 more tree of runs was forked'),
    })
    await expect(deleteRun(origin)).rejects.toMatchObject({
      code: 'DELETION_REFUSED',
      message: expect.stringContaining('2 more trees'),
    })
    expect(await exist(origin, fork, forkOfFork)).toEqual([true, true, true])
    expect((await deleteRun(origin, true)).runs).toBe(3)
    expect(await exist(origin, fork, forkOfFork)).toEqual([false, false, false])
  })

  it('is refused for a run that later ones of its session were shown, and not for the last', async () => {
    const [first, last] = [await ended('of two'), await ended('of two')]
    await expect(deleteRun(first)).rejects.toMatchObject({
      code: 'DELETION_REFUSED',
      message: expect.stringContaining('the session "of two"'),
    })
    for (const run of [last, first]) expect((await deleteRun(run)).runs).toBe(1)
    expect(await database.prisma.session.count({ where: { key: 'of two' } })).toBe(1)
  })

  it('counts the usage once, however many delete at once', async () => {
    const run = await claimInTree(stores)
    await work(run, 'of many')
    await endAt(stores.log, run, new Date())
    const before = await requests()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => deleteRun(run)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' })
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await requests()).toBe(before + 1)
    expect(await hasPrompt('of many')).toBe(false)
  })

  it('notifies a reader of the project that is before the run, as retention does', async () => {
    const [before, run, after] = [await ended(), await ended(), await ended()]
    const first = await database.prisma.event.findFirstOrThrow({ where: { runId: before.runId, seq: 1 } })
    const place = { order: first.commitXid, runId: before.runId, seq: 1 }
    await deleteRun(run)
    const read = await readUpTo(
      (log, options) => log.followProject(stores.projectId, options),
      stores.log,
      place,
      4,
    )
    const isOf =
      ({ runId }: HeldInTree) =>
      (event: FeedEvent) =>
        event.runId === runId
    expect(read.map(shortly)).toContain('RUNS')
    expect(read.filter((event) => event.type !== 'HistoryTruncated').some(isOf(run))).toBe(false)
    expect(read.some(isOf(after))).toBe(true)
  })

  it('that is cut off is finished by the next one, or by retention, whatever retention keeps', async () => {
    const marked = async (prompt: string) => {
      const run = await claimInTree(stores)
      await work(run, prompt)
      await endAt(stores.log, run, new Date())
      // Where a process dies that has committed the mark.
      await database.prisma.run.update({ where: { id: run.runId }, data: { removedAt: new Date() } })
      return run
    }
    const again = await marked('of the second try')
    expect((await deleteRun(again)).runs).toBe(1)
    const left = await marked('of the dead')
    expect((await retain(database.pool, {})).runs).toBe(1)
    expect(await exist(again, left)).toEqual([false, false])
    expect([await hasPrompt('of the second try'), await hasPrompt('of the dead')]).toEqual([false, false])
  })
})

describe('ADM-1 deleteSession', () => {
  it('removes its runs, its memory and itself, and its key is free', async () => {
    const key = 'of a person'
    const runs = [await ended(key), await ended(key)]
    await stores.runs.sessions.remember(stores.projectId, key, ['Is called Ann.'])
    const { id } = await database.prisma.session.findFirstOrThrow({ where: { key } })
    expect(await deleteSession(key)).toEqual({ sessionId: id, key, runs: 2 })
    expect(await exist(...runs)).toEqual([false, false])
    await expect(deleteSession(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await ended(key)
    expect(await database.prisma.session.findFirstOrThrow({ where: { key } })).toMatchObject({ memory: [] })
  })

  it('is refused as a whole while one of its runs is active', async () => {
    const key = 'of one who waits'
    const first = await ended(key)
    await stores.runs.sessions.remember(stores.projectId, key, ['Kept.'])
    const active = await claimInTree(stores, null, key)
    await expect(deleteSession(key)).rejects.toMatchObject({
      ...{
        code: 'RUN_NOT_FINISHED',
        message: expect.stringContaining(`The run ${toWordId('run', active.runId)} is RUNNING`),
      },
    })
    expect(await exist(first, active)).toEqual([true, true])
    expect(await database.prisma.session.findFirstOrThrow({ where: { key } })).toMatchObject({
      memory: ['Kept.'],
    })
    await endAt(stores.log, active, new Date())
  })

  it('of another project is unknown', async () => {
    await ended('of this project')
    const nobody = { projectId: '01a1fc06-04c2-77c6-8fd1-f6493b2473ef', includeCopies: true }
    await expect(operations().deleteSession({ ...nobody, key: 'of this project' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const run = await ended()
    await expect(operations().deleteRun({ ...nobody, runId: run.runId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await exist(run)).toEqual([true])
  })
})
