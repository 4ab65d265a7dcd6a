import { validate } from 'graphql'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import { topics } from '../../src/domain/wakeups.ts'
import { toEventCursor } from '../../src/graphql/event-cursor.ts'
import { parseGlobalId, toGlobalId } from '../../src/graphql/global-id.ts'
import { schema } from '../../src/graphql/schema.ts'
import {
  eventsDocument,
  haltsDocument,
  runDocument,
  triggerDocument,
} from '../../src/http/trigger/triggered-run.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import type { Script } from '../../src/models/scripted.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { waitForEventTool } from '../../src/tools/waiting-tools.ts'
import { cursorOf } from '../support/cursors.ts'
import { testTool } from '../support/engine.ts'
import { eventually } from '../support/eventually.ts'
import { forFile } from '../support/for-file.ts'
import { answer, createLiveModel } from '../support/live-model.ts'
import { type EventMessage, messagesOf } from './event-messages.ts'
import { serveEngine } from './serve-engine.ts'

const live = createLiveModel()
const json = { 'content-type': 'application/json' }
const stream = { accept: 'text/event-stream' }
const echo: Script = ({ input }) => ({ text: `Heard: ${input}` })
const hints = createLocalWakeups()
/** How many logs are read at their end, where one waits for more. */
let readers = 0

const tools = [testTool('pay', async () => 'Paid.'), waitForEventTool]
const limits = { keepAliveMs: 100 }
const open = forFile(
  await serveEngine({ wakeups: { ...hints, listen }, providers: [live], tools }, { limits }),
)
/** An agent that says what it heard. */
const slug = (await open.engine.define(echo)).slug
hold()
const { slug: heldSlug } = await open.engine.define(() => ({}), { model: 'live/held' })
/** One that does not answer before it is released. */
const held = { slug: heldSlug }

/** From now on the model `held` answers when what this gives is called. Each test that releases it holds it anew. */
function hold(): () => void {
  const released = Promise.withResolvers<void>()
  live.plays.held = async function* (request) {
    yield { type: 'text', text: 'Wait' }
    await released.promise
    yield answer(request, 'Waited.')
  }
  return released.resolve
}

function listen(topic: string, wake: () => void): () => void {
  const stop = hints.listen(topic, wake)
  if (!topic.startsWith(topics.events(''))) return stop
  readers++
  return () => {
    readers--
    stop()
  }
}

interface Run {
  readonly id: string
  readonly status: string
  readonly input: string
  readonly [field: string]: unknown
}

function post(path: string, body: string, more: RequestInit = {}) {
  const headers = { ...json, ...more.headers }
  return fetch(new URL(path, open.url), { method: 'POST', ...more, headers, body })
}

const trigger = (body: unknown, { agent = slug, query = '', ...more }: RequestInit & TriggerOptions = {}) =>
  post(`/api/projects/default/agents/${agent}/trigger${query}`, JSON.stringify(body), more)

interface TriggerOptions {
  readonly agent?: string
  readonly query?: string
}

async function runOf(response: Response | Promise<Response>): Promise<Run> {
  return (await (await response).json()) as Run
}

async function messages(response: Response | Promise<Response>): Promise<readonly EventMessage[]> {
  return messagesOf(await (await response).text())
}

