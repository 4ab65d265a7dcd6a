import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { createEventOperations } from '../../../src/events/event-operations.ts'
import { createEventTriggerStore } from '../../../src/store/event-trigger-store.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { untilStatus } from '../../support/gates.ts'
import { deliverLeft, worldOf } from '../../support/world.ts'

const database = forFile(await createTestDatabase())
const wait = testTool('wait', async (args: Json, context) => {
  const event = await context.waitForEvent('event', { name: Object(args).name })
  return event?.data
})
const engine = forFile(await createTestEngine(database, { tools: [wait] }))
const triggers = createEventTriggerStore(database.pool)
const world = worldOf(engine.services, triggers)
const operations = createEventOperations(world)
const projectId = engine.project.id

const { slug } = await engine.define(() => ({ text: 'Done.' }))

/** Saves a trigger for a name of its own. */
async function trigger(more: Partial<Parameters<typeof operations.saveEventTrigger>[0]> = {}) {
  const event = `order.${randomUUID()}`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a template of inputs.
  const input = 'Ship ${event.data.order} for $$${event.data.amount}.'
  const given = { projectId, name: event, event, agent: { slug }, input, ...more }
  const { triggerId } = await operations.saveEventTrigger(given)
  return { event, triggerId }
}

const send = (name: string, key: string, data: object) =>
  operations.sendEvent({ projectId, name, key, data: { ...data }, by: 'tester' })

const runsOf = (eventId: string, triggerId: string) =>
  database.prisma.run.findMany({ where: { idempotencyKey: `event:${eventId}:${triggerId}` } })

