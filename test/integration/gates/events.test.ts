import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Job } from '../../../src/domain/dispatch.ts'
import type { Json } from '../../../src/domain/json.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { waitForEventTool } from '../../../src/tools/waiting-tools.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { done, openGateStage, type Turn } from '../../support/gate-stage.ts'
import { decide, openGates } from '../../support/gates.ts'
import { deliverLeft, sendEvent } from '../../support/world.ts'

const secret = 'sk-world-4711-0815-xyz'

/** Waits for two events, from the beginning of time. */
const collect = testTool('collect', async (args: Json, context) => {
  const name = Object(args).name as string
  const since = new Date(0)
  const first = await context.waitForEvent('first', { name, since })
  const second = await context.waitForEvent('second', { name, since })
  return [first?.data ?? null, second?.data ?? null]
})

const pay = testTool('pay', async (args: Json, context) => {
  const name = Object(args).name as string
  const event = await context.waitForEvent('paid', { name, filter: 'event.data.order == context.order' })
  return event?.data
})

/** Waits for an event like the one that is in the context of its run. */
const match = testTool('match', async (args: Json, context) => {
  const name = Object(args).name as string
  const filter = 'event.data.order == context.event.data.order'
  return (await context.waitForEvent('match', { name, filter }))?.data
})

const wrong = testTool('wrong', async (args: Json, context) =>
  context.waitForEvent('event', { name: 'a', ...Object(args) }),
)

const tools = [waitForEventTool, collect, pay, match, wrong].map((tool) => ({ ...tool, source: 'test' }))
const redactor = createRedactor({ values: [secret] })
const stage = forFile(await openGateStage({ tools, redactor }))
const { database } = stage

const calls = (name: string, args: Json = {}): Turn => ({ calls: [{ name, arguments: args }] })

const outputOf = async (runId: string) => (await stage.actionsOf(runId))[0]?.output

/** A name that no other test has. */
const newName = () => `order.paid.${randomUUID()}`

