import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { at } from '../graphql/open-graph.ts'
import { cursorOf } from '../support/cursors.ts'
import { forTest } from '../support/for-file.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { openBareSocket, refusalOf } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

let open: OpenServer
let run: { id: string }
let runId: string

beforeEach(async () => {
  open = forTest(await openServer())
  const { make } = open.graph
  run = await make.run(await make.agent(), { nextSeq: 1_000_000 })
  runId = toGlobalId('Run', run.id)
})

const subscription = `subscription($runId: ID!, $after: String, $types: [RunEventType!]) {
  runEvents(runId: $runId, after: $after, types: $types) { __typename seq cursor ... on TextDelta { text } run { id status } } }`

describe('EVT-2 a subscription to a run over WebSocket', () => {
  test('gives every event, then live ones, and completes after the last', async () => {
    open.graph.log.append(run.id, textDelta('a'), textDelta('b'))
    const subscriber = createSubscriber(open.endpoint)
    const events = subscriber.iterate(subscription, { runId })
    expect((await events.next()).value?.data).toMatchObject({
      runEvents: { seq: 1, text: 'a', run: { id: runId } },
    })
    expect((await events.next()).value?.data).toMatchObject({ runEvents: { seq: 2, text: 'b' } })
    open.graph.log.append(run.id, textDelta('c'), runFailed)
    expect((await events.next()).value?.data).toMatchObject({ runEvents: { seq: 3, text: 'c' } })
    expect((await events.next()).value?.data).toMatchObject({
      runEvents: { seq: 4, __typename: 'RunFailed' },
    })
    expect((await events.next()).done).toBe(true)
    expect(open.graph.log.readers).toBe(0)
    await subscriber.dispose()
  })

  test('goes on exactly after the cursor, also where types are left out', async () => {
    open.graph.log.append(run.id, textDelta('a'), textDelta('b'), runFailed)
    const subscriber = createSubscriber(open.endpoint)
    const after = cursorOf(run.id, 1)
    expect(
      (await subscriber.collect(subscription, { runId, after })).map((result) =>
        at(result.data, 'runEvents.seq'),
      ),
    ).toEqual([2, 3])
    const types = ['RunFailed']
    expect(
      (await subscriber.collect(subscription, { runId, after, types })).map((result) =>
        at(result.data, 'runEvents.cursor'),
      ),
    ).toEqual([cursorOf(run.id, 3)])
    await subscriber.dispose()
  })

  test('shows the objects of an event as they are when it is given', async () => {
    const subscriber = createSubscriber(open.endpoint)
    const events = subscriber.iterate(subscription, { runId })
    open.graph.log.append(run.id, textDelta('a'))
    expect((await events.next()).value?.data).toMatchObject({ runEvents: { run: { status: 'QUEUED' } } })
    await open.graph.prisma.run.update({ where: { id: run.id }, data: { status: 'RUNNING' } })
    open.graph.log.append(run.id, textDelta('b'))
    expect((await events.next()).value?.data).toMatchObject({ runEvents: { run: { status: 'RUNNING' } } })
    await subscriber.dispose()
  })

  const refused: readonly [string, () => Record<string, unknown>, string][] = [
    [
      'of an unknown run',
      () => ({ runId: toGlobalId('Run', '01a1fc06-04c2-77c6-8fd1-f6493b2473ef') }),
      'NOT_FOUND',
    ],
    ['by what is no id', () => ({ runId: 'nonsense' }), 'INVALID_ID'],
    [
      'after a cursor of another run',
      () => ({ runId, after: cursorOf('01a1fc06-04c2-77c6-8fd1-f6493b2473ef', 1) }),
      'CURSOR_INVALID',
    ],
    [
      'after a cursor beyond the log',
      () => ({ runId, after: cursorOf(run.id, 1_000_000) }),
      'CURSOR_INVALID',
    ],
  ]
  test.for(refused)('is refused %s', async ([, variables, code]) => {
    const subscriber = createSubscriber(open.endpoint)
    const [answer] = await subscriber.collect(subscription, variables())
    expect(answer?.errors?.[0]).toMatchObject({ extensions: { code } })
    await subscriber.dispose()
  })
})

