import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadOperations } from '../../src/app/load-operations.ts'
import { operationLimits } from '../../src/http/limits/operation-limits.ts'
import { readManifest } from '../../src/http/yoga/operations-file.ts'
import { PersistedOperations } from '../../src/http/yoga/persisted-operations.ts'
import { readConfig } from '../../src/settings/config.ts'

import { root } from '../checks/run-command.ts'
import { openBareSocket } from './bare-socket.ts'
import { type OpenServer, openServer } from './open-server.ts'

const slug = 'query Slug { project { slug } }'
const updates = 'subscription Board { runUpdated { cursor } }'
const manifest = new Map([
  ['slug-of-the-project', slug],
  ['board', updates],
])
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })
const answer = { data: { project: { slug: 'default' } } }
const refusal = (code: string) => ({ errors: [{ extensions: { code } }] })

let open: OpenServer

async function post(body: object, accept = 'application/json') {
  const response = await fetch(open.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })
  return response.text()
}

async function ask(body: object): Promise<unknown> {
  return JSON.parse(await post(body))
}

async function get(parameters: Readonly<Record<string, string>>): Promise<unknown> {
  return (await fetch(`${open.endpoint}?${new URLSearchParams(parameters)}`)).json()
}

/** The first message that an operation over a WebSocket gets. */
async function overSocket(payload: object) {
  const socket = await openBareSocket(open.endpoint)
  socket.send({ id: '1', type: 'subscribe', payload })
  const message = await socket.next()
  socket.close()
  return message
}

describe('API-6 operations of a manifest, and no others', () => {
  beforeAll(async () => {
    open = await openServer({ persisted: { manifest, isOnlyManifest: true } })
  })
  afterAll(async () => {
    expect(open.graph.reports).toEqual([])
    await open.close()
  })

  test('run by their id, by their hash, or as they are', async () => {
    const asked = [
      { documentId: 'slug-of-the-project' },
      { documentId: `sha256:${sha256(slug)}` },
      { extensions: persisted('slug-of-the-project') },
      { extensions: persisted(sha256(slug)) },
      { query: slug },
      { query: slug, documentId: 'slug-of-the-project' },
    ]
    for (const body of asked) expect(await ask(body)).toEqual(answer)
    expect(await get({ documentId: 'slug-of-the-project' })).toEqual(answer)
    expect(await get({ extensions: JSON.stringify(persisted(sha256(slug))) })).toEqual(answer)
    expect(await ask([{ documentId: 'slug-of-the-project' }, { query: '{ __typename }' }])).toMatchObject([
      answer,
      refusal('OPERATION_NOT_ALLOWED'),
    ])
  })

  test('run over a WebSocket and as an event stream', async () => {
    const byId = { query: '', documentId: 'slug-of-the-project' }
    expect(await overSocket(byId)).toMatchObject({ type: 'next', payload: answer })
    expect(await overSocket({ query: '', extensions: persisted(sha256(slug)) })).toMatchObject({
      payload: answer,
    })
    expect(await post({ documentId: 'slug-of-the-project' }, 'text/event-stream')).toContain(
      JSON.stringify(answer),
    )
  })

  test('keep every other document out, over every transport', async () => {
    const other = '{ project { id } }'
    const code = 'OPERATION_NOT_ALLOWED'
    const refused = refusal(code)
    expect(await ask({ query: other })).toMatchObject(refused)
    expect(await ask({ documentId: 'unknown' })).toMatchObject(refused)
    expect(await ask({})).toMatchObject(refused)
    expect(await ask({ query: other, extensions: persisted(sha256(other)) })).toMatchObject(refused)
    expect(await ask({ extensions: persisted(sha256(other)) })).toMatchObject(refused)
    expect(await ask({ query: other, documentId: 'slug-of-the-project' })).toMatchObject(
      refusal('REQUEST_MALFORMED'),
    )
    expect(await ask({ query: [slug] })).toMatchObject(refused)
    expect(await get({ query: other })).toMatchObject(refused)
    expect(await post({ query: 'subscription { runUpdated { isMatch } }' }, 'text/event-stream')).toContain(
      code,
    )
    expect(await overSocket({ query: other })).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code } }],
    })
  })

  test('GraphiQL is off, and says why', async () => {
    const page = await fetch(open.endpoint, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(403)
    expect(await page.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('RUNGRAPH_OPERATIONS_ONLY'),
          extensions: { code: 'OPERATION_NOT_ALLOWED' },
        },
      ],
    })
  })
})

