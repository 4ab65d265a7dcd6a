import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { RunStatus } from '../../../src/domain/run.ts'
import type { RunLog } from '../../../src/domain/run-log.ts'
import { statusPosition } from '../../../src/sql/commit-order.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { holdRun, holdTransaction, untilBlocked } from '../../support/held-transaction.ts'
import { claimInTree } from '../../support/run-tree.ts'
import { commitOf, note, openLog, openTestStores } from '../../support/stores.ts'
import { propertyTrials } from '../../support/trials.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

type Reader = Awaited<ReturnType<RunLog['followRuns']>>

function follow(log: RunLog = stores.log): Promise<Reader> {
  return log.followRuns(stores.projectId, { after: null, signal: AbortSignal.timeout(30_000) })
}

/** The next run that changed, with what it is now. */
async function nextOf(reader: Reader): Promise<{ readonly runId: string; readonly status: string | null }> {
  const { value } = await reader.next()
  const runId = value?.runId ?? ''
  const row = await database.prisma.run.findUnique({ where: { id: runId }, select: { status: true } })
  return { runId, status: row?.status ?? null }
}

function become(run: { readonly runId: string }, from: RunStatus, status: RunStatus, log = stores.log) {
  return log.commit({ runId: run.runId, epoch: null, from: [from], run: { status }, events: [] })
}

function complete({ runId }: { readonly runId: string }, log: RunLog) {
  const from = ['RUNNING', 'WAITING'] as const
  return log.commit({ runId, epoch: null, from, run: { status: 'COMPLETED' }, events: [] })
}

async function blockerOf(how: 'NOT' | 'BY_ROW' | 'BY_ID', { runId }: { readonly runId: string }) {
  if (how === 'NOT') return null
  return how === 'BY_ROW' ? holdRun(database.pool, runId) : holdTransaction(database.pool)
}

