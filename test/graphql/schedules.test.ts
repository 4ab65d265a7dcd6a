import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createScheduleOperations } from '../../src/schedules/schedule-operations.ts'
import { createAgentStore } from '../../src/store/definition-store.ts'
import { createRunStore } from '../../src/store/runs/run-store.ts'
import { createScheduleStore } from '../../src/store/schedule-store.ts'
import { createFakeClock } from '../../src/testing/fake-clock.ts'
import { dispatchOf } from '../support/dispatch.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, createProject, openGraph, textAt } from './open-graph.ts'

const clock = createFakeClock(Date.parse('2026-10-24T12:00Z'))

const graph = forFile(await openGraph())
await graph.make.agent({ slug: 'reporter' })
await graph.make.agent({ slug: 'other' })

/** Asks with the engine's operations on the same database, at noon of 24 October 2026. */
async function ask(query: string, variables: object = {}, own = graph) {
  const { pool } = own.database
  const schedules = createScheduleOperations({
    schedules: createScheduleStore({ pool, dispatch: dispatchOf(pool) }),
    agents: createAgentStore(pool),
    runs: createRunStore({
      ...{ pool, wakeups: own.wakeups, dispatch: dispatchOf(pool), newId: uuidv7, leaseMs: 60_000 },
      owner: { name: 'test', key: 1, version: '0.1.0' },
    }),
    log: own.stored,
    wakeups: own.wakeups,
    newId: uuidv7,
    clock,
  })
  const { data, errors } = await own.ask(query, variables, { operations: refusing({ schedules }) })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

const fields =
  'id agent { slug } cron timeZone input sessionKey enabled misfirePolicy nextFireAt lastFiredAt lastError nextFireTimes(count: 3)'
const create = `mutation($input: CreateScheduleInput!) { createSchedule(input: $input) { __typename
  ... on Schedule { ${fields} } ... on Error { code message } ... on InvalidInputError { path } } }`
const update = `mutation($input: UpdateScheduleInput!) { updateSchedule(input: $input) { __typename
  ... on Schedule { ${fields} } ... on Error { code message } ... on InvalidInputError { path } } }`
const minimal = { agent: 'reporter', cron: '30 2 * * *', input: 'Report.' }

async function created(input: object = {}): Promise<string> {
  return textAt(await ask(create, { input: { ...minimal, ...input } }), 'createSchedule.id')
}

describe('BATCH-1 a schedule', () => {
  test('has the pricing of its runs', async () => {
    const id = await created({ pricing: 'BATCH' })
    const of = async (change: object) =>
      at(
        await ask(
          'mutation($input: UpdateScheduleInput!) { updateSchedule(input: $input) { ... on Schedule { pricing } } }',
          { input: { id, ...change } },
        ),
        'updateSchedule.pricing',
      )
    expect(await of({ input: 'Again.' })).toBe('BATCH')
    const fired = await ask(
      `mutation($id: ID!) { fireSchedule(input: { id: $id }) { ... on Run { pricing batchDeadlineMs } } }`,
      { id },
    )
    expect(fired).toEqual({ fireSchedule: { pricing: 'BATCH', batchDeadlineMs: 86_400_000 } })
    const deadlineOf = async (change: object) =>
      at(
        await ask(
          `mutation($input: UpdateScheduleInput!) { updateSchedule(input: $input) {
            ... on Schedule { batchDeadlineMs } ... on InvalidInputError { path } } }`,
          { input: { id, ...change } },
        ),
        'updateSchedule',
      )
    expect(await deadlineOf({ batchDeadlineMs: 60_000 })).toEqual({ batchDeadlineMs: 60_000 })
    expect(await deadlineOf({ input: 'More.' })).toEqual({ batchDeadlineMs: 60_000 })
    // The deadline ends with the pricing that it was for, and needs one.
    expect(await of({ pricing: null })).toBeNull()
    expect(await deadlineOf({ input: 'All.' })).toEqual({ batchDeadlineMs: null })
    expect(await deadlineOf({ batchDeadlineMs: 60_000 })).toEqual({ path: ['input', 'batchDeadlineMs'] })
  })
})

describe('SCHED-5 createSchedule', () => {
  test('tells when it fires, by the clocks of its place', async () => {
    const input = { ...minimal, timeZone: 'Europe/Berlin', sessionKey: 'nightly', misfirePolicy: 'SKIP' }
    expect(await ask(create, { input })).toEqual({
      createSchedule: {
        __typename: 'Schedule',
        id: expect.any(String),
        agent: { slug: 'reporter' },
        cron: '30 2 * * *',
        timeZone: 'Europe/Berlin',
        input: 'Report.',
        sessionKey: 'nightly',
        enabled: true,
        misfirePolicy: 'SKIP',
        nextFireAt: '2026-10-25T00:30:00.000Z',
        lastFiredAt: null,
        lastError: null,
        nextFireTimes: ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z', '2026-10-27T01:30:00.000Z'],
      },
    })
  })

  test('takes the defaults: UTC, no session, enabled, one run for all missed times', async () => {
    const answer = await ask(create, { input: { ...minimal, timeZone: null, enabled: null } })
    expect(at(answer, 'createSchedule')).toMatchObject({
      timeZone: 'UTC',
      sessionKey: null,
      enabled: true,
      misfirePolicy: 'ONCE',
      nextFireAt: '2026-10-25T02:30:00.000Z',
    })
    const spelled = await ask(create, { input: { ...minimal, timeZone: 'europe/berlin' } })
    expect(at(spelled, 'createSchedule.timeZone')).toBe('Europe/Berlin')
    const off = await ask(create, { input: { ...minimal, enabled: false } })
    expect(at(off, 'createSchedule')).toMatchObject({ enabled: false, nextFireAt: null, nextFireTimes: [] })
  })

  test('returns the error', async () => {
    const refusals = [
      [{ cron: '30 2 * *' }, 'cron', 'has not five fields'],
      [{ cron: '30 25 * * *' }, 'cron', 'has `25` for the hour'],
      [{ cron: 'H 2 * * *' }, 'cron', 'has an H'],
      [{ timeZone: 'Berlin' }, 'timeZone', 'must be one such as Europe/Berlin'],
      [{ timeZone: '+02:00' }, 'timeZone', 'must be one such as Europe/Berlin'],
      [{ timeZone: 'us/eastern' }, 'timeZone', 'must be one such as Europe/Berlin'],
      [{ input: ' ' }, 'input', 'is empty'],
      [{ sessionKey: '' }, 'sessionKey', 'must have 1 to'],
    ] as const
    for (const [input, field, problem] of refusals) {
      const answer = await ask(create, { input: { ...minimal, ...input } })
      expect(answer).toMatchObject({
        createSchedule: { __typename: 'InvalidInputError', path: ['input', field] },
      })
      expect(textAt(answer, 'createSchedule.message')).toContain(problem)
    }
    expect(await ask(create, { input: { ...minimal, agent: 'nobody' } })).toMatchObject({
      createSchedule: { __typename: 'NotFoundError', code: 'NOT_FOUND' },
    })
  })

  test('is refused beyond a thousand of a project', async () => {
    const own = await openGraph()
    const agent = await own.make.agent({ slug: 'reporter' })
    await own.make.schedule(agent)
    await own.pool.query(
      `insert into "Schedule" (id, "projectId", "agentId", cron, "timeZone", input)
       select gen_random_uuid(), s."projectId", s."agentId", s.cron, s."timeZone", s.input from "Schedule" s, generate_series(1, 999)`,
    )
    expect(await ask(create, { input: minimal }, own)).toMatchObject({
      createSchedule: { __typename: 'LimitExceededError', code: 'LIMIT_EXCEEDED' },
    })
    await own.close()
  })
})

describe('SCHED-5 updateSchedule', () => {
  test('changes the given fields, and the next times with them', async () => {
    const id = await created({ sessionKey: 'nightly' })
    expect(
      await ask(update, { input: { id, agent: 'other', cron: '0 * * * *', misfirePolicy: 'SKIP' } }),
    ).toMatchObject({
      updateSchedule: {
        id,
        agent: { slug: 'other' },
        cron: '0 * * * *',
        sessionKey: 'nightly',
        misfirePolicy: 'SKIP',
        nextFireAt: '2026-10-24T13:00:00.000Z',
      },
    })
    expect(await ask(update, { input: { id, sessionKey: null, input: 'Other.' } })).toMatchObject({
      updateSchedule: { sessionKey: null, input: 'Other.', nextFireAt: '2026-10-24T13:00:00.000Z' },
    })
    expect(await ask(update, { input: { id, enabled: false } })).toMatchObject({
      updateSchedule: { enabled: false, nextFireAt: null, nextFireTimes: [] },
    })
    const read = 'query($id: ID!) { schedule(id: $id) { enabled nextFireAt nextFireTimes(count: 9) } }'
    expect(await ask(read, { id })).toEqual({
      schedule: { enabled: false, nextFireAt: null, nextFireTimes: [] },
    })
  })

  test('returns the error, and knows none of other projects', async () => {
    const id = await created()
    const stranger = await createProject(graph.prisma, 'stranger')
    const make = createFactories(graph.prisma, stranger.id)
    const theirs = await make.schedule(await make.agent())
    for (const field of ['agent', 'cron', 'timeZone', 'input', 'enabled', 'misfirePolicy'])
      expect(await ask(update, { input: { id, [field]: null } })).toMatchObject({
        updateSchedule: { code: 'INVALID_INPUT', path: ['input', field] },
      })
    expect(await ask(update, { input: { id, cron: 'never' } })).toMatchObject({
      updateSchedule: { code: 'INVALID_INPUT', path: ['input', 'cron'] },
    })
    expect(await ask(update, { input: { id, agent: 'nobody' } })).toMatchObject({
      updateSchedule: { code: 'NOT_FOUND' },
    })
    for (const [id, __typename, code] of [
      [toGlobalId('Schedule', theirs.id), 'NotFoundError', 'NOT_FOUND'],
      [toGlobalId('Run', uuidv7()), 'InvalidInputError', 'INVALID_ID'],
      ['nonsense', 'InvalidInputError', 'INVALID_ID'],
    ])
      expect(await ask(update, { input: { id, enabled: false } })).toMatchObject({
        updateSchedule: { __typename, code },
      })
  })
})

test('SCHED-5 deleteSchedule gives the id that is no more', async () => {
  const remove =
    'mutation($id: ID!) { deleteSchedule(input: { id: $id }) { ... on DeletedSchedule { id } ... on Error { code } } }'
  const id = await created()
  expect(await ask(remove, { id })).toEqual({ deleteSchedule: { id } })
  expect(await ask(remove, { id })).toEqual({ deleteSchedule: { code: 'NOT_FOUND' } })
})

describe('SCHED-5 the schedules of a project', () => {
  const list = `query($n: Int) { schedules(first: $n) { totalCount edges { node { id agent { slug }
    runs(first: $n) { totalCount edges { node { id scheduledFor schedule { id cron agent { slug } } } } } } } } }`

  test('are listed with their runs, which name them, in as many statements for many as for few', async () => {
    const own = await openGraph()
    const stranger = await createProject(own.prisma, 'stranger')
    const make = createFactories(own.prisma, stranger.id)
    await make.schedule(await make.agent())
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      const agent = await own.make.agent()
      const schedule = await own.make.schedule(agent, { cron: `${n} * * * *` })
      ids.push(toGlobalId('Schedule', schedule.id))
      for (let m = 0; m < 3; m++)
        await own.make.run(agent, {
          scheduleId: schedule.id,
          scheduledFor: new Date(Date.UTC(2026, 9, 24, m)),
        })
    }
    const all = await own.read(list, { n: 20 })
    expect(at(all, 'schedules.edges.*.node.id')).toEqual(ids)
    expect(at(all, 'schedules.totalCount')).toBe(5)
    const [first] = [at(all, 'schedules.edges.*.node.runs.edges.*.node')].flat(1) as unknown[][]
    expect(first).toMatchObject(
      ['02', '01', '00'].map((hour) => ({
        scheduledFor: `2026-10-24T${hour}:00:00.000Z`,
        schedule: { id: ids[0], cron: '0 * * * *' },
      })),
    )
    expect(await own.count(list, { n: 20 })).toBe(await own.count(list, { n: 1 }))
    await own.close()
  })

  test('that are no more are null on their runs', async () => {
    const agent = await graph.make.agent()
    const run = await graph.make.run(agent, { scheduleId: uuidv7(), scheduledFor: new Date(0) })
    const query = 'query($id: ID!) { run(id: $id) { scheduledFor schedule { id } } }'
    expect(await graph.read(query, { id: toGlobalId('Run', run.id) })).toEqual({
      run: { scheduledFor: '1970-01-01T00:00:00.000Z', schedule: null },
    })
    const own = await graph.make.run(agent)
    expect(await graph.read(query, { id: toGlobalId('Run', own.id) })).toEqual({
      run: { scheduledFor: null, schedule: null },
    })
  })

  test('tell their next times, up to a hundred', async () => {
    const id = await created({ cron: '*/15 * * * *' })
    const query =
      'query($id: ID!, $n: Int) { node(id: $id) { ... on Schedule { nextFireTimes(count: $n) } } }'
    expect(at(await ask(query, { id, n: 100 }), 'node.nextFireTimes')).toHaveLength(100)
    expect(at(await ask(query, { id }), 'node.nextFireTimes')).toHaveLength(5)
    for (const n of [0, 101]) await expect(ask(query, { id, n })).rejects.toThrow('it must be from 1 to 100')
  })
})

