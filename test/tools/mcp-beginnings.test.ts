import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import { forSuite } from '../support/for-file.ts'
import { AnsweringMcpServer } from './answering-mcp-server.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture, until } from './mcp-fixture.ts'
import { WebServer } from './web-server.ts'

const opened: { close(): Promise<void> }[] = []
let fixture: McpFixture

/** Each test of the suite has a fixture to itself. */
function fixtureForEach(): void {
  beforeEach(async () => {
    fixture = await McpFixture.open()
  })
  afterEach(async () => {
    await fixture.close()
    await Promise.all(opened.splice(0).map((server) => server.close()))
  })
}

const once = { name: 'pay', inputSchema: { type: 'object' } }
const paid = { content: [{ type: 'text', text: 'paid' }] }
const answers = { 'tools/list': () => ({ tools: [once] }), 'tools/call': () => paid }

async function legacy(): Promise<AnsweringMcpServer> {
  const server = await new AnsweringMcpServer({ answers }).open()
  opened.push(server)
  return server
}

describe('a server of the older generation', () => {
  fixtureForEach()

  it.each<[number, string]>([
    [500, 'no transport for session'],
    [500, '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}'],
    [403, 'Forbidden'],
    [401, '{"error":"No session"}'],
    [400, 'Bad Request: Server not initialized'],
    [404, ''],
    [405, 'Method Not Allowed'],
    [501, 'Not Implemented'],
    [503, ''],
    [302, ''],
    [200, '<!doctype html>'],
    [200, ''],
    [
      200,
      '{"jsonrpc":"2.0","id":"$id","error":{"code":-32022,"message":"Unsupported","data":{"supported":["2025-11-25","2099-01-01"]}}}',
    ],
  ])('TAS-6 that refuses an unknown first request with %i %s is asked to begin', async (status, body) => {
    const server = await legacy()
    server.refused.add('server/discover')
    server.refusal = { status, body }
    const client = await fixture.connect(fixture.at(server.url))
    expect(fixture.reports).toEqual([])
    expect(await call(client, 'test__pay')).toBe('paid')
    expect(server.asked.slice(0, 2)).toEqual(['server/discover', 'initialize'])
  })

  it('TAS-6 that takes an unknown first request and never answers is asked to begin', async () => {
    const server = await legacy()
    server.refused.add('server/discover')
    server.refusal = { status: 202, body: '' }
    const client = await fixture.connect(fixture.at(server.url), { connectMs: 500 })
    expect(await call(client, 'test__pay')).toBe('paid')
  })

  it('TAS-6 is said to be what it says to the second request', async () => {
    const server = await legacy()
    for (const method of ['server/discover', 'initialize']) server.refused.add(method)
    server.refusal = { status: 401, body: 'The key is unknown.' }
    await fixture.connect(fixture.at(server.url))
    expect(fixture.reports.join()).toContain('The key is unknown.')
  })
})

describe('a server that comes back', () => {
  fixtureForEach()

  it('TAS-6 is used at once by a call that waits for it, and asked once a second by however many', async () => {
    const server = await legacy()
    const backoffMs = { first: 60_000, most: 600_000 }
    const client = await fixture.connect(fixture.at(server.url), { backoffMs })
    const begun = () => server.asked.filter((method) => method === 'initialize').length
    expect(begun()).toBe(1)
    for (const method of ['initialize', 'tools/call']) server.refused.add(method)
    server.forgetSessions()
    const calls = Array.from({ length: 20 }, () => call(client, 'test__pay'))
    const began = systemClock.now()
    await until(() => begun() > 2)
    expect(systemClock.now() - began).toBeGreaterThanOrEqual(900)
    server.refused.clear()
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'paid'))
    expect(begun()).toBeLessThanOrEqual(2 + (systemClock.now() - began) / 1000)
  })

  it('TAS-6 is not asked before its time where no call waits', async () => {
    const server = await legacy()
    server.refused.add('initialize')
    server.refusal = { status: 401, body: 'The key is unknown.' }
    const waits: number[] = []
    const sleep = (ms: number, signal: AbortSignal) => {
      waits.push(ms)
      return systemClock.sleep(1, signal)
    }
    const backoffMs = { first: 5000, most: 20_000, mostAnswered: 40_000 }
    await fixture.connect(fixture.at(server.url), { clock: { ...systemClock, sleep }, backoffMs })
    await until(() => waits.includes(40_000))
    expect(waits.filter((ms) => ms === 5000 || ms === 10_000 || ms === 20_000)).toHaveLength(3)
  })

  it('TAS-6 is asked every few seconds where nobody listens at its address', async () => {
    const server = await legacy()
    const { url } = server
    await server.close()
    opened.splice(0)
    const waits: number[] = []
    const sleep = (ms: number, signal: AbortSignal) => {
      waits.push(ms)
      return systemClock.sleep(1, signal)
    }
    const backoffMs = { first: 5000, most: 10_000, mostAnswered: 40_000 }
    await fixture.connect(fixture.at(url), { clock: { ...systemClock, sleep }, backoffMs })
    await until(() => waits.filter((ms) => ms === 10_000).length > 3)
    expect(waits).not.toContain(40_000)
  })
})

/** What a server gives a call in place of a result. */
interface Taking {
  readonly status: number
  readonly type: string
  readonly body?: string
}

