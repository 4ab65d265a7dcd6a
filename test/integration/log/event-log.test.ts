import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import type { CommitOutcome, RunCommit } from '../../../src/domain/run-log.ts'
import type { Held } from '../../../src/domain/run-store.ts'
import { makeRowsCurrent } from '../../support/current-rows.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { oneRowEach } from '../../support/log-rows.ts'
import { commitOf, note, openTestStores, rest } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))
const other = forFile(await stores.another())

function logOf({ runId }: Held): Promise<readonly RunEvent[]> {
  return stores.log.read(runId, { after: 0, limit: 10_000 })
}

function messagesOf(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'Warning' ? [event.data.message] : []))
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

async function one(): Promise<Held> {
  const [held] = await stores.claimed(1)
  if (!held) throw new Error('One was asked for.')
  return held
}

/** How many rows of each table belong to the run, and what stands in its own. */
async function everythingOf({ runId }: Held) {
  const { prisma } = database
  const where = { runId }
  const [run, events, steps, actions, messages, modelCalls] = await Promise.all([
    prisma.run.findUniqueOrThrow({ where: { id: runId }, omit: { leaseExpiresAt: true } }),
    prisma.event.count({ where }),
    prisma.step.count({ where }),
    prisma.action.count({ where }),
    prisma.message.count({ where }),
    prisma.modelCall.count({ where }),
  ])
  return { run, events, steps, actions, messages, modelCalls }
}

describe('the numbers of events', () => {
  it('EVT-1 are dense when two processes write many runs at once', async () => {
    const runs = await stores.claimed(20)
    const commits = runs.flatMap((held) =>
      upTo(20).map((n) =>
        commitOf(
          held,
          upTo(1 + (n % 3)).map((place) => note(`${n}.${place}`)),
        ),
      ),
    )
    const outcomes = await Promise.all(
      commits.map((commit, place) => (place % 2 ? stores : other).log.commit(commit)),
    )
    expect(outcomes.every((outcome) => outcome.kind === 'written')).toBe(true)
    for (const held of runs) {
      const events = await logOf(held)
      expect(events.map((event) => event.seq)).toEqual(upTo(41))
    }
  })

  it('EVT-1 keep the order in which one run was written, whatever the commits carry', async () => {
    const held = await one()
    const rows = oneRowEach(stores.projectId, held)
    const commits = upTo(100).map((n): RunCommit => {
      const commit = commitOf(held, [note(`${n}`), note(`${n} too`)])
      if (n === 50) return { ...commit, ...rows }
      if (n % 7 === 0) return { ...commit, run: { stepCount: n } }
      return n % 5 === 0 ? { ...commit, unlessAborted: true } : commit
    })
    const outcomes = await Promise.all(commits.map((commit) => stores.log.commit(commit)))
    expect(outcomes).toEqual(
      upTo(100).map((n) => ({
        kind: 'written',
        lastSeq: 2 * n,
        abortRequested: false,
        inputPending: false,
        escalation: null,
      })),
    )
    expect(messagesOf(await logOf(held))).toEqual(upTo(100).flatMap((n) => [`${n}`, `${n} too`]))
    await makeRowsCurrent(database)
    expect(await everythingOf(held)).toMatchObject({ steps: 1, actions: 1, run: { stepCount: 98 } })
  })

  it('EVT-1 have no hole where a commit was rolled back', async () => {
    const held = await one()
    const rows = oneRowEach(stores.projectId, held)
    await stores.log.commit(commitOf(held, [note('before')], rows))
    const refused = commitOf(held, [note('never')], { run: { costUsd: 'no number' } })
    await expect(stores.log.commit(refused)).rejects.toMatchObject({ code: '22P02' })
    await stores.log.commit(commitOf(held, [note('after')]))
    const events = await logOf(held)
    expect(events.map((event) => event.seq)).toEqual([1, 2])
    expect(messagesOf(events)).toEqual(['before', 'after'])
  })
})

describe('a refused commit', () => {
  const refusals: readonly (readonly [string, (held: Held) => Promise<Partial<RunCommit>>])[] = [
    ['of a stale owner', async ({ epoch }) => ({ epoch: epoch - 1 })],
    ['of an owner from the future', async ({ epoch }) => ({ epoch: epoch + 1 })],
    ['on a run in another status', async () => ({ from: ['PAUSED', 'WAITING'] })],
    ['on a run that does not exist', async () => ({ runId: uuidv7() })],
    [
      'that must not win against an abort',
      async ({ runId }) => {
        await stores.runs.requestAbort(runId, 'Enough.')
        return { unlessAborted: true }
      },
    ],
  ]

  it.each(refusals)('DUR-2 %s writes nothing in any table', async (_name, makeRefusal) => {
    const held = await one()
    const refusal = await makeRefusal(held)
    const before = await everythingOf(held)
    const patch = { status: 'COMPLETED', summary: 'Mine.', stepCount: 7, costUsd: '1' } as const
    const commit = { ...commitOf(held, [note('never'), rest()], { run: patch }), ...refusal }
    const rows = oneRowEach(stores.projectId, { ...held, runId: commit.runId })
    expect(await stores.log.commit({ ...commit, ...rows })).toEqual({ kind: 'refused' })
    expect(await everythingOf(held)).toEqual(before)
  })

  it('DUR-2 does not hinder the runs that are written with it', async () => {
    const [stale, ...others] = await stores.claimed(3)
    if (!stale) throw new Error('Three were asked for.')
    const commits = [
      commitOf({ ...stale, epoch: 0 }, [note('stale')]),
      ...others.map((o) => commitOf(o, [note('x')])),
    ]
    const outcomes = await Promise.all(commits.map((commit) => stores.log.commit(commit)))
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['refused', 'written', 'written'])
  })
})

describe("one run's bad row", () => {
  async function amongOthers(
    bad: (held: Held) => RunCommit,
  ): Promise<readonly PromiseSettledResult<CommitOutcome>[]> {
    const runs = await stores.claimed(5)
    const commits = runs.map((held, place) => (place === 2 ? bad(held) : commitOf(held, [note('fine')])))
    return Promise.allSettled(commits.map((commit) => stores.log.commit(commit)))
  }
  const states = ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']

  it('is refused by the server without the others', async () => {
    const outcomes = await amongOthers((held) => commitOf(held, [note('bad')], { run: { costUsd: '1e40' } }))
    expect(outcomes.map((outcome) => outcome.status)).toEqual(states)
  })

  it('cannot even be sent, and the others are', async () => {
    const outcomes = await amongOthers((held) => {
      const data = {
        code: 'NOTE',
        get message(): string {
          throw new TypeError('Unreadable.')
        },
      }
      return commitOf(held, [{ type: 'Warning', stepNumber: null, data }])
    })
    expect(outcomes.map((outcome) => outcome.status)).toEqual(states)
  })

  it('holds a text that PostgreSQL refuses, NUL or half a character, and is stored without that', async () => {
    const held = await one()
    const text = 'a\u0000b\ud83d c\udc00 \\u0000 \\ud800'
    const rows = oneRowEach(stores.projectId, held, text)
    await stores.log.commit(commitOf(held, [note(text)], { ...rows, run: { summary: text } }))
    const clean = 'ab\ufffd c\ufffd \\u0000 \\ud800'
    expect(messagesOf(await logOf(held))).toEqual([clean])
    await makeRowsCurrent(database)
    expect((await everythingOf(held)).run.summary).toBe(clean)
    expect(await database.prisma.action.findFirst({ where: { runId: held.runId } })).toMatchObject({
      output: clean,
    })
  })
})