describe('SCHED-6 fireSchedule', () => {
  const fire = `mutation($id: ID!) { fireSchedule(input: { id: $id }) { __typename
    ... on Run { id status input tags metadata scheduledFor triggeredBy agent { slug } session { key } schedule { id } } ... on Error { code } } }`

  test('starts a run as one of its times would, and leaves the times alone, also where it is disabled', async () => {
    for (const enabled of [true, false]) {
      const labels = { tags: ['nightly'], metadata: { report: 1 } }
      const id = await created({ sessionKey: `nightly ${enabled}`, enabled, ...labels })
      const row = () =>
        graph.prisma.schedule.findFirstOrThrow({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
      const before = await row()
      for (const time of [1, 2]) {
        expect(at(await ask(fire, { id }), 'fireSchedule'), `time ${time}`).toEqual({
          ...{ __typename: 'Run', id: expect.any(String), status: 'QUEUED', input: 'Report.' },
          ...labels,
          ...{ scheduledFor: null, triggeredBy: 'loopback', agent: { slug: 'reporter' } },
          ...{ session: { key: `nightly ${enabled}` }, schedule: { id } },
        })
      }
      expect(await row()).toEqual(before)
    }
  })

  test('is refused for a schedule of another project, and starts nothing there', async () => {
    const other = await createProject(graph.prisma, 'elsewhere')
    const make = createFactories(graph.prisma, other.id)
    const schedule = await make.schedule(await make.agent())
    for (const id of [schedule.id, uuidv7()])
      expect(at(await ask(fire, { id: toGlobalId('Schedule', id) }), 'fireSchedule.code')).toBe('NOT_FOUND')
    expect(await graph.prisma.run.count({ where: { projectId: other.id } })).toBe(0)
  })
})
