import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { McpServerConfig } from '../../src/tools/mcp/mcp-file.ts'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { compileCache } from '../checks/run-command.ts'
import { forTest } from '../support/for-file.ts'
import { failureOf } from './call-tool.ts'
import { call, isAlive, kill, McpFixture, toolOf, until } from './mcp-fixture.ts'
import { WebServer } from './web-server.ts'

let fixture: McpFixture

beforeEach(async () => {
  fixture = forTest(await McpFixture.open())
})

/** The same server in both generations of the protocol, over both transports. */
const servers: readonly (readonly [name: string, open: () => Promise<McpServerConfig>])[] = [
  ['2026-07-28 over stdio', async () => fixture.stdio()],
  ['2025-11-25 over stdio', async () => fixture.stdio({ GENERATION: '2025' })],
  ['2026-07-28 over HTTP', async () => (await fixture.http()).config],
  ['2025-11-25 over HTTP', async () => (await fixture.http({ GENERATION: '2025' })).config],
]

describe.each(servers)('an MCP server that speaks %s', (_name, open) => {
  let shared: McpFixture
  let server: McpServer

  // One process for all of these: what one of them does is no matter to the others.
  beforeAll(async () => {
    shared = fixture = await McpFixture.open()
    server = await shared.connect(await open())
  })
  afterAll(() => shared.close())

  it('TAS-6 brings its tools, with their source, schema and effect', async () => {
    const tools = new Map(server.list().map((tool) => [tool.name, tool]))
    expect([...tools.keys()]).toContain('test__dotted_name')
    expect(tools.get('test__echo')).toMatchObject({
      description: 'Echo.',
      source: 'mcp:test',
      effect: 'read',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    })
    expect(tools.get('test__put')?.effect).toBe('idempotent')
    expect(tools.get('test__pay')?.effect).toBe('once')
    expect(tools.get('test__pay')?.description).toBe('The tool pay of the MCP server test.')
  })

  it('TAS-6 gives the results of calls: text, data, binary content, and failures', async () => {
    expect(await call(server, 'test__echo', { text: 'Grüezi' })).toBe('Grüezi')
    expect(await call(server, 'test__dotted_name')).toBe('dotted')
    expect(await call(server, 'test__data')).toEqual({ answer: 42, content: 'forty-two' })
    expect(await call(server, 'test__many')).toBe(
      'One.\n[image: image/png, 30 bytes, not shown]\n[resource: memo://1, text/plain]\nA memo.\n[resource: Second memo, memo://2]\nTwo.',
    )
    expect(await failureOf(() => call(server, 'test__refuse'))).toEqual({
      code: 'TOOL_FAILED',
      message: 'Not on Sundays.',
    })
    await expect(call(server, 'test__echo', { text: 7 })).rejects.toThrow('/text: expected string')
  })

  it('TAS-6 LIM-12 is notified when a call is abandoned', async () => {
    const stop = new AbortController()
    const calling = call(server, 'test__slow', {}, stop.signal)
    await until(() => shared.journal().includes('slow began'))
    stop.abort(new Error('The call took too long.'))
    await expect(calling).rejects.toThrow('The call took too long.')
    await until(() => shared.journal().includes('slow was cancelled'))
  })

  it('TAS-6 is followed where its tools change', async () => {
    expect(server.list().map(({ name }) => name)).not.toContain('test__grown')
    expect(await call(server, 'test__grow')).toBe('grown')
    await until(() => server.list().some(({ name }) => name === 'test__grown'))
    expect(await call(server, 'test__grown')).toBe('new')
    expect(toolOf(server, 'test__grown').description.length).toBe(4000)
  })

  it('TAS-6 loses only the tool whose schema cannot be used, and that is reported', async () => {
    expect(server.list().map(({ name }) => name)).not.toContain('test__wrong_schema')
    expect(shared.reports.join('\n')).toMatch(
      /has tools that cannot be used as they are: "wrong_schema": its input schema is wrong: /,
    )
  })
})

