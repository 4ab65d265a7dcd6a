import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import type { FeedEvent, FeedPosition } from '../../../src/domain/run-log.ts'
import type { NewRun } from '../../../src/domain/run-store.ts'
import { atStart } from '../../../src/sql/commit-order.ts'
import { createTestDatabase } from '../../support/database.ts'
import { changesRowsByHand } from '../../support/empty-database.ts'
import { forFile } from '../../support/for-file.ts'
import { holdRun, untilBlocked, untilReadable } from '../../support/held-transaction.ts'
import { oneRowEach, removeEvents } from '../../support/log-rows.ts'
import {
  dayMs,
  endAt,
  longAgo,
  nothingRetired,
  retain,
  shortly,
  tell,
  tellAndEnd,
  yesterday,
} from '../../support/old-runs.ts'
import { claimInTree, type HeldInTree } from '../../support/run-tree.ts'
import { commitOf, openTestStores, rest } from '../../support/stores.ts'

changesRowsByHand()

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

const keep = { runsDays: 30 }

async function exists({ runId: id }: { readonly runId: string }): Promise<boolean> {
  return (await database.prisma.run.count({ where: { id } })) === 1
}

/** How many rows each table has of a run. */
async function rowsOf(runId: string): Promise<Readonly<Record<string, number>>> {
  const tables = [
    'Event',
    'Step',
    'Action',
    'ActionAttempt',
    'Message',
    'ModelCall',
    'Gate',
    'RunInput',
    'Compaction',
    'Reservation',
  ]
  const counts = [...tables, 'WebhookDelivery'].map(
    (table) => `(select count(*)::int from "${table}" where "runId" = $1) as "${table}"`,
  )
  const { rows } = await database.pool.query<Record<string, number>>(
    `select ${counts.join(', ')}, (select count(*)::int from "Budget" where key = 'run:' || $1::text) as "Budget",
       (select count(*)::int from "Run" where id = $1) as "Run"`,
    [runId],
  )
  return rows[0] ?? {}
}

/** Gives an active run a row in each table that has rows of runs. */
async function fill(run: HeldInTree, prompt: string): Promise<void> {
  const { projectId, factories, log, runs } = stores
  const { steps, ...rows } = oneRowEach(projectId, run)
  const prompts = [
    { projectId, hash: prompt, text: prompt, toolsHash: 'tools of all' },
    { projectId, hash: `of none but ${prompt}`, text: prompt, toolsHash: `tools ${prompt}` },
    { projectId, hash: `tools ${prompt}`, text: '[]', toolsHash: null },
    { projectId, hash: 'tools of all', text: '[]', toolsHash: null },
  ]
  await log.commit(
    commitOf(run, [], { ...rows, steps: steps.map((step) => ({ ...step, promptHash: prompt })), prompts }),
  )
  await factories.gate({ id: run.runId })
  await runs.sendInput(run.runId, { kind: 'MESSAGE', text: 'Go on.' }, ['RUNNING'])
  const { id, ...place } = { id: run.runId, projectId, runId: run.runId }
  await database.prisma.compaction.create({
    data: { id, ...place, view: {}, strategies: [], tokensBefore: 1, tokensAfter: 1 },
  })
  await database.prisma.reservation.create({
    data: { id, ...place, epoch: 0, budgetKeys: [], costUsd: 0, tokens: 0 },
  })
  await database.prisma.budget.create({ data: { key: `run:${id}`, projectId } })
  const webhook = await database.prisma.webhook.create({
    data: { id, projectId, url: 'http://a/', topics: [] },
  })
  await database.prisma.webhookDelivery.create({
    data: { id, ...place, webhookId: webhook.id, topic: 'RUN', facts: {}, nextAttemptAt: new Date() },
  })
}

async function promptsLike(hashes: readonly string[]): Promise<readonly string[]> {
  const rows = await database.prisma.prompt.findMany({
    where: { hash: { in: [...hashes] } },
    orderBy: { hash: 'asc' },
  })
  return rows.map(({ hash }) => hash)
}