describe('a call that waits for an event', () => {
  test('WAIT-2 waits without an owner, and continues with the event that it asked for', async () => {
    const name = newName()
    const filter = 'event.data.order == "A-1" && event.data.amount > 10'
    const player = await stage.start([calls('wait_for_event', { name, filter }), done])
    const gate = await stage.gateOf(player.runId)
    expect(gate).toMatchObject({
      ...{ kind: 'EVENT', expiresAt: null, onExpiry: null },
      reason: `"wait_for_event" waits for the event "${name}".`,
      context: { event: name, filter, target: 'wait_for_event' },
    })
    const run = await database.prisma.run.findUniqueOrThrow({ where: { id: player.runId } })
    expect(run).toMatchObject({ status: 'WAITING', leaseOwner: null })
    await stage.restart()
    await sendEvent(stage.engine, { name: newName(), data: { order: 'A-1', amount: 20 } })
    await sendEvent(stage.engine, { name, data: { order: 'A-2', amount: 20 } })
    await sendEvent(stage.engine, { name, data: 'no object at all' })
    expect(await openGates(database, player.runId)).toHaveLength(1)
    const eventId = await sendEvent(stage.engine, { name, key: 'e-1', data: { order: 'A-1', amount: 20 } })
    const { row, of } = await stage.engine.finished(player.runId)
    expect(row.status).toBe('COMPLETED')
    expect(of('GateResolved')).toEqual([
      { gateId: gate.id, gateStatus: 'ANSWERED', resolvedBy: `event:${eventId}` },
    ])
    const data = { order: 'A-1', amount: 20 }
    const event = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(event.deliveredAt).not.toBeNull()
    expect(await outputOf(player.runId)).toEqual({
      ...{ id: 'e-1', name, data },
      receivedAt: event.receivedAt.toISOString(),
    })
  })

  test('WAIT-2 continues without an event when its time is up', async () => {
    const args = { name: newName(), timeoutSeconds: 0.2 }
    const { runId } = await stage.start([calls('wait_for_event', args), done])
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(await outputOf(runId)).toBe('No such event came within 0.2 seconds.')
  })

  test('WAIT-2 has filters over the context of its run', async () => {
    const name = newName()
    const { slug } = await stage.define([calls('pay', { name }), done])
    const [mine, other] = await Promise.all(
      ['A', 'B'].map((order) => stage.trigger(slug, { context: { order } })),
    )
    await stage.waiting(mine ?? '')
    await stage.waiting(other ?? '')
    await sendEvent(stage.engine, { name, data: { order: 'A', sum: 1 } })
    await stage.engine.finished(mine ?? '')
    expect(await outputOf(mine ?? '')).toEqual({ order: 'A', sum: 1 })
    expect(await openGates(database, other ?? '')).toHaveLength(1)
  })

  test('WAIT-2 has filters over an event that its run was started by', async () => {
    const name = newName()
    const { slug } = await stage.define([calls('match', { name }), done])
    const context = { event: { data: { order: 'A' } } }
    const runId = await stage.trigger(slug, { context })
    await stage.waiting(runId)
    await sendEvent(stage.engine, { name, data: { order: 'B' } })
    await sendEvent(stage.engine, { name, data: { order: 'A' } })
    await stage.engine.finished(runId)
    expect(await outputOf(runId)).toEqual({ order: 'A' })
  })

  test('WAIT-1 takes an event that is sent twice for one', async () => {
    const name = newName()
    const key = randomUUID()
    const { runId } = await stage.start([calls('wait_for_event', { name }), done])
    await stage.waiting(runId)
    const ids = await Promise.all([1, 2, 3].map((data) => sendEvent(stage.engine, { name, key, data })))
    expect(new Set(ids).size).toBe(1)
    await stage.engine.finished(runId)
    const event = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: ids[0] ?? '' } })
    expect(await outputOf(runId)).toMatchObject({ id: key, data: event.data })
  })

  test('WAIT-1 takes data with a text that spells an escape', async () => {
    const data = { path: String.raw`C:\u0000` }
    const eventId = await sendEvent(stage.engine, { name: newName(), data })
    const event = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(event.data).toEqual(data)
  })

  test('WAIT-3 continues once, with one of the events that come at once by two servers', async () => {
    const name = newName()
    const { runId } = await stage.start([calls('wait_for_event', { name }), done])
    await stage.waiting(runId)
    const { project, scripts } = stage.engine
    const second = await createTestEngine(database, { tools, providers: [stage.live], project, scripts })
    try {
      const engines = [stage.engine, second, stage.engine, second]
      await Promise.all(engines.map((engine, data) => sendEvent(engine, { name, data })))
      const { of, row } = await stage.engine.finished(runId)
      expect(row.status).toBe('COMPLETED')
      expect(of('GateResolved')).toHaveLength(1)
      const event = await database.prisma.receivedEvent.findUniqueOrThrow({
        where: { id: of('GateResolved')[0]?.resolvedBy?.replace('event:', '') ?? '' },
      })
      expect(await outputOf(runId)).toMatchObject({ data: event.data })
    } finally {
      await second.close()
    }
  })

  test('WAIT-3 continues all calls that wait for an event', async () => {
    const name = newName()
    const both: Turn = {
      calls: [1, 2].map(() => ({ name: 'wait_for_event', arguments: { name, timeoutSeconds: 3_600 } })),
    }
    const { slug } = await stage.define([both, done])
    const runs = await Promise.all([stage.trigger(slug), stage.trigger(slug)])
    for (const runId of runs) expect(await stage.waiting(runId)).toHaveLength(2)
    await sendEvent(stage.engine, { name, data: 'for all' })
    for (const runId of runs) {
      await stage.engine.finished(runId)
      const outputs = (await stage.actionsOf(runId)).map(({ output }) => output)
      expect(outputs).toMatchObject([{ data: 'for all' }, { data: 'for all' }])
    }
  })

  test('WAIT-3 continues many calls: some at once, the others by a job, with few commits for each', async () => {
    const name = newName()
    const many: Turn = {
      calls: Array.from({ length: 55 }, (_, nth) => ({
        name: 'wait_for_event',
        arguments: { name, timeoutSeconds: 3_600 + nth },
      })),
    }
    let decisions = 0
    await stage.restart({
      replace: ({ log }) => ({
        log: {
          ...log,
          commit: (commit) => {
            if (commit.afterGateDecisions !== undefined) decisions += 1
            return log.commit(commit)
          },
        },
      }),
    })
    const { runId } = await stage.start([many, done])
    await expect.poll(() => openGates(database, runId), { timeout: 20_000 }).toHaveLength(55)
    await stage.waiting(runId)
    const jobs: Job[] = []
    const { services } = stage.engine
    const enqueue = async (more: readonly Job[]) => jobs.push(...more)
    const dispatch = { ...services.dispatch, enqueue }
    const eventId = await sendEvent(
      { ...stage.engine, services: { ...services, dispatch } },
      { name, data: 'for all' },
    )
    // Calls whose run looks for past events before it rests again have continued too.
    expect((await openGates(database, runId)).length).toBeLessThanOrEqual(5)
    expect(jobs).toEqual([{ lane: 'events', key: `${eventId}/due` }])
    await deliverLeft(stage.engine)
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    const event = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(event.deliveredAt).not.toBeNull()
    // One for each call, and for those that its sender and its run decided at once, two or three.
    expect(decisions).toBeLessThanOrEqual(3 * 55)
    await stage.restart()
  })

  test('WAIT-2 takes past events where it asks for them, in order, and none twice', async () => {
    const name = newName()
    for (const data of ['one', 'two']) await sendEvent(stage.engine, { name, data })
    const { runId } = await stage.start([calls('collect', { name }), done])
    expect((await stage.engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(await outputOf(runId)).toEqual(['one', 'two'])
  })

  test('WAIT-2 takes no event twice that a later step of its run waits for', async () => {
    const name = newName()
    const { runId } = await stage.start([
      calls('wait_for_event', { name }),
      calls('wait_for_event', { name }),
      done,
    ])
    await stage.waiting(runId)
    await sendEvent(stage.engine, { name, data: 'one' })
    await expect.poll(async () => (await stage.actionsOf(runId)).length, { timeout: 10_000 }).toBe(2)
    const [gate] = await stage.waiting(runId)
    expect(gate?.kind).toBe('EVENT')
    await sendEvent(stage.engine, { name, data: 'two' })
    await stage.engine.finished(runId)
    const outputs = (await stage.actionsOf(runId)).map(({ output }) => output)
    expect(outputs).toMatchObject([{ data: 'one' }, { data: 'two' }])
  })

  test('WAIT-2 leaves events aside that came before it waited', async () => {
    const name = newName()
    const eventId = await sendEvent(stage.engine, { name, data: 'early' })
    await database.prisma.receivedEvent.update({
      where: { id: eventId },
      data: { receivedAt: new Date(Date.now() - 60_000), deliveredAt: null },
    })
    const { runId } = await stage.start([calls('wait_for_event', { name }), done])
    const gate = await stage.gateOf(runId)
    await expect(decide(stage.engine, gate.id, 'APPROVE')).rejects.toMatchObject({
      message: expect.stringContaining('nobody decides'),
    })
    await sendEvent(stage.engine, { name, data: 'in time' })
    await stage.engine.finished(runId)
    expect(await outputOf(runId)).toMatchObject({ data: 'in time' })
  })

  test('WAIT-1 TAS-7 keeps the secrets of an event sealed, and gives them to the call', async () => {
    const name = newName()
    const { runId } = await stage.start([calls('pay', { name }), done], {})
    // Its filter reads a key that its run lacks: no event fits.
    await stage.waiting(runId)
    const other = await stage.start([
      calls('wait_for_event', { name, filter: 'event.data.key.endsWith("4711-0815-xyz")' }),
      done,
    ])
    await stage.waiting(other.runId)
    const eventId = await sendEvent(stage.engine, { name, data: { key: secret } })
    await stage.engine.finished(other.runId)
    const event = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(JSON.stringify(event.data)).not.toContain(secret)
    const rows = await database.pool.query<{ text: string }>(
      `select (g.resolution::text || a.audit::text || coalesce(a.output::text, '')) as text from "Gate" g, "Action" a
       where g."runId" = $1 and a."runId" = $1`,
      [other.runId],
    )
    expect(rows.rows.map(({ text }) => text).join('\n')).not.toContain(secret)
    expect(other.told().join('\n')).toContain(name)
  })

  const faults: readonly (readonly [string, Json, string])[] = [
    ['a name', { name: '' }, 'the name of an event must have 1 to 200 characters'],
    ['a filter', { filter: 'event.data.' }, 'the filter of the event is no CEL expression'],
    ['a filter over results', { filter: 'results.a.output == 1' }, 'reads `results`'],
    ['a filter over a bare key', { filter: 'event.data.order == order' }, 'reads `order`: there are `event`'],
    ['a filter without a truth', { filter: '1 + 1' }, 'gives int, not true or false'],
    ['a time', { timeoutMs: -1 }, 'timeoutMs is a number of milliseconds from 0'],
  ]
  test.for(faults)('WAIT-2 refuses a wait for want of %s', async ([, args, message]) => {
    const player = await stage.start([calls('wrong', args), done])
    await stage.engine.finished(player.runId)
    expect(player.told().join('\n')).toContain(message)
  })

  const refused: readonly (readonly [string, Json, string])[] = [
    ['no name', { name: ' ' }, 'name must have 1 to 200 characters'],
    ['a long key', { name: 'a', key: 'k'.repeat(201) }, 'key must have 1 to 200 characters'],
    ['too much data', { name: 'a', data: 'x'.repeat(300_000) }, 'data'],
  ]
  test.for(refused)('WAIT-1 refuses an event with %s', async ([, event, message]) => {
    await expect(sendEvent(stage.engine, Object(event))).rejects.toMatchObject({
      message: expect.stringContaining(message),
    })
  })
})
