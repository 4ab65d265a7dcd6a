import { describe, expect, test } from 'vitest'
import { sequence } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile, forTest } from '../../support/for-file.ts'
import { requireApproval } from '../../support/gates.ts'
import { runFailed } from '../../support/memory-run-log.ts'
import { commitOf, note, rest } from '../../support/stores.ts'
import { openWebhookStage, started } from '../../support/webhook-stage.ts'

const database = forFile(await createTestDatabase())
const stage = forFile(await openWebhookStage(database))

/** Notices written for a webhook about a run, in order. */
async function told(webhookId: string, runId: string, from = stage) {
  const rows = await from.deliveries(webhookId)
  return rows.filter((row) => row.runId === runId)
}

/** An engine that executes, with a database to itself, as its worker takes any run. */
async function openOwn() {
  const database = forTest(await createTestDatabase())
  const own = forTest(await openWebhookStage(database))
  const tools = [testTool('pay', async () => 'Paid.')]
  const project = { id: own.stores.projectId }
  return { database, own, engine: forTest(await createTestEngine(database, { tools, project })) }
}

describe('HOOK-1 a webhook is notified of a run', () => {
  test('that begins and is completed, with where its log stood', async () => {
    const {
      engine,
      own,
      database: { pool },
    } = await openOwn()
    const { webhookId } = await own.receiver()
    const { runId, events } = await engine.run(() => ({ text: 'Done.' }))
    const rows = await told(webhookId, runId, own)
    expect(rows.map(({ topic }) => topic)).toEqual(['RUN_STARTED', 'RUN_COMPLETED'])
    expect(rows.at(-1)?.facts).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      lastSeq: events.length,
      rootId: runId,
      parentId: null,
      gate: null,
    })
    const { rows: left } = await pool.query('select 1 from "WebhookDelivery" where "runId" <> $1', [runId])
    expect(left).toEqual([])
  })

  test('that waits at a gate and goes on', async () => {
    const { engine, own } = await openOwn()
    const projectId = engine.project.id
    const { webhookId } = await own.receiver()
    await requireApproval(engine, 'pay')
    const runId = await engine.trigger(
      sequence({ toolCalls: [{ name: 'pay', arguments: {} }] }, { text: 'Done.' }),
    )
    await engine.seen(runId, 'RunWaiting')
    const [gate] = await engine.services.runs.gates.open(runId)
    if (!gate) throw new Error('No gate is open.')
    const caller = { name: 'ann', role: 'ADMIN' } as const
    await engine.operations.resolveGate({ projectId, gateId: gate.id, decision: 'APPROVE', caller })
    await engine.finished(runId)
    const rows = await told(webhookId, runId, own)
    expect(rows.map(({ topic }) => topic)).toEqual([
      'RUN_STARTED',
      'GATE_OPENED',
      'RUN_WAITING',
      'GATE_RESOLVED',
      'RUN_RESUMED',
      'RUN_COMPLETED',
    ])
    const of = (topic: string) => rows.find((row) => row.topic === topic)?.facts
    expect(of('GATE_OPENED')).toMatchObject({
      gate: { id: gate.id, kind: 'ACTION_APPROVAL', status: 'OPEN' },
    })
    expect(of('RUN_WAITING')).toMatchObject({ status: 'WAITING', gate: null })
    expect(of('GATE_RESOLVED')).toMatchObject({
      status: 'RUNNING',
      gate: { id: gate.id, status: 'APPROVED' },
    })
    const places = rows.map(({ facts }) => facts.lastSeq)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('that pauses, is resumed and fails; that is aborted before it begins', async () => {
    const { webhookId } = await stage.receiver()
    const held = await stage.claim()
    await stage.commit(held, [started])
    await stage.commit(held, [rest('PAUSED')], { run: { status: 'PAUSED', terminationReason: 'MAX_STEPS' } })
    await stage.commit({ ...held }, [], {
      epoch: null,
      from: ['PAUSED'],
      run: { status: 'RUNNING', terminationReason: null },
    })
    await stage.commit(held, [runFailed], { run: { status: 'FAILED', terminationReason: 'ERROR' } })
    expect(
      (await told(webhookId, held.runId)).map(({ topic, facts }) => [topic, facts.terminationReason]),
    ).toEqual([
      ['RUN_STARTED', null],
      ['RUN_PAUSED', 'MAX_STEPS'],
      ['RUN_RESUMED', null],
      ['RUN_FAILED', 'ERROR'],
    ])
    const [queued = ''] = await stage.stores.queue(1)
    await stage.stores.log.commit({
      ...{ runId: queued, epoch: null, from: ['QUEUED'], events: [] },
      run: { status: 'CANCELLED', terminationReason: 'ABORTED' },
    })
    expect((await told(webhookId, queued)).map(({ topic }) => topic)).toEqual(['RUN_CANCELLED'])
  })

  test('each gate of a commit in its order, also one that opens and closes in the same commit', async () => {
    const { webhookId } = await stage.receiver(['GATE_OPENED', 'GATE_RESOLVED'])
    const held = await stage.claim()
    const gate = await stage.stores.factories.gate({ id: held.runId })
    const stepNumber = null
    const row = {
      ...gate,
      kind: 'PERMISSION',
      status: 'CANCELLED',
      onExpiry: null,
      decider: 'ADMIN',
      context: {},
      resolution: null,
    } as const
    await stage.commit(
      held,
      [
        { type: 'GateOpened', stepNumber, data: { gateId: gate.id } },
        note('between'),
        { type: 'GateResolved', stepNumber, data: { gateId: gate.id } },
      ],
      { gates: [row] },
    )
    expect(await told(webhookId, held.runId)).toMatchObject([
      { topic: 'GATE_OPENED', facts: { lastSeq: 3, gate: { status: 'OPEN' } } },
      { topic: 'GATE_RESOLVED', facts: { lastSeq: 3, gate: { status: 'CANCELLED' } } },
    ])
  })
})

describe('HOOK-1 nothing is written', () => {
  test('for topics that a webhook does not want, for one that is disabled, and for those of other projects', async () => {
    const { projectId } = stage.stores
    const other = await openWebhookStage(database)
    const otherReceiver = await other.receiver()
    const few = await stage.receiver(['RUN_FAILED', 'RUN_COMPLETED'])
    const none = await stage.receiver()
    await stage.operations.updateWebhook({ projectId, webhookId: none.webhookId, enabled: false })
    const [{ runId } = { runId: '' }] = await stage.runThrough(1)
    expect((await told(few.webhookId, runId)).map(({ topic }) => topic)).toEqual(['RUN_COMPLETED'])
    expect(await told(none.webhookId, runId)).toEqual([])
    expect(await other.deliveries(otherReceiver.webhookId)).toEqual([])
    await other.close()
  })

  test('by an owner that was fenced off', async () => {
    const { webhookId } = await stage.receiver()
    const held = await stage.claim()
    const stale = commitOf({ ...held, epoch: held.epoch - 1 }, [rest()], { run: { status: 'COMPLETED' } })
    expect(await stage.stores.log.commit(stale)).toEqual({ kind: 'refused' })
    expect(await told(webhookId, held.runId)).toEqual([])
  })

  test('for a webhook that is being deleted, and the run neither waits for it nor fails by it', async () => {
    const { webhookId } = await stage.receiver()
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from "Webhook" where id = $1 for update', [webhookId])
      const [{ runId } = { runId: '' }] = await stage.runThrough(1)
      await client.query('delete from "Webhook" where id = $1', [webhookId])
      await client.query('commit')
      expect(await told(webhookId, runId)).toEqual([])
    } finally {
      client.release()
    }
  })
})
