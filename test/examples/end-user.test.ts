import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createBackEnd } from '../../examples/end-user/back-end.ts'
import { askAndFollow, rate } from '../../examples/end-user/browser.ts'
import { textAt } from '../graphql/open-graph.ts'
import { textOf } from '../support/document-code.ts'
import { forFile } from '../support/for-file.ts'
import { commonParts, createTwin } from '../support/tenants/twins.ts'
import { openTenants, read } from '../support/tenants/two-tenants.ts'

const tenants = forFile(await openTenants({}, commonParts([])))
const twin = await createTwin(tenants, 'alphamark')
const server = createBackEnd({
  ...{ url: `${tenants.url}/graphql`, key: await twin.keyOf('back end', 'OPERATOR'), agent: 'careful' },
  userOf: ({ headers }) => headers['x-user']?.toString() ?? null,
  // The run waits at its gate for longer.
  expiresInMs: 2_000,
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const backEnd = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  server.close()
  server.closeAllConnections()
})

const question = JSON.stringify([{ name: 'note', arguments: { text: 'a' } }])

test('KEY-7 the back end of the documents gives a browser tokens, with which it follows its run', async () => {
  const admin = { url: tenants.url, key: twin.key }
  const api = `${tenants.url}/graphql`
  const tokens = countTokens(2)
  const names: string[] = []
  for await (const event of askAndFollow({ backEnd, api, headers: { 'x-user': 'ann' } }, question)) {
    names.push(event.__typename)
    if (event.__typename !== 'GateOpened') continue
    // It is approved once the first token has expired, and the browser has another.
    void tokens.then(async () => {
      const open = await read(admin, '{ gates(filter: { status: [OPEN] }) { nodes { id } } }')
      const approve = `mutation { resolveGate(input: { id: "${textAt(open, 'gates.nodes.0.id')}", decision: APPROVE }) { __typename } }`
      await read(admin, approve)
    })
  }
  expect(names.filter((name) => name === 'RunStarted')).toHaveLength(1)
  expect(names.filter((name) => name === 'GateOpened')).toHaveLength(1)
  expect(names.at(-1)).toBe('RunCompleted')

  const runs = await read(admin, '{ runs(filter: { tags: ["user:ann"] }) { nodes { id triggeredBy } } }')
  const runId = textAt(runs, 'runs.nodes.0.id')
  const askFor = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${backEnd}/tokens`, { method: 'POST', headers, body: JSON.stringify({ runId }) })).status
  expect(await askFor({ 'x-user': 'ann' })).toBe(200)
  expect(await askFor({ 'x-user': 'bob' })).toBe(404)
  expect(await askFor({})).toBe(401)
})

test('RATE-1 RATE-2 a user rates an answer, and an operator makes a data set of what was rated badly', async () => {
  const admin = { url: tenants.url, key: twin.key }
  const options = { backEnd, api: `${tenants.url}/graphql`, headers: { 'x-user': 'ann' } }
  const runId = textAt(await twin.run({ agent: 'talker', input: question, tags: ['user:ann'] }), 'id')
  await rate(options, { runId, isGood: true })
  await rate(options, { runId, isGood: false, comment: 'That is not what I asked.' })
  const filter = { rating: { maxScore: 0.4, by: 'ann' } }
  const found = await read(
    admin,
    'query($filter: RunFilter) { runs(filter: $filter) { nodes { id rating ratings { nodes { ratedBy comment } } } } }',
    { filter },
  )
  expect(found).toMatchObject({
    runs: {
      nodes: [{ rating: 0, ratings: { nodes: [{ ratedBy: 'ann', comment: 'That is not what I asked.' }] } }],
    },
  })
  const added = await read(
    admin,
    `mutation($input: AddRunsToDataSetInput!) { addRunsToDataSet(input: $input) {
      ... on DataSetChange { added dataSet { slug items { nodes { input sourceRun { rating } } } } } ... on Error { message } } }`,
    { input: { dataSet: 'rated-badly', create: true, filter, limit: 1_000 } },
  )
  expect(added).toEqual({
    addRunsToDataSet: {
      added: 1,
      dataSet: { slug: 'rated-badly', items: { nodes: [{ input: question, sourceRun: { rating: 0 } }] } },
    },
  })
  // Another user has no token for the run, and so no way to rate it.
  await expect(rate({ ...options, headers: { 'x-user': 'bob' } }, { runId, isGood: true })).rejects.toThrow()
})

test('KEY-7 a back end in Python creates tokens', async () => {
  const run = await twin.run({ agent: 'talker', input: question, tags: ['user:ann'] })
  const code = textOf('examples/end-user/back_end.py')
  const key = await twin.keyOf('python', 'OPERATOR')
  const env = { ...process.env, RUNGRAPH_URL: `${tenants.url}/graphql`, RUNGRAPH_KEY: key }
  const id = JSON.stringify(textAt(run, 'id'))
  const program = `${code}\nassert token_for("bob", ${id}) is None\nprint(token_for("ann", ${id}))`
  const { stdout } = await promisify(execFile)('python3', ['-c', program], { env })
  const { caller } = await read({ url: tenants.url, key: stdout.trim() }, '{ caller { kind name } }')
  expect(caller).toEqual({ kind: 'TOKEN', name: 'ann' })
})

/** Resolves at the nth request for a token. */
async function countTokens(count: number): Promise<void> {
  let seen = 0
  await new Promise<void>((resolve) => {
    server.on('request', ({ url }) => {
      if (url === '/tokens' && ++seen === count) resolve()
    })
  })
}
