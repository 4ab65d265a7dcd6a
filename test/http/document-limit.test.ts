import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

let open: OpenServer

beforeAll(async () => {
  open = await openServer()
})
afterAll(() => open.close())

async function ask(query: string) {
  const response = await fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = await response.json()
  return { data, error: errors?.[0] }
}

/** 5,000 words and signs, and what is added. */
const long = (more = '') =>
  `{ ${Array.from({ length: 1_666 }, (_, nth) => `a${nth}:__typename`).join(' ')} ${more}}`

describe('a document', () => {
  test('of 5,000 words and signs is answered, and one of more is not', async () => {
    expect(await ask(long())).toMatchObject({ data: { a0: 'Query', a1665: 'Query' } })
    expect(await ask(long('__typename'))).toMatchObject({
      error: {
        message: expect.stringContaining('5000 tokens'),
        extensions: { code: 'GRAPHQL_PARSE_FAILED' },
      },
    })
  })

  test('that is nested as deep as its length allows is refused, and is no fault of the server', async () => {
    for (const depth of [1_000, 2_400, 100_000]) {
      const { error } = await ask('{a'.repeat(depth))
      expect(error.extensions.code).toMatch(/^GRAPHQL_/)
    }
    expect(open.graph.reports).toEqual([])
  })

  test('is as long over a WebSocket', async () => {
    const socket = await openBareSocket(open.endpoint)
    socket.subscribe('1', long('__typename'), {})
    expect(await socket.next()).toMatchObject({ type: 'error', id: '1' })
    socket.close()
  })
})
