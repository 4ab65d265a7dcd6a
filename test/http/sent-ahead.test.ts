import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer, type Http } from '../../src/http/create-http-server.ts'
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
  http = createHttpServer({}, answer)
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

describe('API-14 a request behind another whose answer its client has not waited for', () => {
  it.for(['before its head is sent', 'after its head is sent'])(
    'API-14 is not begun, and the connection ends with that answer: %s',
    async (when) => {
      const begun: string[] = []
      const goOn = Promise.withResolvers<void>()
      const large = '#'.repeat(200_000)
      await serve(async ({ url = '' }, response) => {
        begun.push(url)
        if (when.startsWith('after')) response.flushHeaders()
        await goOn.promise
        response.end(large)
      })
      const client = await open()
      const answer = text(client)
      client.write(get('/0'))
      await eventually(() => begun).toEqual(['/0'])
      client.write(get('/1').repeat(3))
      const other = await open()
      other.write(get('/other'))
      await eventually(() => begun).toEqual(['/0', '/other'])
      goOn.resolve()
      expect((await answer).match(/HTTP\/1.1 \d+|#/g)?.join('')).toBe(`HTTP/1.1 200${large}`)
      expect(begun).toEqual(['/0', '/other'])
    },
  )

  it('API-14 takes no memory with all of those that are read with it', async () => {
    await serve(() => undefined)
    let made = 0
    http.server.on('request', () => {
      made += 1
    })
    const clients = await Promise.all(Array.from({ length: 40 }, open))
    for (const client of clients) client.write(get('/').repeat(30_000))
    await eventually(() => made).toBe(clients.length * 2)
    const other = await open()
    other.write(get('/'))
    await eventually(() => made).toBe(clients.length * 2 + 1)
  })

  it('API-14 is no WebSocket either', async () => {
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