describe('API-6 operations that clients name, with any other allowed', () => {
  beforeAll(async () => {
    open = await openServer({ persisted: { manifest } })
  })
  afterAll(async () => {
    expect(open.graph.reports).toEqual([])
    await open.close()
  })

  test('are those of the manifest, and whatever else is sent', async () => {
    expect(await ask({ documentId: 'slug-of-the-project' })).toEqual(answer)
    expect(await ask({ query: '{ __typename }' })).toEqual({ data: { __typename: 'Query' } })
  })

  test('are requested in full once, and known by their hash from then on, over every transport', async () => {
    const query = '{ project { slug } }'
    const extensions = persisted(sha256(query))
    const miss = {
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    }
    expect(await ask({ extensions })).toMatchObject(miss)
    expect(await overSocket({ query: '', extensions })).toMatchObject({ type: 'error', payload: miss.errors })
    expect(await ask({ query, extensions })).toEqual(answer)
    expect(await ask({ extensions })).toEqual(answer)
    expect(await get({ extensions: JSON.stringify(extensions) })).toEqual(answer)
    expect(await overSocket({ query: '', extensions })).toMatchObject({ type: 'next', payload: answer })
  })

  test('are not taken under the hash of another', async () => {
    const extensions = persisted(sha256(slug.replace('slug', 'id')))
    expect(await ask({ query: '{ project { name } }', extensions })).toMatchObject(
      refusal('REQUEST_MALFORMED'),
    )
    expect(await ask({ extensions })).toMatchObject(refusal('PERSISTED_QUERY_NOT_FOUND'))
  })

  test('do not bypass the limits', async () => {
    const query = `{ ${Array.from({ length: 51 }, (_, nth) => `a${nth}: __typename`).join(' ')} }`
    const extensions = persisted(sha256(query))
    expect(await ask({ query, extensions })).toMatchObject(refusal('OPERATION_TOO_LARGE'))
    expect(await ask({ extensions })).toMatchObject(refusal('OPERATION_TOO_LARGE'))
  })
})

describe('API-6 operations that clients registered', () => {
  test('is kept for a thousand, of which those that are asked for stay', () => {
    const operations = new PersistedOperations()
    const text = (nth: number) => `query Q${nth} { __typename }`
    const register = (nth: number) =>
      operations.documentOf({ query: text(nth), extensions: persisted(sha256(text(nth))) })
    const recall = (nth: number) => operations.documentOf({ extensions: persisted(sha256(text(nth))) })
    for (let nth = 0; nth < 1_000; nth++) register(nth)
    expect(recall(0)).toBe(text(0))
    register(1_000)
    expect(recall(0)).toBe(text(0))
    expect(() => recall(1)).toThrow('PersistedQueryNotFound')
  })

  test('is not kept where it is large', () => {
    const operations = new PersistedOperations()
    const query = `{ __typename } #${' '.repeat(16 * 1024)}`
    const extensions = persisted(sha256(query))
    expect(operations.documentOf({ query, extensions })).toBe(query)
    expect(() => operations.documentOf({ extensions })).toThrow('PersistedQueryNotFound')
  })
})

describe('API-6 a manifest', () => {
  test('is written by the code generator of this project, and read at the start of a server', async () => {
    const path = join(root, 'src/generated/client/persisted-documents.json')
    const settings = { RUNGRAPH_OPERATIONS: path, RUNGRAPH_OPERATIONS_ONLY: 'on' }
    const loaded = await loadOperations(readConfig(settings))
    const operations = new PersistedOperations(loaded)
    const ids = [...(loaded.manifest ?? [])]
    expect(ids.map(([, text]) => text)).toContainEqual(expect.stringMatching(/^mutation TriggerRun\b/))
    for (const [documentId, text] of ids) expect(operations.documentOf({ documentId })).toBe(text)
    expect(operations.isOnlyManifest).toBe(true)
    expect(await loadOperations(readConfig({ ...settings, RUNGRAPH_ROLE: 'worker' }))).toEqual({})
    const missing = readConfig({ RUNGRAPH_OPERATIONS: '/nowhere/m.json' })
    await expect(loadOperations(missing)).rejects.toThrow(
      'RUNGRAPH_OPERATIONS: /nowhere/m.json cannot be used',
    )
  })

  const read = (value: unknown) => readManifest('m.json', JSON.stringify(value), operationLimits)

  test('is read as code generators write it: by id, or as a list of Apollo', () => {
    expect([...read({ abc: slug })]).toEqual([['abc', slug]])
    const apollo = {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [{ id: 'abc', name: 'Slug', type: 'query', body: slug }],
    }
    expect([...read(apollo)]).toEqual([['abc', slug]])
  })

  test('that cannot be used is refused with every problem, by id', () => {
    const costly =
      'query($n: Int = 100) { runs(first: $n) { edges { node { runs: children(first: $n) { edges { node { parent { root { parent { root { id } } } } } } } } } } }'
    const given = { a: '{ a', b: '{ nothing }', c: costly, d: slug }
    expect(() => read(given)).toThrow(
      [
        'RUNGRAPH_OPERATIONS: m.json cannot be used:',
        '  - a: Syntax Error: Expected Name, found <EOF>.',
        '  - b: Cannot query field "nothing" on type "Query".',
        '  - c: The cost of the operation is 50100; the maximum is 50000.',
      ].join('\n'),
    )
    expect(() => read({})).toThrow('it has no operations')
    expect(() => read([slug])).toThrow('it must be a JSON object of documents by their ids')
    expect(() => read({ a: 1 })).toThrow('it must be a JSON object of documents by their ids')
    expect(() => readManifest('m.json', '{', operationLimits)).toThrow('it is no JSON')
  })
})
