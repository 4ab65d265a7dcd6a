import { describe, expect, it } from 'vitest'
import { forEachTest } from '../support/for-file.ts'
import { type Answers, once, type Revision, read, revisions } from './answering-mcp-server.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture, until } from './mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())

const both = { 'tools/list': () => ({ tools: [once, read] }) }
const text = (words: unknown) => ({ type: 'text', text: words })

function raw(answers: Answers, revision: Revision = '2025-11-25') {
  return fixture.answering({ answers, revision })
}

describe('a server that was started again', () => {
  it.each<[number, string]>([
    [404, ''],
    [410, 'Gone'],
    [
      400,
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}',
    ],
    [
      400,
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}',
    ],
    [400, 'Invalid or missing session ID'],
    [400, '{"error":"Session not found"}'],
    [400, '{"error":"invalid session_id"}'],
    [400, 'No transport found for sessionId'],
    [400, ''],
    [400, 'Bad Request'],
    [409, 'Die Sitzung ist nicht bekannt.'],
    [403, 'Unknown session'],
    [422, 'unknown session'],
    [401, 'The session has timed out'],
    [403, '{"error":"stale session"}'],
    [401, '{"error":"invalid_session","error_description":"Session expired"}'],
    [401, '{"error":"invalid_session"}'],
    [401, '{"code":"SESSION_EXPIRED"}'],
    [403, '{"error":{"code":"sessionNotFound"}}'],
    [401, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'],
    [401, '{"jsonrpc":"2.0","id":$id,"error":{"code":-32001,"message":"Session expired"}}'],
    [200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'],
    [200, '{"jsonrpc":"2.0","id":$id,"error":{"code":-32001,"message":"Session not found"}}'],
    [
      200,
      '{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"Invalid request parameters","data":""}}',
    ],
    [
      200,
      '{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"Received request before initialization was complete"}}',
    ],
    [200, '{"error":"session expired"}'],
    [200, '{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"Session not found"}}'],
    [200, '{"jsonrpc":"2.0","id":$id,"error":{"code":0,"message":"no transport for session"}}'],
    [200, '{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"Could not find the session."}}'],
    [500, 'no transport for session'],
    [500, '{"error":"Session not found"}'],
  ])(
    'TAS-5 TAS-6 and answers %i %s is connected to anew, and the call done once more, also of a `once` tool',
    async (status, body) => {
      const server = await raw({ ...both, 'tools/call': () => ({ content: [text('paid')] }) })
      server.refusal = { status, body }
      const client = await fixture.connect(fixture.at(server.url))
      server.forgetSessions()
      expect(await call(client, 'test__pay')).toBe('paid')
      server.forgetSessions()
      expect(await call(client, 'test__look')).toBe('paid')
      expect(server.asked.filter((method) => method === 'initialize')).toHaveLength(3)
    },
  )

  it.each<[number, string]>([
    [202, ''],
    [204, ''],
    [200, '<!doctype html><title>Sign in</title>'],
    [200, ''],
  ])(
    'TAS-5 TAS-6 and answers %i %s is connected to anew, and a `once` call is done once at most',
    async (status, body) => {
      let done = 0
      const pay = () => {
        done += 1
        return { content: [text('paid')] }
      }
      const server = await raw({ ...both, 'tools/call': pay })
      server.refusal = { status, body }
      const client = await fixture.connect(fixture.at(server.url))
      server.forgetSessions()
      await failureOf(() => call(client, 'test__pay'))
      expect(done).toBe(0)
      expect(await call(client, 'test__pay')).toBe('paid')
      server.forgetSessions()
      const looked = await call(client, 'test__look').catch(() => call(client, 'test__look'))
      expect(looked).toBe('paid')
    },
  )

  it('TAS-5 TAS-6 and says so in a result is connected to anew, but a `once` call is not repeated', async () => {
    let isLost = false
    const lost = () => {
      const error = isLost ? new Error('Session not found') : { content: [text('done')] }
      isLost = false
      return error
    }
    const client = await fixture.connect(fixture.at((await raw({ ...both, 'tools/call': lost })).url))
    isLost = true
    expect(await call(client, 'test__look')).toBe('done')
    isLost = true
    expect((await failureOf(() => call(client, 'test__pay'))).code).toBe('TOOL_FAILED')
    expect(await call(client, 'test__pay')).toBe('done')
  })

  it('TAS-5 TAS-6 and may have begun the call in the session that ended is unknown to a `once` call', async () => {
    const server = await raw({ ...both, 'tools/call': () => ({ content: [text('paid')] }) })
    const error = '{"code":-32603,"message":"The session was closed."}'
    server.refusal = { status: 200, body: `{"jsonrpc":"2.0","id":$id,"error":${error}}` }
    const client = await fixture.connect(fixture.at(server.url))
    server.forgetSessions()
    expect((await failureOf(() => call(client, 'test__pay'))).code).toBe('OUTCOME_UNKNOWN')
    server.forgetSessions()
    expect(await call(client, 'test__look')).toBe('paid')
  })

  it.each([
    '{"error":"invalid_session","error_description":"Session expired"}',
    '{"error":{"message":"Session not found","hint":"Sign in."}}',
    'No access.',
  ])('TAS-6 is shown with its own words where it refuses the key: %s', async (body) => {
    const server = await raw({ ...both, 'tools/call': () => ({ content: [] }) })
    server.refusal = { status: 401, body }
    server.refused.add('tools/call')
    const client = await fixture.connect(fixture.at(server.url))
    const failed = await failureOf(() => call(client, 'test__pay'))
    expect(failed.message).toContain(body)
    expect(failed.code).toBe(body === 'No access.' ? 'TOOL_FAILED' : 'SERVER_UNAVAILABLE')
    expect(failed.message).not.toContain('jsonrpc')
  })

  it('TAS-5 TAS-6 is not connected to anew for parameters that the tool refuses', async () => {
    const refusal = { code: -32602, message: 'Invalid request parameters' }
    const pay = () => JSON.stringify({ jsonrpc: '2.0', id: '$id', error: refusal })
    const server = await raw({ ...both, 'tools/call': pay })
    const client = await fixture.connect(fixture.at(server.url))
    expect((await failureOf(() => call(client, 'test__pay'))).code).toBe('TOOL_FAILED')
    expect(server.asked.filter((method) => method === 'initialize')).toHaveLength(1)
    expect(server.asked.filter((method) => method === 'tools/call')).toHaveLength(1)
  })

  it('TAS-5 TAS-6 is not connected to anew for a 400 about the arguments', async () => {
    const server = await raw({ ...both, 'tools/call': () => ({ content: [] }) })
    server.refusal = { status: 400, body: 'The amount is too large.' }
    server.refused.add('tools/call')
    const client = await fixture.connect(fixture.at(server.url))
    expect((await failureOf(() => call(client, 'test__pay'))).code).toBe('TOOL_FAILED')
    expect(server.asked.filter((method) => method === 'initialize')).toHaveLength(1)
  })
})

