import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../../src/domain/run-event.ts'
import type { RunLog } from '../../../src/domain/run-log.ts'
import type { Held, RunStore } from '../../../src/domain/run-store.ts'
import { topics } from '../../../src/domain/wakeups.ts'
import type { LogRange, WatchStore } from '../../../src/domain/watch.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createMonitor, type Monitor, pollMs } from '../../../src/monitor/monitor.ts'
import { createWatchStore } from '../../../src/store/monitor-store.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { engineForTest, forTest } from '../../support/for-file.ts'
import { untilAborted } from '../../support/live-model.ts'
import { commitOf, openTestStores, rest, type TestStores } from '../../support/stores.ts'
import { eventsOf, type PlayedStep } from '../../unit/monitor/log-of.ts'

let database: TestDatabase

let stores: TestStores

let open: Monitor[]

beforeEach(async () => {
  database = forTest(await createTestDatabase())
  stores = forTest(await openTestStores(database))
  open = []
})

afterEach(async () => {
  await Promise.all(open.map((monitor) => monitor.close()))
})

type Services = Pick<TestStores, 'log' | 'wakeups'>

/** A monitor that looks on request; it has looked once. */
async function watch(store: WatchStore = createWatchStore(database.pool), services: Services = stores) {
  const clock = createFakeClock()
  const reports: string[] = []
  const { log, wakeups } = services
  const monitor = createMonitor({ store, log, wakeups, clock, report: (line) => reports.push(line) })
  open.push(monitor)
  monitor.start()
  await clock.sleeperOf(pollMs)
  const look = async () => {
    await clock.advance(pollMs)
    await clock.sleeperOf(pollMs)
  }
  return { monitor, look, reports }
}

/** Writes these steps into the log of a run, as its owner would. */
async function play(held: Held, steps: readonly PlayedStep[], from = 1): Promise<void> {
  await commit(
    held,
    steps.flatMap((step, index) => eventsOf(step, from + index)),
  )
}

async function commit(held: Held, events: readonly NewEvent[]): Promise<void> {
  expect(await stores.log.commit(commitOf(held, events))).toMatchObject({ kind: 'written' })
}

async function claimed(): Promise<Held> {
  const [held] = await stores.claimed(1)
  if (!held) throw new Error('One was claimed.')
  return held
}

/** The same words in another order each time: nearly identical, and no cycle of identical calls (LIM-13). */
const wordings = ordersOf(['weather', 'in', 'Paris', 'tomorrow'])

const wordingOf = (n: number) => wordings[n % wordings.length] ?? ''

function ordersOf(words: readonly string[]): readonly string[] {
  if (words.length === 1) return words
  return words.flatMap((first) =>
    ordersOf(words.filter((word) => word !== first)).map((rest) => `${first} ${rest}`),
  )
}

const loop = (count: number, from = 0): readonly PlayedStep[] =>
  Array.from({ length: count }, (_, n) => ({
    calls: [{ target: 'search', parameters: { query: wordingOf(from + n) } }],
  }))

const varied = (count: number): readonly PlayedStep[] =>
  Array.from({ length: count }, (_, n) => ({
    calls: [{ target: 'search', parameters: { query: `chapter ${n}` }, output: `text ${n}` }],
    progress: n / count,
  }))

async function warningsOf(runId: string): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query<{ data: unknown }>(
    `select data from "Event" where "runId" = $1 and type = 'Warning' order by seq`,
    [runId],
  )
  return rows.map((row) => row.data)
}

async function escalationOf(runId: string): Promise<string | null> {
  const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } })
  return run.escalation
}

/** Leaves the owner of a run one way to hear that a human is wanted. `onTold`: from then on it hears of it at its next write at the latest. */
type Deafen = (services: EngineServices, onTold: () => void) => EngineServices

