import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import type { LiveLimits } from '../../src/http/limits/live-limits.ts'
import { closeCodes } from '../../src/http/sockets/close-codes.ts'
import { at } from '../graphql/open-graph.ts'
import { cursorOf } from '../support/cursors.ts'
import { runFailed, textDelta } from '../support/memory-run-log.ts'
import { type BareSocket, openBareSocket } from './bare-socket.ts'
import { messagesOf } from './event-messages.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { createSubscriber } from './subscriber.ts'

const megabyte = 1024 * 1024
const timeout = 60_000
const slow = { code: closeCodes.SLOW_CONSUMER.code, reason: closeCodes.SLOW_CONSUMER.reason }

let open: OpenServer
let run: { readonly id: string }
let runId: string

afterEach(() => open.close())

async function serve(limits: Partial<LiveLimits> = {}) {
  open = await openServer({ limits })
  run = await open.graph.make.run(await open.graph.make.agent(), { nextSeq: 1_000_000 })
  runId = toGlobalId('Run', run.id)
}

const subscription =
  'subscription($runId: ID!, $after: String) { runEvents(runId: $runId, after: $after) { seq cursor ... on TextDelta { text } } }'

/** The events of a long log, its end among them. */
const long = 4_001

/** Appends a long log: events of 10 KB, and the end. */
function appendLongLog(): void {
  const text = 'x'.repeat(10_000)
  open.graph.log.append(run.id, ...Array.from({ length: long - 1 }, () => textDelta(text)), runFailed)
}

/** The numbers of the events of everything that a socket has given, up to its end or that of its operation. */
async function readAll(socket: BareSocket): Promise<readonly number[]> {
  const seqs: number[] = []
  for (;;) {
    const message = await socket.next()
    if (message === null || message.type === 'complete') return seqs
    seqs.push(Number(at(message, 'payload.data.runEvents.seq')))
  }
}

const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, place) => from + place)

describe('EVT-5 a subscriber that does not read its events', () => {
  test('EVT-2 is sent away with 4290, holds nothing from then on, and goes on exactly after its last cursor', {
    timeout,
  }, async () => {
    await serve({ flushWithinMs: 500, lingerMs: 2 * timeout })
    appendLongLog()
    const before = process.memoryUsage().rss
    const idle = await openBareSocket(open.endpoint)
    idle.pause()
    idle.subscribe('1', subscription, { runId })
    const quick = createSubscriber(open.endpoint)
    const seen = await quick.collect('subscription($runId: ID!) { runEvents(runId: $runId) { seq } }', {
      runId,
    })
    expect(seen).toHaveLength(long)
    await quick.dispose()
    // Its place in the log is given up when the server closes, not when the client answers.
    await open.graph.log.until(() => open.graph.log.readers === 0)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * megabyte)
    idle.resume()
    const first = await readAll(idle)
    expect(await idle.closed).toEqual(slow)
    expect(first).toEqual(upTo(first.length))
    expect(first.length).toBeLessThan(long / 2)
    const again = await openBareSocket(open.endpoint)
    again.subscribe('1', subscription, { runId, after: cursorOf(run.id, first.length) })
    expect(await readAll(again)).toEqual(upTo(long, first.length + 1))
    again.close()
  })

  test('is distinguished from one that is slow, and far behind, and reads on', { timeout }, async () => {
    await serve({ flushWithinMs: 2_000 })
    appendLongLog()
    const socket = await openBareSocket(open.endpoint)
    socket.subscribe('1', subscription, { runId })
    const seqs: number[] = []
    // For longer than a message may take, in all.
    for (let rest = 0; rest < 8; rest++) {
      while (seqs.length < rest * 300)
        seqs.push(Number(at(await socket.next(), 'payload.data.runEvents.seq')))
      socket.pause()
      await setTimeout(300)
      socket.resume()
    }
    expect([...seqs, ...(await readAll(socket))]).toEqual(upTo(long))
    socket.close()
  })

  test('is sent away whatever it asks for: answers to pings that nobody reads do not pile up', {
    timeout,
  }, async () => {
    await serve()
    const flood = await openBareSocket(open.endpoint)
    flood.pause()
    const before = process.memoryUsage().rss
    const payload = { filling: 'x'.repeat(200_000) }
    // The server stops to answer once it has closed; what the kernel holds of answers is far below all of these.
    for (let ping = 0; ping < 400; ping++) {
      flood.send({ type: 'ping', payload })
      await flood.flushed()
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * megabyte)
    flood.resume()
    expect(await flood.closed).toEqual(slow)
  })

  test('is distinguished from one that reads events of a megabyte, many operations of them side by side', {
    timeout,
  }, async () => {
    await serve()
    const socket = await openBareSocket(open.endpoint)
    const ids = ['1', '2', '3', '4', '5']
    // Each is another document: they have nothing in common but the socket.
    for (const id of ids)
      socket.subscribe(id, subscription.replace('subscription', `subscription O${id}`), { runId })
    await open.graph.log.until(() => open.graph.log.readers === ids.length)
    open.graph.log.append(
      run.id,
      textDelta('x'.repeat(megabyte)),
      textDelta('y'.repeat(2 * megabyte)),
      runFailed,
    )
    const seen = new Map<string, number[]>(ids.map((id) => [id, []]))
    for (let left = ids.length; left > 0; ) {
      const message = await socket.next()
      if (message === null) throw new Error(`Closed: ${JSON.stringify(await socket.closed)}`)
      if (message.type === 'complete') left--
      else seen.get(message.id ?? '')?.push(Number(at(message, 'payload.data.runEvents.seq')))
    }
    expect([...seen.values()]).toEqual(ids.map(() => [1, 2, 3]))
    socket.close()
  })
})

