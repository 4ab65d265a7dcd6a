import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../src/database/connect.ts'
import type { FeedEvent, FeedPosition, RunLog } from '../../../src/domain/run-log.ts'
import { createLocalWakeups } from '../../../src/live/local-wakeups.ts'
import { storedPlace } from '../../support/cursors.ts'
import { eventually } from '../../support/eventually.ts'
import { untilReadable } from '../../support/held-transaction.ts'
import { LossyPostgres } from '../../support/lossy-postgres.ts'
import { claimInTree, type HeldInTree } from '../../support/run-tree.ts'
import { commitOf, note, openLog, openTestStores, rest, type TestStores } from '../../support/stores.ts'
import { createUnreliableWakeups } from '../../support/unreliable-wakeups.ts'

const timeout = 120_000
const key = 'a session'

let database: Database
let stores: TestStores
let run: HeldInTree
let over: AbortController

const postgres = await LossyPostgres.open()
afterAll(() => postgres.close(), timeout)

beforeEach(async () => {
  database = await postgres.openDatabase()
  stores = await openTestStores(database)
  over = new AbortController()
  run = await claimInTree(stores, null, key)
  await write('one', 'two')
}, timeout)
afterEach(async () => {
  over.abort()
  await stores.close()
  await database.close()
}, timeout)

/** Each word is an event in a commit of its own. */
async function write(...words: readonly string[]): Promise<void> {
  for (const word of words) await stores.log.commit(commitOf(run, [note(word)]))
}

/** The log as another process has it, which no wakeups reach. */
function anotherLog(): RunLog {
  return openLog(
    database.pool,
    createUnreliableWakeups(createLocalWakeups(), () => 'lost'),
  )
}

/** A pool opens new connections in place of those that are broken. */
async function untilBack(): Promise<void> {
  await eventually(() => database.pool.query('select 1').then(Boolean, () => false)).toBe(true)
}

/** Resolves when readers of these kinds wait at the end of what they follow, where polls look for them. */
async function untilWaiting(...kinds: readonly string[]): Promise<void> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const polls = (kind: string) =>
    query.mock.calls.filter(([statement]) => Object(statement).name === `rungraph-${kind}`).length
  // What the first one finds is read by the second.
  await eventually(() => kinds.every((kind) => polls(kind) >= 2)).toBe(true)
  query.mockRestore()
}

interface Reader {
  readonly words: string[]
  /** Of the last item. */
  place(): FeedPosition | null
  /** Resolves to how it ended. */
  readonly ended: Promise<unknown>
}

type Item = FeedEvent | FeedPosition

/** A reader that goes on until an error, or the end of the test. */
function readAll(items: AsyncGenerator<Item, void, void>): Reader {
  const words: string[] = []
  let last: Item | null = null
  const read = async () => {
    for await (const item of items) {
      last = item
      words.push('data' in item ? wordOf(item) : item.runId)
    }
  }
  return { words, place: () => last, ended: read().then(() => 'the end', String) }
}

function wordOf(event: FeedEvent): string {
  return event.type === 'Warning' ? event.data.message : event.type
}

const from = (after: FeedPosition | null) => ({ after, signal: over.signal })

/** The streams of several runs, as followed from a place, or from now on. */
const feeds = {
  tree: async (place: FeedPosition | null) => stores.log.followTree(run.runId, from(place)),
  session: (place: FeedPosition | null) =>
    stores.log.followSession({ projectId: stores.projectId, key }, from(place)),
  project: (place: FeedPosition | null) => stores.log.followProject(stores.projectId, from(place)),
}
const feedNames = ['tree', 'session', 'project'] as const

async function* ownLog(seq: number, stamp?: number): AsyncGenerator<Item, void, void> {
  const options = { after: seq, signal: over.signal, ...(stamp !== undefined && { stamp }) }
  for await (const event of stores.log.follow(run.runId, options)) yield { ...event, order: 0n }
}

const placeOf = (seq: number) => storedPlace(database.pool, run.runId, seq)

const lost = /CURSOR_INVALID|does not have the event of this cursor/

