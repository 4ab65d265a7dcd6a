import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createScripted, sequence } from '../../src/models/scripted.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { OAuthMcpServer } from '../support/oauth-mcp-server.ts'

const notes = await OAuthMcpServer.open()
const database = await createTestDatabase()
const who = { name: 'notes__whoami', arguments: {} }
const app = await createApp({
  ...{ databaseUrl: database.connectionString, port: await freePort(), logLevel: 'silent' },
  encryptionKey: Buffer.alloc(32, 7).toString('base64'),
  providers: [
    createScripted({
      scripts: { who: sequence({ toolCalls: [who] }, { toolCalls: [who] }, { text: 'Done.' }) },
    }),
  ],
  mcp: {
    mcpServers: { notes: { url: notes.url, auth: { type: 'oauth', per: 'user' }, tools: ['whoami'] } },
  },
})
const { url: served } = await app.start()
afterAll(async () => {
  await app.close()
  await database.drop()
  await notes.close()
})

interface Gate {
  readonly id: string
  readonly respondent: string
  readonly context: { readonly question: string; readonly url: string | null }
}

/** `null`: the loopback caller. */
async function asked<Answer>(token: string | null, query: string, variables: object = {}): Promise<Answer> {
  const response = await fetch(`${served}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

test('MCPAUTH-4 MCPAUTH-6 an end user signs in at the address of the question, over HTTP', {
  timeout: 180_000,
}, async () => {
  const definition = { model: 'scripted/who', tools: ['notes__whoami'] }
  const { createAgent } = await asked<{ createAgent: { __typename: string } }>(
    null,
    'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { __typename ... on Error { message } } }',
    { input: { slug: 'notes', definition: { name: 'Notes', ...definition } } },
  )
  expect(createAgent.__typename).toBe('Agent')

  const tokenOf = async (subject: string): Promise<string> => {
    const input = {
      ...{ sessionKey: 'chat', agent: 'notes', subject },
      abilities: ['READ', 'TRIGGER', 'ANSWER'],
    }
    const { createAccessToken } = await asked<{ createAccessToken: { token: string } }>(
      null,
      `mutation ($input: CreateAccessTokenInput!) {
        createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
      }`,
      { input },
    )
    return createAccessToken.token
  }
  const ann = await tokenOf('ann')
  const bob = await tokenOf('bob')
  const run = async (): Promise<string> => {
    const { triggerRun } = await asked<{ triggerRun: { id: string; message?: string } }>(
      ann,
      'mutation ($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } ... on Error { message } } }',
      { input: { agent: 'notes', input: 'Who am I?' } },
    )
    if (triggerRun.message !== undefined) throw new Error(triggerRun.message)
    return triggerRun.id
  }
  const statusOf = (id: string) => async () =>
    (await asked<{ run: { status: string } }>(ann, 'query ($id: ID!) { run(id: $id) { status } }', { id }))
      .run.status
  const gatesOf = async (token: string): Promise<readonly Gate[]> => {
    const query = `{ gates(filter: { status: [OPEN] }) { nodes {
      id respondent context { ... on QuestionContext { question url } } } } }`
    return (await asked<{ gates: { nodes: readonly Gate[] } }>(token, query)).gates.nodes
  }

  const first = await run()
  await eventually(statusOf(first)).toBe('WAITING')
  const [gate] = await gatesOf(ann)
  expect(gate).toMatchObject({ respondent: 'ann', context: { question: expect.stringContaining('"notes"') } })
  // Another user of the session reads the question, and gets no address at which they would sign in for Ann.
  expect((await gatesOf(bob))[0]).toMatchObject({ respondent: 'ann', context: { url: null } })

  const address = gate?.context.url ?? ''
  const shown = await fetch(address)
  expect(await shown.text()).toContain('Runs that ann starts will use the account with which you sign in.')
  // Nothing begins by a form of another site, and nothing ends in another browser.
  const foreign = await fetch(address, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  expect((await signIn(address, { keepsCookies: false })).status).toBe(400)

  const page = await signIn(address)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const text = await page.text()
  expect(text).toContain('You are signed in to notes. You can close this page.')
  expect(text).not.toContain('<script')
  await eventually(statusOf(first)).toBe('COMPLETED')
  const second = await run()
  await eventually(statusOf(second)).toBe('COMPLETED')
  expect(notes.calls).toContain('ann whoami')

  const servers = '{ mcpServers { name per signIn { signedInAt scope } } }'
  expect(await asked(ann, servers)).toEqual({
    mcpServers: [{ name: 'notes', per: 'USER', signIn: { signedInAt: expect.any(String), scope: null } }],
  })
  expect(await asked(bob, servers)).toEqual({ mcpServers: [{ name: 'notes', per: 'USER', signIn: null }] })
  const start = `mutation { startMcpSignIn(input: { server: "notes" }) { ... on McpSignInLink { url } ... on Error { code } } }`
  const { startMcpSignIn } = await asked<{ startMcpSignIn: { url: string } }>(bob, start)
  notes.account = 'bob'
  expect(await (await signIn(startMcpSignIn.url)).text()).toContain('You are signed in')
  const end = `mutation { endMcpSignIn(input: { server: "notes" }) { ... on McpServer { signIn { scope } } ... on Error { code } } }`
  expect(await asked(bob, end)).toEqual({ endMcpSignIn: { signIn: null } })

  const wrong = await fetch(`${served}/mcp/oauth/callback?code=a&state=<script>`)
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('was not begun in this browser'),
  ])
  expect((await fetch(`${served}/mcp/sign-in/a.b`)).status).toBe(400)
  expect((await fetch(`${served}/mcp/oauth/callback`, { method: 'POST' })).status).toBe(405)
})

/** What a person does in a browser: continues at the address, and comes back from the authorization server. */
async function signIn(address: string, { keepsCookies = true } = {}): Promise<Response> {
  const begun = await fetch(address, { method: 'POST', redirect: 'manual' })
  const [cookie = ''] = begun.headers.get('set-cookie')?.split(';') ?? []
  const asked = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
  return fetch(asked.headers.get('location') ?? '', { headers: keepsCookies ? { cookie } : {} })
}
