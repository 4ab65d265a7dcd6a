import { fc, test as propertyTest } from '@fast-check/vitest'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { RunCommit } from '../../../src/domain/run-log.ts'
import type { Held } from '../../../src/domain/run-store.ts'
import { makeRowsCurrent } from '../../support/current-rows.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { oneRowEach } from '../../support/log-rows.ts'
import { commitOf, note, openLog, openTestStores, rest, type TestStores } from '../../support/stores.ts'

const database = forFile(await createTestDatabase())
const stores = forFile(await openTestStores(database))

/** A log whose statements are counted, but for what begins and ends a transaction. */
function countingLog() {
  const sent: string[] = []
  const counting =
    (on: Pick<pg.Pool, 'query'>) => (statement: pg.QueryConfig | string, values?: readonly unknown[]) => {
      if (typeof statement === 'string') return on.query(statement, values && [...values])
      sent.push(statement.name ?? statement.text)
      return on.query(statement)
    }
  const connect = async () => {
    const client = await database.pool.connect()
    const query = counting(client)
    return new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name, of)) })
  }
  // The log asks nothing of a pool but these.
  const pool = { query: counting(database.pool), connect, on: () => undefined } as unknown as pg.Pool
  const log = openLog(pool, stores.wakeups)
  return { log, sent }
}

