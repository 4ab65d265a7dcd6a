import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Wakeups } from '../../src/domain/wakeups.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { createPostgresWakeups } from '../../src/live/postgres-wakeups.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
/** Looks at the server's connections. Not the pool's: that sets timers, which one test counts. */
let watcher: pg.Client
const open: Wakeups[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  watcher = new pg.Client({ connectionString: database.connectionString })
  await watcher.connect()
})

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((wakeups) => wakeups.close()))
})

afterAll(async () => {
  await watcher.end()
  await database.drop()
})

async function opened<Kind extends Wakeups>(wakeups: Kind | Promise<Kind>): Promise<Kind> {
  const one = await wakeups
  open.push(one)
  return one
}

function openPostgres(): Promise<Wakeups> {
  return opened(createPostgresWakeups({ connectionString: database.connectionString, log: () => undefined }))
}

const implementations: readonly (readonly [string, () => Promise<Wakeups>])[] = [
  ['local', () => opened(createLocalWakeups())],
  ['postgres', () => openPostgres()],
]

/** What every implementation does, under ids that stay. */
const behaviours: readonly (readonly [string, string, (wakeups: Wakeups) => void | Promise<void>])[] = [
  [
    'WAKE-1',
    'a hint reaches the listeners of its topic, at once, and no other',
    (wakeups) => {
      const [mine, others] = [vi.fn(), vi.fn()]
      wakeups.listen('events:1', mine)
      wakeups.listen('events:11', others)
      wakeups.listen('events', others)
      wakeups.publish('events:1')
      expect(mine).toHaveBeenCalledOnce()
      expect(others).not.toHaveBeenCalled()
    },
  ],
  [
    'WAKE-2',
    'each of several listeners hears, also the same function twice',
    (wakeups) => {
      const [one, twice] = [vi.fn(), vi.fn()]
      wakeups.listen('topic', one)
      wakeups.listen('topic', twice)
      const unlisten = wakeups.listen('topic', twice)
      wakeups.publish('topic')
      expect([one.mock.calls.length, twice.mock.calls.length]).toEqual([1, 2])
      unlisten()
      wakeups.publish('topic')
      expect([one.mock.calls.length, twice.mock.calls.length]).toEqual([2, 3])
    },
  ],
  [
    'WAKE-3',
    'whoever stopped listening hears no more; stopping twice does no harm to others',
    (wakeups) => {
      const [left, stays] = [vi.fn(), vi.fn()]
      const unlisten = wakeups.listen('topic', left)
      unlisten()
      wakeups.listen('topic', stays)
      unlisten()
      wakeups.publish('topic')
      expect(left).not.toHaveBeenCalled()
      expect(stays).toHaveBeenCalledOnce()
    },
  ],
  [
    'WAKE-4',
    'listeners that come and go while a hint is told keep nobody from hearing, and end',
    (wakeups) => {
      const heard: string[] = []
      const unlisten = wakeups.listen('topic', () => {
        heard.push('leaver')
        unlisten()
      })
      const again = () => {
        heard.push('again')
        if (heard.length < 50) wakeups.listen('topic', again)
      }
      wakeups.listen('topic', again)
      wakeups.listen('topic', () => heard.push('last'))
      wakeups.publish('topic')
      expect(heard).toEqual(['leaver', 'again', 'last'])
    },
  ],
  [
    'WAKE-5',
    'publishing to nobody, and after the end, does nothing and never throws',
    async (wakeups) => {
      const heard = vi.fn()
      wakeups.publish('nobody')
      wakeups.listen('topic', heard)
      await wakeups.close()
      wakeups.publish('topic')
      await wakeups.close()
      expect(heard).not.toHaveBeenCalled()
    },
  ],
]

for (const [name, make] of implementations) {
  describe(`${name} wake-ups`, () => {
    it.each(behaviours)('%s %s', async (_id, _title, check) => check(await make()))
  })
}

/** Resolves when `wakeups` has heard the topic. */
function heard(wakeups: Wakeups, topic: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unlisten = wakeups.listen(topic, resolve)
  return promise.finally(unlisten)
}

async function connections(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'rungraph wakeups'`,
  )
  return rows[0]?.count ?? -1
}

async function untilConnections(count: number): Promise<void> {
  while ((await connections()) !== count) await nextTurn()
}

async function killAll(): Promise<void> {
  await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rungraph wakeups'`,
  )
}

describe('postgres wake-ups between processes', () => {
  it('WAKE-6 a hint reaches the other', async () => {
    const [one, two] = [await openPostgres(), await openPostgres()]
    const other = heard(two, 'events:1')
    one.publish('events:1')
    await other
  })

  it('WAKE-7 a hint does not come back to its sender', async () => {
    const [one, two] = [await openPostgres(), await openPostgres()]
    const mine = vi.fn()
    one.listen('topic', mine)
    const there = heard(two, 'topic')
    one.publish('topic')
    await there
    const back = heard(one, 'answer')
    two.publish('answer')
    await back
    expect(mine).toHaveBeenCalledOnce()
  })

  it('WAKE-8 thousands of topics at once all arrive, though no payload holds them', async () => {
    const [one, two] = [await openPostgres(), await openPostgres()]
    const topics = Array.from({ length: 3_000 }, (_, n) => `events:${crypto.randomUUID()}-${n}`)
    const all = Promise.all(topics.map((topic) => heard(two, topic)))
    for (const topic of topics) one.publish(topic)
    await all
  })

  it('WAKE-9 a broken connection comes back: everyone is woken, and hints flow again', async () => {
    const [one, two] = [await openPostgres(), await openPostgres()]
    const woken = Promise.all([heard(one, 'never published'), heard(two, 'neither')])
    await killAll()
    await woken
    const other = heard(two, 'again')
    one.publish('again')
    await other
    await untilConnections(2)
  })

  it('WAKE-10 hints from before the end are still sent', async () => {
    const [one, two] = [await openPostgres(), await openPostgres()]
    const other = heard(two, 'farewell')
    one.publish('farewell')
    await one.close()
    await other
  })

  it('WAKE-11 the end leaves no connection and no timer, also while it is connecting anew', async () => {
    const wakeups = await openPostgres()
    await untilConnections(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await killAll()
    while (vi.getTimerCount() === 0) await nextTurn()
    // From here on it connects; the end comes before it has.
    vi.advanceTimersByTime(60_000)
    await wakeups.close()
    await untilConnections(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
