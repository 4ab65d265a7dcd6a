import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createHealthServer } from '../../src/http/health/health-server.ts'
import { forFile, forTest } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())
afterAll(() => expect(open.graph.reports).toEqual([]))

/** Answer to these bytes until the server closes the connection. */
async function answerTo(bytes: string, url = open.url) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body, answer }
}

function get(target: string, host = 'Host: 127.0.0.1', more = ''): string {
  return `GET ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n${more}\r\n`
}

const upgrade =
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n'

const hosts: Readonly<Record<string, string>> = {
  'two words': 'Host: a b',
  nothing: 'Host: ',
  'two of them': 'Host: 127.0.0.1\r\nHost: 127.0.0.2',
  'a list': 'Host: a, b',
  'a user': 'Host: me@127.0.0.1',
  'a path': 'Host: 127.0.0.1/graphql?',
  'a port that is none': 'Host: 127.0.0.1:x',
  'a port too large': 'Host: 127.0.0.1:99999',
  'an open bracket': 'Host: [::1',
  'an address that is none': 'Host: 1.2.3.4.5',
  'a percent sign': 'Host: %zz',
  'letters beyond ASCII': 'Host: h\u00e9',
}

const targets: Readonly<Record<string, string>> = {
  'an absolute form without a host': 'http:///health/live',
  'an absolute form with two words for a host': 'http://a%20b/health/live',
  'an absolute form with a user': 'http://me:secret@127.0.0.1/health/live',
  'an absolute form of another scheme': 'ftp://127.0.0.1/health/live',
  'an absolute form with a bad port': 'http://127.0.0.1:99999/health/live',
  'an absolute form with an open bracket': 'http://[::1/health/live',
  'a word': 'health',
  'a star with another method': '*',
}

/** A code in JSON, and nothing of where or how the server runs. */
function expectRefused({ status, head, body, answer }: Awaited<ReturnType<typeof answerTo>>): void {
  expect([status, JSON.parse(body).errors[0].extensions.code]).toEqual([400, 'REQUEST_MALFORMED'])
  expect(head).toContain('content-type: application/json')
  expect(answer).not.toMatch(/node_modules|\/src\/|\.ts:\d|at \w+ \(/)
}

describe('API-13 the address of a request', () => {
  it.for(Object.entries(hosts))('API-13 a Host that is %s is refused with a code', async ([, host]) => {
    for (const path of ['/health/live', '/graphql?query={__typename}', '/nowhere', '/api/x'])
      expect((await answerTo(get(path, host))).answer).not.toMatch(/node_modules|\.js:\d/)
    expectRefused(await answerTo(get('/health/live', host)))
    expectRefused(
      await answerTo(
        get('/graphql', host)
          .replace('Connection: close', 'Connection: Upgrade')
          .replace(/\r\n\r\n$/, `\r\n${upgrade}\r\n`),
      ),
    )
  })

  it.for(Object.entries(targets))('API-13 %s is refused with a code', async ([, target]) => {
    expectRefused(await answerTo(get(target)))
  })

  it('API-13 a target in absolute form is served, and its host is the one that counts', async () => {
    expect((await answerTo(get(`${open.url}/health/live`, 'Host: elsewhere'))).status).toBe(200)
    const asked = await answerTo(get('http://127.0.0.1/graphql?query={__typename}', 'Host: evil.example'))
    expect(asked.answer).toContain('{"data":{"__typename":"Query"}}')
    const foreign = await answerTo(get('http://evil.example/graphql?query={__typename}'))
    expect(JSON.parse(foreign.body).errors[0].extensions.code).toBe('ORIGIN_FORBIDDEN')
    expect((await answerTo(get('HTTP://127.0.0.1', 'Host: 127.0.0.1'))).status).toBe(200)
  })

  it('API-13 a WebSocket is opened at a target in absolute form', async () => {
    const socket = connect(Number(new URL(open.url).port), '127.0.0.1')
    socket.write(`GET http://127.0.0.1/graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n${upgrade}\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /)
    socket.destroy()
  })

  it('API-13 a port for health alone takes and refuses the same targets', async () => {
    const health = forTest(createHealthServer({ host: '127.0.0.1', port: 0, readiness: {} }))
    const { url } = await health.listen()
    expect((await answerTo(get('http://x/health/live'), url)).status).toBe(200)
    for (const host of Object.values(hosts)) expectRefused(await answerTo(get('/health/live', host), url))
    for (const target of Object.values(targets)) expectRefused(await answerTo(get(target), url))
  })

  it('API-13 an unexpected failure of the server is answered without its cause', async () => {
    const broken = forTest(
      await openServer({
        authenticator: { ...open.graph.authenticator, admit: () => Promise.reject(new Error('secret-path')) },
      }),
    )
    const { status, body, answer } = await answerTo(get('/graphql?query={__typename}'), broken.url)
    expect([status, JSON.parse(body).errors[0].extensions.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(answer).not.toContain('secret-path')
    expect(String(broken.graph.reports)).toContain('secret-path')
  })
})
