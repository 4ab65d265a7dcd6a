import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHealthServer } from '../../src/http/health/health-server.ts'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const warnings: string[] = []
const note = ({ message }: Error) => warnings.push(message)

process.on('warning', note)
const open = forFile(await openServer({ origins: ['https://app.example'] }))
afterEach(() => {
  expect(open.graph.reports).toEqual([])
  expect(warnings).toEqual([])
})
afterAll(() => process.off('warning', note))

const body = '{"query":"{ __typename }"}'
const answer = '{"data":{"__typename":"Query"}}'

/** What the HttpClient of Java 17 sends with each request, byte by byte. */
function java(method: string, target: string, content = ''): string {
  const type = content === '' ? '' : 'content-type: application/json\r\n'
  return (
    `${method} ${target} HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: ${content.length}\r\nHost: 127.0.0.1\r\n` +
    'HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA\r\nUpgrade: h2c\r\nUser-Agent: Java-http-client/17.0.15\r\n' +
    `${type}\r\n${content}`
  )
}

const withoutOffer = (request: string) => request.replace(/Connection: .*\r\n|Upgrade: .*\r\n/g, '')

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** A connection that is kept; `answers` reads so many of them, each of which says its length. */
async function connection(url = open.url) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let held = ''
  let isOver = false
  let wake = () => {}
  socket.on('data', (chunk) => {
    held += String(chunk)
    wake()
  })
  socket.on('close', () => {
    isOver = true
    wake()
  })
  async function next(isHead = false): Promise<Answer> {
    for (;;) {
      const end = held.indexOf('\r\n\r\n')
      const head = held.slice(0, Math.max(0, end))
      const length = isHead ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (end >= 0 && held.length >= end + 4 + length) {
        const content = held.slice(end + 4, end + 4 + length)
        held = held.slice(end + 4 + length)
        return { status: Number(head.split(' ')[1]), head, body: content }
      }
      if (isOver) throw new Error(`The connection ended after ${JSON.stringify(held)}.`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    write: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    next,
    end: () => socket.destroy(),
  }
}

describe('API-13 an offer to change to a protocol other than WebSocket', () => {
  const offers = [
    'h2c',
    'H2C',
    'TLS/1.0',
    'HTTP/2.0',
    'h2c, TLS/1.2',
    'h2c, websocket',
    'websocket/1, h2c',
    // Some proxies make every request an offer; a handshake is a GET with a key.
    'websocket',
    'WebSocket',
    '',
  ]
  it.for(offers)('API-13 is ignored: %s', async (offer) => {
    const client = await connection()
    await client.write(java('POST', '/graphql', body).replace('Upgrade: h2c', `Upgrade: ${offer}`))
    expect(await client.next()).toMatchObject({ status: 200, body: answer })
    client.end()
  })

  it('API-13 is ignored at each request of a connection, whichever way its bytes come', async () => {
    const client = await connection()
    for (let nth = 0; nth < 12; nth++) {
      await client.write(java('POST', '/graphql', body))
      expect(await client.next()).toMatchObject({ status: 200, body: answer })
      await client.write(java('POST', '/graphql', body).slice(0, -body.length))
      await client.write(body.slice(0, 5))
      await client.write(body.slice(5))
      expect(await client.next()).toMatchObject({ status: 200, body: answer })
      await client.write(java('GET', '/graphql?query={__typename}'))
      expect(await client.next()).toMatchObject({ status: 200, body: answer })
    }
    const chunked = java('POST', '/graphql').replace('Content-Length: 0', 'Transfer-Encoding: chunked')
    const typed = chunked.replace('\r\n\r\n', '\r\nContent-Type: application/json\r\n\r\n')
    await client.write(`${typed}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    expect(await client.next()).toMatchObject({ status: 200, body: answer })
    await client.write(`GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    expect(await client.next()).toMatchObject({ status: 200 })
    client.end()
  })

  it('API-13 is ignored at every path and with every method', async () => {
    const preflight = 'Origin: https://app.example\r\nAccess-Control-Request-Method: POST\r\nHost:'
    const requests = [
      java('HEAD', '/health/live'),
      java('OPTIONS', '/graphql'),
      java('OPTIONS', '/graphql').replace('Host:', preflight),
      java('GET', '/nowhere'),
      java('GET', '/graphql'),
      java('GET', '/api/projects/default/runs/none'),
      java('POST', '/api/projects/none/agents/none/trigger', '"Hello"'),
      java('PUT', '/graphql', body),
    ]
    for (const request of requests) {
      const isHead = request.startsWith('HEAD')
      const [offering, plain] = [await connection(), await connection()]
      await offering.write(request)
      await plain.write(withoutOffer(request))
      const { status, body } = await plain.next(isHead)
      expect(await offering.next(isHead)).toMatchObject({ status, body })
      offering.end()
      plain.end()
    }
  })

  it('API-13 is ignored at a port for health alone', async () => {
    const health = createHealthServer({ host: '127.0.0.1', port: 0, readiness: {} })
    const { url } = await health.listen()
    const client = await connection(url)
    await client.write(java('GET', '/health/live'))
    expect(await client.next()).toMatchObject({ status: 200 })
    client.end()
    await health.close()
  })

  it('API-13 is refused in no other way than without it: by origin, by key, by address', async () => {
    const client = await connection()
    await client.write(
      java('POST', '/graphql', body).replace('Host:', 'Origin: https://evil.example\r\nHost:'),
    )
    expect(await client.next()).toMatchObject({
      status: 403,
      body: expect.stringContaining('ORIGIN_FORBIDDEN'),
    })
    const other = await connection()
    await other.write(java('GET', '/graphql').replace('Host: 127.0.0.1', 'Host: a b'))
    expect(await other.next()).toMatchObject({
      status: 400,
      body: expect.stringContaining('REQUEST_MALFORMED'),
    })
    client.end()
    other.end()
  })
})

describe('EMB-3 an offer to change to a protocol other than WebSocket, to a host', () => {
  let host: Server
  let url: string

  beforeAll(async () => {
    host = createServer((request, response) => {
      if (!open.server.mounted.handle(request, response, { basePath: '/ai' })) response.end('The shop')
    })
    host.on('upgrade', (request, socket, head) => {
      if (!open.server.mounted.handleUpgrade(request, socket, head, { basePath: '/ai' })) socket.destroy()
    })
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  })
  afterAll(() => {
    host.close()
    host.closeAllConnections()
  })

  it('EMB-3 is served by the routes of the host, as all requests of the connection are', async () => {
    const client = await connection(url)
    for (let nth = 0; nth < 3; nth++) {
      await client.write(java('POST', '/ai/graphql', body))
      expect(await client.next()).toMatchObject({ status: 200, body: answer })
      await client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      expect((await client.next()).status).toBe(200)
    }
    client.end()
  })
})
