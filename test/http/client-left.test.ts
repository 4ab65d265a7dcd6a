import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientLeft } from '../../src/http/serve/serve-request.ts'
import { listenOnLoopback } from '../support/free-port.ts'

const server = createServer()
let url: string
beforeEach(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}/`
})
afterEach(async () => {
  server.close()
  await once(server, 'close')
})

/** A request that has arrived, and its response. */
async function ask() {
  const arrived = new Promise<ServerResponse>((resolve) =>
    server.once('request', (_, response) => resolve(response)),
  )
  const client = get(url)
  client.on('error', () => undefined)
  const response = await arrived
  const closed = once(response, 'close')
  return { client, response, closed }
}

test('API-14 the signal of a client that leaves is aborted, and so is each signal that was made of it', async () => {
  const { client, response, closed } = await ask()
  const left = clientLeft(response)
  const [heard, silent] = [AbortSignal.any([left]), AbortSignal.any([left])]
  heard.addEventListener('abort', () => undefined)
  client.destroy()
  await closed
  expect([left, heard, silent, AbortSignal.any([left])].map(({ aborted }) => aborted)).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('API-14 the signal of a client that got its whole response is not aborted', async () => {
  const { client, response, closed } = await ask()
  const left = clientLeft(response)
  response.end('All of it.')
  const [answer] = await once(client, 'response')
  answer.resume()
  await closed
  expect(left.aborted).toBe(false)
})
