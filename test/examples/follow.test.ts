import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Client } from '../../src/client/index.ts'
import { type Attempt, type Reply, scriptSockets } from './scripted-socket.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Data {
  readonly runEvents: { readonly seq: number; readonly cursor: string }
}

function event(seq: number): Reply {
  return { type: 'next', payload: { data: { runEvents: { seq, cursor: `c${seq}` } } } }
}

function refused(extensions: object): Reply {
  return { type: 'error', payload: [{ message: 'Not now.', extensions }] }
}

const rateLimited = refused({ code: 'RATE_LIMITED', retryable: true })
const shuttingDown = refused({ code: 'SHUTTING_DOWN', retryable: true })
const notFound = refused({ code: 'NOT_FOUND' })
/** A field of an event could not be read. */
const unreadable: Reply = {
  type: 'next',
  payload: {
    data: null,
    errors: [
      { message: 'No.', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      { message: 'Not now.', extensions: { code: 'DATABASE_UNAVAILABLE', retryable: true } },
    ],
  },
}
const complete: Reply = { type: 'complete' }

/** Follows what the script says; `onEvent` is called with each event as it is dealt with. */
function followScript(attempts: readonly Attempt[], onEvent: (seq: number) => void = () => undefined) {
  const { Socket, asked } = scriptSockets(attempts)
  vi.stubGlobal('WebSocket', Socket)
  const abort = new AbortController()
  const seqs: number[] = []
  const client = new Client({ url: 'http://server/graphql' })
  const events = client.subscribe<Data, object>('', {}, { signal: abort.signal })
  const ended = (async () => {
    for await (const { runEvents } of events) {
      seqs.push(runEvents.seq)
      onEvent(runEvents.seq)
    }
    return Date.now()
  })()
  ended.catch(() => undefined)
  return { asked, abort, seqs, ended }
}

describe('EVT-2 a subscription of the client', () => {
  test('goes on from its cursor after errors that pass', async () => {
    const { asked, seqs, ended } = followScript([
      [rateLimited],
      [event(1), event(2), unreadable, event(3)],
      [shuttingDown],
      [event(3), 'break'],
      [event(4), complete],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
    expect(seqs).toEqual([1, 2, 3, 4])
    expect(asked.map(({ after }) => after)).toEqual([undefined, undefined, 'c2', 'c2', 'c3'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends with errors that do not pass, of before and in the midst of it', async () => {
    for (const script of [[[notFound]], [[rateLimited], [event(1), 'break'], [notFound]]] as const) {
      const { ended } = followScript(script)
      await vi.advanceTimersByTimeAsync(60_000)
      await expect(ended).rejects.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
    }
  })

  test.each([
    ['all of it', 0, [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 500, 1_000]],
    ['less by chance', 0.5, [375, 750, 1_500, 3_000, 6_000, 7_500, 7_500, 375, 750]],
  ])('waits longer each time until an event came: %s', async (_, random, pauses) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const { asked, ended } = followScript([
      ...Array.from({ length: 7 }, () => [rateLimited]),
      [event(1), 'break'],
      [rateLimited],
      [complete],
    ])
    await vi.advanceTimersByTimeAsync(120_000)
    await ended
    expect(asked.slice(1).map(({ at }, place) => at - (asked[place]?.at ?? 0))).toEqual(pauses)
  })

  test.each<readonly [string, readonly Attempt[]]>([
    ['while it follows', [[event(1)]]],
    ['in its pause', [[rateLimited], [rateLimited], [rateLimited]]],
    ['while a connection is made', ['silence']],
  ])('ends at once when it is told to: %s', async (_, attempts) => {
    const { abort, ended } = followScript(attempts)
    await vi.advanceTimersByTimeAsync(1_600)
    abort.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await Promise.race([ended, null])).toBe(1_600)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('gives no event that was read ahead once it was stopped', async () => {
    const script = followScript([[event(1), event(2), event(3)]], () => script.abort.abort())
    await vi.advanceTimersByTimeAsync(0)
    await script.ended
    expect(script.seqs).toEqual([1])
  })
})
