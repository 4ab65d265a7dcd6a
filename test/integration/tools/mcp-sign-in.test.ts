import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CallerKind } from '../../../src/domain/caller.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { openGates, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { type OAuthMcpOptions, OAuthMcpServer } from '../../support/oauth-mcp-server.ts'
import {
  browse,
  configAt,
  openSignInStage,
  publicUrl,
  type SignInStage,
} from '../../support/sign-in-stage.ts'

const database = forFile(await createTestDatabase())
const vault = createVault(randomBytes(32))
const live = createLiveModel()

/** Calls the tools one after another, and then answers. */
function plays(...tools: readonly string[]): string {
  const name = tools.join('-')
  live.plays[name] = async function* (request) {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    const tool = tools[turn]
    yield tool ? answer(request, '', [{ name: tool, arguments: {} }]) : answer(request, 'Done.')
  }
  return `live/${name}`
}

/** What is written to the console meanwhile. */
const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
const servers: OAuthMcpServer[] = []
const stages: SignInStage[] = []

/** A worker takes the runs of its database, whichever stage they are of: what is not of the same servers has another. */
async function serve(options: OAuthMcpOptions = {}): Promise<OAuthMcpServer> {
  const server = await OAuthMcpServer.open(options)
  servers.push(server)
  for (const stage of stages.splice(0)) await stage.close()
  return server
}

async function open(
  ...args: Parameters<typeof openSignInStage> extends [unknown, ...infer Rest] ? Rest : never
) {
  const [configs, options] = args
  const stage = await openSignInStage(database, configs, { providers: [live], vault, ...options })
  stages.push(stage)
  return stage
}

afterAll(async () => {
  for (const stage of stages) await stage.close()
  for (const server of servers) {
    expect(server.faults).toEqual([])
    await server.close()
  }
})

/** A run of a person, that calls these tools. */
async function start(stage: SignInStage, name: string, kind: CallerKind, ...tools: readonly string[]) {
  const agent = { model: plays(...tools), tools: ['notes__whoami', 'notes__admin'] }
  return stage.engine.trigger(() => ({ text: '' }), { agent, trigger: { by: name, byKind: kind } })
}

async function askedOf(stage: SignInStage, runId: string) {
  await untilStatus(stage.engine, database, runId, 'WAITING')
  const [gate] = await openGates(database, runId)
  if (!gate) throw new Error('The run waits at no gate.')
  const { url } = Object(gate.context)
  return { gate, url: String(url) }
}

async function outputs(runId: string) {
  const actions = await database.prisma.action.findMany({
    where: { runId },
    orderBy: [{ step: { number: 'asc' } }, { position: 'asc' }],
  })
  return actions.map(
    ({ output, error, errorCode }) => output ?? (errorCode === 'SERVER_UNAVAILABLE' ? error : errorCode),
  )
}