describe('API-1 S0 a run is triggered by a POST', () => {
  test('RUN-1 the agent is executed with the body as its input, and the answer is its run', async () => {
    const response = await trigger('What is new?')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    const run = await runOf(response)
    expect(run).toMatchObject({
      status: 'COMPLETED',
      terminationReason: 'FINAL_ANSWER',
      input: 'What is new?',
      summary: 'Heard: What is new?',
      error: null,
      agent: { slug },
      usage: { requests: 1, costUsd: '0.01' },
      durationMs: expect.any(Number),
      completedAt: expect.any(String),
    })
    const stored = await open.prisma.run.findUniqueOrThrow({ where: { id: parseGlobalId(run.id)?.id ?? '' } })
    expect(stored).toMatchObject({ status: 'COMPLETED', input: 'What is new?', summary: run.summary })
  })

  const bodies: readonly (readonly [string, string, string])[] = [
    ['a text', '"Hello"', 'Hello'],
    ['a text in an object', '{"input": "Hello"}', 'Hello'],
    ['an object in an object', '{"input": {"a": [1]}}', '{"a": [1]}'],
    [
      'an object in an object, with what JavaScript cannot hold',
      '{ "maxSteps": 3, "sessionKey": "a \\"input\\": {", "input" : {"input": [12345678901234567890, 1.10, "}"]} }',
      '{"input": [12345678901234567890, 1.10, "}"]}',
    ],
    ['the last of two', '{"input": 1, "input": [2]}', '[2]'],
    [
      'an object of any kind, as it is',
      ' {"order": 12345678901234567890}\n',
      '{"order": 12345678901234567890}',
    ],
    ['a list', '[1, 2]', '[1, 2]'],
    ['a number', '7', '7'],
  ]
  test.for(bodies)('the body may be %s', async ([, body, input]) => {
    const response = await post(`/api/projects/default/agents/${slug}/trigger?wait=false`, body)
    expect(await runOf(response)).toMatchObject({ input })
  })

  test('beside the input there may be the options of triggerRun', async () => {
    const run = await runOf(
      trigger({
        ...{ input: 'Hello', sessionKey: 'talk', maxSteps: 7, context: { a: 1 } },
        ...{ pricing: 'BATCH', batchDeadlineMs: 60_000 },
      }),
    )
    const stored = await open.prisma.run.findUniqueOrThrow({ where: { id: parseGlobalId(run.id)?.id ?? '' } })
    expect(run).toMatchObject({ session: { key: 'talk' } })
    expect(stored).toMatchObject({
      context: { a: 1 },
      effectiveLimits: { maxSteps: { value: 7, source: 'trigger' } },
      batchDeadlineMs: 60_000,
    })
  })

  test('project and agent are named by id or slug', async () => {
    const { id } = await open.prisma.agent.findFirstOrThrow({ where: { slug } })
    const names = [slug, id, toGlobalId('Agent', id)]
    for (const project of ['default', open.project.id, toGlobalId('Project', open.project.id)])
      for (const name of names)
        expect(
          (await post(`/api/projects/${project}/agents/${name}/trigger?wait=false`, '"Hi"')).status,
        ).toBe(202)
  })

  test('RUN-3 a FAILED run is a response, not an error', async () => {
    const { slug: agent } = await open.engine.define(() => ({ error: { kind: 'AUTH' } }))
    const response = await trigger('Hi', { agent })
    expect(response.status).toBe(200)
    expect(await runOf(response)).toMatchObject({ status: 'FAILED', error: { code: 'MODELS_EXHAUSTED' } })
  })

  test('RUN-5 a PAUSED run is a response, not an error', async () => {
    const call = { toolCalls: [{ name: 'pay', arguments: {} }] }
    const { slug: agent } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'So far.' }))
    const response = await trigger({ input: 'Hi', maxSteps: 1 }, { agent })
    expect(response.status).toBe(200)
    expect(await runOf(response)).toMatchObject({ status: 'PAUSED', summary: 'So far.' })
  })

  test('WAIT-2 a run that waits for an event is waited for, because nobody decides', async () => {
    const waiting = { name: 'wait_for_event', arguments: { name: 'order.paid', timeoutSeconds: 1 } }
    const script: Script = ({ turn }) => (turn === 0 ? { toolCalls: [waiting] } : { text: 'Not paid.' })
    const { slug: agent } = await open.engine.define(script)
    const response = await trigger('Hi', { agent })
    expect(response.status).toBe(200)
    expect(await runOf(response)).toMatchObject({ status: 'COMPLETED', gates: [{ kind: 'EVENT' }] })
  })
})

