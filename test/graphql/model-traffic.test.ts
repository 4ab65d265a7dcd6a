import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createVault } from '../../src/store/vault.ts'
import { statementsOf } from '../support/explain.ts'
import { forFile } from '../support/for-file.ts'
import { tenantsKey } from '../support/tenants/fill-project.ts'
import { at, openGraph } from './open-graph.ts'

const vault = createVault(tenantsKey)

const graph = forFile(await openGraph())
const run = await graph.make.run(await graph.make.agent())
const runId = toGlobalId('Run', run.id)
const calls: string[] = []
for (const number of [1, 2, 3]) {
  const call = await graph.make.modelCall(run, await graph.make.step(run, number))
  calls.push(toGlobalId('ModelCall', call.id))
  if (number < 3) await store(run.id, call.id, number)
}
/** The ids of model calls of one run; of the last one nothing is stored. */
const ids = calls

function store(run: string, callId: string, number: number) {
  const message = { headers: [{ name: 'user-agent', value: 'sdk' }], body: `body ${number}`, bodyBytes: 6 }
  const seal = (fields: object) =>
    new Uint8Array(
      vault.sealBytes(zstdCompressSync(JSON.stringify({ ...message, isTruncated: false, ...fields }))),
    )
  return graph.prisma.modelTraffic.create({
    data: {
      ...{ callId, projectId: graph.project.id, runId: run, requestBytes: 6, responseBytes: 6 },
      request: seal({ method: 'POST', path: '/v1/chat/completions' }),
      response: seal({ status: 200 }),
    },
  })
}

const question = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on ModelCall {
  request { __typename method path headers { name value } body bodyBytes isTruncated } response { status body } } } }`

describe('MOD-9 the traffic of a model call in the API', () => {
  test('has the request and the response, and null where they are not stored', async () => {
    const answer = await graph.read(question, { ids })
    expect(at(answer, 'nodes.*.request.body')).toEqual(['body 1', 'body 2', undefined])
    expect(at(answer, 'nodes.*.response')).toEqual([
      { status: 200, body: 'body 1' },
      { status: 200, body: 'body 2' },
      null,
    ])
    expect(at(answer, 'nodes.0.request')).toEqual({
      __typename: 'ModelHttpRequest',
      method: 'POST',
      path: '/v1/chat/completions',
      headers: [{ name: 'user-agent', value: 'sdk' }],
      body: 'body 1',
      bodyBytes: 6,
      isTruncated: false,
    })
  })

  test.for(['VIEWER', 'OPERATOR'] as const)(
    'is an error of its field alone for the role %s',
    async (role) => {
      const caller = { ...loopbackCaller, role }
      const query = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on ModelCall { provider request { body } } } }`
      const { data, errors } = await graph.ask(query, { ids: ids.slice(0, 1) }, { caller })
      expect(data).toEqual({ nodes: [{ provider: 'scripted', request: null }] })
      expect(errors).toMatchObject([{ path: ['nodes', 0, 'request'], extensions: { code: 'FORBIDDEN' } }])
    },
  )

  test('is read with one statement for each of its fields, whatever the number of calls', async () => {
    const count = async (asked: readonly string[]) => {
      const sent = await statementsOf(() => graph.read(question, { ids: asked }))
      return sent.filter(({ text }) => text.includes('"ModelTraffic"')).length
    }
    expect([await count(ids.slice(0, 1)), await count(ids)]).toEqual([2, 2])
    const without = await statementsOf(() =>
      graph.read(`{ run(id: "${runId}") { steps { edges { node { modelCalls { id } } } } } }`),
    )
    expect(without.filter(({ text }) => text.includes('"ModelTraffic"'))).toEqual([])
  })
})