/** Dies in the middle of a call, and comes back: a process by our hand, another server by that of the test. */
const mortals: readonly (readonly [name: string, open: () => Promise<McpServerConfig>])[] = [
  ['2026-07-28 over stdio', async () => fixture.stdio()],
  ['2025-11-25 over stdio', async () => fixture.stdio({ GENERATION: '2025' })],
  ['2026-07-28 over HTTP', () => revived({})],
  ['2025-11-25 over HTTP', () => revived({ GENERATION: '2025' })],
]

async function revived(environment: Readonly<Record<string, string>>): Promise<McpServerConfig> {
  const { config, process, port } = await fixture.http(environment)
  const revive = () => {
    const next = fixture.http(environment, port)
    next.then(({ process }) => process.once('exit', revive)).catch(() => undefined)
  }
  process.once('exit', revive)
  return config
}

describe.each(mortals)('an MCP server of %s that crashes', (_name, open) => {
  it('TAS-5 TAS-6 is there again: a call that only reads is done once more, and one that may have taken effect is not repeated', async () => {
    const server = await fixture.connect(await open())
    expect(await call(server, 'test__look')).toBe('seen')
    expect(fixture.journal().filter((line) => line === 'look')).toHaveLength(2)
    expect(fixture.reports.join('\n')).toContain('Connecting to it again')

    const { code, message } = await failureOf(() => call(server, 'test__pay'))
    expect(code).toBe('OUTCOME_UNKNOWN')
    expect(message).toContain('The call of "test__pay" was interrupted and is not repeated.')
    expect(fixture.journal().filter((line) => line === 'pay')).toHaveLength(1)
    expect(await call(server, 'test__pay')).toBe('paid')
  })
})

