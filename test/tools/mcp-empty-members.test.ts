import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { forEachTest } from '../support/for-file.ts'
import { type Answers, type Revision, revisions } from './answering-mcp-server.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture, toolOf } from './mcp-fixture.ts'

const rawProgram = join(import.meta.dirname, 'mcp-raw-process.ts')

const fixture = forEachTest(() => McpFixture.open())

interface Given {
  readonly revision?: Revision
  readonly isStreaming?: boolean
}

const pay = { name: 'pay', inputSchema: { type: 'object' } }
const paid = { content: [{ type: 'text', text: 'paid' }] }
const working: Answers = { 'tools/list': () => ({ tools: [pay] }), 'tools/call': () => paid }

async function connected(answers: Answers, given: Given = {}): Promise<McpServer> {
  const server = await fixture.answering({ answers: { ...working, ...answers }, ...given })
  return fixture.connect(fixture.at(server.url))
}

const beginning = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'raw', version: '1' },
}

/** What says nothing; PHP writes a map without members as a list. */
const empties: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['[]', []],
  ['a text', ''],
]

describe('a member of a message that says nothing', () => {
  it.each(empties)('TAS-5 TAS-6 is absent where it is the _meta of a result, as %s', async (_what, _meta) => {
    for (const revision of revisions) {
      const server = await connected(
        {
          'tools/list': () => ({ tools: [{ ...pay, _meta, annotations: _meta }], _meta }),
          'tools/call': () => ({ content: [{ ...paid.content[0], _meta, annotations: _meta }], _meta }),
          ...(revision === '2025-11-25' && { initialize: () => ({ ...beginning, _meta }) }),
        },
        { revision },
      )
      expect(await call(server, 'test__pay')).toBe('paid')
    }
    expect(fixture.reports).toEqual([])
  })

  it('TAS-5 TAS-6 is absent in a result of more than a million characters', async () => {
    const words = 'x'.repeat(1_100_000)
    const server = await connected({
      'tools/call': () => ({ content: [{ type: 'text', text: words }], _meta: null }),
    })
    expect(await call(server, 'test__pay')).toBe(words)
  })

  it('TAS-5 TAS-6 is absent over stdio', async () => {
    const BEGINNING = '{"_meta":null,"capabilities":{"tools":[]},"serverInfo":[]}'
    const server = await fixture.connect(fixture.stdio({ BEGINNING }, {}, rawProgram))
    for (const empty of ['null', '[]']) {
      const answer = `{"jsonrpc":"2.0","id":$id,"result":{"content":"paid","_meta":${empty}}}`
      expect(await call(server, 'test__pay', { answer })).toBe('paid')
    }
    expect(fixture.reports).toEqual([])
  })

  it.each([
    '{"jsonrpc":"2.0","method":"notifications/message","params":null}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":[]}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"_meta":null,"data":"x"}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"_meta":[],"data":"x"}}',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"_meta":{"progressToken":null}}}',
    '{"jsonrpc":"2.0","method":"notifications/message","id":null}',
    '{"jsonrpc":"2.0","method":"notifications/message","result":null,"error":null}',
    '{"jsonrpc":"2.0","id":"q","method":"ping","params":{"_meta":null}}',
  ])('TAS-5 TAS-6 is absent in what comes before a result: %s', async (message) => {
    const result = `{"jsonrpc":"2.0","id":$id,"result":${JSON.stringify(paid)}}`
    const both = () => `[${message},${result}]`
    expect(await call(await connected({ 'tools/call': both }), 'test__pay')).toBe('paid')
    const events = () => `${message}\n\ndata: ${result}`
    const streaming = await connected({ 'tools/call': events }, { isStreaming: true })
    expect(await call(streaming, 'test__pay')).toBe('paid')
  })

  it.each([
    '{"jsonrpc":"2.0","id":$id,"error":{"code":7,"message":"No money.","data":null}}',
    '{"jsonrpc":"2.0","id":$id,"error":{"code":7,"message":"No money.","data":null},"_meta":null}',
  ])('TAS-6 is absent in an error: %s', async (text) => {
    const server = await connected({ 'tools/call': () => text })
    const { code, message } = await failureOf(() => call(server, 'test__pay'))
    expect([code, message]).toEqual(['TOOL_FAILED', 'No money.'])
  })

  it('TAS-6 is absent where a map without members is written as a list', async () => {
    const inputSchema = { type: 'object', properties: [], $defs: [], required: [] }
    const tools = [
      { ...pay, inputSchema: [], outputSchema: [] },
      { ...pay, name: 'look', inputSchema, outputSchema: { type: 'object' } },
    ]
    const server = await connected({
      'tools/list': () => ({ tools }),
      'tools/call': () => ({ content: [], structuredContent: [] }),
    })
    expect(toolOf(server, 'test__pay').inputSchema).toEqual({ type: 'object' })
    expect(toolOf(server, 'test__look').inputSchema).toMatchObject({ type: 'object', properties: {} })
    expect(await call(server, 'test__look')).toEqual([])
    expect(fixture.reports).toEqual([])
  })
})

describe('the answer to `initialize`', () => {
  it.each<[string, object]>([
    ['no version of the server', { serverInfo: { name: 'raw' } }],
    ['a number as the version of the server', { serverInfo: { name: 'raw', version: 1 } }],
    ['no name of the server', { serverInfo: { version: '1' } }],
    ['a text as the server', { serverInfo: 'raw 1' }],
    ['icons that are none', { serverInfo: { name: 'raw', version: '1', icons: 'x.png', title: 3 } }],
    ['true as capabilities', { capabilities: { tools: true, logging: true, prompts: false } }],
    ['lists as capabilities', { capabilities: { tools: [], logging: [], experimental: [] } }],
    ['names of capabilities', { capabilities: ['tools'] }],
    ['a text in a capability', { capabilities: { tools: { listChanged: 'true' }, experimental: 'none' } }],
    ['instructions that are no text', { instructions: ['Be kind.'] }],
    ['no version of the protocol', { protocolVersion: undefined }],
  ])('TAS-6 is taken with %s', async (_what, said) => {
    const server = await connected({ initialize: () => ({ ...beginning, ...said }) })
    expect(await call(server, 'test__pay')).toBe('paid')
    expect(fixture.reports).toEqual([])
  })

  it.each<[unknown, string]>([
    [1, "Server's protocol version is not supported: 1"],
    [{}, "Server's protocol version is not supported: {}"],
  ])('TAS-6 names a version of the protocol that is none: %o', async (protocolVersion, words) => {
    await connected({ initialize: () => ({ ...beginning, protocolVersion }) })
    expect(fixture.reports).toEqual([`The MCP server "test" cannot be reached: ${words}. It is tried again.`])
  })
})

describe('a server that declares no tools', () => {
  it.each(revisions)('TAS-6 is asked for them all the same, in revision %s', async (revision) => {
    const first = revision === '2025-11-25' ? 'initialize' : 'server/discover'
    const said = { supportedVersions: [revision], ...beginning, capabilities: {} }
    const server = await connected({ [first]: () => said }, { revision })
    expect(await call(server, 'test__pay')).toBe('paid')
    expect(fixture.reports).toEqual([])
  })

  it('TAS-6 has none where it refuses to list them, and the log says so', async () => {
    const server = await connected({
      initialize: () => ({ ...beginning, capabilities: { prompts: {} } }),
      'tools/list': () => undefined,
    })
    expect(server.list()).toEqual([])
    expect(server.absenceReason()).toBeNull()
    expect(fixture.reports).toEqual([
      'The MCP server "test" offers no tools: it declares none, and refuses to list them: Method not found.',
    ])
  })
})