/** A server that takes a call without an answer, and may write the result into the stream that the client has open. */
class SharedStreamServer {
  readonly #web: WebServer
  #stream: ServerResponse | null = null
  readonly #tool: object
  #onCall: (answer: () => void) => void
  readonly asked: string[] = []

  constructor(isFlushed: boolean, taking: Taking, tool: object = once) {
    this.#tool = tool
    this.#onCall = (answer) => answer()
    this.#web = new WebServer(async (request, response) => {
      if (request.method === 'GET' && request.headers['last-event-id'] !== undefined) {
        this.asked.push('resume')
        return void response.writeHead(405).end()
      }
      if (request.method === 'GET') {
        this.#stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (isFlushed) response.flushHeaders()
        this.asked.push('GET')
        return
      }
      const { id, method } = JSON.parse(await text(request))
      this.asked.push(method)
      const said = this.#answer(method)
      if (id === undefined) return void response.writeHead(202).end()
      const whole = JSON.stringify({ jsonrpc: '2.0', id, ...said })
      const headers = { 'content-type': 'application/json' }
      if (method !== 'tools/call') return void response.writeHead(200, headers).end(whole)
      response.writeHead(taking.status, { 'content-type': taking.type }).end(taking.body)
      this.#onCall(() => this.#stream?.write(`data: ${whole}\n\n`))
    })
  }

  /** What is done with a call that was taken. */
  onCall(act: (answer: () => void) => void): void {
    this.#onCall = act
  }

  async open(): Promise<this> {
    opened.push(await this.#web.open())
    return this
  }

  close(): Promise<void> {
    return this.#web.close()
  }

  get url(): string {
    return this.#web.url('/mcp')
  }

  endStream(): void {
    this.#stream?.end()
  }

  #answer(method: string): object {
    const begun = { protocolVersion: '2025-11-25', serverInfo: { name: 'a', version: '1' } }
    if (method === 'initialize') return { result: { ...begun, capabilities: { tools: {} } } }
    if (method === 'tools/list') return { result: { tools: [this.#tool] } }
    return method === 'tools/call' ? { result: paid } : { error: { code: -32601, message: 'No method' } }
  }
}

/** They wait for what does not come: side by side. */
describe.concurrent('a call that is taken with an empty answer', () => {
  const shared = forSuite(() => McpFixture.open())
  afterAll(() => Promise.all(opened.splice(0).map((server) => server.close())))
  const connect = (server: SharedStreamServer) => shared.connect(shared.at(server.url))

  const json = 'application/json'
  it.each([
    { status: 202, type: json, isFlushed: true },
    { status: 202, type: json, isFlushed: false },
    { status: 200, type: 'text/event-stream', isFlushed: true },
  ])('TAS-5 TAS-6 has its result in the stream that is open: %o', async ({ isFlushed, ...taking }) => {
    const server = await new SharedStreamServer(isFlushed, taking).open()
    const client = await connect(server)
    await until(() => server.asked.includes('GET'))
    // Later than the end of a stream without an answer is taken for one.
    server.onCall((answer) => void setTimeout(answer, 600))
    expect(await call(client, 'test__pay')).toBe('paid')
    expect(await call(client, 'test__pay')).toBe('paid')
  })

  it('TAS-5 TAS-6 is waited for in the stream that follows the one that ended', async () => {
    const server = await new SharedStreamServer(true, { status: 202, type: json }).open()
    const client = await connect(server)
    const streams = () => server.asked.filter((method) => method === 'GET').length
    await until(() => streams() === 1)
    server.onCall((answer) => {
      server.endStream()
      void until(() => streams() === 2).then(answer)
    })
    expect(await call(client, 'test__pay')).toBe('paid')
  })

  it('TAS-5 TAS-6 is waited for until its own time is up, and unknown where the server is gone', async () => {
    const server = await new SharedStreamServer(true, { status: 202, type: json }).open()
    const client = await connect(server)
    await until(() => server.asked.includes('GET'))
    const taken = Promise.withResolvers<void>()
    server.onCall(() => taken.resolve())
    const pay = failureOf(() => call(client, 'test__pay'))
    await taken.promise
    await server.close()
    expect((await pay).code).toBe('OUTCOME_UNKNOWN')
  })

  const stream = 'text/event-stream'
  it.each<[string, Taking]>([
    ['a stream without an event', { status: 200, type: stream, body: ': hi\n\n' }],
    ['a stream with other messages', { status: 200, type: stream, body: `data: ${logged}\n\n` }],
    ['a stream that is not taken up again', { status: 200, type: stream, body: 'id: e1\ndata: \n\n' }],
    [
      'the answer to another request',
      { status: 200, type: json, body: '{"jsonrpc":"2.0","id":9999,"result":{}}' },
    ],
  ])('TAS-5 TAS-6 is over where it ends in %s', async (_, taking) => {
    const tool = { ...once, annotations: { readOnlyHint: true } }
    const server = await new SharedStreamServer(true, taking, tool).open()
    const client = await connect(server)
    await until(() => server.asked.includes('GET'))
    const calls = () => server.asked.filter((method) => method === 'tools/call').length
    server.onCall((answer) => calls() === 2 && answer())
    expect(await call(client, 'test__pay')).toBe('paid')
    expect(calls()).toBe(2)
  })
})

const logged = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"Well."}}'
