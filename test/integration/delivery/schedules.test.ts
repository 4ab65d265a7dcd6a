import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installBossDispatch, openBossDispatch } from '../../../src/dispatch/boss-dispatch.ts'
import { type Dispatch, gateJob } from '../../../src/domain/dispatch.ts'
import { type CreateSchedule, scheduleJob } from '../../../src/domain/schedule.ts'
import { enqueueDue } from '../../../src/engine/worker/sweep.ts'
import { createScheduleOperations } from '../../../src/schedules/schedule-operations.ts'
import { dueSchedules, fire, fireSchedules } from '../../../src/schedules/schedules.ts'
import { createAgentStore } from '../../../src/store/definition-store.ts'
import { createRunStore } from '../../../src/store/runs/run-store.ts'
import { createScheduleStore } from '../../../src/store/schedule-store.ts'
import { createFakeClock, type FakeClock } from '../../../src/testing/fake-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { dispatchOf, takeJobs } from '../../support/dispatch.ts'
import { forTest } from '../../support/for-file.ts'
import { openTestStores, type TestStores } from '../../support/stores.ts'

let database: TestDatabase

let stores: TestStores

let clock: FakeClock

let agent: { readonly id: string; readonly slug: string }

beforeEach(async () => {
  database = forTest(await createTestDatabase())
  stores = forTest(await openTestStores(database))
  agent = await stores.factories.agent({ slug: 'reporter' })
})

/** Services with which one process fires schedules. */
function openProcess(dispatch: Dispatch = dispatchOf(database.pool)) {
  const { pool } = database
  const { wakeups, log } = stores
  const owner = { name: 'test', key: stores.key, version: '0.1.0' }
  return {
    clock,
    newId: uuidv7,
    wakeups,
    log,
    dispatch,
    agents: createAgentStore(pool),
    runs: createRunStore({ pool, wakeups, dispatch, owner, leaseMs: 60_000, newId: uuidv7 }),
    schedules: createScheduleStore({ pool, dispatch }),
    report: (message: string, error?: unknown) => {
      throw new Error(message, { cause: error })
    },
  }
}

function operations() {
  return createScheduleOperations(openProcess())
}

/** A schedule, and the clock at a moment before it. */
async function create(
  at: string,
  more: Partial<CreateSchedule> & Pick<CreateSchedule, 'cron'>,
): Promise<string> {
  clock = createFakeClock(Date.parse(at))
  const { scheduleId } = await operations().createSchedule({
    ...{ projectId: stores.projectId, agent: { slug: agent.slug }, input: 'Report.' },
    ...more,
  })
  return scheduleId
}

/** The times that runs were brought for, in order. */
async function fired(): Promise<readonly string[]> {
  const runs = await database.prisma.run.findMany({
    where: { scheduleId: { not: null } },
    orderBy: [{ scheduledFor: 'asc' }, { id: 'asc' }],
  })
  return runs.map(({ scheduledFor }) => scheduledFor?.toISOString().slice(0, 16) ?? '')
}

function row(id: string) {
  return database.prisma.schedule.findUniqueOrThrow({ where: { id } })
}

async function fireDue(process: ReturnType<typeof openProcess>): Promise<void> {
  for (const schedule of await process.schedules.due({ limit: 100 }, new Date(clock.now())))
    await fire(schedule, process)
}

/** Moves the clock to a moment, and has these processes look at once. */
async function lookAt(
  moment: string | number,
  processes: readonly ReturnType<typeof openProcess>[] = [openProcess()],
) {
  await clock.advance(new Date(moment).getTime() - clock.now())
  await Promise.all(processes.map(fireDue))
}