describe('the runs of a project, followed', () => {
  it('EVT-5 come when they are made and each time that their status changes, from that moment on', async () => {
    const [before] = await stores.claimed(1)
    const reader = await follow()
    const [runId = ''] = await stores.queue(1)
    const seen = [await nextOf(reader)]
    const [claimed] = await stores.runs.claim({ limit: 1 })
    seen.push(await nextOf(reader))
    await stores.log.commit(commitOf({ runId, epoch: claimed?.epoch ?? 0 }, [note('no change')]))
    for (const [from, to] of [
      ['RUNNING', 'WAITING'],
      ['WAITING', 'RUNNING'],
      ['RUNNING', 'COMPLETED'],
    ] as const) {
      await become({ runId }, from, to)
      seen.push(await nextOf(reader))
    }
    const statuses = ['QUEUED', 'RUNNING', 'WAITING', 'RUNNING', 'COMPLETED']
    expect(seen).toEqual(statuses.map((status) => ({ runId, status })))
    // One that was there before comes with its next change.
    await become(before ?? { runId: '' }, 'RUNNING', 'FAILED')
    expect(await nextOf(reader)).toEqual({ runId: before?.runId, status: 'FAILED' })
    await reader.return()
  })

  it('EVT-5 EVT-10 of one transaction come to a reader who continues between them at another server', async () => {
    const runs = (await stores.claimed(3)).map(({ runId }) => runId).toSorted()
    const [first = '', second, third] = runs
    const reader = await follow()
    await database.pool.query(
      `with changed as (
         update "Run" r set status = 'WAITING', "nextSeq" = r."nextSeq" + 1, ${statusPosition('true')} where r.id = any($1::uuid[])
         returning r.id, r."projectId", r."rootId", r."nextSeq" - 1 as seq
       )
       insert into "EventSegment" ("runId", "firstSeq", "lastSeq", "projectId", "rootId", at, epoch, events)
       select id, seq, seq, "projectId", "rootId", now(), 1, '[{"place": 0, "type": "Warning", "data": {}}]' from changed`,
      [runs],
    )
    const { value: place } = await reader.next()
    await reader.return()
    if (!place) throw new Error('A change was made.')
    expect(place.runId).toBe(first)
    await become({ runId: first }, 'WAITING', 'RUNNING')
    const signal = AbortSignal.timeout(30_000)
    const resumed = await stores.log.followRuns(stores.projectId, { after: { ...place, server: 1 }, signal })
    expect([await nextOf(resumed), await nextOf(resumed), await nextOf(resumed)]).toEqual([
      { runId: second, status: 'WAITING' },
      { runId: third, status: 'WAITING' },
      { runId: first, status: 'RUNNING' },
    ])
    await resumed.return()
    for (const runId of runs) await become({ runId }, runId === first ? 'RUNNING' : 'WAITING', 'COMPLETED')
  })

  it('EVT-5 come once for two changes that nobody read in between, and not for a status that they have already', async () => {
    const [one, other] = await stores.claimed(2)
    if (!one || !other) throw new Error('Two were asked for.')
    const reader = await follow()
    await become(one, 'RUNNING', 'WAITING')
    await become(one, 'WAITING', 'RUNNING')
    await become(one, 'RUNNING', 'RUNNING')
    await become(other, 'RUNNING', 'COMPLETED')
    expect([await nextOf(reader), await nextOf(reader)]).toEqual([
      { runId: one.runId, status: 'RUNNING' },
      { runId: other.runId, status: 'COMPLETED' },
    ])
    await reader.return()
    // One that is RUNNING in nobody's hands would be claimed by the next test.
    await become(one, 'RUNNING', 'COMPLETED')
  })

  it('EVT-5 come also where a transaction changes one after another with a later id has', async () => {
    const [one, both] = await stores.claimed(2)
    if (!one || !both) throw new Error('Two were asked for.')
    const held = await holdRun(database.pool, one.runId)
    // One statement for the two: it has its id, and waits for the first; to the second it has not come.
    const log = openLog(database.pool)
    const earlier = Promise.all([one, both].map((run) => complete(run, log)))
    await untilBlocked(database.pool, 1)
    await become(both, 'RUNNING', 'WAITING', openLog(database.pool))
    const reader = await follow(openLog(database.pool))
    await held.end()
    await earlier
    const seen = [await nextOf(reader), await nextOf(reader)]
    expect(seen.map(({ runId }) => runId).toSorted()).toEqual([one.runId, both.runId].toSorted())
    expect(seen.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
    await reader.return()
  })

  const change = fc.record({
    run: fc.nat(5),
    writer: fc.nat(2),
    held: fc.constantFrom('NOT', 'NOT', 'BY_ROW', 'BY_ID'),
  })
  propertyTest.prop([fc.array(change, { minLength: 20, maxLength: 60 })], propertyTrials(6))(
    'EVT-5 reach every subscriber with their last status, whatever was held up, and no more often than they changed',
    async (changes) => {
      const root = await claimInTree(stores)
      const runs = [root, await claimInTree(stores, root), ...(await stores.claimed(4))]
      const logs = [openLog(database.pool), openLog(database.pool), openLog(database.pool)]
      const followers = await Promise.all(logs.map((log) => follow(log)))
      let made = 0
      const writers = logs.map(async (log, writer) => {
        for (const { run: n, held } of changes.filter((each) => each.writer === writer)) {
          const run = runs[n] ?? root
          const blocker = await blockerOf(held, run)
          const written = Promise.all([
            become(run, 'RUNNING', 'WAITING', log),
            become(run, 'WAITING', 'RUNNING', log),
          ])
          await blocker?.end()
          const outcomes = await written
          made += outcomes.filter(({ kind }) => kind === 'written').length
        }
      })
      const reading = followers.map(async (reader) => {
        const left = new Set(runs.map(({ runId }) => runId))
        let count = 0
        while (left.size > 0) {
          const { runId, status } = await nextOf(reader)
          count += 1
          if (status === 'COMPLETED') left.delete(runId)
        }
        await reader.return()
        return count
      })
      await Promise.all(writers)
      for (const run of runs) {
        await become(run, 'WAITING', 'RUNNING')
        made += 2
        await become(run, 'RUNNING', 'COMPLETED')
      }
      for (const count of await Promise.all(reading)) expect(count).toBeLessThanOrEqual(made)
    },
    60_000,
  )
})
