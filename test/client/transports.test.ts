import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Client, type ClientOptions, type SubscribeOptions } from '../../src/client/index.ts'
import { runStore } from '../../src/client/stores.ts'
import { scriptSockets } from '../examples/scripted-socket.ts'
import { eventually } from '../support/eventually.ts'
import { type Attempt, openScriptedServer } from './scripted-server.ts'

const unavailable = {
  errors: [{ message: 'Not now.', extensions: { code: 'DATABASE_UNAVAILABLE', retryable: true } }],
}

interface Followed {
  readonly runEvents: { readonly seq: number }
}

/** Follows what the script says, to its end. */
async function follow(
  attempts: readonly Attempt[],
  { onLost, ...options }: Partial<ClientOptions> & Pick<SubscribeOptions, 'onLost'>,
) {
  const server = await openScriptedServer(attempts)
  onTestFinished(() => server.close())
  const client = new Client({ url: server.url, ...options })
  const states: string[] = []
  client.connection.subscribe(() => states.push(client.connection.current()))
  const seqs: number[] = []
  let error: unknown = null
  try {
    const query = 'subscription { runEvents }'
    for await (const { runEvents } of client.subscribe<Followed, object>(query, {}, { onLost }))
      seqs.push(runEvents.seq)
  } catch (thrown) {
    error = thrown
  }
  return { seqs, error, states, asked: server.asked, afters: server.asked.map(({ after }) => after) }
}

describe.each(['sse', 'websocket'] as const)('LIB-3 over %s', (transport) => {
  test('continues after the last event, whatever breaks the connection', async () => {
    const { seqs, error, afters, states } = await follow(
      [[1, 'break'], [2, 'garbage'], [unavailable], [3, 'half'], [4, 'complete']],
      { transport },
    )
    expect({ seqs, error }).toEqual({ seqs: [1, 2, 3, 4], error: null })
    expect(afters).toEqual([undefined, 'c1', 'c2', 'c2', 'c3'])
    expect(states.filter((state, place) => state !== states[place - 1])).toEqual([
      ...['connecting', 'connected', 'broken', 'connected', 'broken', 'connected', 'broken', 'connected'],
      ...['broken', 'connected', 'idle'],
    ])
  })

  test('asks for another token when the server refuses one, and continues', async () => {
    const refusals: (string | null)[] = []
    const token = async (refused: string | null) => {
      refusals.push(refused)
      return `t${refusals.length}`
    }
    const { seqs, error, asked } = await follow(
      [
        [1, 'expired'],
        [2, 'break'],
        [3, 'complete'],
      ],
      { transport, token },
    )
    expect({ seqs, error, refusals }).toEqual({ seqs: [1, 2, 3], error: null, refusals: [null, 't1'] })
    expect(asked.map(({ token, after }) => `${token} ${after}`)).toEqual(['t1 undefined', 't2 c1', 't2 c2'])
  })

  test.each([
    ['a key', 'old'],
    ['a function that has no other token', () => 'old'],
    ['a promise of no other token', async () => 'old'],
  ])('ends when the server refuses %s', async (_, token) => {
    const { seqs, error } = await follow(
      [
        [1, 'expired'],
        [2, 'complete'],
      ],
      { transport, token },
    )
    expect(seqs).toEqual([1])
    expect(error).toMatchObject({ name: 'RungraphClientError', code: 'UNAUTHENTICATED' })
  })

  test('refuses a text that is no token before it sends anything, and does not repeat it', async () => {
    const { error, asked } = await follow([], { transport, token: 'rg_secret\nx' })
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', retryable: false })
    expect(String(error)).not.toContain('rg_secret')
    expect(asked).toEqual([])
  })

  test('ends where there is no Rungraph, and waits for one that is starting', async () => {
    const { seqs, error } = await follow([{ status: 503 }, [1, 'break'], { status: 404 }, [2, 'complete']], {
      transport,
    })
    expect({ seqs, error }).toEqual({ seqs: [1, 2], error: null })
    const nothing = await follow([{ status: 404 }], { transport })
    expect(nothing).toMatchObject({
      seqs: [],
      error: { code: 'INVALID_RESPONSE', status: 404, retryable: false },
    })
  })
})