describe('SCHED-2 a schedule fires', () => {
  test('at its times and not before, with its agent, input and session, and the run says so', async () => {
    const id = await create('2026-11-20T08:59:00Z', { cron: '0 9 * * *', sessionKey: 'daily' })
    await lookAt('2026-11-20T08:59:59.999Z')
    expect(await fired()).toEqual([])
    await lookAt('2026-11-20T09:00:00Z')
    await lookAt('2026-11-20T09:00:01Z')
    expect(await fired()).toEqual(['2026-11-20T09:00'])
    const run = await database.prisma.run.findFirstOrThrow({
      where: { scheduleId: id },
      include: { session: true },
    })
    expect(run).toMatchObject({ agentId: agent.id, input: 'Report.', status: 'QUEUED', idempotencyKey: null })
    expect(run.session?.key).toBe('daily')
    expect(await row(id)).toMatchObject({
      lastAt: new Date('2026-11-20T09:00Z'),
      nextAt: new Date('2026-11-21T09:00Z'),
      lastError: null,
    })
  })

  test('RUN-10 with its tags and metadata, as they are at that time', async () => {
    const labels = { tags: ['nightly', ' billing '], metadata: { customer: 42 } }
    const id = await create('2026-11-20T08:59:00Z', { cron: '0 9 * * *', ...labels })
    await operations().updateSchedule({ projectId: stores.projectId, scheduleId: id, input: 'Again.' })
    await lookAt('2026-11-20T09:00:00Z')
    await operations().updateSchedule({
      projectId: stores.projectId,
      scheduleId: id,
      tags: [],
      metadata: { paused: false },
    })
    await lookAt('2026-11-21T09:00:00Z')
    const runs = await database.prisma.run.findMany({
      where: { scheduleId: id },
      include: { tags: { orderBy: { tag: 'asc' } } },
      orderBy: { scheduledFor: 'asc' },
    })
    expect(runs.map(({ tags, metadata }) => ({ tags: tags.map(({ tag }) => tag), metadata }))).toEqual([
      { tags: ['billing', 'nightly'], metadata: { customer: 42 } },
      { tags: [], metadata: { paused: false } },
    ])
  })

  test('once for each time, whichever of three schedulers is first', async () => {
    await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
    await create('2026-11-20T11:59:30Z', { cron: '*/2 * * * *', input: 'The other.' })
    const processes = [openProcess(), openProcess(), openProcess()]
    const minutes = Array.from({ length: 20 }, (_, n) => Date.parse('2026-11-20T12:00Z') + n * 60_000)
    for (const minute of minutes) await lookAt(minute + 500, processes)
    const all = await fired()
    expect(all).toHaveLength(30)
    const expected = minutes.flatMap((minute, n) => (n % 2 === 0 ? [minute, minute] : [minute]))
    expect(all).toEqual(expected.map((minute) => new Date(minute).toISOString().slice(0, 16)))
  })

  test('not at all for a scheduler that decided, and was frozen until another had fired', async () => {
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
    const frozen = openProcess()
    await clock.advance(60_000)
    const [seen] = await frozen.schedules.due({ scheduleId: id }, new Date(clock.now()))
    if (!seen) throw new Error('It is due.')
    await lookAt('2026-11-20T12:03:00Z')
    await fire(seen, frozen)
    expect(await fired()).toEqual(['2026-11-20T12:03'])
  })

  test('whole or not at all: where the job cannot be stored neither is the run, and the time is still to come', async () => {
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
    await clock.advance(60_000)
    const dispatch = dispatchOf(database.pool)
    const broken = openProcess({
      ...dispatch,
      enqueue: async (jobs, within) => {
        if (jobs.some(({ lane }) => lane === 'schedules')) throw new Error('No place for jobs.')
        return dispatch.enqueue(jobs, within)
      },
    })
    const [seen] = await broken.schedules.due({ scheduleId: id }, new Date(clock.now()))
    if (!seen) throw new Error('It is due.')
    await expect(fire(seen, broken)).rejects.toThrow('No place for jobs.')
    expect(await fired()).toEqual([])
    expect((await row(id)).lastAt).toBeNull()
    await lookAt(clock.now())
    expect(await fired()).toEqual(['2026-11-20T12:00'])
  })

  test('API-42 records that its agent is archived, and fires again once it is restored', async () => {
    agent = await stores.factories.agent({ slug: 'retired' })
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
    const archive = (archivedAt: Date | null) =>
      database.prisma.agent.update({ where: { id: agent.id }, data: { archivedAt } })
    await archive(new Date())
    await lookAt('2026-11-20T12:00:00Z')
    expect(await fired()).toEqual([])
    expect((await row(id)).lastError).toContain(
      'The agent "retired" is archived. Restore it with restoreAgent',
    )
    await archive(null)
    await lookAt('2026-11-20T12:01:00Z')
    expect(await fired()).toEqual(['2026-11-20T12:01'])
    expect((await row(id)).lastError).toBeNull()
  })

  test('moves to the next time and records the reason if no run can be triggered', async () => {
    const definition = { busySession: 'REJECT' }
    agent = await stores.factories.agent({ slug: 'busy' }, definition)
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *', sessionKey: 'one at a time' })
    await lookAt('2026-11-20T12:00:00Z')
    await lookAt('2026-11-20T12:01:00Z')
    expect(await fired()).toEqual(['2026-11-20T12:00'])
    expect(await row(id)).toMatchObject({
      lastAt: new Date('2026-11-20T12:01Z'),
      nextAt: new Date('2026-11-20T12:02Z'),
      lastError: expect.stringContaining('has an unfinished run'),
    })
    await database.prisma.run.updateMany({ data: { status: 'COMPLETED' } })
    await lookAt('2026-11-20T12:02:00Z')
    expect(await fired()).toEqual(['2026-11-20T12:00', '2026-11-20T12:02'])
    expect((await row(id)).lastError).toBeNull()
  })
})