/** Its writes do not tell it: it is told by the renewal that a wake-up asks for. */
const deafToWrites: Deafen = (services, onTold) => {
  const commit: RunLog['commit'] = async (entry) => {
    const outcome = await services.log.commit(entry)
    return outcome.kind === 'written' ? { ...outcome, escalation: null } : outcome
  }
  const renew: RunStore['renew'] = async (held) => {
    const renewed = await services.runs.renew(held)
    if (renewed.escalated.length > 0) onTold()
    return renewed
  }
  return { ...services, log: { ...services.log, commit }, runs: { ...services.runs, renew } }
}

/** Its renewals do not tell it. */
const deafToWakeUps: Deafen = (services, onTold) => {
  onTold()
  const renew: RunStore['renew'] = async (held) => ({
    ...(await services.runs.renew(held)),
    escalated: [],
  })
  return { ...services, runs: { ...services.runs, renew } }
}

const escalated = {
  code: 'MONITOR_ESCALATED',
  message: expect.stringMatching(/^A human is asked to decide. search was called .* 8 of the last 8/),
}

const warned = { code: 'MONITOR_NEAR_IDENTICAL', message: expect.stringMatching(/^search was called/) }

describe('a run that varies its arguments slightly without end', () => {
  test.for<readonly [string, Deafen]>([
    ['a wake-up', deafToWrites],
    ['its own writes', deafToWakeUps],
  ])('EVT-11 LIM-8 is warned, then put before a human: its owner hears of it by %s', async ([, deafen]) => {
    let calls = 0
    const told = Promise.withResolvers<void>()
    const replace = (services: EngineServices) => deafen(services, told.resolve)
    let more = Promise.withResolvers<void>()
    const search = testTool('search', async (_args, { signal }) => {
      calls += 1
      // The monitor looks after five calls, and after eight.
      if (calls === 6 || calls === 9) await Promise.race([more.promise, untilAborted(signal)])
      return { found: [] }
    })
    const script: Script = ({ turn }) => ({
      toolCalls: [{ name: 'search', arguments: { query: wordingOf(turn) } }],
    })
    const { engine, database: ownDatabase } = await engineForTest({ tools: [search], replace })
    const { monitor, look } = await watch(createWatchStore(ownDatabase.pool), engine.services)
    try {
      const rowOf = async (runId: string) => {
        const row = await ownDatabase.prisma.run.findUniqueOrThrow({ where: { id: runId } })
        return { status: row.status, escalation: row.escalation }
      }
      const runId = await engine.trigger(script)
      const hasBegun = (call: number) =>
        eventually(() => ownDatabase.prisma.event.count({ where: { runId, type: 'ActionStarted' } })).toBe(
          call,
        )
      await hasBegun(6)
      await look()
      expect((await engine.seen(runId, 'Warning')).data).toEqual({
        code: 'MONITOR_NEAR_IDENTICAL',
        message:
          'search was called with nearly the same arguments in 5 of the last 5 actions, and the same came of it.',
      })
      await look()
      expect(await rowOf(runId)).toEqual({ status: 'RUNNING', escalation: null })
      more.resolve()
      more = Promise.withResolvers()
      await hasBegun(9)
      await look()
      expect(await rowOf(runId)).toEqual({
        status: 'RUNNING',
        escalation: expect.stringContaining('in 8 of the last 8 actions'),
      })
      const log = await engine.services.log.read(runId, { after: 0, limit: 1_000 })
      expect(log.filter(({ type }) => type === 'Warning').map(({ data }) => data)).toEqual([
        expect.objectContaining({ code: 'MONITOR_NEAR_IDENTICAL' }),
        escalated,
      ])
      // Each turn is a write: the run could go on for any number of them before a renewal is answered.
      await told.promise
      more.resolve()
      await engine.seen(runId, 'GateOpened')
      await eventually(() => rowOf(runId)).toEqual({ status: 'WAITING', escalation: null })
      // A write tells of it when it is durable, and the next step may have begun by then.
      expect(calls).toBeLessThanOrEqual(10)
    } finally {
      // It holds a connection of this database, which would wait for it.
      await monitor.close()
    }
  })

  test('LIM-8 DUR-2 the renewal of its lease tells its owner, the claim tells the next one', async () => {
    const held = await claimed()
    await play(held, loop(8))
    const { look } = await watch()
    let hints = 0
    stores.wakeups.listen(topics.control(held.runId), () => hints++)
    await look()
    const why = await escalationOf(held.runId)
    expect(why).toContain('8 of the last 8')
    expect(hints).toBe(1)
    const renewed = await stores.runs.renew([held])
    expect(renewed).toMatchObject({ lost: [], escalated: [{ runId: held.runId, why }] })
    await stores.runs.release([held])
    expect(await stores.runs.claim({ limit: 1 })).toMatchObject([{ id: held.runId, escalation: why }])
  })
})