describe('a result of another type', () => {
  it.each(['text/plain', 'text/plain; charset=utf-8', 'application/octet-stream', 'text/json', null])(
    'TAS-5 TAS-6 is taken where it is a whole message: %s',
    async (contentType) => {
      for (const isStreaming of [false, true]) {
        const answers = { ...both, 'tools/call': () => ({ content: [text('bezahlt für 9007199254740993')] }) }
        const server = await fixture.answering({ answers, isStreaming, contentType })
        const client = await fixture.connect(fixture.at(server.url))
        expect(await call(client, 'test__pay')).toBe('bezahlt für 9007199254740993')
        expect(server.asked.filter((method) => method === 'tools/call')).toHaveLength(1)
      }
    },
  )

  it('TAS-5 TAS-6 is unknown of a `once` call where it is none', async () => {
    const answers = { ...both, 'tools/call': () => 'Paid, thank you.' }
    const server = await fixture.answering({ answers, contentType: 'text/plain' })
    const client = await fixture.connect(fixture.at(server.url))
    expect((await failureOf(() => call(client, 'test__pay'))).code).toBe('OUTCOME_UNKNOWN')
  })
})

describe('a result that is too large', () => {
  const large = { content: [text('x'.repeat(11 * 1024 * 1024))] }

  it.each(revisions)('TAS-5 TAS-6 is said to be so over HTTP, in revision %s', async (revision) => {
    const server = await fixture.connect(
      fixture.at((await raw({ ...both, 'tools/call': () => large }, revision)).url),
    )
    const looked = await failureOf(() => call(server, 'test__look'))
    expect(looked.code).toBe('TOOL_FAILED')
    expect(looked.message).toContain('more than 10485760 bytes (10 MiB)')
    const paid = await failureOf(() => call(server, 'test__pay'))
    expect(paid.code).toBe('OUTCOME_UNKNOWN')
    expect(paid.message).toContain('more than 10485760 bytes (10 MiB)')
  })

  it('TAS-5 TAS-6 is said to be so over stdio, where the connection ends with it', async () => {
    const tools = [read, once]
    const client = await fixture.connect(
      fixture.stdio({ GENERATION: '2025', CHANGING: JSON.stringify(tools) }),
    )
    const gives = { filler: 11 * 1024 * 1024 }
    const paid = await failureOf(() => call(client, 'test__pay', { gives }))
    expect(paid.code).toBe('OUTCOME_UNKNOWN')
    expect(paid.message).toContain('more than 10485760 bytes (10 MiB)')
    expect((await failureOf(() => call(client, 'test__look', { gives }))).message).toContain('10 MiB')
    await until(() =>
      fixture.reports.some((report) => report.includes('it wrote a message of more than 10485760 bytes')),
    )
    expect(await call(client, 'test__look', { gives: { rows: [1] } })).toMatchObject({ rows: [1] })
  })
})
