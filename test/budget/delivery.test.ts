import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { type BareSocket, openBareSocket } from '../http/bare-socket.ts'
import { type OpenServer, openServer } from '../http/open-server.ts'
import { createCountedEvents } from '../support/counted-executions.ts'

/**
 * Budget of an event with many subscribers: one execution and one reader of the log, however many subscribers there are. A change that
 * needs more says why.
 */
const subscribers = 50
const delivered = 20

async function receive(socket: BareSocket, count: number): Promise<readonly unknown[]> {
  const types: unknown[] = []
  while (types.length < count) types.push((await socket.next())?.type)
  return types
}

const query = 'subscription($runId: ID!) { runEvents(runId: $runId) { seq ... on TextDelta { text } } }'

describe('EVT-5 the budget of a delivered event', () => {
  let open: OpenServer
  beforeAll(async () => {
    open = await openServer()
  })
  afterAll(() => open.close())

  test('is one execution and one reader of the log for all subscribers with the same subscription', async () => {
    const { graph, endpoint } = open
    const run = await graph.make.run(await graph.make.agent(), { nextSeq: 1_000 })
    const events = createCountedEvents()
    const sockets = await Promise.all(Array.from({ length: subscribers }, () => openBareSocket(endpoint)))
    for (const socket of sockets) socket.subscribe('1', query, { runId: toGlobalId('Run', run.id) })
    // With the first event all have subscribed, and with the second all have reached the end of the log.
    for (const text of ['first', 'second']) {
      graph.log.append(run.id, events.next(text))
      await Promise.all(sockets.map((socket) => receive(socket, 1)))
    }
    await graph.log.until(() => graph.log.readers === 1)
    const before = events.executions
    graph.log.append(run.id, ...Array.from({ length: delivered }, () => events.next('more')))
    const received = await Promise.all(sockets.map((socket) => receive(socket, delivered)))
    expect(received.flat()).toEqual(Array.from({ length: subscribers * delivered }, () => 'next'))
    expect(events.executions - before).toBe(delivered)
    for (const socket of sockets) socket.close()
  })
})
