import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { createGoogleBatches } from '../../src/models/google/google-batches.ts'
import { listenOnLoopback } from '../support/free-port.ts'

/** The results that are read of a batch of two requests, by the ids of these. */
async function resultsOf(...inlinedResponses: readonly Json[]) {
  const body = { metadata: { state: 'BATCH_STATE_SUCCEEDED' }, response: { inlinedResponses } }
  const server = createServer((_request, response) => response.end(JSON.stringify(body)))
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`
  try {
    const batches = createGoogleBatches({ apiKey: 'google-test', baseUrl })
    const asked = { providerBatchId: 'batches/1', requestIds: ['one', 'two'] }
    const seen = await batches.look(asked, new AbortController().signal)
    if (seen.kind !== 'ended') throw new Error(`It is ${seen.kind}.`)
    const results: Json[] = []
    for await (const { id, response } of seen.results) results.push([id, response?.body ?? null])
    return results
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const of = (say: string, key?: string) => ({
  response: { say },
  ...(key !== undefined && { metadata: { key } }),
})

test('BATCH-3 responses are those of the keys that they have, and of their place where none has one', async () => {
  expect(await resultsOf(of('a'), of('b'))).toEqual([
    ['one', { say: 'a' }],
    ['two', { say: 'b' }],
  ])
  expect(await resultsOf(of('a', 'two'), of('b', 'one'))).toEqual([
    ['two', { say: 'a' }],
    ['one', { say: 'b' }],
  ])
})

test('BATCH-3 a response is given to no request by its place where others have keys, or some are missing', async () => {
  expect(await resultsOf(of('whose?'), of('b', 'one'))).toEqual([['one', { say: 'b' }]])
  expect(await resultsOf(of('whose?'))).toEqual([])
})