describe('SCHED-2 the job of a time', () => {
  /** A schedule that is due by the true time. */
  async function due(schedules: ReturnType<typeof openProcess>['schedules']) {
    clock = createFakeClock()
    const nextAt = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    const rest = {
      timeZone: 'UTC',
      input: 'Now.',
      sessionKey: null,
      tags: [],
      metadata: {},
      enabled: true,
      misfirePolicy: 'ONCE',
      pricing: null,
      batchDeadlineMs: null,
    } as const
    const schedule = {
      id: uuidv7(),
      projectId: stores.projectId,
      agentId: agent.id,
      cron: '* * * * *',
      ...rest,
      nextAt,
    }
    expect(await schedules.insert(schedule, 10)).toBe(true)
    return schedule
  }

  test.each(['in this process', 'by pg-boss'])('fires it, carried %s', async (how) => {
    if (how === 'by pg-boss') await installBossDispatch(database.pool)
    const report = () => undefined
    const dispatch =
      how === 'by pg-boss'
        ? await openBossDispatch({ pool: database.pool, report, isKeeper: false })
        : dispatchOf(database.pool)
    const own = openProcess(dispatch)
    const { nextAt } = await due(own.schedules)
    const stop = await fireSchedules({ ...own, clock })
    await vi.waitFor(async () => expect(await fired()).toEqual([nextAt.toISOString().slice(0, 16)]), 15_000)
    await stop()
    await dispatch.close()
  })

  test('comes when its time is there by a clock that is 50 ms behind that of the database, too, as those of gates do', () => {
    const time = new Date('2026-11-20T12:00:00Z')
    for (const job of [scheduleJob({ id: 'a', nextAt: time }), gateJob({ id: 'b', expiresAt: time })])
      expect(job.dueAt?.getTime()).toBeGreaterThanOrEqual(time.getTime() + 50)
  })

  test('that is lost is brought again by the sweep', async () => {
    const own = openProcess()
    const { nextAt } = await due(own.schedules)
    expect(await takeJobs(database, 'schedules')).toHaveLength(1)
    const stop = await fireSchedules({ ...own, clock })
    await enqueueDue([dueSchedules({ ...own, clock })], own)
    await vi.waitFor(async () => expect(await fired()).toEqual([nextAt.toISOString().slice(0, 16)]), 15_000)
    await stop()
  })
})

