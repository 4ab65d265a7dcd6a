import { describe, expect, test } from 'vitest'
import { Client, type RunEvent } from '../../src/client/index.ts'
import { runStore } from '../../src/client/stores.ts'
import { ModelError } from '../../src/domain/model.ts'
import { serveEngine } from '../http/serve-engine.ts'
import { testTool } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { answer, createLiveModel } from '../support/live-model.ts'

const live = createLiveModel()
const tools = [testTool('pay', async () => 'Paid.'), testTool('look', async () => 'Seen.')]

const open = forFile(await serveEngine({ providers: [live], tools }))
const slug = (await open.engine.define(() => ({}), { model: 'live/clerk', tools: ['pay'] })).slug
const policy = `mutation($input: SavePolicyInput!) { savePolicy(input: $input) { __typename ... on Error { message } } }`
const input = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' }
expect(await new Client({ url: open.endpoint }).mutate(policy, { input })).toMatchObject({
  savePolicy: { __typename: 'Policy' },
})

describe.each(['websocket', 'sse'] as const)('LIB-4 a client over %s', (transport) => {
  const create = () => new Client({ url: open.endpoint, transport })

  test('triggers a run, decides about its gate, and has its result', async () => {
    live.plays.clerk = async function* (request) {
      const isPaid = request.messages.some(({ role }) => role === 'tool')
      yield isPaid ? answer(request, 'It is paid.') : answer(request, '', [{ name: 'pay', arguments: {} }])
    }
    const client = create()
    const { id } = await client.trigger({ agent: slug, input: 'Pay.' })
    const result = client.result(id)
    const events: RunEvent[] = []
    for await (const event of client.follow(id)) {
      events.push(event)
      if (event.__typename !== 'GateOpened') continue
      expect(event.gate).toMatchObject({ status: 'OPEN', action: { name: 'pay', target: 'pay' } })
      await client.resolveGate({ id: event.gateId, decision: 'APPROVE' })
    }
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1))
    expect(events.at(-1)?.__typename).toBe('RunCompleted')
    expect(await result).toMatchObject({ id, status: 'COMPLETED', summary: 'It is paid.', error: null })
    const later = []
    for await (const { seq } of client.follow(id, { after: events[2]?.cursor })) later.push(seq)
    expect(later).toEqual(events.slice(3).map(({ seq }) => seq))
    expect(client.connection.current()).toBe('idle')
  })

  test('shows the text without discarded messages', async () => {
    let tries = 0
    live.plays.clerk = async function* (request) {
      tries += 1
      yield { type: 'text', text: tries === 1 ? 'It is no' : 'It is ' }
      if (tries === 1) throw new ModelError('OVERLOADED', 'Busy.', { retryable: true, retryAfterMs: 1 })
      yield { type: 'text', text: 'done.' }
      yield answer(request, 'It is done.')
    }
    const client = create()
    const { id } = await client.trigger({ agent: slug, input: 'Do.' })
    const texts: string[] = []
    for await (const text of client.text(id)) texts.push(text)
    expect(texts).toContain('')
    expect(texts.slice(texts.lastIndexOf('') + 1)).toSatisfy((grown: readonly string[]) =>
      grown.every((text) => 'It is done.'.startsWith(text)),
    )
    expect(texts.at(-1)).toBe('It is done.')
  })

  test('LIB-5 shows a run that pauses, also when it goes on', async () => {
    live.plays.clerk = async function* (request) {
      const has = (role: string) => request.messages.some((message) => message.role === role)
      yield has('tool')
        ? answer(request, 'I have seen it.')
        : answer(request, '', [{ name: 'look', arguments: {} }])
    }
    const { slug: brief } = await open.engine.define(() => ({}), {
      model: 'live/clerk',
      tools: ['look'],
      maxSteps: 1,
    })
    let reads = 0
    const counting: typeof fetch = async (target, init) => {
      const response = await fetch(target, init)
      if (String(init?.body).includes('query RunGoesOn')) reads += 1
      return response
    }
    const client = new Client({ url: open.endpoint, transport, fetch: counting })
    const { id } = await client.trigger({ agent: brief, input: 'Look.' })
    const run = runStore(client, id)
    const leave = run.subscribe(() => undefined)
    await expect.poll(() => run.current().status).toBe('PAUSED')
    // From then on it is told of changes.
    await expect.poll(() => reads).toBe(1)
    const resume = `mutation($id: ID!) { resumeRun(input: { id: $id, maxSteps: 5 }) { __typename } }`
    expect(await client.mutate(resume, { id })).toEqual({ resumeRun: { __typename: 'Run' } })
    await expect.poll(() => run.current().status).toBe('COMPLETED')
    expect(run.current()).toMatchObject({ text: 'I have seen it.', failure: null })
    leave()
    await expect.poll(() => client.connection.current()).toBe('idle')
  })

  test('aborts a run, whose result says so', async () => {
    const begun = Promise.withResolvers<void>()
    live.plays.clerk = async function* (request) {
      begun.resolve()
      yield { type: 'text', text: 'Wait' }
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    }
    const client = create()
    const { id } = await client.trigger({ agent: slug, input: 'Wait.' })
    await begun.promise
    await client.abort({ id, reason: 'enough' })
    expect(await client.result(id)).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('LIB-4 a client', () => {
  test('throws the error that a mutation returns, with its code', async () => {
    const client = new Client({ url: open.endpoint })
    await expect(client.trigger({ agent: slug, input: '' })).rejects.toMatchObject({
      ...{ name: 'RungraphClientError', code: 'INVALID_INPUT', retryable: false },
    })
    await expect(client.query('{ nonsense }')).rejects.toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' })
  })

  test('makes one run of a trigger whose answer is lost', async () => {
    live.plays.clerk = async function* (request) {
      yield answer(request, 'Once.')
    }
    let lost = 0
    const lossy: typeof fetch = async (...args) => {
      const response = await fetch(...args)
      if (++lost === 1) throw new TypeError('socket hang up')
      return response
    }
    const client = new Client({ url: open.endpoint, fetch: lossy })
    const { id } = await client.trigger({ agent: slug, input: 'Only once.', idempotencyKey: null })
    await client.result(id)
    const { runs } = await client.query<{ runs: { nodes: { id: string; input: string }[] } }, object>(
      '{ runs(first: 100) { nodes { id input } } }',
    )
    expect(runs.nodes.filter(({ input }) => input === 'Only once.')).toEqual([{ id, input: 'Only once.' }])
  })
})