/** A run that is made from another: a fork, a retry or a replay. */
async function makeFrom(
  { runId }: HeldInTree,
  how: 'forked' | 'replayed' = 'forked',
  fields: Partial<NewRun> = {},
): Promise<HeldInTree> {
  const [id = ''] = await stores.queue(1, {
    ...fields,
    beginning: {
      forkedFromId: how === 'forked' ? runId : null,
      forkedAfterStep: how === 'forked' ? 0 : null,
      replayOf: how === 'replayed' ? { runId, tools: 'RECORDED' } : null,
      overrides: null,
      checkpoint: null,
      messages: [],
      view: null,
      inputs: [],
    },
  })
  const [run] = await stores.runs.claim({ limit: 1 })
  return { runId: id, rootId: id, ancestorIds: [], epoch: run?.epoch ?? 0 }
}

describe('runs that are not kept any longer', () => {
  it('EVT-7 go with all their rows and those of the runs below them; rows of others stay', async () => {
    const root = await claimInTree(stores)
    const child = await claimInTree(stores, root)
    const other = await claimInTree(stores)
    for (const run of [root, child]) await fill(run, `of ${root.runId}`)
    await fill(other, 'of others')
    await database.pool.query(`update "Prompt" set "createdAt" = $1`, [longAgo])
    const before = await rowsOf(other.runId)
    expect(Object.values(before).every((count) => count > 0 || before.Event === count)).toBe(true)
    for (const run of [child, root]) await tellAndEnd(stores.log, run, 'nddn')
    await tellAndEnd(stores.log, other, 'nddn', yesterday)
    expect(await retain(database.pool, keep)).toEqual({ ...nothingRetired, runs: 2 })
    for (const { runId } of [root, child])
      expect(Object.values(await rowsOf(runId)).filter((count) => count > 0)).toEqual([])
    expect(await rowsOf(other.runId)).toEqual({ ...before, Event: 5 })
    const mine = `of ${root.runId}`
    const known = [mine, `of none but ${mine}`, `tools ${mine}`, 'of others', 'tools of all']
    expect(await promptsLike(known)).toEqual(['of others', 'tools of all'])
    await endAt(stores.log, other)
  })

  it('EVT-7 go when the root is old enough and nothing below it is young or active; a paused child goes with them', async () => {
    const [young, busy, old] = [
      await claimInTree(stores),
      await claimInTree(stores),
      await claimInTree(stores),
    ]
    const [youngChild, busyChild, pausedChild] = [
      await claimInTree(stores, young),
      await claimInTree(stores, busy),
      await claimInTree(stores, old),
    ]
    await endAt(stores.log, youngChild, yesterday)
    await stores.log.commit(commitOf(busyChild, [], { run: { status: 'WAITING' } }))
    await stores.log.commit(commitOf(pausedChild, [rest('PAUSED')], { run: { status: 'PAUSED' } }))
    for (const root of [young, busy, old]) await endAt(stores.log, root)
    await retain(database.pool, keep)
    expect(await Promise.all([young, youngChild, busy, busyChild].map(exists))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(await Promise.all([old, pausedChild].map(exists))).toEqual([false, false])
  })

  it('EVT-7 that are paused, waiting or running stay at any age', async () => {
    const runs = [await claimInTree(stores), await claimInTree(stores), await claimInTree(stores)]
    for (const [n, status] of (['PAUSED', 'WAITING', 'RUNNING'] as const).entries())
      if (runs[n]) await stores.log.commit(commitOf(runs[n], [], { run: { status, completedAt: longAgo } }))
    await retain(database.pool, keep)
    expect(await Promise.all(runs.map(exists))).toEqual([true, true, true])
    for (const run of runs.slice(2)) await endAt(stores.log, run)
  })

  it('EVT-7 RUN-9 stay as long as a run that stays was forked from them, or replays them; and then go one after another', async () => {
    const origin = await claimInTree(stores)
    const child = await claimInTree(stores, origin)
    const replayed = await claimInTree(stores)
    for (const run of [child, origin, replayed]) await tellAndEnd(stores.log, run, 'n')
    const fork = await makeFrom(child)
    const forkOfFork = await makeFrom(fork)
    const replay = await makeFrom(replayed, 'replayed')
    await endAt(stores.log, fork)
    await endAt(stores.log, forkOfFork, yesterday)
    await retain(database.pool, keep)
    const all = [origin, child, fork, forkOfFork, replayed, replay]
    expect(await Promise.all(all.map(exists))).toEqual(all.map(() => true))
    await database.prisma.run.update({ where: { id: forkOfFork.runId }, data: { completedAt: longAgo } })
    await endAt(stores.log, replay)
    for (let n = 0; n < 3; n++) await retain(database.pool, keep)
    expect(await Promise.all(all.map(exists))).toEqual(all.map(() => false))
  })

  it('EVT-7 CTX-6 of a session stay as long as it has one that stays, and go together', async () => {
    const key = 'conversation'
    const first = await claimInTree(stores, null, key)
    await tellAndEnd(stores.log, first, 'n')
    const retried = await makeFrom(first, 'forked', { sessionKey: key })
    await tellAndEnd(stores.log, retried, 'n', yesterday)
    await retain(database.pool, keep)
    expect(await Promise.all([first, retried].map(exists))).toEqual([true, true])
    await database.prisma.run.update({ where: { id: retried.runId }, data: { completedAt: longAgo } })
    const fork = await makeFrom(retried)
    await retain(database.pool, keep)
    expect(await Promise.all([first, retried].map(exists))).toEqual([true, true])
    await endAt(stores.log, fork)
    await retain(database.pool, keep)
    await retain(database.pool, keep)
    expect(await Promise.all([first, retried, fork].map(exists))).toEqual([false, false, false])
    expect(await database.prisma.session.count({ where: { key } })).toBe(1)
  })

  it('EVT-7 are left alone while somebody makes a run from them, and a run that comes too late is refused', async () => {
    const origin = await claimInTree(stores)
    await tellAndEnd(stores.log, origin, 'n')
    const held = await holdRun(database.pool, origin.runId)
    await retain(database.pool, keep)
    await held.end()
    expect(await exists(origin)).toBe(true)
    await database.prisma.run.update({ where: { id: origin.runId }, data: { removedAt: new Date() } })
    await expect(makeFrom(origin)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await stores.runs.history.find(stores.projectId, origin.runId)).toBeNull()
    // It was marked: the next who comes ends what was begun, whatever is kept.
    expect(await retain(database.pool, {})).toEqual({ ...nothingRetired, runs: 1 })
    expect(await exists(origin)).toBe(false)
  })

  it('EVT-7 wait for a fork that is being made from them, and a fork waits for their removal', async () => {
    const root = await claimInTree(stores)
    const child = await claimInTree(stores, root)
    for (const run of [child, root]) await tellAndEnd(stores.log, run, 'n')
    const held = await holdRun(database.pool, root.runId)
    const late = makeFrom(child)
    await untilBlocked(database.pool, 1)
    await held.end()
    // It was first: what it was made from stays.
    const fork = await late
    await retain(database.pool, keep)
    expect(await exists(child)).toBe(true)
    await endAt(stores.log, fork)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(`select 1 from "Run" where id = $1 for update`, [root.runId])
    const refused = expect(makeFrom(child)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await untilBlocked(database.pool, 1)
    await client.query(`update "Run" set "removedAt" = now() where id = $1`, [root.runId])
    await client.query('commit')
    client.release()
    await refused
    for (let n = 0; n < 2; n++) await retain(database.pool, keep)
    expect(await Promise.all([root, child, fork].map(exists))).toEqual([false, false, false])
  })

  it('EVT-7 of a session that somebody speaks in at this moment are left alone', async () => {
    const key = 'spoken in'
    const old = await claimInTree(stores, null, key)
    await tellAndEnd(stores.log, old, 'n')
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(`select 1 from "Session" where key = $1 for update`, [key])
    await retain(database.pool, keep)
    await client.query('commit')
    client.release()
    expect(await exists(old)).toBe(true)
    await retain(database.pool, keep)
    expect(await exists(old)).toBe(false)
  })

  it('EVT-7 go in batches, however many there are and however large, by whichever of several processes', async () => {
    const root = await claimInTree(stores)
    const children: HeldInTree[] = []
    for (let n = 0; n < 20; n++) children.push(await claimInTree(stores, root))
    for (const run of [...children, root]) await tellAndEnd(stores.log, run, 'n'.repeat(150))
    const ids = await stores.queue(250)
    await database.pool.query(
      `update "Run" set status = 'CANCELLED', "completedAt" = $2 where id = any($1::uuid[])`,
      [ids, longAgo],
    )
    const stop = new AbortController()
    stop.abort()
    expect(await retain(database.pool, keep, stop.signal)).toEqual(nothingRetired)
    const all = await Promise.all([1, 2, 3].map(() => retain(database.pool, keep)))
    all.push(await retain(database.pool, keep))
    expect(all.reduce((sum, { runs }) => sum + runs, 0)).toBe(271)
  })

  it('EVT-7 stay in the usage of a project', async () => {
    const root = await claimInTree(stores)
    const { id: projectId } = await database.prisma.project.findUniqueOrThrow({
      where: { id: stores.projectId },
    })
    const sums = `select coalesce(sum(requests), 0)::int as requests, coalesce(sum("inputTokens"), 0)::int as tokens,
      coalesce(sum("costUsd"), 0)::text as cost from`
    const calls = oneRowEach(projectId, root).modelCalls.map((call) => ({
      ...call,
      inputTokens: 7,
      outputTokens: 2,
      costUsd: '0.25',
    }))
    const { steps } = oneRowEach(projectId, root)
    const stepId = steps[0]?.id ?? ''
    const twice = [calls, calls].flat().map((call) => ({ ...call, id: crypto.randomUUID(), stepId }))
    await stores.log.commit(commitOf(root, [], { steps, modelCalls: twice }))
    const before = await database.pool.query(`${sums} "PastUsage" where "projectId" = $1`, [projectId])
    await endAt(stores.log, root)
    await retain(database.pool, keep)
    const after = await database.pool.query(`${sums} "PastUsage" where "projectId" = $1`, [projectId])
    expect(after.rows[0].requests - before.rows[0].requests).toBe(2)
    expect(after.rows[0].tokens - before.rows[0].tokens).toBe(14)
    expect(Number(after.rows[0].cost) - Number(before.rows[0].cost)).toBe(0.5)
  })
})

describe('readers of runs that are not kept any longer', () => {
  /** Of a reader that has read some events, all that are left. */
  async function restOf<Event>(reader: AsyncGenerator<Event, void, void>): Promise<readonly Event[]> {
    const events: Event[] = []
    for await (const event of reader) events.push(event)
    return events
  }

  it('EVT-7 are notified where they are in the middle of a log, alone or with the runs below it', async () => {
    const root = await claimInTree(stores)
    const child = await claimInTree(stores, root)
    await tellAndEnd(stores.log, child, 'n'.repeat(300))
    await tellAndEnd(stores.log, root, 'n'.repeat(300))
    await untilReadable(database.pool, root.runId)
    const signal = AbortSignal.timeout(30_000)
    const readers = [
      stores.log.follow(root.runId, { after: 0, signal }),
      stores.log.follow(child.runId, { after: 0, signal }),
      stores.log.followTree(root.runId, { after: null, signal }),
      stores.log.followTree(child.runId, { after: null, signal }),
    ]
    for (const reader of readers) await reader.next()
    await retain(database.pool, keep)
    for (const reader of readers)
      await expect(restOf(reader)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' })
    await expect(restOf(stores.log.follow(root.runId, { after: 0, signal }))).rejects.toMatchObject({
      code: 'CURSOR_EXPIRED',
    })
  })

  it('EVT-7 of a tree are notified from the moment that its removal has begun, though its rows still exist', async () => {
    const root = await claimInTree(stores)
    const child = await claimInTree(stores, root)
    for (const run of [child, root]) await tellAndEnd(stores.log, run, 'n')
    await database.prisma.run.update({ where: { id: root.runId }, data: { removedAt: new Date() } })
    const signal = AbortSignal.timeout(30_000)
    for (const { runId } of [root, child])
      await expect(restOf(stores.log.followTree(runId, { after: null, signal }))).rejects.toMatchObject({
        code: 'CURSOR_EXPIRED',
      })
    await retain(database.pool, {})
  })

  it('EVT-7 of one log are notified where a part of it was removed: the next events, later ones, or its end', async () => {
    const parts = [
      { gone: 'seq = 3', seen: [1, 2] },
      { gone: 'seq <= 3', seen: [] },
      { gone: 'seq >= 3', seen: [1, 2] },
    ]
    for (const { gone, seen } of parts) {
      const run = await claimInTree(stores)
      await tellAndEnd(stores.log, run, 'nnnn')
      await database.prisma.run.update({ where: { id: run.runId }, data: { removedAt: new Date() } })
      await removeEvents(database.pool, run.runId, gone)
      const reader = stores.log.follow(run.runId, { after: 0, signal: AbortSignal.timeout(15_000) })
      const seqs: number[] = []
      const reading = (async () => {
        for await (const { seq } of reader) seqs.push(seq)
      })()
      await expect(reading).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' })
      expect(seqs).toEqual(seen)
    }
    await retain(database.pool, {})
  })

  it('EVT-1 a hole that nothing accounts for is an error, and not passed over', async () => {
    const run = await claimInTree(stores)
    await tellAndEnd(stores.log, run, 'nnnn', new Date())
    await removeEvents(database.pool, run.runId, 'seq = 3')
    const reader = stores.log.follow(run.runId, { after: 0, signal: AbortSignal.timeout(15_000) })
    await expect(restOf(reader)).rejects.toThrow('has a hole after event 2')
  })

  /** The events of a feed, until so many have come. */
  async function take(
    feed: AsyncGenerator<FeedEvent, void, void>,
    count: number,
  ): Promise<readonly FeedEvent[]> {
    const events: FeedEvent[] = []
    while (events.length < count) {
      const { value } = await feed.next()
      if (value === undefined) break
      events.push(value)
    }
    return events
  }

  /** A place that a reader was given: a transaction of another test may hold the events back for a while. */
  async function placeOf({ runId }: HeldInTree, seq: number): Promise<FeedPosition> {
    const options = { after: atStart, signal: AbortSignal.timeout(30_000) }
    for await (const event of await stores.log.followProject(stores.projectId, options)) {
      const { order } = event
      if (event.runId === runId && event.seq === seq) return { order, runId, seq }
    }
    throw new Error(`Event ${seq} of run ${runId} did not come.`)
  }

  it('EVT-7 of a project are notified before the next event, once, and get all that is kept', async () => {
    const { projectId } = stores
    const before = await claimInTree(stores)
    await tell(stores.log, before, 'n')
    const start = await placeOf(before, 1)
    const gone = await claimInTree(stores)
    await tell(stores.log, gone, 'nn')
    const kept = await claimInTree(stores)
    await tell(stores.log, kept, 'n')
    await endAt(stores.log, gone)
    const inGone = await placeOf(gone, 1)
    const afterGone = await placeOf(gone, 3)
    await tell(stores.log, kept, 'nnn')
    const signal = AbortSignal.timeout(30_000)
    await retain(database.pool, keep)
    const inShort = (event: RunEvent) =>
      `${event.runId === kept.runId ? 'kept' : event.runId} ${shortly(event)}`
    const follow = async (after: FeedPosition, count: number) =>
      take(await stores.log.followProject(projectId, { after, signal }), count)
    const all = await follow(start, 5)
    expect(all.map(inShort)).toEqual(['kept RUNS', 'kept 1', 'kept 2', 'kept 3', 'kept 4'])
    expect((await follow(inGone, 5)).map(inShort)).toEqual(all.map(inShort))
    // A reader that had read all of it misses nothing.
    expect((await follow(afterGone, 3)).map(inShort)).toEqual(['kept 2', 'kept 3', 'kept 4'])
    // Its position is one to continue from, though the last removed event stood after it; a reader at an event before that is notified
    // again.
    const [told = start, first = start] = all
    expect((await follow(told, 4)).map(inShort)).toEqual(['kept 1', 'kept 2', 'kept 3', 'kept 4'])
    expect((await follow(first, 1)).map(inShort)).toEqual(['kept RUNS'])
    expect((await follow(all[2] ?? start, 2)).map(inShort)).toEqual(['kept 3', 'kept 4'])
    for (const run of [before, kept]) await endAt(stores.log, run)
  })

  it('EVT-7 of a session are notified too, and those of another are not', async () => {
    const { projectId } = stores
    const signal = AbortSignal.timeout(30_000)
    const [one, other] = ['one of two', 'the other']
    const [a, b] = [await claimInTree(stores, null, one), await claimInTree(stores, null, other)]
    for (const run of [a, b]) await tell(stores.log, run, 'nn')
    const [ofA, ofB] = [await placeOf(a, 1), await placeOf(b, 1)]
    await endAt(stores.log, a)
    await retain(database.pool, keep)
    const next = await claimInTree(stores, null, one)
    await tell(stores.log, next, 'n')
    await tell(stores.log, b, 'n')
    const session = async (key: string, after: FeedPosition, count: number) =>
      (await take(await stores.log.followSession({ projectId, key }, { after, signal }), count)).map(shortly)
    expect(await session(one, ofA, 2)).toEqual(['RUNS', '1'])
    expect(await session(other, ofB, 2)).toEqual(['2', '3'])
    for (const run of [b, next]) await endAt(stores.log, run)
  })

  it('EVT-7 that begin now receive nothing about earlier removals', async () => {
    const { projectId } = stores
    const old = await claimInTree(stores)
    await tellAndEnd(stores.log, old, 'nn')
    const reader = await stores.log.followProject(projectId, {
      after: null,
      signal: AbortSignal.timeout(30_000),
    })
    const run = await claimInTree(stores)
    await tell(stores.log, run, 'n')
    const first = await take(reader, 1)
    await retain(database.pool, keep)
    await tell(stores.log, run, 'n')
    const second = await take(reader, 1)
    expect([...first, ...second].map(shortly)).toEqual(['1', '2'])
    await reader.return()
    await endAt(stores.log, run)
  })

  it('EVT-7 CTX-6 a conversation that is being removed begins anew', async () => {
    const key = 'begins anew'
    const old = await claimInTree(stores, null, key)
    const { messages } = oneRowEach(stores.projectId, old)
    const { sessionId } = await database.prisma.run.findUniqueOrThrow({ where: { id: old.runId } })
    await stores.log.commit(commitOf(old, [], { messages: messages.map((row) => ({ ...row, sessionId })) }))
    await endAt(stores.log, old)
    const historyOf = async () => {
      await stores.queue(1, { sessionKey: key })
      const [run] = await stores.runs.claim({ limit: 1 })
      if (!run) throw new Error('One was queued.')
      const { history } = await stores.runs.restore(run)
      await endAt(stores.log, { ...run, runId: run.id }, new Date(Date.now() - 40 * dayMs))
      return history.length
    }
    expect(await historyOf()).toBe(1)
    await database.prisma.run.update({ where: { id: old.runId }, data: { removedAt: new Date() } })
    expect(await historyOf()).toBe(0)
  })
})
