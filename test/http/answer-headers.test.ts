import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createHealthServer } from '../../src/http/health/health-server.ts'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())

/** The head of the first answer to these bytes. */
async function headOf(bytes: string, url = open.url): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('\r\n\r\n')) break
  }
  socket.destroy()
  return text.split('\r\n\r\n')[0]?.toLowerCase() ?? ''
}

const host = 'Host: 127.0.0.1\r\n'
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n'
const subscription = encodeURIComponent('subscription { runUpdated { cursor } }')

const requests: Readonly<Record<string, string>> = {
  'a query': `GET /graphql?query={__typename} HTTP/1.1\r\n${host}\r\n`,
  'what cannot be read': `GET /graphql?query={ HTTP/1.1\r\n${host}\r\n`,
  'an unknown key': `GET /graphql HTTP/1.1\r\n${host}Authorization: Bearer rg_x\r\n\r\n`,
  'a page elsewhere': `GET /graphql HTTP/1.1\r\n${host}Origin: https://evil.example\r\n\r\n`,
  'nothing there': `GET /nowhere HTTP/1.1\r\n${host}\r\n`,
  'nothing there below /api': `GET /api/nowhere HTTP/1.1\r\n${host}\r\n`,
  'the page of GraphiQL': `GET /graphql HTTP/1.1\r\n${host}Accept: text/html\r\n\r\n`,
  'the page of the console': `GET / HTTP/1.1\r\n${host}Accept: text/html\r\n\r\n`,
  'a part that is not there': `GET /graphiql/x HTTP/1.1\r\n${host}\r\n`,
  'its life': `GET /health/live HTTP/1.1\r\n${host}\r\n`,
  'its readiness': `GET /health/ready HTTP/1.1\r\n${host}\r\n`,
  'an event stream': `GET /graphql?query=${subscription} HTTP/1.1\r\n${host}Accept: text/event-stream\r\n\r\n`,
  'another method': `DELETE /graphql HTTP/1.1\r\n${host}\r\n`,
  'a method for proxies': `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
  'an expectation': `GET / HTTP/1.1\r\n${host}Expect: x\r\n\r\n`,
  'no HTTP': 'hello\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'a WebSocket': `GET /graphql HTTP/1.1\r\n${host}${upgrade}\r\n`,
  'a WebSocket elsewhere': `GET /other HTTP/1.1\r\n${host}${upgrade}\r\n`,
  'a WebSocket without a key': `GET /graphql HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
}

it.for(Object.entries(requests))(
  'API-16 %s is answered with nosniff and a referrer policy',
  async ([, bytes]) => {
    const head = await headOf(bytes)
    expect(head).toMatch(/^http\/1\.1 \d\d\d/)
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining(['x-content-type-options: nosniff', 'referrer-policy: no-referrer']),
    )
  },
)

it('API-16 a port for health alone has them, too', async () => {
  const health = createHealthServer({ host: '127.0.0.1', port: 0, readiness: {} })
  const { url } = await health.listen()
  for (const path of ['/health/ready', '/health/live', '/metrics', '/'])
    expect(await headOf(`GET ${path} HTTP/1.1\r\n${host}\r\n`, url)).toContain(
      'x-content-type-options: nosniff',
    )
  await health.close()
})