describe('API-1 S0 a caller that does not wait', () => {
  test('RUN-8 gets the run at once, and the address where it is found', async () => {
    const response = await trigger('Hi', { query: '?wait=false' })
    expect(response.status).toBe(202)
    const { id } = await runOf(response)
    const location = response.headers.get('location') ?? ''
    const found = await fetch(new URL(`${location}?wait=true`, open.url))
    expect(found.status).toBe(200)
    expect(await runOf(found)).toMatchObject({ id, status: 'COMPLETED' })
    const { id: uuid } = parseGlobalId(id) ?? { id: '' }
    expect(await runOf(fetch(`${open.url}/api/projects/default/runs/${uuid}`))).toMatchObject({ id })
  })

  test('gets 202 and how far the run is when the time that it would wait is up', async () => {
    const response = await trigger('Hi', { agent: held.slug, query: '?wait=1' })
    expect([response.status, response.headers.has('location')]).toEqual([202, true])
    expect(await runOf(response)).toMatchObject({ status: 'RUNNING', completedAt: null })
  })

  test('JDG-4 gets 202 and the gates of a run that waits for a human', async () => {
    const call = { toolCalls: [{ name: 'pay', arguments: {} }] }
    const { slug: agent } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Done.' }))
    const { operations, project } = open.engine
    const rule = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' } as const
    await operations.policies.savePolicy({ projectId: project.id, agent: { slug: agent }, ...rule })
    const response = await trigger('Hi', { agent })
    expect(response.status).toBe(202)
    expect(await runOf(response)).toMatchObject({ status: 'WAITING', gates: [{ status: 'OPEN' }] })
  })

  test('JDG-3 JDG-4 gets them as soon as the run waits, also at a gate about all of it', async () => {
    live.plays.unsure = async function* (request) {
      const isJudge = request.responseFormat?.name === 'confidence'
      const call = { name: 'pay', arguments: {} }
      if (isJudge) yield answer(request, JSON.stringify({ confidence: 0.2, reason: 'It is guessing.' }))
      else yield answer(request, 'Which of the two?', [call])
    }
    const agent = { model: 'live/unsure', confidence: { everySteps: 1 } }
    const { slug: unsure } = await open.engine.define(() => ({}), agent)
    const begun = performance.now()
    const response = await trigger('Hi', { agent: unsure, query: '?wait=55' })
    expect(performance.now() - begun).toBeLessThan(50_000)
    expect([response.status, response.headers.has('location')]).toEqual([202, true])
    expect(await runOf(response)).toMatchObject({
      status: 'WAITING',
      gates: [{ kind: 'LOW_CONFIDENCE', status: 'OPEN' }],
    })
  })

  test('RUN-8 never receives a failure once there is a run, because a retry would start another', async () => {
    const callerLimits = { subscriptionsPerCaller: 0 }
    const full = await serveEngine({}, { callerLimits })
    try {
      const { slug } = await full.engine.define(echo)
      const path = new URL(`/api/projects/default/agents/${slug}/trigger`, full.url)
      for (const headers of [json, { ...json, ...stream }]) {
        const response = await fetch(path, { method: 'POST', headers, body: '"Hello."' })
        const run = await runOf(response)
        expect([response.status, run.input]).toEqual([202, 'Hello.'])
        const at = new URL(response.headers.get('location') ?? '', full.url)
        expect((await runOf(fetch(at))).id).toBe(run.id)
        expect((await fetch(at, { headers: stream })).status).toBe(429)
      }
      expect(await full.prisma.run.count()).toBe(2)
      expect(full.reports).toEqual([])
    } finally {
      await full.close()
    }
  })

  test('leaves no reader behind when it goes away, and the run goes on', async () => {
    const leave = new AbortController()
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    live.plays.left = async function* (request) {
      begun.resolve()
      await released.promise
      yield answer(request, 'All the same.')
    }
    const { slug: agent } = await open.engine.define(() => ({}), { model: 'live/left' })
    const waiting = trigger('Hi', { agent, signal: leave.signal })
    await begun.promise
    await expect.poll(() => readers).toBe(1)
    leave.abort()
    await expect(waiting).rejects.toThrow()
    await expect.poll(() => readers).toBe(0)
    released.resolve()
    const { id } = await open.prisma.run.findFirstOrThrow({ where: { agent: { slug: agent } } })
    expect((await open.engine.finished(id)).row).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('API-1 RUN-8 an Idempotency-Key', () => {
  test('gives the same run, however often and whether the caller waits', async () => {
    const headers = { 'idempotency-key': 'order-7' }
    const answers = await Promise.all(
      ['', '?wait=false', '', '?wait=false', ''].map((query) => runOf(trigger('Once.', { headers, query }))),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers[0]).toMatchObject({ idempotencyKey: 'order-7', status: 'COMPLETED' })
    const quoted = await runOf(trigger('Once.', { headers: { 'idempotency-key': '"order-7"' } }))
    expect(quoted.id).toBe(answers[0]?.id)
  })

  test('with another input is refused', async () => {
    const headers = { 'idempotency-key': 'order-8' }
    await trigger('Once.', { headers })
    const response = await trigger('Twice.', { headers })
    expect([response.status, await response.json()]).toEqual([
      422,
      { error: { code: 'IDEMPOTENCY_CONFLICT', message: expect.stringContaining('"order-8"') } },
    ])
  })
})

describe('API-1 EVT-2 the events of a triggered run', () => {
  test('come each with its cursor as id, as the graph has them; then the run', async () => {
    const response = await trigger('Hi', { headers: stream })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const heard = await messages(response)
    const run = heard.at(-1)?.data as Run
    expect(heard.at(-1)).toMatchObject({ event: 'complete', id: null, data: { status: 'COMPLETED' } })
    const { id = '' } = parseGlobalId(run.id) ?? {}
    const stored = await open.engine.services.log.read(id, { after: 0, limit: 100 })
    expect(heard.slice(0, -1)).toEqual(
      stored.map(({ seq, type, at, stepNumber }) => ({
        event: type,
        id: toEventCursor({ runId: id, seq, at }),
        data: expect.objectContaining({ type, seq, at: at.toISOString(), stepNumber }),
      })),
    )
    expect(heard.find(({ event }) => event === 'TextDelta')?.data).toMatchObject({
      text: 'Heard: ',
      offset: 0,
    })
    expect(heard.find(({ event }) => event === 'RunCompleted')?.data).toMatchObject({
      usage: { requests: 1 },
    })
  })

  test('go on exactly after Last-Event-ID, for a client that triggers with the same key and for one that follows the run', async () => {
    const headers = { ...stream, 'idempotency-key': 'streamed' }
    const first = await trigger('Hi', { headers })
    const all = await messages(first)
    const [, , third] = all
    const from = { 'last-event-id': third?.id ?? '' }
    expect(await messages(trigger('Hi', { headers: { ...headers, ...from } }))).toEqual(all.slice(3))
    const address = new URL(first.headers.get('location') ?? '', open.url)
    expect(await messages(fetch(address, { headers: { ...stream, ...from } }))).toEqual(all.slice(3))
    expect(await messages(fetch(address, { headers: stream }))).toEqual(all)
  })

  test('end for an EventSource that connects again after the last: there is no content', async () => {
    const response = await trigger('Hi', { headers: stream })
    const address = new URL(response.headers.get('location') ?? '', open.url)
    const last = (await messages(response)).at(-2)?.id ?? ''
    const again = await fetch(address, { headers: { ...stream, 'last-event-id': last } })
    expect([again.status, await again.text()]).toEqual([204, ''])
  })

  test('are kept alive while nothing happens, and released when their reader goes away', async () => {
    const leave = new AbortController()
    const response = await trigger('Hi', { agent: held.slug, headers: stream, signal: leave.signal })
    const reader = response.body?.getReader()
    for (let text = ''; !text.includes('TextDelta'); )
      text += new TextDecoder().decode((await reader?.read())?.value)
    await expect.poll(() => readers).toBe(1)
    for (let pings = 0; pings < 2; pings++)
      expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^(:\n\n)+$/)
    leave.abort()
    await expect(reader?.read()).rejects.toThrow()
    await expect.poll(() => readers).toBe(0)
    const { id } = parseGlobalId((response.headers.get('location') ?? '').split('/').at(-1) ?? '') ?? {
      id: '',
    }
    await open.engine.operations.abortRun({ projectId: open.project.id, runId: id })
    expect((await open.engine.finished(id)).row.status).toBe('CANCELLED')
  })

  test('are not for a client that would start another run by continuing', async () => {
    const headers = { ...stream, 'last-event-id': cursorOf('01a1fc06-04c2-77c6-8fd1-f6493b2473ef', 1) }
    const before = await open.prisma.run.count()
    expect(await (await trigger('Hi', { headers })).json()).toMatchObject({
      error: { code: 'INVALID_INPUT', path: ['Last-Event-ID'] },
    })
    const kept = await trigger('Hi', { headers: { ...headers, 'idempotency-key': 'foreign cursor' } })
    expect([kept.status, await kept.json()]).toMatchObject([400, { error: { code: 'INVALID_INPUT' } }])
    const nothing = { ...stream, 'last-event-id': 'abc', 'idempotency-key': 'never used' }
    expect((await trigger('Hi', { headers: nothing })).status).toBe(400)
    expect(await open.prisma.run.count()).toBe(before)
  })
})

test('API-1 the requests to the graph are in its schema', () => {
  for (const document of [triggerDocument, runDocument, haltsDocument, eventsDocument])
    expect(validate(schema, document)).toEqual([])
})

describe('API-1 requests that the endpoint refuses, each time as { error }', () => {
  const at = (project: string, agent: string) => `/api/projects/${project}/agents/${agent}/trigger`
  const mine = () => at('default', slug)
  const cases: readonly (readonly [string, () => Promise<Response>, number, object])[] = [
    ['an unknown agent', () => post(at('default', 'nobody'), '"Hi"'), 404, { code: 'NOT_FOUND' }],
    ['an unknown project', () => post(at('elsewhere', slug), '"Hi"'), 404, { code: 'NOT_FOUND' }],
    [
      'an unknown run',
      () => fetch(`${open.url}/api/projects/default/runs/nothing`),
      404,
      { code: 'NOT_FOUND' },
    ],
    ['no body', () => post(mine(), ''), 400, { code: 'INVALID_INPUT' }],
    ['what is no JSON', () => post(mine(), '{'), 400, { code: 'INVALID_INPUT' }],
    ['no input', () => post(mine(), 'null'), 400, { code: 'INVALID_INPUT', path: ['input'] }],
    ['an empty input', () => post(mine(), '""'), 400, { code: 'INVALID_INPUT', path: ['input'] }],
    [
      'an unknown option',
      () => post(mine(), '{"input":"Hi","maxStep":1}'),
      400,
      { code: 'INVALID_INPUT', path: ['maxStep'] },
    ],
    [
      'an option of another type',
      () => post(mine(), '{"input":"Hi","maxSteps":"1"}'),
      400,
      { path: ['maxSteps'] },
    ],
    [
      'an option out of range',
      () => post(mine(), '{"input":"Hi","maxSteps":0}'),
      400,
      { path: ['maxSteps'] },
    ],
    [
      'an option with a number that would become another one',
      () => post(mine(), '{"input":"Hi","metadata":{"order":9007199254740993}}'),
      400,
      {
        code: 'INVALID_INPUT',
        path: ['metadata'],
        message: expect.stringContaining('"order" has 9007199254740993'),
      },
    ],
    ['an agent in the body', () => post(mine(), '{"input":"Hi","agent":"x"}'), 400, { path: ['agent'] }],
    ['an unknown parameter', () => post(`${mine()}?weit=false`, '"Hi"'), 400, { path: ['weit'] }],
    [
      'two waits',
      () => post(`${mine()}?wait=false&wait=2`, '"Hi"'),
      400,
      { code: 'INVALID_INPUT', path: ['wait'] },
    ],
    ['a wait that is none', () => post(`${mine()}?wait=601`, '"Hi"'), 400, { path: ['wait'] }],
    [
      'to wait for a stream',
      () => post(`${mine()}?wait=5`, '"Hi"', { headers: stream }),
      400,
      { path: ['wait'] },
    ],
    ['too large a body', () => post(mine(), `"${'x'.repeat(2_200_000)}"`), 413, { code: 'INPUT_TOO_LARGE' }],
    ['too large an input', () => post(mine(), `"${'x'.repeat(1_100_000)}"`), 413, { path: ['input'] }],
    [
      'an empty key',
      () => post(mine(), '"Hi"', { headers: { 'idempotency-key': '' } }),
      400,
      { path: ['idempotencyKey'] },
    ],
    ['another method', () => fetch(`${open.url}${mine()}`), 405, { code: 'REQUEST_MALFORMED' }],
    [
      'an address without anything',
      () => post('/api/projects/default/nothing', '"Hi"'),
      404,
      { code: 'REQUEST_MALFORMED', message: expect.stringContaining('/api/openapi.json') },
    ],
    [
      'a page of another origin',
      () => post(mine(), '"Hi"', { headers: { origin: 'https://evil.example' } }),
      403,
      { code: 'ORIGIN_FORBIDDEN' },
    ],
  ]
  test.for(cases)('%s', async ([, send, status, error]) => {
    const response = await send()
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { error: { code: expect.any(String), message: expect.stringMatching(/\.$/), ...error } },
    ])
  })

  test('requests that a form of another page can send without a preflight', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/plain; x=application/json',
    ]) {
      const response = await post(mine(), '"Hi"', { headers: { 'content-type': type } })
      expect([response.status, await response.json()]).toMatchObject([
        415,
        { error: { code: 'REQUEST_MALFORMED' } },
      ])
    }
  })

  test('KEY-3 a waiting request ends when its key is revoked', async () => {
    const release = hold()
    const other = await serveEngine({ providers: [live] })
    const { slug: agent } = await other.engine.define(() => ({}), { model: 'live/held' })
    const path = `${other.url}${at('default', agent)}?wait=600`
    const waiting = fetch(path, { method: 'POST', headers: json, body: '"Hi"' })
    await eventually(() => other.prisma.run.count({ where: { status: 'RUNNING' } })).toBe(1)
    // From the first key on, nobody calls without.
    const keys = createKeyOperations({
      keys: createApiKeyStore(other.database.pool),
      newId: uuidv7,
      now: Date.now,
    })
    await keys.createKey({ projectId: other.project.id, name: 'ann', role: 'ADMIN', by: 'the test' })
    const told = await waiting
    expect(told.status).toBe(202)
    expect((await fetch(path, { method: 'POST', headers: json, body: '"Hi"' })).status).toBe(401)
    release()
    await other.close()
  })

  test('everything once it stops, and sends waiting clients the progress of the run', async () => {
    const release = hold()
    const other = await serveEngine({ providers: [live] })
    const { slug: agent } = await other.engine.define(() => ({}), { model: 'live/held' })
    const send = (body: string) =>
      fetch(`${other.url}${at('default', agent)}`, { method: 'POST', headers: json, body })
    const waiting = send('"Hi"')
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const look = async () => {
      const run = await other.prisma.run.findFirst({ where: { status: 'RUNNING' } })
      if (run === null) setTimeout(look, 20)
      else resolve()
    }
    await look()
    await asked
    const drained = other.server.drain()
    const told = await waiting
    expect([told.status, told.headers.get('connection')]).toEqual([202, 'close'])
    expect(await runOf(told)).toMatchObject({ status: 'RUNNING' })
    const late = await send('"Hi"')
    expect([late.status, late.headers.get('retry-after'), await late.json()]).toMatchObject([
      503,
      '2',
      { error: { code: 'SHUTTING_DOWN' } },
    ])
    await drained
    release()
    await other.close()
  })
})