describe('an event trigger', () => {
  test('WAIT-4 starts one run for an event, however often it comes', async () => {
    const { event, triggerId } = await trigger({ tags: ['paid'] })
    const key = randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => send(event, key, { order: 'A-1', amount: 20 })))
    expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(1)
    const eventId = sent[0]?.eventId ?? ''
    // As where the process died before it noted the delivery.
    await database.prisma.receivedEvent.update({ where: { id: eventId }, data: { deliveredAt: null } })
    await deliverLeft(engine, triggers)
    const [run, ...others] = await runsOf(eventId, triggerId)
    expect(others).toEqual([])
    expect(run).toMatchObject({
      ...{ input: 'Ship A-1 for $20.', triggeredBy: `event trigger ${event}` },
      context: { event: { id: key, name: event, data: { order: 'A-1', amount: 20 } } },
    })
    await engine.finished(run?.id ?? '')
    const stored = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(stored).toMatchObject({ startedRunIds: [run?.id], deliveredAt: expect.any(Date) })
  })

  test('WAIT-4 starts nothing for an event that does not fit, or while it is paused', async () => {
    const { event, triggerId } = await trigger({ condition: 'event.data.amount > 10' })
    const small = await send(event, randomUUID(), { amount: 1 })
    expect(await runsOf(small.eventId, triggerId)).toEqual([])
    await operations.saveEventTrigger({ projectId, name: event, enabled: false })
    const large = await send(event, randomUUID(), { amount: 100 })
    expect(await runsOf(large.eventId, triggerId)).toEqual([])
    await operations.saveEventTrigger({ projectId, name: event, enabled: true, condition: null })
    const last = await send(event, randomUUID(), { amount: 1 })
    expect(await runsOf(last.eventId, triggerId)).toHaveLength(1)
  })

  test('WAIT-4 says why an event started no run, and goes on', async () => {
    const archived = await engine.define(() => ({ text: '' }))
    const { event, triggerId } = await trigger({ agent: archived })
    const agent = await database.prisma.agent.findFirstOrThrow({ where: { slug: archived.slug } })
    await database.prisma.agent.update({ where: { id: agent.id }, data: { archivedAt: new Date() } })
    const { eventId } = await send(event, randomUUID(), {})
    expect(await runsOf(eventId, triggerId)).toEqual([])
    const row = await database.prisma.eventTrigger.findUniqueOrThrow({ where: { id: triggerId } })
    expect(row.lastError).toContain('archived')
    const stored = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(stored.deliveredAt).not.toBeNull()
  })

  test('WAIT-4 notes its last run once a second, and at once that it works again, so that many events meet at no row', async () => {
    const { triggerId: id } = await trigger()
    const version = async () => {
      const { rows } = await database.pool.query<{ xmin: string }>(
        'select xmin::text from "EventTrigger" where id = $1',
        [id],
      )
      return rows[0]?.xmin
    }
    const noted = async (at: string, error: string | null) => {
      const before = await version()
      await triggers.fired(id, new Date(at), error)
      const { lastAt, lastError } = await database.prisma.eventTrigger.findUniqueOrThrow({ where: { id } })
      return { lastAt: lastAt?.toISOString(), lastError, isWritten: (await version()) !== before }
    }
    const first = '2026-11-20T12:00:00.000Z'
    const later = '2026-11-20T12:00:01.000Z'
    expect(await noted(first, null)).toEqual({ lastAt: first, lastError: null, isWritten: true })
    expect(await noted('2026-11-20T12:00:00.900Z', null)).toMatchObject({ lastAt: first, isWritten: false })
    expect(await noted(later, null)).toMatchObject({ lastAt: later, isWritten: true })
    expect(await noted(first, null)).toMatchObject({ lastAt: later, isWritten: false })
    const refused = { lastAt: later, lastError: 'No agent.' }
    expect(await noted(later, 'No agent.')).toEqual({ ...refused, isWritten: true })
    expect(await noted(later, 'No agent.')).toEqual({ ...refused, isWritten: false })
    expect(await noted(later, null)).toEqual({ lastAt: later, lastError: null, isWritten: true })
  })

  test('WAIT-3 WAIT-4 is in the way of nobody if its run cannot be started', async () => {
    const name = `order.${randomUUID()}`
    const lost = await engine.define(() => ({ text: '' }))
    const first = await trigger({ name: `${name} a`, event: name, agent: lost })
    const second = await trigger({ name: `${name} b`, event: name })
    const runId = await engine.trigger(({ turn }) =>
      turn === 0 ? { toolCalls: [{ name: 'wait', arguments: { name } }] } : { text: 'Done.' },
    )
    await untilStatus(engine, database, runId, 'WAITING')
    const { id: lostId } = await database.prisma.agent.findFirstOrThrow({ where: { slug: lost.slug } })
    const { agents } = engine.services
    const find: typeof agents.find = async (project, key) => {
      if (Object(key).id === lostId) throw new Error('No connection.')
      return agents.find(project, key)
    }
    const failing = createEventOperations({ ...world, agents: { ...agents, find }, report: () => undefined })
    const { eventId } = await failing.sendEvent({ projectId, name, data: 'paid', by: null })
    expect((await engine.finished(runId)).row.status).toBe('COMPLETED')
    expect(await runsOf(eventId, second.triggerId)).toHaveLength(1)
    const stored = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(stored.deliveredAt).toBeNull()
    await deliverLeft(engine, triggers)
    expect(await runsOf(eventId, first.triggerId)).toHaveLength(1)
  })

  test('WAIT-4 knows the run that an earlier delivery started before its trigger was changed', async () => {
    const { event, triggerId } = await trigger()
    const { eventId } = await send(event, randomUUID(), { order: 'A-1', amount: 20 })
    const [run] = await runsOf(eventId, triggerId)
    await operations.saveEventTrigger({ projectId, name: event, input: 'Otherwise.' })
    await database.prisma.receivedEvent.update({
      where: { id: eventId },
      data: { deliveredAt: null, startedRunIds: [] },
    })
    await deliverLeft(engine, triggers)
    const stored = await database.prisma.receivedEvent.findUniqueOrThrow({ where: { id: eventId } })
    expect(stored.startedRunIds).toEqual([run?.id])
  })

  const refused = [
    ['no event', { name: 'new', input: 'Hi', agent: { slug } }, 'event is left out'],
    [
      'a wrong condition',
      { name: 'new', event: 'a', input: 'Hi', agent: { slug }, condition: '1 +' },
      'condition',
    ],
    ...['context.a == 1', 'order == 1'].map(
      (condition) =>
        [
          `the condition ${condition}`,
          { name: 'new', event: 'a', input: 'Hi', agent: { slug }, condition },
          'there is `event` alone',
        ] as const,
    ),
    ['a long name', { name: 'n'.repeat(101) }, 'name must have 1 to 100 characters'],
  ] as const
  test.for(refused)('WAIT-4 refuses a trigger with %s', async ([, given, message]) => {
    await expect(operations.saveEventTrigger({ projectId, ...given })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(message),
    })
  })
})
