import { describe, expect, it } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import type { Role } from '../../../src/domain/caller.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { metricCatalogue } from '../../../src/telemetry/metric-catalogue.ts'
import { createProject } from '../../graphql/open-graph.ts'
import { createTestDatabase } from '../../support/database.ts'
import { samplesOf } from '../../support/exposition.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { postJson } from '../../support/post-json.ts'

const database = forFile(await createTestDatabase())
const env = { DATABASE_URL: database.connectionString, PORT: '0', RUNGRAPH_HEALTH_PORT: '0' }
const app = forFile(await composeApp(readConfig({ ...env, RUNGRAPH_LOG_LEVEL: 'silent' })))
const urls = await app.start()

async function scrape(url = urls.url): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return samplesOf(await response.text())
}

async function ask(query: string): Promise<unknown> {
  const response = await postJson(`${urls.url}/graphql`, { query })
  return response.json()
}

/** Runs a demonstration to its end, with all of its tree. */
async function play(slug: string): Promise<string> {
  const call = { projectId: app.project.id, agent: { slug }, input: 'Show me.' }
  const { runId } = await app.operations.triggerRun(call)
  for await (const _event of followInTime((signal) => app.log.follow(runId, { after: 0, signal })));
  return runId
}

describe('OPS-1 GET /metrics', () => {
  it('agrees with the database on runs, steps, actions, model calls, tokens, cost and events', async () => {
    await Promise.all(['demo-tool-loop', 'demo-doom-loop', 'demo-failing-tool'].map(play))
    const samples = await scrape()
    const sum = (pattern: RegExp) =>
      [...samples].reduce((total, [series, value]) => (pattern.test(series) ? total + value : total), 0)
    const { prisma } = database
    expect(samples.get('rungraph_runs_claimed_total{recovered="false"}')).toBe(await prisma.run.count())
    expect(samples.get('rungraph_runs_finished_total{status="COMPLETED",reason="FINAL_ANSWER"}')).toBe(2)
    expect(samples.get('rungraph_runs_finished_total{status="FAILED",reason="DOOM_LOOP"}')).toBe(1)
    expect(samples.get('rungraph_run_duration_seconds_count{status="COMPLETED"}')).toBe(2)
    expect(samples.get('rungraph_events_committed_total')).toBe(await prisma.event.count())
    expect(samples.get('rungraph_steps_total')).toBe(
      await prisma.event.count({ where: { type: 'StepCompleted' } }),
    )
    for (const [outcome, status] of [
      ['succeeded', 'SUCCEEDED'],
      ['failed', 'FAILED'],
    ] as const) {
      const rows = await prisma.action.count({ where: { status } })
      expect(rows).toBeGreaterThan(0)
      expect(sum(new RegExp(`^rungraph_actions_total.*outcome="${outcome}"`))).toBe(rows)
    }
    const { _sum, _count } = await prisma.modelCall.aggregate({
      _sum: { inputTokens: true, outputTokens: true },
      _count: true,
    })
    expect(sum(/^rungraph_model_calls_total\{provider="scripted",.*outcome="answered"\}/)).toBe(_count)
    expect(sum(/^rungraph_model_call_duration_seconds_count/)).toBe(_count)
    expect(sum(/^rungraph_model_tokens_total.*kind="input"/)).toBe(_sum.inputTokens)
    expect(sum(/^rungraph_model_tokens_total.*kind="output"/)).toBe(_sum.outputTokens)
    // A transaction that another one undid is measured, too, with its outcome.
    expect(sum(/^rungraph_commit_duration_seconds_count/)).toBe(
      samples.get('rungraph_commit_batch_size_count'),
    )
    expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  })

  it('is the same on the port of the health, and has the metrics of the catalogue', async () => {
    const response = await fetch(`${urls.healthUrl}/metrics`)
    const text = await response.text()
    for (const { name, kind } of Object.values(metricCatalogue))
      expect(text).toContain(`# TYPE ${name} ${kind}`)
    expect(samplesOf(text).get('rungraph_run_slots')).toBe(50)
  })

  it('has the waiting runs: due ones with the age of the oldest, and runs without an owner', async () => {
    const before = await scrape()
    expect(before.get('rungraph_queue_runs{state="queued"}')).toBe(0)
    expect(before.get('rungraph_queue_oldest_seconds')).toBe(0)
    // There is no place for it, however long it waits.
    await database.prisma.project.updateMany({ data: { maxConcurrentRuns: 0 } })
    const call = { projectId: app.project.id, agent: { slug: 'demo-chat' }, input: 'Wait.' }
    const { runId } = await app.operations.triggerRun(call)
    const startAt = new Date(Date.now() + 3_600_000)
    await app.operations.triggerRun({ ...call, startAt })
    const hourAgo = new Date(Date.now() - 3_600_000)
    await database.prisma.run.update({ where: { id: runId }, data: { createdAt: hourAgo, startAt: hourAgo } })
    const samples = await scrape()
    expect(samples.get('rungraph_queue_runs{state="queued"}')).toBe(1)
    expect(samples.get('rungraph_queue_oldest_seconds')).toBeGreaterThanOrEqual(3_600)
    expect(samples.get('rungraph_database_up')).toBe(1)
    await app.operations.abortRun({ projectId: app.project.id, runId })
    await database.prisma.project.updateMany({ data: { maxConcurrentRuns: 100 } })
  })

  it('counts refusals by code, over HTTP and over WebSocket, and open connections', async () => {
    await ask('{ nothingSuch }')
    await ask('{ run(id: "no id") { id } }')
    const socket = new WebSocket(`${urls.url?.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const heard = Promise.withResolvers<void>()
    socket.addEventListener('message', ({ data }) => {
      const { type, id } = JSON.parse(String(data))
      if (type === 'connection_ack') {
        socket.send(JSON.stringify({ type: 'subscribe', id: 'bad', payload: { query: '{ nothingSuch }' } }))
        const query = 'subscription { projectEvents { cursor } }'
        socket.send(JSON.stringify({ type: 'subscribe', id: 'live', payload: { query } }))
      }
      if (id === 'bad') heard.resolve()
    })
    socket.addEventListener('open', () => socket.send('{"type":"connection_init"}'))
    await heard.promise
    const open = (kind: string, samples: ReadonlyMap<string, number>) =>
      samples.get(`rungraph_connections_open{kind="${kind}"}`)
    await expect.poll(async () => open('subscription', await scrape())).toBe(1)
    const samples = await scrape()
    expect(open('websocket', samples)).toBe(1)
    expect(samples.get('rungraph_refusals_total{code="GRAPHQL_VALIDATION_FAILED"}')).toBe(2)
    expect(samples.get('rungraph_refusals_total{code="INVALID_ID"}')).toBe(1)
    socket.close()
    await expect
      .poll(async () => {
        const after = await scrape()
        return [open('websocket', after), open('subscription', after)]
      })
      .toEqual([0, 0])
  })

  it('names no run, agent or input, and is given to nobody from elsewhere', async () => {
    const runId = await play('demo-chat')
    const text = await (await fetch(`${urls.url}/metrics`)).text()
    for (const word of [runId, 'demo-chat', 'Show me', app.project.id]) expect(text).not.toContain(word)
    for (const url of [urls.url, urls.healthUrl]) {
      const foreign = await fetch(`${url}/metrics`, { headers: { origin: 'https://evil.example' } })
      expect(foreign.status).toBe(403)
    }
  })
})

// The last one: once there is a key, nobody comes in without one any more.
describe('OPS-1 KEY-1 GET /metrics, once there are keys', () => {
  it('is for administrators of the project default alone, and on the port of the health for every client that reaches it', async () => {
    const keyOf = async (role: Role, projectId: string): Promise<string> => {
      const made = await app.operations.keys?.createKey({ projectId, name: role, role, by: 'the test' })
      return made?.key ?? ''
    }
    const other = await createProject(database.prisma, 'other')
    const admin = await keyOf('ADMIN', app.project.id)
    const ask = (key: string) => fetch(`${urls.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })
    for (const key of [
      await keyOf('OPERATOR', app.project.id),
      await keyOf('VIEWER', app.project.id),
      await keyOf('ADMIN', other.id),
      await keyOf('VIEWER', other.id),
    ]) {
      const refused = await ask(key)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const message = 'Reading metrics needs the role ADMIN in the project default.'
      expect(await refused.json()).toEqual({ errors: [{ message, extensions: { code: 'FORBIDDEN' } }] })
    }
    expect((await fetch(`${urls.url}/metrics`)).status).toBe(401)
    const told = await ask(admin)
    expect(told.status).toBe(200)
    expect(samplesOf(await told.text()).get('rungraph_refusals_total{code="FORBIDDEN"}')).toBe(4)
    expect((await scrape(urls.healthUrl)).get('rungraph_database_up')).toBe(1)
  })
})
