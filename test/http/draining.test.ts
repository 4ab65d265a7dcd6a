import { afterEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { closeCodes } from '../../src/http/sockets/close-codes.ts'
import { at } from '../graphql/open-graph.ts'
import { textDelta } from '../support/memory-run-log.ts'
import { postJson } from '../support/post-json.ts'
import { refusing } from '../support/refusing.ts'
import { openBareSocket, refusalOf } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer

afterEach(() => open.close())

const goingAway = { code: closeCodes.GOING_AWAY.code, reason: closeCodes.GOING_AWAY.reason }
const shuttingDown = { extensions: { code: 'SHUTTING_DOWN', retryable: true } }
const subscription =
  'subscription($runId: ID!) { runEvents(runId: $runId) { seq ... on TextDelta { text } } }'
const abort = 'mutation($id: ID!) { abortRun(input: { id: $id }) { __typename } }'

/** A server whose `abortRun` takes until it is let go. */
async function serve() {
  const begun = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<{ readonly runId: string }>()
  open = await openServer({
    operations: refusing({
      abortRun: async () => {
        begun.resolve()
        return letGo.promise
      },
    }),
  })
  const run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000 })
  return {
    run,
    runId: toGlobalId('Run', run.id),
    begun: begun.promise,
    letGo: () => letGo.resolve({ runId: run.id }),
  }
}

function post(query: string, variables: object) {
  return postJson(open.endpoint, { query, variables })
}

describe('DUR-4 a server that drains', () => {
  test('answers the requests in progress, and closes their connections', async () => {
    const { runId, begun, letGo } = await serve()
    const under = post(abort, { id: runId })
    await begun
    const drained = open.server.drain()
    const ready = await fetch(`${open.url}/health/ready`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    letGo()
    const answer = await under
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await answer.json()).toEqual({ data: { abortRun: { __typename: 'Run' } } })
    await drained
  })

  test('is not ready at once, lives, and refuses new requests until it is closed', async () => {
    const { runId } = await serve()
    expect((await fetch(`${open.url}/health/ready`)).status).toBe(200)
    await open.server.drain()
    expect((await fetch(`${open.url}/health/live`)).status).toBe(200)
    expect((await fetch(`${open.url}/health/ready`)).status).toBe(503)
    const late = await post(abort, { id: runId })
    expect([late.status, late.headers.get('connection'), late.headers.get('retry-after')]).toEqual([
      503,
      'close',
      '2',
    ])
    expect(await late.json()).toMatchObject({ errors: [shuttingDown] })
    const { status, headers, body } = await refusalOf(open.endpoint)
    expect([status, headers.connection, JSON.parse(body)]).toEqual([
      503,
      'close',
      { errors: [expect.objectContaining(shuttingDown)] },
    ])
    await open.server.close()
    await expect(fetch(`${open.url}/health/live`)).rejects.toThrow()
  })

  test('EVT-2 sends what it has read before it closes a WebSocket with 1001, and ends no subscription', async () => {
    const { run, runId } = await serve()
    const socket = await openBareSocket(open.endpoint)
    const ids = ['1', '2', '3']
    // Each is another document: they share nothing but the socket.
    for (const id of ids) socket.subscribe(id, `# ${id}\n${subscription}`, { runId })
    await open.graph.log.until(() => open.graph.log.readers === 3)
    // Each has one of these in its hands, and they go one after another.
    socket.pause()
    open.graph.log.append(run.id, ...Array.from({ length: 20 }, () => textDelta('x'.repeat(500_000))))
    await open.graph.log.until(() => open.graph.log.furthest > 1)
    const drained = open.server.drain()
    socket.resume()
    const seqs = new Map<string, number[]>(ids.map((id) => [id, []]))
    for (let message = await socket.next(); message !== null; message = await socket.next()) {
      expect(message.type).toBe('next')
      seqs.get(message.id ?? '')?.push(Number(at(message, 'payload.data.runEvents.seq')))
    }
    expect(await socket.closed).toEqual(goingAway)
    for (const heard of seqs.values()) expect(heard).toEqual(heard.map((_, place) => place + 1))
    await drained
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })

  test('answers a mutation over a WebSocket before it closes it, and takes no further operation', async () => {
    const { runId, begun, letGo } = await serve()
    const socket = await openBareSocket(open.endpoint)
    socket.subscribe('1', abort, { id: runId })
    await begun
    const drained = open.server.drain()
    socket.subscribe('2', subscription, { runId })
    expect(await socket.next()).toMatchObject({ id: '2', type: 'error', payload: [shuttingDown] })
    letGo()
    expect(await socket.next()).toMatchObject({
      id: '1',
      type: 'next',
      payload: { data: { abortRun: { __typename: 'Run' } } },
    })
    expect(await socket.next()).toMatchObject({ id: '1', type: 'complete' })
    expect(await socket.closed).toEqual(goingAway)
    await drained
  })

  test('does not wait for clients that stay', async () => {
    const { runId, begun } = await serve()
    const idle = await openBareSocket(open.endpoint)
    idle.pause()
    idle.subscribe('1', subscription, { runId })
    const endless = post(abort, { id: runId })
    await begun
    await Promise.all([open.server.drain(), expect(endless).rejects.toThrow()])
    idle.resume()
    expect(await idle.closed).toEqual(goingAway)
    await open.graph.log.until(() => open.graph.log.readers === 0)
  })
})