const lost = { errors: [{ message: 'It is not there.', extensions: { code: 'CURSOR_INVALID' } }] }

describe.each(['sse', 'websocket'] as const)(
  'EVT-10 events that the database has lost, over %s',
  (transport) => {
    test('end what has a cursor of them, and let what has none start again', async () => {
      const onLost = vi.fn()
      const started = await follow([[lost], [1, 2, 'complete']], { transport, onLost })
      expect(started).toMatchObject({ seqs: [1, 2], error: null, afters: [undefined, undefined] })
      expect(onLost).toHaveBeenCalledTimes(1)
      const { seqs, error } = await follow([[1, lost]], { transport, onLost })
      expect({ seqs, error }).toMatchObject({
        seqs: [1],
        error: { name: 'RungraphClientError', code: 'CURSOR_INVALID', retryable: false },
      })
      expect(onLost).toHaveBeenCalledTimes(2)
    })

    test('LIB-5 let the run that a page shows begin again', async () => {
      const server = await openScriptedServer([
        [1, 2, lost],
        [1, 'complete'],
      ])
      onTestFinished(() => server.close())
      const store = runStore(new Client({ url: server.url, transport }), 'run')
      const unsubscribe = store.subscribe(() => undefined)
      onTestFinished(unsubscribe)
      await eventually(() => server.asked.map(({ after }) => after)).toEqual([undefined, undefined])
      await eventually(() => store.current()).toMatchObject({ seq: 1, failure: null })
    })
  },
)

test('LIB-3 uses event streams where the runtime has no WebSocket', async () => {
  vi.stubGlobal('WebSocket', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { seqs, error } = await follow(
    [
      [1, 'break'],
      [2, 'complete'],
    ],
    {},
  )
  expect({ seqs, error }).toEqual({ seqs: [1, 2], error: null })
})

test('LIB-3 waits as long as the server asks for', async () => {
  const { seqs, asked } = await follow([{ status: 429, headers: { 'retry-after': '1' } }, [1, 'complete']], {
    transport: 'sse',
  })
  expect(seqs).toEqual([1])
  expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(990)
})

describe('LIB-3 a server that says nothing any more', () => {
  test('over a WebSocket is left after two pings without an answer', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const reply = (seq: number) =>
      ({ type: 'next', payload: { data: { runEvents: { seq, cursor: `c${seq}` } } } }) as const
    const { Socket, asked } = scriptSockets([[reply(1)], [reply(2), { type: 'complete' }]])
    vi.stubGlobal('WebSocket', Socket)
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
    const ended = collect(new Client({ url: 'http://server/' }).subscribe('subscription { runEvents }'))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await ended).toHaveLength(2)
    expect(asked.map(({ after }) => after)).toEqual([undefined, 'c1'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('over an event stream is left after 30 seconds', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const bodies = [': welcome\n\n', 'event: complete\ndata:\n\n']
    let asked = 0
    const fetch = async (_: unknown, init?: RequestInit) => {
      const text = bodies[asked] ?? ''
      asked += 1
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(text))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    const client = new Client({ url: 'http://server/', transport: 'sse', fetch })
    const ended = collect(client.subscribe('subscription { runEvents }'))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await ended).toEqual([])
    expect([asked, vi.getTimerCount()]).toEqual([2, 0])
  })
})

test('LIB-3 an abort ends a request and a subscription that wait for a token', async () => {
  const abort = new AbortController()
  const reason = new Error('enough')
  const client = new Client({ url: 'http://127.0.0.1:9/', token: () => new Promise(() => {}) })
  const asked = client.query('{ a }', {}, { signal: abort.signal })
  const followed = collect(client.subscribe('subscription { a }', {}, { signal: abort.signal }))
  abort.abort(reason)
  await expect(asked).rejects.toBe(reason)
  expect(await followed).toEqual([])
})

async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}
