import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getIntrospectionQuery } from 'graphql'
import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { trials } from '../support/trials.ts'
import { openBareSocket } from './bare-socket.ts'
import { hostileBodies } from './hostile/bodies.ts'
import { hostileDocuments } from './hostile/documents.ts'
import { withEverywhere } from './hostile/inputs.ts'
import { hostileFrames, hostileRequests, upgrade } from './hostile/requests.ts'
import { openVictim, type Reply } from './hostile/victim.ts'

const victim = forFile(await openVictim())
// Modules that a process loads and compiles for the first time are no part of the measure.
for (let nth = 0; nth < 3; nth++) {
  await victim.ask(getIntrospectionQuery())
  await (await fetch(victim.endpoint, { headers: { accept: 'text/html' } })).text()
  await victim.isWell()
}
await Promise.all(Object.values(hostileDocuments).map((query) => victim.ask(query)))
const idle = await victim.memory()
afterEach(async () => {
  expect(await victim.isWell()).toBe(true)
})

/** Refused with a code, and as no fault of the server; `[status]` of one that was taken, or that was refused without. */
function refusalOf({ status, text }: Reply): string {
  const codes = [...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code)
  const isFault = status >= 500 || codes.includes('INTERNAL_SERVER_ERROR') || codes.length === 0
  return isFault ? `${status} ${text.slice(0, 300)}` : 'refused'
}

/** Does it so many times, some of them at once. */
async function manyTimes(count: number, atOnce: number, work: (nth: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

describe('API-8 hostile input', { timeout: 60_000 }, () => {
  test('documents are refused with a code', async () => {
    const replies = Object.entries(hostileDocuments).map(async ([what, query]) => [
      what,
      refusalOf(await victim.ask(query)),
    ])
    expect((await Promise.all(replies)).filter(([, refusal]) => refusal !== 'refused')).toEqual([])
  })

  test('bodies are refused with a code', async () => {
    const replies = Object.entries(hostileBodies).map(async ([what, body]) => [
      what,
      refusalOf(await victim.post(body)),
    ])
    expect((await Promise.all(replies)).filter(([, refusal]) => refusal !== 'refused')).toEqual([])
  })

  test('an invalid request is refused with a code', async () => {
    const replies = Object.entries(hostileRequests).map(async ([what, bytes]) => {
      const answer = await victim.raw(bytes)
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
      return [what, refusalOf({ status, text: answer })]
    })
    expect((await Promise.all(replies)).filter(([, refusal]) => refusal !== 'refused')).toEqual([])
  })

  test('a WebSocket is closed with the code that says why', async () => {
    const closed = Object.entries(hostileFrames).map(async ([what, { bytes }]) => [
      what,
      await victim.closeCodeAfter(Buffer.concat([Buffer.from(upgrade), bytes])),
    ])
    const expected = Object.entries(hostileFrames).map(([what, { code }]) => [what, code])
    expect(await Promise.all(closed)).toEqual(expected)
  })

  test('NUL and half characters are taken nowhere as text that cannot be kept', async () => {
    for (const text of ['\u0000', '\ud800']) {
      const asked = withEverywhere(text)
      expect(asked.length).toBeGreaterThan(100)
      const faults: string[] = []
      await manyTimes(asked.length, 4, async (nth) => {
        const { what = '', query = '', variables } = asked[nth] ?? {}
        const { text: answer } = await victim.ask(query, variables)
        if (/INTERNAL_SERVER_ERROR|DATABASE_UNAVAILABLE/.test(answer)) faults.push(`${what}: ${answer}`)
      })
      expect(faults).toEqual([])
    }
  })

  test('many introspections at once, and as many documents that are each new and long', async () => {
    const long = (nth: number) => `{ project { ${'slug '.repeat(2_000)} name${nth} } }`
    await manyTimes(trials(40), 20, async (nth) => {
      expect((await victim.ask(`${getIntrospectionQuery()} # ${nth}`)).status).toBe(200)
      expect(refusalOf(await victim.ask(long(nth)))).toBe('refused')
    })
  })

  test('clients that send, or read, next to nothing hold up nobody', async () => {
    const head = 'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
    const question = encodeURIComponent(getIntrospectionQuery())
    const deaf = `GET /graphql?query=${question} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
    const beginnings = ['', 'GET /graphql?quer', `${head}Content-Length: 1000\r\n\r\n{"que`, deaf.repeat(2)]
    const sockets: Socket[] = []
    await manyTimes(trials(200, 40), 50, async (nth) => {
      const socket = await open()
      socket.pause()
      socket.write(beginnings[nth % 4] ?? '')
      sockets.push(socket)
    })
    expect(await victim.isWell()).toBe(true)
    for (const socket of sockets) socket.resetAndDestroy()
  })

  test('thousands of connections, and of WebSockets, that are opened and dropped', async () => {
    await manyTimes(trials(5_000), 100, async (nth) => {
      const socket = await open()
      if (nth % 2 === 0) socket.write('POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\n')
      socket.resetAndDestroy()
    })
    await manyTimes(trials(5_000), 100, async (nth) => {
      const socket = await open()
      socket.write(upgrade)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /)
      if (nth % 5 === 0) socket.destroy()
      else socket.resetAndDestroy()
    })
  })

  test('subscriptions that are begun and dropped', async () => {
    await manyTimes(trials(100), 50, async () => {
      const socket = await openBareSocket(victim.endpoint)
      for (let id = 1; id <= 10; id++) socket.subscribe(String(id), 'subscription { runUpdated { cursor } }')
      await socket.flushed()
      socket.reset()
    })
  })

  test('leaves the memory of the server as it was, and nothing for its operator to read', async () => {
    const { alive, rss } = await victim.memory()
    const mib = (bytes: number) => Math.round(bytes / 1024 ** 2)
    console.log(
      `alive: ${mib(idle.alive)} MiB idle, ${mib(alive)} MiB after; resident: ${mib(idle.rss)} and ${mib(rss)}`,
    )
    expect(alive).toBeLessThan(idle.alive * 1.2)
    expect(victim.complaints()).toEqual([])
  })
})

async function open(): Promise<Socket> {
  const socket = connect(victim.port, '127.0.0.1')
  socket.on('error', () => undefined) // its end is ours
  await once(socket, 'connect')
  return socket
}
