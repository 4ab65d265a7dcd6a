import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer({ limits: { headersWithinMs: 300, requestWithinMs: 600 } }))
afterAll(() => expect(open.graph.reports).toEqual([]))

/** Answer of the server to these bytes until it closes the connection. */
async function answerTo(bytes: string) {
  const socket = connect(Number(new URL(open.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  if (bytes !== '') socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), error: body === '' ? null : JSON.parse(body).errors[0] }
}

const head = 'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
const malformed = { extensions: { code: 'REQUEST_MALFORMED' } }

describe('API-8 a client that takes too long', () => {
  test('with the headers of its request receives an error, and is disconnected', async () => {
    expect(await answerTo(head)).toMatchObject({ status: 408, error: malformed })
  })

  test('with the body receives an error, and is disconnected', async () => {
    expect(await answerTo(`${head}Content-Length: 100\r\n\r\n{"que`)).toMatchObject({
      status: 408,
      error: malformed,
    })
  })

  test('with its first word is sent away', async () => {
    await answerTo('')
  })
})

describe('API-8 an invalid request', () => {
  test.for([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers of 20 KiB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_480)}\r\n\r\n`, 431],
    ['no host', 'GET /graphql HTTP/1.1\r\n\r\n', 400],
    ['a way to elsewhere', 'CONNECT a:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 405],
    ['what is expected in vain', `${head}Expect: x\r\nContent-Length: 2\r\n\r\n{}`, 417],
  ] as const)('%s', async ([, bytes, status]) => {
    expect(await answerTo(bytes)).toMatchObject({ status, error: malformed })
  })
})
