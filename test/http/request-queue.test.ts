import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttp, type Http } from '../../src/http/create-http.ts'
import { eventually } from '../support/eventually.ts'

let http: Http
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  http.server.closeAllConnections()
  const closed = once(http.server, 'close')
  http.server.close()
  await closed
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  http = createHttp({}, answer)
  http.server.listen(0, '127.0.0.1')
  await once(http.server, 'listening')
}

async function open(): Promise<Socket> {
  // A server that listens on a TCP port has an address of this kind.
  const { port } = http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // 'close' follows
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, nth) => get(`/${nth}`)).join('')
}

describe('API-14 requests that are sent ahead', () => {
  it('API-14 are begun one after another, answered all and in order, and read no further than some of them wait', async () => {
    const begun: string[] = []
    const goOn = Promise.withResolvers<void>()
    const opened: Socket[] = []
    const server = () => opened[0]
    await serve(async ({ url = '', socket }, response) => {
      opened.push(socket)
      begun.push(url)
      if (begun.length === 1) await goOn.promise
      response.end(`${url}\n`)
    })
    const count = 30_000
    const client = await open()
    let answers = ''
    client.on('data', (chunk) => {
      answers += String(chunk)
    })
    client.write(numbered(count))
    await eventually(() => server()?.isPaused()).toBe(true)
    expect(begun).toEqual(['/0'])
    // Bytes that the kernel holds besides are no memory of this process.
    expect(server()?.bytesRead).toBeLessThan(256 * 1024)
    goOn.resolve()
    const inBodies = () => [...answers.matchAll(/^\/\d+$/gm)].map(([path]) => path)
    await expect.poll(() => inBodies().length, { timeout: 30_000 }).toBe(count)
    expect(inBodies()).toEqual(Array.from({ length: count }, (_, nth) => `/${nth}`))
  })

  it('API-14 wait for an answer to be taken before the next is made', async () => {
    let made = 0
    const large = 'x'.repeat(16 * 1024 ** 2)
    await serve((_request, response) => {
      made += 1
      response.end(large)
    })
    const client = await open()
    client.pause()
    client.write(numbered(100))
    await eventually(() => made).toBe(1)
    const other = await open()
    other.write(get('/'))
    await once(other, 'data')
    expect(made).toBe(2)
  })

  it('API-14 of many connections are held up to a bound, and beyond that their connections are closed', async () => {
    let begun = 0
    await serve(() => {
      begun += 1
    })
    const clients = await Promise.all(Array.from({ length: 40 }, open))
    let closed = 0
    for (const client of clients) {
      client.once('close', () => {
        closed += 1
      })
      client.write(numbered(2_000))
    }
    await eventually(() => closed).toBeGreaterThan(10)
    // Those few that anybody may send ahead are still taken.
    const before = begun
    const other = await open()
    other.write(numbered(20))
    await eventually(() => begun).toBe(before + 1)
    expect(other.closed).toBe(false)
  })

  it('API-14 of connections that are being closed are not executed, and free no room for others before the close', async () => {
    await serve(() => undefined)
    const made = new Map<Socket, number>()
    let most = 0
    http.server.on('request', ({ socket }) => {
      if (!made.has(socket)) socket.once('close', () => made.delete(socket))
      made.set(socket, (made.get(socket) ?? 0) + 1)
      most = Math.max(
        most,
        [...made.values()].reduce((all, of) => all + of, 0),
      )
    })
    const clients = await Promise.all(Array.from({ length: 40 }, open))
    // All of them are read of before any can be closed.
    for (const client of clients) client.write(get('/').repeat(1_500))
    await eventually(() => clients.filter(({ closed }) => closed).length).toBeGreaterThan(20)
    expect(most).toBeLessThan(5_000 + 40 * 35)
  })

  it('API-14 that are answered at once leave pauses for other work', async () => {
    let inOneGo = 0
    let most = 0
    let made = 0
    await serve((_request, response) => {
      made += 1
      inOneGo += 1
      most = Math.max(most, inOneGo)
      response.end('x')
    })
    let next = setImmediate(function pause() {
      inOneGo = 0
      next = setImmediate(pause)
    })
    const clients = await Promise.all([open(), open(), open()])
    for (const client of clients) client.resume().write(get('/').repeat(1_000))
    await eventually(() => made).toBe(3_000)
    clearImmediate(next)
    expect(most).toBeLessThan(10)
  })

  it('API-14 that are answered do not include the upgrade to a WebSocket', async () => {
    await serve(() => undefined)
    const taken: boolean[] = []
    http.server.on('upgrade', (request, socket) => {
      taken.push(http.isBusy(request.socket))
      socket.destroy()
    })
    const client = await open()
    client.write(
      `${get('/')}GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    await once(client, 'close')
    expect(taken).toEqual([true])
  })
})