describe('EVT-5 an event stream that is not read', () => {
  test('EVT-2 is broken off, and goes on exactly after its Last-Event-ID', { timeout }, async () => {
    await serve({ flushWithinMs: 500 })
    appendLongLog()
    const before = process.memoryUsage().rss
    const { port } = new URL(open.endpoint)
    const idle = connect(Number(port), '127.0.0.1')
    const body = JSON.stringify({ query: subscription, variables: { runId } })
    idle.write(
      `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await open.graph.log.until(() => open.graph.log.readers === 1)
    await open.graph.log.until(() => open.graph.log.readers === 0)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * megabyte)
    idle.on('error', () => undefined) // reset, as it may be
    const chunks: Buffer[] = []
    idle.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(idle, 'close')
    const text = withoutChunks(Buffer.concat(chunks))
    const ids = messagesOf(text.slice(0, text.lastIndexOf('\n\n') + 2)).map(({ id }) => id)
    expect(ids).toEqual(upTo(ids.length).map((seq) => cursorOf(run.id, seq)))
    expect(ids.length).toBeLessThan(long / 2)
    const rest = await fetch(open.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(ids.length > 0 ? { 'last-event-id': ids.at(-1) ?? '' } : {}),
      },
      body,
    })
    const seqs = messagesOf(await rest.text()).map(({ data }) => at(data, 'data.runEvents.seq'))
    expect(seqs.slice(0, -1)).toEqual(upTo(long, ids.length + 1))
  })
})

/** A body in chunks, put together; what the last one lacks is missing. */
function withoutChunks(response: Buffer): string {
  const start = response.indexOf('\r\n\r\n') + 4
  const parts: Buffer[] = []
  for (let place = start; ; ) {
    const lineEnd = response.indexOf('\r\n', place)
    const size = Number.parseInt(response.toString('latin1', place, lineEnd), 16)
    if (lineEnd < 0 || !(size > 0)) break
    parts.push(response.subarray(lineEnd + 2, lineEnd + 2 + size))
    place = lineEnd + 2 + size + 2
  }
  return String(Buffer.concat(parts))
}