describe('the monitor', () => {
  test('LIM-8 of two that find the same one escalates', async () => {
    const { runId } = await claimed()
    const data = { code: 'MONITOR_ESCALATED', message: 'A human is asked to decide.' }
    const escalate = (escalation: string) =>
      stores.log.commit({
        ...{ runId, epoch: null, from: ['RUNNING'], unlessEscalated: true, run: { escalation } },
        events: [{ type: 'Warning', stepNumber: null, data }],
      })
    const outcomes = await Promise.all([escalate('One.'), escalate('Another.')])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'written'])
    expect(await warningsOf(runId)).toHaveLength(1)
  })

  test('LIM-8 warns first, even of a severe finding, and once', async () => {
    const held = await claimed()
    await play(held, loop(8))
    const { look, reports } = await watch()
    expect(await warningsOf(held.runId)).toEqual([warned])
    expect(await escalationOf(held.runId)).toBeNull()
    await look()
    const why = await escalationOf(held.runId)
    expect(why).not.toBeNull()
    await play(held, loop(4, 8), 9)
    await look()
    await look()
    // Asked once, however long it goes on.
    expect(await warningsOf(held.runId)).toEqual([warned, escalated])
    expect(await escalationOf(held.runId)).toBe(why)
    expect(reports).toEqual([])
  })

  test('LIM-8 warns of progress that does not move, and of identical errors', async () => {
    const [still, failing] = await stores.claimed(2)
    if (!still || !failing) throw new Error('Two were claimed.')
    await play(
      still,
      Array.from({ length: 6 }, () => ({ progress: 0.4 })),
    )
    const error = 'The server is away.'
    await play(
      failing,
      Array.from({ length: 5 }, (_, n) => ({ calls: [{ target: `t${n}`, parameters: { n }, error }] })),
    )
    await watch()
    expect(await warningsOf(still.runId)).toMatchObject([
      { code: 'MONITOR_NO_PROGRESS', message: 'Progress has stood at 0.4 for 5 judged steps.' },
    ])
    expect(await warningsOf(failing.runId)).toMatchObject([{ code: 'MONITOR_IDENTICAL_ERRORS' }])
  })

  test('LIM-8 changes nothing where nothing is wrong, however long the log', async () => {
    const runs = await stores.claimed(3)
    for (const held of runs) await play(held, varied(100))
    const tables = ['Run', 'Event', 'Step', 'Action', 'Message']
    const rows = () =>
      Promise.all(tables.map(async (name) => (await database.pool.query(`select * from "${name}"`)).rows))
    const before = await rows()
    const { look, reports } = await watch()
    await look()
    expect(await rows()).toEqual(before)
    expect(reports).toEqual([])
  })

  test('LIM-8 reads many long logs, a page of each at a time', async () => {
    const runs = await stores.claimed(30)
    await Promise.all(runs.map((held) => play(held, [...varied(40), ...loop(6)])))
    const { look } = await watch()
    await look()
    for (const { runId } of runs) expect(await warningsOf(runId)).toEqual([warned])
  })

  test('LIM-8 asks one question where nothing is new, and none of the logs', async () => {
    const { store, stretches } = recorded()
    const held = await claimed()
    await play(held, varied(2))
    const { look } = await watch(store)
    expect(stretches()).toEqual([{ runId: held.runId, after: 0, until: 8 }])
    await look()
    expect(stretches()).toHaveLength(1)
    await play(held, varied(1), 3)
    await look()
    expect(stretches().slice(1)).toEqual([{ runId: held.runId, after: 8, until: 12 }])
  })

  test('LIM-8 forgets a run that ended', async () => {
    const { store, stretches } = recorded()
    const held = await claimed()
    await play(held, loop(4))
    const { look } = await watch(store)
    const ending = commitOf(held, [rest('PAUSED')], { run: { status: 'PAUSED' } })
    await stores.log.commit(ending)
    await look()
    await stores.log.commit({
      runId: held.runId,
      epoch: null,
      from: ['PAUSED'],
      run: { status: 'RUNNING' },
      events: [{ type: 'RunResumed', stepNumber: null, data: { maxSteps: null, timeoutMs: null } }],
    })
    await play(held, loop(4), 5)
    await look()
    expect(stretches().map(({ after }) => after)).toEqual([0, 0])
    expect(await warningsOf(held.runId)).toEqual([])
    expect(await database.prisma.run.count({ where: { status: 'RUNNING' } })).toBe(1)
  })

  test('LIM-8 RUN-7 a run that stops while it is examined is left as it is', async () => {
    const held = await claimed()
    await play(held, loop(8))
    let isOver = false
    const real = createWatchStore(database.pool)
    const store: WatchStore = {
      acquire: async () => {
        const taken = await real.acquire()
        if (!taken) return null
        return {
          ...taken,
          read: async (stretches, options) => {
            const events = await taken.read(stretches, options)
            if (isOver) await stores.log.commit(commitOf(held, [rest()], { run: { status: 'COMPLETED' } }))
            return events
          },
        }
      },
    }
    const { look, reports } = await watch(store)
    isOver = true
    await look()
    expect(await warningsOf(held.runId)).toEqual([warned])
    expect(await escalationOf(held.runId)).toBeNull()
    expect(reports).toEqual([])
  })
})