describe('API resources of a client that left are released', () => {
  const endings: readonly [
    string,
    (subscriber: ReturnType<typeof createSubscriber>, events: AsyncIterableIterator<unknown>) => unknown,
  ][] = [
    ['completed', (_, events) => events.return?.()],
    ['closed', (subscriber) => subscriber.dispose()],
    ['cut off', (subscriber) => subscriber.terminate()],
  ]
  test.for(endings)('when a subscription that waits is %s', async ([, leave]) => {
    open.graph.log.append(run.id, textDelta('a'))
    const subscriber = createSubscriber(open.endpoint)
    const events = subscriber.iterate(subscription, { runId })
    await events.next()
    expect(open.graph.log.readers).toBe(1)
    await leave(subscriber, events)
    await open.graph.log.until(() => open.graph.log.readers === 0)
    await subscriber.dispose()
  })
})

describe('EVT-5 a subscriber that does not read', () => {
  test('stops its own subscription and nothing else, whatever the log holds', async () => {
    const { log } = open.graph
    const text = 'x'.repeat(4_000)
    log.append(run.id, ...Array.from({ length: 10_000 }, () => textDelta(text)), runFailed)
    const before = process.memoryUsage().rss
    const idle = await openBareSocket(open.endpoint)
    idle.pause()
    idle.subscribe('1', subscription, { runId })
    await log.until(() => log.readers === 1 && log.furthest > 100)
    await settled(() => log.furthest)
    // The pages that the kernel buffers were read, and not one page more.
    expect(log.furthest).toBeLessThan(5_000)
    const busy = createSubscriber(open.endpoint)
    const seen = await busy.collect('subscription($runId: ID!) { runEvents(runId: $runId) { seq } }', {
      runId,
    })
    expect(seen).toHaveLength(10_001)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    await busy.dispose()
    idle.reset()
    await log.until(() => log.readers === 0)
  })
})

describe('API over WebSocket', () => {
  test('takes queries and mutations, and masks as HTTP does', async () => {
    const subscriber = createSubscriber(open.endpoint)
    expect(await subscriber.collect('{ agents { totalCount } }')).toEqual([
      { data: { agents: { totalCount: 1 } } },
    ])
    const steer = 'mutation($id: ID!) { steerRun(input: { id: $id, message: "x" }) { __typename } }'
    const [masked] = await subscriber.collect(steer, { id: runId })
    expect(masked?.errors?.[0]).toMatchObject({ extensions: { code: 'INTERNAL_SERVER_ERROR' } })
    expect(JSON.stringify(masked)).not.toMatch(/not expected|stack/i)
    const [refusal] = await subscriber.collect('{ runs(first: -1) { totalCount } }')
    expect(refusal?.errors?.[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } })
    await subscriber.dispose()
  })

  test('describes the faults of a document', async () => {
    for (const query of ['{ nope }', '{']) {
      const subscriber = createSubscriber(open.endpoint)
      await expect(subscriber.collect(query)).rejects.toMatchObject([
        { message: expect.stringMatching(/nope|Syntax/) },
      ])
      await subscriber.dispose()
    }
  })

  test('refuses pages of another origin, and other addresses', async () => {
    expect(await refusalOf(open.endpoint, { origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(await refusalOf(`${open.url}/other`, { origin: open.url })).toMatchObject({ status: 403 })
    const own = createSubscriber(open.endpoint, { origin: open.url })
    expect(await own.collect('{ __typename }')).toEqual([{ data: { __typename: 'Query' } }])
    await own.dispose()
  })

  test('refuses an invalid address, and a request whose client does not wait; the server lives on', async () => {
    const port = Number(new URL(open.url).port)
    const upgrade = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
    const socket = connect(port, '127.0.0.1')
    socket.write(upgrade('//'))
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 403 /)
    await once(socket, 'close')
    const hasty = connect(port, '127.0.0.1')
    hasty.write(upgrade('/other'), () => hasty.resetAndDestroy())
    await once(hasty, 'close')
    expect((await fetch(`${open.url}/health/live`)).status).toBe(200)
  })

  test('sends its clients away with a code after which they connect again', async () => {
    open.graph.log.append(run.id, textDelta('a'))
    const socket = await openBareSocket(open.endpoint)
    socket.subscribe('1', subscription, { runId })
    expect(await socket.next()).toMatchObject({ type: 'next' })
    await open.server.close()
    expect(await socket.closed).toMatchObject({ code: 1001 })
    expect(open.graph.log.readers).toBe(0)
  })
})

/** Resolves when a number has not changed over many rounds of the event loop. */
async function settled(value: () => number): Promise<void> {
  for (let last = -1, still = 0; still < 200; ) {
    await new Promise((resolve) => setImmediate(resolve))
    still = value() === last ? still + 1 : 0
    last = value()
  }
}
