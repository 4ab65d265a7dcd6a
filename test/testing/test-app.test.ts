import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { Client } from '../../src/client/index.ts'
import { createScripted, defineAgent, defineTool } from '../../src/index.ts'
import { createTestApp, createTestClock, expectGolden, sequence } from '../../src/testing/index.ts'
import { forFile } from '../support/for-file.ts'

const clock = createTestClock()
const refund = defineTool({
  name: 'refund',
  description: 'Pays an order back.',
  input: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  execute: ({ order }) => `Order ${String(order)} was refunded.`,
})
const agents = [
  defineAgent({ slug: 'refunds', model: 'scripted/refunds', tools: ['refund'] }),
  defineAgent({
    slug: 'hasty',
    model: 'scripted/refunds',
    tools: ['refund'],
    gates: { expiresAfterMs: 3_600_000, onExpiry: 'REFUSE' },
  }),
  defineAgent({ slug: 'own', model: 'house/model' }),
  defineAgent({ slug: 'slow', model: 'scripted/slow', defaultTimeoutMs: 600_000 }),
]
const house = {
  ...createScripted({ scripts: { model: sequence({ text: 'At home.' }) } }),
  name: 'house',
}

let folder = ''
folder = await mkdtemp(join(tmpdir(), 'rungraph-golden-'))
const app = forFile(
  await createTestApp({
    server: inject('postgres'),
    ...{ agents, clock, tools: [refund], providers: [house] },
    scripts: {
      refunds: sequence(
        { text: 'I refund it.', toolCalls: [{ name: 'refund', arguments: { order: '7' } }] },
        { text: 'Done.' },
      ),
      slow: sequence({ text: 'word '.repeat(50), chunkDelayMs: 60_000 }),
    },
    canExecuteTool: ({ agent }) => (agent === 'refunds' || agent === 'hasty' ? 'REQUIRE_APPROVAL' : null),
  }),
)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('rungraph/testing', () => {
  it('EMB-4 executes runs of agents in code with scripted models, and answers their gates', async () => {
    const reasons: string[] = []
    const run = await app.run('refunds', 'Refund order 7.', {
      onGate: ({ kind }) => {
        reasons.push(kind)
        return 'APPROVE'
      },
    })
    expect([run.status, run.answer, reasons]).toEqual(['COMPLETED', 'Done.', ['ACTION_APPROVAL']])
    expect(run.of('ActionCompleted')).toMatchObject([{ output: 'Order 7 was refunded.' }])
  })

  it('EMB-4 finds the gate that a run waits at, and decides with other arguments', async () => {
    const runId = await app.trigger('refunds', 'Refund order 7.')
    const gate = await app.openGate(runId)
    await app.answerGate(gate, { decision: 'REVISE', arguments: { order: '8' } })
    // What the model reads of the revision does not begin its script anew.
    const run = await app.followToEnd(runId)
    expect(run.of('ActionCompleted')).toMatchObject([{ output: 'Order 8 was refunded.' }])
  })

  it('EMB-4 says where a run stands that does not stop in time', async () => {
    const runId = await app.trigger('refunds', 'Refund order 7.')
    await app.openGate(runId)
    await expect(app.followToEnd(runId, { withinMs: 300 })).rejects.toThrow(
      /did not stop within 300 ms\. Its last event is .*It waits at a gate \(ACTION_APPROVAL: .*give onGate/,
    )
  })

  it('LOOP-9 EMB-1 asks a provider of code under a name of its own', async () => {
    expect((await app.run('own', 'Where?')).answer).toBe('At home.')
  })

  it('EMB-4 moves gates to their expiry, and time limits to their end', async () => {
    const runId = await app.trigger('hasty', 'Refund order 7.')
    await app.openGate(runId)
    clock.advance(3_600_000)
    const run = await app.followToEnd(runId)
    expect(run.types).toContain('GateResolved')
    expect(run.of('ActionCompleted')).toEqual([])

    const slow = await app.trigger('slow', 'Talk.')
    await app.seen(slow, 'StepStarted')
    clock.advance(600_000)
    // Its grace, in which it may sum up, ends by the same clock.
    await app.seen(slow, 'Terminating')
    clock.advance(600_000)
    expect(await app.followToEnd(slow)).toMatchObject({ terminationReason: 'TIMEOUT' })
  })

  it('EMB-4 fires schedules when the clock reaches them', async () => {
    const projectId = app.project.id
    const project = { projectId, agent: { slug: 'own' } }
    await app.operations.schedules.createSchedule({
      ...project,
      cron: '0 9 * * *',
      timeZone: 'UTC',
      input: 'Daily.',
    })
    const runs = await app.log.followRuns(projectId, { after: null, signal: AbortSignal.timeout(20_000) })
    clock.advance(24 * 3_600_000)
    const { value } = await runs.next()
    expect(value && (await app.followToEnd(value.runId)).answer).toBe('At home.')
    await runs.return()
  })

  it('EMB-4 compares a log with a golden file, and writes it where that is asked for', async () => {
    const file = join(folder, 'logs/own.jsonl')
    const run = await app.run('own', 'Where?')
    await expect(expectGolden(run, file)).rejects.toThrow(/cannot be read\. UPDATE_GOLDEN=1 writes it/)
    await expectGolden(run, file, { update: true })
    expect(await readFile(file, 'utf8')).toMatch(/^\{"type":"RunStarted".*\n[\s\S]*"text":"At home\."/)
    await expectGolden(await app.run('own', 'Where?'), file)
    await expect(
      expectGolden(await app.run('refunds', 'x', { onGate: () => 'REJECT' }), file),
    ).rejects.toMatchObject({
      name: 'AssertionError',
      message: expect.stringMatching(/differs from .*own\.jsonl at line \d+\..*\n\n- .*\n\+ /),
    })
  })

  it('EMB-3 is closed at the end of its block', async () => {
    const short = await createTestApp({ server: inject('postgres') })
    await short[Symbol.asyncDispose]()
    await expect(short.run('any', 'x')).rejects.toThrow()
  })

  it('EMB-3 serves the API without a port', async () => {
    const body = JSON.stringify({ query: '{ agent(slug: "own") { source } }' })
    const headers = { 'content-type': 'application/json' }
    const answer = await app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }))
    expect(await answer.json()).toEqual({ data: { agent: { source: 'CODE' } } })
  })

  it.each([
    [
      'in the process of the test, without a port',
      () =>
        new Client({
          url: 'http://127.0.0.1/graphql',
          transport: 'sse',
          fetch: (input, init) => app.fetch(new Request(input, init)),
        }),
    ],
    [
      'in another process, over a port',
      async () => {
        const server = createServer(app.handle).listen(0, '127.0.0.1')
        server.on('upgrade', app.handleUpgrade)
        await once(server, 'listening')
        onTestFinished(() => server.closeAllConnections())
        onTestFinished(() => void server.close())
        return new Client({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` })
      },
    ],
  ])('EMB-3 EMB-4 serves an application under test: %s', async (_, open) => {
    const client = await open()
    const { id } = await client.trigger({ agent: 'own', input: 'Where?' })
    const types: string[] = []
    for await (const { __typename } of client.follow(id)) types.push(__typename)
    expect([types.at(-1), (await client.result(id)).summary]).toEqual(['RunCompleted', 'At home.'])
  })
})