describe('a server that each person signs in to', () => {
  let server: OAuthMcpServer
  let stage: SignInStage
  beforeAll(async () => {
    server = await serve()
    stage = await open([configAt(server.url)])
  })

  test('MCPAUTH-4 asks the end user of the run, which waits without an owner, and calls with their account', async () => {
    server.account = 'ann'
    const runId = await start(stage, 'ann@example.com', 'TOKEN', 'notes__whoami', 'notes__whoami')
    const { gate, url } = await askedOf(stage, runId)
    expect(gate).toMatchObject({ kind: 'INPUT', decider: 'USER', respondent: 'ann@example.com' })
    expect(url).toMatch(new RegExp(`^${publicUrl}/mcp/sign-in/[0-9a-f]{32}\\.`))
    expect(await browse(url, stage.operations)).toBe('signed in to notes')
    const { row, of } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    expect(of('GateResolved')).toMatchObject([{ gateStatus: 'ANSWERED', resolvedBy: 'sign-in:notes' }])
    expect(await outputs(runId)).toEqual([
      expect.stringContaining('Its tools and their parameters are known'),
      'ann',
    ])
    expect(server.refusals).toEqual([])
  })

  test('MCPAUTH-2 another person, and the same one in another project, sign in by themselves', async () => {
    const runId = await start(stage, 'bob@example.com', 'TOKEN', 'notes__whoami')
    const { url } = await askedOf(stage, runId)
    server.account = 'bob'
    await browse(url, stage.operations)
    await stage.engine.finished(runId)
    expect(await outputs(runId)).toEqual(['bob'])
    const elsewhere = await open([configAt(server.url)])
    const other = await start(elsewhere, 'bob@example.com', 'TOKEN', 'notes__whoami')
    await askedOf(elsewhere, other)
    await elsewhere.close()
    stages.splice(stages.indexOf(elsewhere), 1)
    const again = await start(stage, 'ann@example.com', 'TOKEN', 'notes__whoami')
    await stage.engine.finished(again)
    expect(await outputs(again)).toEqual(['ann'])
    // A key of the same name is no person.
    const ofKey = await start(stage, 'ann@example.com', 'KEY', 'notes__whoami')
    await stage.engine.finished(ofKey)
    expect(await outputs(ofKey)).toEqual(['MCP_SIGN_IN_NEEDED'])
  })

  test('MCPAUTH-4 several runs that wait for the same sign-in are continued by one', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() => start(stage, 'cleo@example.com', 'TOKEN', 'notes__whoami')),
    )
    const asked = await Promise.all(runs.map((runId) => askedOf(stage, runId)))
    expect(new Set(asked.map(({ url }) => url)).size).toBe(3)
    server.account = 'cleo'
    await browse(asked[1]?.url ?? '', stage.operations)
    for (const runId of runs) {
      await stage.engine.finished(runId)
      expect(await outputs(runId)).toEqual(['cleo'])
    }
    // Their addresses are over with their questions.
    expect(await browse(asked[0]?.url ?? '', stage.operations)).toContain('This sign-in is over')
  })

  test('MCPAUTH-4 takes each state once, and no other', async () => {
    const runId = await start(stage, 'dan@example.com', 'TOKEN', 'notes__whoami')
    const { url } = await askedOf(stage, runId)
    server.account = 'dan'
    const seen: URL[] = []
    await browse(url, stage.operations, (back) => {
      seen.push(new URL(back))
      back.searchParams.set('state', 'x'.repeat(43))
    })
    expect((await askedOf(stage, runId)).gate.status).toBe('OPEN')
    const [first] = seen
    const of = (name: string) => first?.searchParams.get(name) ?? null
    const given = { state: of('state'), code: of('code'), iss: 'https://evil.example.com', error: null }
    expect(await stage.operations.finish(given)).toMatchObject({ problem: expect.stringContaining('failed') })
    expect(await stage.operations.finish({ ...given, iss: of('iss') })).toMatchObject({
      problem: expect.stringContaining('over'),
    })
    server.account = null
    expect(await browse(url, stage.operations)).toBe('You did not allow it.')
    server.account = 'dan'
    expect(await browse(url, stage.operations)).toBe('signed in to notes')
    await stage.engine.finished(runId)
    expect(await outputs(runId)).toEqual(['dan'])
  })

  test('MCPAUTH-4 a state is over after ten minutes', async () => {
    const runId = await start(stage, 'eve@example.com', 'TOKEN', 'notes__whoami')
    const { gate, url } = await askedOf(stage, runId)
    const result = await browse(url, stage.operations, () => undefined).catch(String)
    expect(result).toBe('signed in to notes')
    await stage.engine.finished(runId)
    const begun = await stage.operations.start({
      ...{ projectId: stage.engine.project.id, server: 'notes' },
      caller: { name: 'eve@example.com', kind: 'PERSON', role: 'OPERATOR' },
    })
    const late = await browse(begun, {
      ...stage.operations,
      finish: async (given) => {
        await database.pool.query(`update "McpSignInState" set "expiresAt" = now() - interval '1 second'`)
        return stage.operations.finish(given)
      },
    })
    expect(late).toContain('This sign-in is over')
    expect(gate.kind).toBe('INPUT')
  })

  test('MCPAUTH-4 a person who declines is asked no more, and the call fails', async () => {
    const runId = await start(stage, 'fay@example.com', 'TOKEN', 'notes__whoami')
    const { gate } = await askedOf(stage, runId)
    const caller = { name: 'fay@example.com', role: 'OPERATOR' } as const
    const given = { projectId: stage.engine.project.id, gateId: gate.id, decision: 'REJECT' } as const
    await stage.engine.operations.resolveGate({ ...given, caller })
    await stage.engine.finished(runId)
    expect(await outputs(runId)).toEqual(['TOOL_FAILED'])
  })

  test('MCPAUTH-5 renews a token that is over, and asks again where the sign-in is over', async () => {
    server.expireAll()
    const before = server.refreshes
    const runId = await start(stage, 'ann@example.com', 'TOKEN', 'notes__whoami')
    await stage.engine.finished(runId)
    expect(await outputs(runId)).toEqual(['ann'])
    expect(server.refreshes).toBe(before + 1)
    server.revokeAll()
    const again = await start(stage, 'ann@example.com', 'TOKEN', 'notes__whoami')
    const { url } = await askedOf(stage, again)
    server.account = 'ann'
    expect(await browse(url, stage.operations)).toBe('signed in to notes')
    await stage.engine.finished(again)
    expect(await outputs(again)).toEqual(['ann'])
  })

  test('MCPAUTH-5 a call that was sent and refused waits, and one that needs more rights asks for them', async () => {
    const runId = await start(stage, 'ann@example.com', 'TOKEN', 'notes__admin')
    const { url } = await askedOf(stage, runId)
    expect(await browse(url, stage.operations)).toBe('signed in to notes')
    await stage.engine.finished(runId)
    expect(await outputs(runId)).toEqual(['ann'])
  })

  test('MCPAUTH-3 no token is stored, shown or logged', async () => {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
      for (const { row } of rows)
        for (const secret of server.secrets) expect(row.includes(secret), name).toBe(false)
    }
    for (const report of stage.reports)
      for (const secret of server.secrets) expect(report).not.toContain(secret)
  })

  test('MCPAUTH-6 a person signs out', async () => {
    const call = {
      ...{ projectId: stage.engine.project.id, server: 'notes' },
      caller: { name: 'ann@example.com', kind: 'TOKEN', role: 'VIEWER' } as const,
    }
    expect(await stage.operations.list(call)).toMatchObject([
      { name: 'notes', per: 'USER', signIn: { signedInAt: expect.any(Date) } },
    ])
    expect(await stage.operations.end(call)).toEqual({ name: 'notes', per: 'USER', signIn: null })
    const runId = await start(stage, 'ann@example.com', 'TOKEN', 'notes__whoami')
    await askedOf(stage, runId)
  })
})