describe('SCHED-3 times that go by while nobody is there', () => {
  test.each([
    ['ONCE', ['2026-11-20T12:00', '2026-11-20T12:11', '2026-11-20T12:12']],
    ['SKIP', ['2026-11-20T12:00', '2026-11-20T12:12']],
  ] as const)('in ten minutes: %s', async (missed, expected) => {
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *', misfirePolicy: missed })
    const processes = [openProcess(), openProcess(), openProcess()]
    await lookAt('2026-11-20T12:00:00Z', processes)
    await lookAt('2026-11-20T12:11:30Z', processes)
    expect(await row(id)).toMatchObject({
      nextAt: new Date('2026-11-20T12:12Z'),
      lastError:
        missed === 'ONCE'
          ? null
          : 'What was due since 2026-11-20T12:01:00.000Z was skipped: no process was there at its time.',
    })
    await lookAt('2026-11-20T12:12:00Z', processes)
    expect(await fired()).toEqual(expected)
    expect((await row(id)).lastError).toBeNull()
  })

  test('are no more than missed by ten seconds: that late is on time', async () => {
    await create('2026-11-20T11:59:30Z', { cron: '0 12 * * *', misfirePolicy: 'SKIP' })
    await lookAt('2026-11-20T12:00:10Z')
    expect(await fired()).toEqual(['2026-11-20T12:00'])
    await lookAt('2026-11-21T12:00:10.001Z')
    expect(await fired()).toEqual(['2026-11-20T12:00'])
  })

  test('before a schedule was enabled, or had these times, are not made up for', async () => {
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
    const { projectId } = stores
    await operations().updateSchedule({ projectId, scheduleId: id, enabled: false })
    expect((await row(id)).nextAt).toBeNull()
    await lookAt('2026-11-20T13:00:30Z')
    await operations().updateSchedule({ projectId, scheduleId: id, enabled: true })
    await lookAt(clock.now())
    expect(await fired()).toEqual([])
    expect((await row(id)).nextAt).toEqual(new Date('2026-11-20T13:01Z'))
    await operations().updateSchedule({ projectId, scheduleId: id, cron: '30 * * * *' })
    await lookAt('2026-11-20T13:01:00Z')
    await lookAt('2026-11-20T13:30:00Z')
    expect(await fired()).toEqual(['2026-11-20T13:30'])
  })

  test('stay, where only the input or the agent changes', async () => {
    const other = await stores.factories.agent({ slug: 'other' })
    const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
    await clock.advance(60_000)
    const call = { projectId: stores.projectId, scheduleId: id }
    await operations().updateSchedule({ ...call, input: 'Something else.', agent: { slug: 'other' } })
    await lookAt(clock.now())
    const run = await database.prisma.run.findFirstOrThrow({ where: { scheduleId: id } })
    expect(run).toMatchObject({ input: 'Something else.', agentId: other.id })
  })
})

describe('SCHED-4 in Berlin', () => {
  test.each([
    ['in March', '2026-03-28T00:00Z', ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']],
    ['in October', '2026-10-24T00:00Z', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
  ])('a run at half past two comes once a day, also when clocks change %s', async (_, from, times) => {
    await create(from, { cron: '30 2 * * *', timeZone: 'Europe/Berlin' })
    const processes = [openProcess(), openProcess()]
    for (let half = 1; half <= 144; half++) await lookAt(Date.parse(from) + half * 1_800_000, processes)
    expect(await fired()).toEqual(times)
  })
})

test('SCHED-1 a schedule that is deleted fires no more, and its runs stay', async () => {
  const id = await create('2026-11-20T11:59:30Z', { cron: '* * * * *' })
  await lookAt('2026-11-20T12:00:00Z')
  const call = { projectId: stores.projectId, scheduleId: id }
  await operations().deleteSchedule(call)
  await lookAt('2026-11-20T12:05:00Z')
  expect(await fired()).toEqual(['2026-11-20T12:00'])
  await expect(operations().deleteSchedule(call)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
