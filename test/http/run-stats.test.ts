import { beforeEach, describe, expect, test } from 'vitest'
import { RungraphError } from '../../src/domain/errors.ts'
import { toFeedCursor, toStatsCursor } from '../../src/graphql/event-cursor.ts'
import { at, textAt } from '../graphql/open-graph.ts'
import { eventually } from '../support/eventually.ts'
import { forTest } from '../support/for-file.ts'
import { postJson } from '../support/post-json.ts'
import { commitOf, rest } from '../support/stores.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let subscriber: ReturnType<typeof createSubscriber>
let run: { readonly id: string }

/** How often statistics of runs were read, and their usage. */
let reads: { runs: number; usage: number; failure: Error | null }

beforeEach(async () => {
  reads = { runs: 0, usage: 0, failure: null }
  open = forTest(
    await openServer(({ sources: { reads: own } }) => ({
      reads: {
        ...own,
        runStats: async (...args) => {
          reads.runs += 1
          if (reads.failure !== null) throw reads.failure
          return own.runStats(...args)
        },
        runStatsCalls: (...args) => {
          reads.usage += 1
          return own.runStatsCalls(...args)
        },
      },
    })),
  )
  const { make } = open.graph
  const agent = await make.agent()
  run = await make.run(agent, { createdAt: new Date(), status: 'RUNNING' })
  subscriber = forTest(createSubscriber(open.endpoint))
})

const subscription = `subscription($groupBy: [RunStatsDimension!], $since: DateTime, $after: String) {
  runStats(groupBy: $groupBy, since: $since, after: $after) { cursor buckets { status count completed usage { requests } } } }`

function follow(variables: Record<string, unknown> = { groupBy: ['STATUS'] }) {
  const results = subscriber.iterate(subscription, variables)
  return {
    next: async () => at((await results.next()).value, 'data.runStats.buckets'),
    leave: () => results.return?.(),
  }
}

const complete = () =>
  open.graph.stored.commit(commitOf({ runId: run.id, epoch: 0 }, [rest()], { run: { status: 'COMPLETED' } }))

const usage = { requests: 0 }

const running = [{ status: 'RUNNING', count: 1, completed: 0, usage: { requests: 0 } }]

const completed = [{ status: 'COMPLETED', count: 1, completed: 1, usage }]

describe('API-52 a subscription to statistics, over WebSocket', () => {
  test('gives them as they are, and when they differ; equal ones have one computation', async () => {
    const [one, other] = [follow(), follow()]
    expect(await Promise.all([one.next(), other.next()])).toEqual([running, running])
    expect(reads).toMatchObject({ runs: 1, usage: 1 })
    const next = [one.next(), other.next()]
    await complete()
    expect(await Promise.all(next)).toEqual([completed, completed])
    expect(reads).toMatchObject({ runs: 2, usage: 2 })
    for (const { leave } of [one, other]) await leave()
  })

  test('is separate where its arguments are others', async () => {
    const [one, other] = [follow(), follow({})]
    expect(await one.next()).toEqual(running)
    expect(await other.next()).toEqual([{ status: null, count: 1, completed: 0, usage }])
    expect(reads.runs).toBe(2)
    for (const { leave } of [one, other]) await leave()
  })

  test('begins with the present value after the last one left, and leaves nothing open', async () => {
    const { wakeups } = open.graph
    const before = wakeups.listeners
    const one = follow()
    await one.next()
    expect(wakeups.listeners).toBeGreaterThan(before)
    await one.leave()
    await eventually(() => wakeups.listeners).toBe(before)
    await complete()
    const again = follow()
    expect(await again.next()).toEqual(completed)
    await again.leave()
  })

  test('continues after a cursor: nothing while nothing has changed, and differences at once', async () => {
    const cursor = textAt(
      await open.graph.read('{ runStats(groupBy: [STATUS]) { cursor } }'),
      'runStats.cursor',
    )
    const one = subscriber.iterate(subscription, { groupBy: ['STATUS'], after: cursor })
    const [first] = [one.next(), await eventually(() => reads.runs).toBe(1)]
    await complete()
    expect(at((await first).value, 'data.runStats.buckets')).toEqual(completed)
    await one.return?.()
    const resumed = subscriber.iterate(subscription, { groupBy: ['STATUS'], after: cursor })
    expect(at((await resumed.next()).value, 'data.runStats.buckets')).toEqual(completed)
    await resumed.return?.()
  })

  test('refuses the cursor of another stream', async () => {
    const position = { order: 1n, runId: run.id, seq: 1 }
    const refused = [
      [toFeedCursor({ kind: 'runs', id: open.graph.project.id }, position), /give it back to `runUpdated`/],
      [toStatsCursor(run.id, 'digest'), /another project/],
      ['nonsense', /cannot be read/],
    ] as const
    for (const [after, message] of refused) {
      const [answer] = await subscriber.collect(subscription, { after })
      expect(answer?.errors?.[0]).toMatchObject({
        message: expect.stringMatching(message),
        extensions: { code: 'CURSOR_INVALID' },
      })
    }
  })

  test('refuses a period that is too long', async () => {
    const [answer] = await subscriber.collect(subscription, { since: '2020-01-01T00:00:00Z' })
    expect(answer?.errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'INVALID_INPUT' }) }),
    ])
  })

  test('tells each of its subscribers of a failure, and begins anew for the next', async () => {
    const [one, other] = [follow(), follow()]
    await Promise.all([one.next(), other.next()])
    reads.failure = new RungraphError('STATISTICS_TIMEOUT', { maxMs: 5_000 })
    const failing = Promise.allSettled([one.next(), other.next()])
    await complete()
    for (const result of await failing) {
      expect(result.status).toBe('rejected')
      expect(JSON.stringify(result)).toContain('"code":"STATISTICS_TIMEOUT"')
    }
    reads.failure = null
    const again = follow()
    expect(await again.next()).toEqual(completed)
    await again.leave()
  })
})

test('API-52 a subscription to statistics, as an event stream, begins with the present ones', async () => {
  const leave = new AbortController()
  const response = await postJson(
    open.endpoint,
    { query: subscription, variables: { groupBy: ['STATUS'] } },
    { headers: { accept: 'text/event-stream' }, signal: leave.signal },
  )
  const reader = response.body?.getReader()
  let text = ''
  while (!/event: next.*\n\n/s.test(text)) text += new TextDecoder().decode((await reader?.read())?.value)
  expect(messagesOf(text)).toMatchObject([
    { event: 'next', id: expect.any(String), data: { data: { runStats: { buckets: running } } } },
  ])
  leave.abort()
})