describe('EVT-10 a database that has lost its last transactions', () => {
  it('ends readers of what was lost, also where the log has grown past them, and those of earlier events go on', {
    timeout,
  }, async () => {
    const [, second] = [await placeOf(1), await placeOf(2)]
    await postgres.keep()
    await untilBack()
    const own = readAll(ownLog(0))
    const readers = new Map<string, Reader>()
    for (const name of feedNames) readers.set(name, readAll(await feeds[name](second)))
    await write('three', 'four')
    await eventually(() => own.words).toEqual(['one', 'two', 'three', 'four'])
    for (const reader of readers.values()) await eventually(() => reader.words).toEqual(['three', 'four'])
    const fourth = await placeOf(4)
    await untilWaiting('poll', 'tree-poll', 'session-poll', 'project-poll')

    await postgres.lose()
    await untilBack()
    await write('third', 'fourth', 'fifth', 'sixth')
    expect(await own.ended).toMatch(lost)
    expect(own.words).toEqual(['one', 'two', 'three', 'four'])
    for (const [name, { words, ended }] of readers) {
      expect(await ended, name).toMatch(lost)
      expect(words).toEqual(['three', 'four'])
    }

    // Those who come back with a cursor.
    expect(await readAll(ownLog(4, fourth.witness.stamp)).ended).toMatch(lost)
    for (const name of feedNames) {
      const opened = feeds[name](fourth).then((items) => readAll(items).ended)
      expect(await opened.catch(String), name).toMatch(lost)
    }
    await untilReadable(database.pool, run.runId)
    const rest = ['third', 'fourth', 'fifth', 'sixth']
    const again = readAll(ownLog(2, second.witness.stamp))
    await eventually(() => again.words).toEqual(rest)
    for (const name of feedNames) {
      const reader = readAll(await feeds[name](second))
      await eventually(() => reader.words).toEqual(rest)
    }
  })

  it('ends waiting readers whose log has not grown since, or as far as it was', { timeout }, async () => {
    await postgres.keep()
    await untilBack()
    const other = await claimInTree(stores)
    await write('three')
    const own = readAll(ownLog(0))
    const ofLostRun = readAll(
      (async function* () {
        const follow = stores.log.follow(other.runId, { after: 0, signal: over.signal })
        for await (const event of follow) yield { ...event, order: 0n }
      })(),
    )
    const tree = readAll(await feeds.tree(null))
    await stores.log.commit(commitOf(other, [note('only')]))
    await eventually(() => [own.words.length, tree.words.length, ofLostRun.words.length]).toEqual([3, 3, 1])
    await untilWaiting('poll', 'tree-poll')
    await postgres.lose()
    await untilBack()
    await anotherLog().commit(commitOf(run, [note('third')]))
    for (const { ended } of [own, tree, ofLostRun]) expect(await ended).toMatch(lost)
  })

  it('hands nothing on from memory that follows on other events than the reader has', {
    timeout,
  }, async () => {
    await postgres.keep()
    await untilBack()
    // Only its own process wakes it.
    const quiet = anotherLog()
    const words: string[] = []
    const reading = (async () => {
      for await (const event of quiet.follow(run.runId, { after: 0, signal: over.signal }))
        words.push(wordOf({ ...event, order: 0n }))
    })().catch(String)
    await quiet.commit(commitOf(run, [note('three')]))
    await quiet.commit(commitOf(run, [note('four')]))
    await eventually(() => words).toEqual(['one', 'two', 'three', 'four'])
    await untilWaiting('poll')
    await postgres.lose()
    await untilBack()
    await stores.log.commit(commitOf(run, [note('third'), note('fourth')]))
    await quiet.commit(commitOf(run, [note('fifth')]))
    expect(await reading).toMatch(lost)
    expect(words).toEqual(['one', 'two', 'three', 'four'])
  })

  it('refuses places of changes and of moments too, which are of no event', { timeout }, async () => {
    await postgres.keep()
    await untilBack()
    const { projectId, log } = stores
    const changes = readAll(await log.followRuns(projectId, from(null)))
    await write('three')
    await claimInTree(stores)
    await eventually(() => changes.words.length).toBeGreaterThan(0)
    const [change, moment] = [changes.place(), await log.readPosition(projectId)]
    await untilWaiting('runs-poll')
    await postgres.lose()
    await untilBack()
    await write('third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth')
    for (const place of [change, moment]) {
      for (const follow of [log.followRuns, log.followGates, log.followDeletions])
        await expect(follow(projectId, from(place))).rejects.toThrow(lost)
    }
    expect(await changes.ended).toMatch(lost)
  })
})

describe('EVT-2 a database that was restarted, and has lost nothing', () => {
  it('goes on with every reader where it was, and begins now for those that began with what comes', {
    timeout,
  }, async () => {
    const second = await placeOf(2)
    const own = readAll(ownLog(0))
    const readers: Reader[] = []
    for (const name of feedNames) readers.push(readAll(await feeds[name](second)))
    for (const name of ['session', 'project'] as const) readers.push(readAll(await feeds[name](null)))
    await write('three')
    for (const { words } of readers) await eventually(() => words).toEqual(['three'])
    await eventually(() => own.words).toHaveLength(3)
    await untilWaiting('poll', 'tree-poll', 'session-poll', 'project-poll')
    await postgres.restart()
    await untilBack()
    await write('four')
    await stores.log.commit(commitOf(run, [rest()], { run: { status: 'COMPLETED' } }))
    const since = ['three', 'four', 'RunCompleted']
    for (const { words } of readers) await eventually(() => words).toEqual(since)
    expect(await own.ended).toBe('the end')
    expect(own.words).toEqual(['one', 'two', ...since])
  })

  it('begins now for a reader that had received nothing', { timeout }, async () => {
    const reader = readAll(await feeds.project(null))
    await untilWaiting('project-poll')
    await postgres.restart()
    await untilBack()
    await write('three')
    await eventually(() => reader.words).toEqual(['three'])
  })
})