describe('two monitors', () => {
  test('LIM-8 warn once; the other one takes over, and knows the warnings', async () => {
    const held = await claimed()
    const first = await watch()
    const second = await watch()
    await play(held, loop(5))
    await Promise.all([first.look(), second.look()])
    expect(await warningsOf(held.runId)).toEqual([warned])
    await first.monitor.close()
    await second.look()
    expect(await warningsOf(held.runId)).toEqual([warned])
    await play(held, loop(3, 5), 6)
    await second.look()
    expect(await escalationOf(held.runId)).toContain('8 of the last 8')
  })

  test('LIM-8 one that loses its connection hands over, and comes back', async () => {
    const held = await claimed()
    const first = await watch()
    const second = await watch()
    const { rowCount } = await database.pool.query(`select pg_terminate_backend(pid) ${locks} and granted`)
    expect(rowCount).toBe(1)
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(`select 1 ${locks}`)
        return rows.length
      })
      .toBe(0)
    await play(held, loop(5))
    await second.look()
    await first.look()
    expect(first.reports).toHaveLength(1)
    expect(second.reports).toEqual([])
    await second.monitor.close()
    await first.look()
    await play(held, loop(3, 5), 6)
    await first.look()
    expect(await warningsOf(held.runId)).toEqual([warned, escalated])
    expect(await escalationOf(held.runId)).toContain('8 of the last 8')
  })
})

/** The locks of monitors in this database; the server has those of other tests. */
const locks = `from pg_locks where locktype = 'advisory' and classid = 7778
  and database = (select oid from pg_database where datname = current_database())`

/** The true store, and what is read from it. */
function recorded() {
  const real = createWatchStore(database.pool)
  const all: LogRange[] = []
  const store: WatchStore = {
    acquire: async () => {
      const taken = await real.acquire()
      if (!taken) return null
      return {
        ...taken,
        read: (stretches, options) => {
          all.push(...stretches)
          return taken.read(stretches, options)
        },
      }
    },
  }
  return { store, stretches: () => all }
}