describe('an MCP server that is not there', () => {
  it('TAS-6 is said to be down, and its tools come when it does', async () => {
    const { config, process, port } = await fixture.http()
    await kill(process)
    const server = await fixture.connect(config)
    expect(server.list()).toEqual([])
    expect(server.absenceReason()).toMatch(/^the MCP server "test" is not available \(.*ECONNREFUSED/)
    await fixture.http({}, port)
    await until(() => server.list().length > 0)
    expect(server.absenceReason()).toBeNull()
    expect(await call(server, 'test__echo', { text: 'here' })).toBe('here')
    expect(fixture.reports.filter((line) => line.includes('cannot be reached'))).toHaveLength(1)
  })

  it('TAS-6 keeps a call waiting for its time, then fails it with the reason, and holds up none that is given up', async () => {
    const { config, process } = await fixture.http()
    const server = await fixture.connect(config, { waitMs: 50 })
    await kill(process)
    const { code, message } = await failureOf(() => call(server, 'test__echo', { text: 'anybody?' }))
    expect(code).toBe('SERVER_UNAVAILABLE')
    expect(message).toMatch(
      /^"test__echo" returned no result: the MCP server "test" is not available \(.+\)\. Try again later, or continue without it\.$/,
    )
    const signal = AbortSignal.abort(new Error('The run was aborted.'))
    await expect(call(server, 'test__echo', { text: 'anybody?' }, signal)).rejects.toThrow(
      'The run was aborted.',
    )
  })

  it('TAS-6 is reported with the reason where its command does not exist', async () => {
    const transportConfig = { kind: 'stdio', command: '/nowhere/to-be-found', args: [], env: {} } as const
    const server = await fixture.connect({ name: 'test', prefix: 'test', transportConfig })
    expect(server.absenceReason()).toContain('ENOENT')
    expect(fixture.reports[0]).toMatch(
      /^The MCP server "test" cannot be reached: .*ENOENT.* It is tried again\.$/,
    )
  })
})

describe('the process of an MCP server', () => {
  it('TAS-6 TAS-7 sees only harmless variables of our environment; its output beside the protocol is in the log', async () => {
    process.env.RUNGRAPH_CANARY = 'canary-of-ours'
    try {
      const server = await fixture.connect(fixture.stdio({ OWN: 'given' }))
      const env = JSON.parse(String(await call(server, 'test__env')))
      const harmless = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']
      const given = ['OWN', 'JOURNAL', ...Object.keys(compileCache)]
      expect(Object.keys(env).filter((name) => ![...harmless, ...given].includes(name))).toEqual([])
      expect(env.OWN).toBe('given')
      await until(() => fixture.notes.includes('The MCP server "test" says: The test server speaks.'))
      expect(fixture.reports).toEqual([
        expect.stringContaining('has tools that cannot be used as they are: "wrong_schema"'),
      ])
    } finally {
      delete process.env.RUNGRAPH_CANARY
    }
  })

  it.each(['2025', '2026'])('TAS-6 ends with us, in generation %s', async (GENERATION) => {
    const server = await fixture.connect(fixture.stdio({ GENERATION }))
    const pid = Number(await call(server, 'test__pid'))
    expect(isAlive(pid)).toBe(true)
    await server.close()
    await until(() => !isAlive(pid))
  })

  it('TAS-6 is ended also in the middle of a call, and while we connect', async () => {
    const server = await fixture.connect(fixture.stdio())
    const pid = Number(await call(server, 'test__pid'))
    const calling = call(server, 'test__slow').catch((error: unknown) => String(error))
    await until(() => fixture.journal().includes('slow began'))
    const next = fixture.connect(fixture.stdio())
    await Promise.all([server.close(), next.then((other) => other.close())])
    expect(await calling).toMatch(/interrupted|closed|closing/)
    await until(() => !isAlive(pid))
  })

  it('TAS-6 is not reported as lost where Rungraph stops with it, as a Ctrl-C ends both', async () => {
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    const sleep = (ms: number, signal: AbortSignal) => {
      if (ms === 20) resolve()
      return systemClock.sleep(ms, signal)
    }
    const backoffMs = { first: 20, most: 20 }
    const server = await fixture.connect(fixture.stdio(), { clock: { ...systemClock, sleep }, backoffMs })
    process.kill(Number(await call(server, 'test__pid')), 'SIGKILL')
    await lost
    await server.close()
    expect(fixture.reports.join('\n')).not.toMatch(/went away|Connecting/)
  })
})

describe('settings of the operator for a server', () => {
  it('TAS-6 limits its tools, sets their effect and their time', async () => {
    const config = fixture.stdio(
      {},
      { tools: ['echo', 'pay', 'gone'], effect: 'idempotent', timeoutMs: 1234 },
    )
    const server: McpServer = await fixture.connect(config)
    expect(server.list().map(({ name, effect, timeoutMs }) => [name, effect, timeoutMs])).toEqual([
      ['test__echo', 'idempotent', 1234],
      ['test__pay', 'idempotent', 1234],
    ])
    expect(fixture.reports.join('\n')).toContain(
      '"gone" is named in the file, and the server has no such tool',
    )
  })

  it('TAS-6 takes all pages of its tools', async () => {
    const server = await fixture.connect(fixture.stdio({ PAGED: '10' }))
    expect(server.list()).toHaveLength(10)
  })
})

describe('an MCP server over HTTP', () => {
  it('TAS-6 is sent the headers of the operator, and nobody else sees them', async () => {
    const seen: unknown[] = []
    const gate = forTest(
      await new WebServer((request, response) => {
        seen.push(request.headers.authorization)
        response.writeHead(401).end(`No entry with ${request.headers.authorization}.`)
      }).open(),
    )
    const server = await fixture.connect(
      fixture.at(gate.url('/mcp'), { Authorization: 'Bearer s3cret-token' }),
    )
    expect(seen[0]).toBe('Bearer s3cret-token')
    expect(server.absenceReason()).not.toBeNull()
    expect(JSON.stringify([server.absenceReason(), fixture.reports])).not.toContain('s3cret')
  })

  it.each([301, 302, 307, 308])('TAS-6 is not followed to another origin by a %s', async (status) => {
    const other = forTest(await new WebServer((_request, response) => response.end('{}')).open())
    const gate = forTest(
      await new WebServer((_request, response) =>
        response.writeHead(status, { location: other.url('/mcp') }).end(),
      ).open(),
    )
    const server = await fixture.connect(
      fixture.at(gate.url('/mcp'), { Authorization: 'Bearer s3cret-token' }),
    )
    expect(server.list()).toEqual([])
    expect(gate.requests.length).toBeGreaterThan(0)
    expect(other.requests).toEqual([])
  })
})