describe('a server with an account of its own', () => {
  test('MCPAUTH-1 says by itself that it needs a sign-in, which its administrator does', async () => {
    const server = await serve()
    const stage = await open([configAt(server.url, null)])
    expect(stage.tools().map(({ name }) => name)).toEqual(['notes__sign_in'])
    const agent = {
      model: plays('notes__sign_in', 'notes__whoami'),
      tools: ['notes__sign_in', 'notes__whoami'],
    }
    const runId = await stage.engine.trigger(() => ({ text: '' }), { agent })
    const { gate, url } = await askedOf(stage, runId)
    expect(gate).toMatchObject({ decider: 'OPERATOR', respondent: null })
    // No address that every reader of the question could open.
    expect(url).toMatch(/\/settings\?tab=tools&signIn=[0-9a-f]{32}$/)
    const call = { projectId: stage.engine.project.id, server: 'notes' }
    const operator = { name: 'olga', kind: 'KEY', role: 'ADMIN' } as const
    await expect(stage.operations.start({ ...call, caller: operator })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    server.account = 'shop'
    const address = await stage.operations.start({ ...call, caller: { ...operator, isServerAdmin: true } })
    expect(await browse(address, stage.operations)).toBe('signed in to notes')
    await stage.engine.finished(runId)
    expect(await outputs(runId)).toEqual([expect.stringContaining('are known from now on'), 'shop'])
  })
})

describe('an authorization server', () => {
  /** The end of a sign-in that is begun without a run. */
  async function signIn(server: OAuthMcpServer, more: Parameters<typeof configAt>[1] = {}, options = {}) {
    const stage = await open([configAt(server.url, more)], options)
    const url = await stage.operations.start({
      ...{ projectId: stage.engine.project.id, server: 'notes' },
      caller: { name: 'ann', kind: 'PERSON', role: 'OPERATOR' },
    })
    return browse(url, stage.operations)
  }

  test('MCPAUTH-1 takes a client that was registered by hand, and no other server gets its secret', async () => {
    const client = { id: 'rungraph', secret: 'by-hand', redirectUri: `${publicUrl}/mcp/oauth/callback` }
    const server = await serve({ client, registers: false })
    expect(await signIn(server, { clientId: 'rungraph', clientSecret: 'by-hand' })).toBe('signed in to notes')
    expect(server.registrations).toBe(0)
    expect(await signIn(await serve({ registers: false }))).toContain('The sign-in failed')
  })

  test.for<readonly [string, OAuthMcpOptions]>([
    ['a private address', { authorizationServers: () => ['http://10.0.0.7'] }],
    ['another loopback address', { authorizationServers: () => ['http://127.0.0.1:1'] }],
    ['the service of a cloud', { authorizationServers: () => ['http://169.254.169.254/latest'] }],
    ['another issuer', { metadata: () => ({ issuer: 'https://evil.example.com' }) }],
    ['no PKCE', { metadata: () => ({ code_challenge_methods_supported: ['plain'] }) }],
    ['tokens elsewhere', { metadata: () => ({ token_endpoint: 'http://10.0.0.7/token' }) }],
    ['an address of a script', { metadata: () => ({ authorization_endpoint: 'javascript:alert(1)' }) }],
  ])('MCPAUTH-1 with %s is refused', async ([, options]) => {
    expect(await signIn(await serve(options))).not.toContain('signed in')
  })
})

test('MCPAUTH-4 a process that dies between sign-in and waiting calls leaves them to the next', async () => {
  const server = await serve()
  const stage = await open([configAt(server.url)])
  const runId = await start(stage, 'ann', 'TOKEN', 'notes__whoami')
  const { url } = await askedOf(stage, runId)
  // The tokens are stored, and nothing else was done.
  const { signIns } = stage
  const bound = await signIns.bound()
  if ('code' in bound) throw bound
  Object.assign(bound, { announce: () => Promise.reject(new Error('It died.')) })
  expect(await browse(url, stage.operations)).toBe('signed in to notes')
  expect((await askedOf(stage, runId)).gate.status).toBe('OPEN')
  await stage.sweep()
  await stage.engine.finished(runId)
  expect(await outputs(runId)).toEqual([expect.stringContaining('are known from now on')])
})

test('MCPAUTH-5 two processes renew a token once', async () => {
  const mine = await serve()
  const one = await open([configAt(mine.url)])
  const two = await open([configAt(mine.url)], { project: one.engine.project })
  const first = await start(one, 'cleo', 'TOKEN', 'notes__whoami')
  mine.account = 'cleo'
  await browse((await askedOf(one, first)).url, one.operations)
  await one.engine.finished(first)
  mine.expireAll()
  const runs = await Promise.all(
    [one, two, one, two].map((each) => start(each, 'cleo', 'TOKEN', 'notes__whoami')),
  )
  for (const runId of runs) {
    await one.engine.finished(runId)
    expect((await outputs(runId)).at(-1)).toMatch(/cleo|are known/)
  }
  expect(mine.refreshes).toBe(1)
  expect(mine.refusals).toEqual([])
})

test('MCPAUTH-3 what the client library says of authorization servers is not written to the console, and other lines are', async () => {
  const { signIns, operations, reports } = await open([configAt((await serve()).url)])
  const bound = await signIns.bound()
  if ('code' in bound) throw bound
  const owner = { ...signIns.servers()[0], projectId: null, user: null } as const
  const address = await bound.linkNow(
    { ...owner, server: 'notes', url: String(owner.url) },
    { scope: null, metadataUrl: null },
  )
  const begun = await signIns.begin(address.slice(address.lastIndexOf('/') + 1))
  const state = new URL('location' in begun ? begun.location : '').searchParams.get('state')
  const finishing = operations.finish({ state, code: 'wrong', iss: null, error: null })
  console.warn('Of somebody else.')
  expect(await finishing).toMatchObject({ problem: expect.stringContaining('The sign-in failed') })
  expect(reports.at(-1)).toContain('A sign-in to the MCP server "notes" failed')
  expect(warned.mock.calls).toEqual([['Of somebody else.']])
  warned.mockRestore()
})