describe('commits of many runs', () => {
  it('PERF-A that come together are one statement', async () => {
    const { log, sent } = countingLog()
    const runs = await stores.claimed(200)
    await Promise.all(runs.map((held) => log.commit(commitOf(held, [note('hello')]))))
    expect(sent).toHaveLength(1)
  })

  it('PERF-A that come while one is being written are the next', async () => {
    const { log, sent } = countingLog()
    const runs = await stores.claimed(50)
    const turns = runs.map(async (held) => {
      for (let turn = 0; turn < 20; turn++) await log.commit(commitOf(held, [note(`${turn}`)]))
    })
    await Promise.all(turns)
    // 1,000 commits; each statement carries all runs, up to what stragglers need.
    expect(sent.length).toBeGreaterThanOrEqual(20)
    expect(sent.length).toBeLessThanOrEqual(60)
  })

  it('DUR-2 of runs whose rows nobody has locked wait for no locked one', async () => {
    const { log } = countingLog()
    const runs = await stores.claimed(6)
    const [first, second, ...others] = runs
    if (!first || !second) throw new Error('Six were asked for.')
    const client = await database.pool.connect()
    const order: string[] = []
    const write = async (held: Held, what: string) => {
      const { kind } = await log.commit(commitOf(held, [note(what)]))
      order.push(`${runs.indexOf(held)} ${what} ${kind}`)
    }
    try {
      await client.query('begin')
      await client.query('select from "Run" where id = any($1::uuid[]) for update', [
        [first.runId, second.runId],
      ])
      const locked = [write(first, 'together'), write(second, 'together'), write(first, 'next')]
      await Promise.all(others.map((held) => write(held, 'together')))
      // What comes later is written beside those that wait.
      await Promise.all(others.map((held) => write(held, 'later')))
      expect(order.toSorted()).toEqual(
        [2, 3, 4, 5].flatMap((run) => [`${run} later written`, `${run} together written`]),
      )
      await client.query('commit')
      await Promise.all(locked)
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(order.slice(8).filter((one) => one.startsWith('0'))).toEqual([
      '0 together written',
      '0 next written',
    ])
    expect(order).toContain('1 together written')
  })

  it('PERF-A are more than one statement beyond 500', async () => {
    const { log, sent } = countingLog()
    const [held] = await stores.claimed(1)
    if (!held) throw new Error('One was asked for.')
    const commits = Array.from({ length: 1_201 }, (_, n) => commitOf(held, [note(`${n}`)]))
    const outcomes = await Promise.all(commits.map((commit) => log.commit(commit)))
    expect(sent).toHaveLength(3)
    expect(outcomes.at(-1)).toMatchObject({ kind: 'written', lastSeq: 1_201 })
  })

  it('PERF-A with large results are several statements, of 8 MB at most or of one commit, and none passes another by', async () => {
    const { log, sent } = countingLog()
    const runs = await stores.claimed(20)
    const outcomes = await Promise.all(
      runs.flatMap((held) => {
        const { steps, actions } = oneRowEach(stores.projectId, held)
        const large = actions.map((action) => ({ ...action, output: 'x'.repeat(1_000_000) }))
        return [
          log.commit(commitOf(held, [note('large')], { steps, actions: large })),
          log.commit(commitOf(held, [note('small')])),
        ]
      }),
    )
    expect(sent).toHaveLength(3)
    expect(outcomes).toMatchObject(runs.flatMap(() => [{ lastSeq: 1 }, { lastSeq: 2 }]))
  })

  it('PERF-A beyond the bound alone are written all the same', async () => {
    const { log, sent } = countingLog()
    const [a, b] = await stores.claimed(2)
    if (!a || !b) throw new Error('Two were asked for.')
    const huge = commitOf(a, [note('y'.repeat(9_000_000))])
    const outcomes = await Promise.all([log.commit(huge), log.commit(commitOf(b, [note('small')]))])
    expect(outcomes).toMatchObject([{ lastSeq: 1 }, { lastSeq: 1 }])
    expect(sent).toHaveLength(2)
  })

  it('EVT-1 with nothing but events take the short statement, others the whole', async () => {
    const { log, sent } = countingLog()
    const [a, b] = await stores.claimed(2)
    if (!a || !b) throw new Error('Two were asked for.')
    await log.commit(commitOf(a, [note('1')]))
    await Promise.all([
      log.commit(commitOf(a, [note('2')])),
      log.commit(commitOf(b, [], oneRowEach(stores.projectId, b))),
    ])
    expect(sent).toEqual(['rungraph-events', 'rungraph-commit'])
  })
})

describe('commits that change a status', () => {
  const pausing = (held: Held) => commitOf(held, [rest('PAUSED')], { run: { status: 'PAUSED' } })

  it('HOOK-1 are one statement as well, with the deliveries that they bring', async () => {
    const { log, sent } = countingLog()
    const [first, second, third] = await stores.claimed(3)
    if (!first || !second || !third) throw new Error('Three were asked for.')
    await log.commit(pausing(first))
    const webhook = await stores.factories.webhook({ topics: ['RUN_PAUSED'] })
    await log.commit(pausing(second))
    await log.commit(pausing(third))
    expect(sent).toEqual(Array(3).fill('rungraph-notices'))
    const deliveries = await database.prisma.webhookDelivery.findMany({
      where: { webhookId: webhook.id },
      orderBy: { number: 'asc' },
    })
    expect(deliveries.map(({ runId }) => runId)).toEqual([second.runId, third.runId])
    await database.prisma.webhookDelivery.deleteMany({ where: { webhookId: webhook.id } })
    await database.prisma.webhook.delete({ where: { id: webhook.id } })
  })
})

describe('commits of one run', () => {
  const joining: readonly (readonly [string, number, (held: Held) => readonly RunCommit[]])[] = [
    [
      'alike are one',
      1,
      (held) => [commitOf(held, [note('a')]), commitOf(held, [note('b')], { run: { stepCount: 1 } })],
    ],
    [
      'of two owners are two',
      2,
      (held) => [commitOf(held, [note('a')]), commitOf({ ...held, epoch: 0 }, [note('b')])],
    ],
    [
      'on other statuses are two',
      2,
      (held) => [commitOf(held, []), commitOf(held, [note('b')], { from: ['RUNNING', 'PAUSED'] })],
    ],
    [
      'of which one yields to an abort are two',
      2,
      (held) => [commitOf(held, []), commitOf(held, [], { unlessAborted: true })],
    ],
    [
      'after one that changes the status are two',
      2,
      (held) => [commitOf(held, [], { run: { status: 'PAUSED' } }), commitOf(held, [note('b')])],
    ],
    [
      'up to one that changes the status are one',
      1,
      (held) => [commitOf(held, [note('a')]), commitOf(held, [rest()], { run: { status: 'COMPLETED' } })],
    ],
  ]

  it.each(joining)('EVT-1 that are %s', async (_name, statements, commitsOf) => {
    const { log, sent } = countingLog()
    const [held] = await stores.claimed(1)
    if (!held) throw new Error('One was asked for.')
    await Promise.all(commitsOf(held).map((commit) => log.commit(commit)))
    expect(sent).toHaveLength(statements)
  })

  it('EVT-1 keep their order behind one that could not join', async () => {
    const { log, sent } = countingLog()
    const [held] = await stores.claimed(1)
    if (!held) throw new Error('One was asked for.')
    const plain = (text: string) => commitOf(held, [note(text)])
    const outcomes = await Promise.all(
      [plain('1'), { ...plain('2'), unlessAborted: true }, plain('3')].map((commit) => log.commit(commit)),
    )
    expect(outcomes).toMatchObject([{ lastSeq: 1 }, { lastSeq: 2 }, { lastSeq: 3 }])
    expect(sent).toHaveLength(3)
  })

  it('EVT-1 change one row twice: the last state stands', async () => {
    const { log, sent } = countingLog()
    const [held] = await stores.claimed(1)
    if (!held) throw new Error('One was asked for.')
    const { steps, actions } = oneRowEach(stores.projectId, held)
    const done = actions.map((action) => ({ ...action, output: 'later' }))
    await Promise.all([
      log.commit(commitOf(held, [note('a')], { steps, actions, run: { stepCount: 1 } })),
      log.commit(commitOf(held, [note('b')], { actions: done, run: { actionCount: 1 } })),
    ])
    expect(sent).toHaveLength(1)
    await makeRowsCurrent(database)
    expect(await database.prisma.action.findMany({ where: { runId: held.runId } })).toMatchObject([
      { output: 'later' },
    ])
    expect(await database.prisma.run.findUnique({ where: { id: held.runId } })).toMatchObject({
      stepCount: 1,
      actionCount: 1,
    })
  })
})

describe('several processes', () => {
  propertyTest.prop([fc.infiniteStream(fc.nat())], { numRuns: 1 })(
    'DUR-2 that write and renew the same runs at once do not lock each other out',
    async (numbers) => {
      const runs = await stores.claimed(30)
      const other = await stores.another()
      const shuffled = () =>
        runs
          .map((held) => [numbers.next().value, held] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, held]) => held)
      const write = async ({ log }: TestStores) => {
        for (let turn = 0; turn < 40; turn++) {
          const outcomes = await Promise.all(
            shuffled().map((held) => log.commit(commitOf(held, [note('x')], { run: { stepCount: turn } }))),
          )
          expect(outcomes.every((outcome) => outcome.kind === 'written')).toBe(true)
        }
      }
      const renew = async () => {
        for (let turn = 0; turn < 80; turn++)
          expect(await stores.runs.renew(shuffled())).toEqual({
            renewed: expect.any(Array),
            lost: [],
            aborted: [],
            inputPending: [],
            escalated: [],
          })
      }
      await Promise.all([write(stores), write(other), renew(), renew()])
      await other.close()
    },
  )
})
