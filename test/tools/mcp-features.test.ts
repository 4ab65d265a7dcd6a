import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import type { CallProgress } from '../../src/domain/tool.ts'
import { progressOf } from '../../src/tools/mcp/made-call.ts'
import { createServerLog } from '../../src/tools/mcp/server-log.ts'
import { root } from '../checks/run-command.ts'
import { forEachTest, forFile } from '../support/for-file.ts'
import { revisions } from './answering-mcp-server.ts'
import { context, failureOf } from './call-tool.ts'
import { call, kill, McpFixture, toolOf } from './mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())
const program = join(root, 'examples/mcp-server/server.ts')
const lasting = forFile(await McpFixture.open())
/** The server of the example. No test changes it. */
const orders = await lasting.connect(lasting.stdio({}, {}, program))
const children = forEachTest(async () => {
  const open: ChildProcess[] = []
  return { open, close: async () => void (await Promise.all(open.map(kill))) }
})

async function servedOrders(): Promise<string> {
  const env = { PATH: process.env.PATH, PORT: '0' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  children.open.push(child)
  const [line] = await once(createInterface({ input: child.stderr }), 'line')
  return String(line).replace('Orders are served at ', '')
}

describe('the resources of a server', () => {
  it('MCP-10 are listed with their templates, and read', async () => {
    expect(await call(orders, 'test__list_resources')).toEqual({
      resources: [{ uri: 'orders://export.csv', name: 'export', title: 'All orders', mimeType: 'text/csv' }],
      templates: [
        { uriTemplate: 'orders://{id}', name: 'order', title: 'One order', mimeType: 'application/json' },
      ],
    })
    expect(await call(orders, 'test__read_resource', { uri: 'orders://A-1003' })).toMatch(
      /^\[resource: orders:\/\/A-1003, application\/json\]\n\{"id":"A-1003"/,
    )
    expect(await failureOf(() => call(orders, 'test__read_resource', { uri: 'orders://A-9' }))).toMatchObject(
      {
        code: 'TOOL_FAILED',
        message: expect.stringContaining('There is no order A-9'),
      },
    )
    await expect(call(orders, 'test__read_resource', {})).rejects.toThrow('uri')
  })

  it('MCP-10 that a result links to are named with the tool that reads them', async () => {
    expect(await call(orders, 'test__export_orders')).toBe(
      '[resource: All orders, orders://export.csv, text/csv] (test__read_resource reads it)',
    )
    expect(toolOf(orders, 'test__read_resource')).toMatchObject({ effect: 'read', source: 'mcp:test' })
    const without = await fixture.connect(fixture.stdio({}, { tools: ['export_orders'] }, program))
    expect(without.list().map(({ name }) => name)).toEqual(['test__export_orders'])
    expect(await call(without, 'test__export_orders')).toBe(
      '[resource: All orders, orders://export.csv, text/csv]',
    )
  })

  it.each(revisions)(
    'MCP-10 are read as %s has them, page by page, with bytes as files',
    async (revision) => {
      const capabilities = { tools: {}, resources: {} }
      const serverInfo = { name: 'x', version: '1' }
      const asked: unknown[] = []
      const answering = await fixture.answering({
        revision,
        answers: {
          initialize: () => ({ protocolVersion: revision, capabilities, serverInfo }),
          'server/discover': () => ({ supportedVersions: [revision], capabilities, serverInfo }),
          'tools/list': () => ({ tools: [{ name: 'read_resource', inputSchema: { type: 'object' } }] }),
          'tools/call': () => ({ content: [{ type: 'text', text: 'its own' }] }),
          'resources/list': ({ cursor }) => {
            asked.push(cursor)
            return cursor === undefined
              ? { resources: [{ uri: 'a:1', name: 'A'.repeat(600) }, { name: 'none' }, 7], nextCursor: 'two' }
              : { resources: [{ uri: 'a:2', name: 'B', size: 4 }] }
          },
        },
      })
      const server = await fixture.connect(fixture.at(answering.url))
      expect(await call(server, 'test__list_resources')).toEqual({
        resources: [{ uri: 'a:1', name: `${'A'.repeat(499)}…` }],
        nextCursor: 'two',
      })
      expect(await call(server, 'test__list_resources', { cursor: 'two' })).toEqual({
        resources: [{ uri: 'a:2', name: 'B', size: 4 }],
      })
      expect(asked).toEqual([undefined, 'two'])
      // A tool of the server that has the name wins.
      expect(await call(server, 'test__read_resource')).toBe('its own')
    },
  )

  it('MCP-10 with bytes become files of the result', async () => {
    const capabilities = { tools: {}, resources: {} }
    const blob = Buffer.from('a picture').toString('base64')
    const answering = await fixture.answering({
      answers: {
        initialize: () => ({
          ...{ protocolVersion: '2025-11-25', capabilities },
          serverInfo: { name: 'x', version: '1' },
        }),
        'tools/list': () => ({ tools: [] }),
        'resources/read': () => ({ contents: [{ uri: 'a:1', mimeType: 'image/png', blob }] }),
      },
    })
    const server = await fixture.connect(fixture.at(answering.url))
    const files: unknown[] = []
    const addFile = async (data: Uint8Array, mediaType?: string) =>
      void files.push([Buffer.from(data).toString(), mediaType])
    const read = toolOf(server, 'test__read_resource')
    expect(await read.execute({ uri: 'a:1' }, { ...context, addFile })).toMatch(/attached as a file/)
    expect(files).toEqual([['a picture', 'image/png']])
  })
})

describe('what a server says beside its results', () => {
  it('MCP-11 are instructions for agents that have one of its tools, unless they are turned off', async () => {
    const text = 'Prices are in euros. Look an order up before you add a note to it.'
    expect(toolOf(orders, 'test__get_order').guide).toEqual({ server: 'test', text })
    const silent = await fixture.connect(fixture.stdio({}, { instructions: false }, program))
    expect(toolOf(silent, 'test__get_order').guide).toBeUndefined()
  })

  it('MCP-13 is the progress of a call, also over HTTP', async () => {
    const url = await servedOrders()
    for (const server of [orders, await fixture.connect(fixture.at(url))]) {
      const told: CallProgress[] = []
      const reportProgress = (progress: CallProgress) => void told.push(progress)
      await toolOf(server, 'test__export_orders').execute({}, { ...context, reportProgress })
      expect(told).toEqual([
        { progress: 1, total: 3, message: 'Order A-1001' },
        { progress: 2, total: 3, message: 'Order A-1002' },
        { progress: 3, total: 3, message: 'Order A-1003' },
      ])
    }
  })

  it('MCP-13 is passed over where it is no progress', () => {
    const told: CallProgress[] = []
    const take = progressOf({ reportProgress: (progress) => void told.push(progress) })
    take({ progress: 'half' })
    take({ progress: null, message: ' Soon. ' })
    take({ progress: 1, total: '3', message: 7 })
    expect(told).toEqual([{ message: 'Soon.' }, { progress: 1 }])
  })

  it('MCP-13 is its log, at its level, and not more than a hundred lines a minute', () => {
    let now = 0
    const lines: string[] = []
    const log = createServerLog({
      clock: { now: () => now },
      report: (what) => lines.push(`! ${what}`),
      note: (what) => lines.push(what),
    })
    log('debug', 'nobody hears it')
    log('info', { message: 'It begins.' })
    log('error', { code: 7 })
    expect(lines).toEqual(['says (info): It begins.', '! says (error): {"code":7}'])
    for (let nth = 0; nth < 200; nth += 1) log('notice', 'x'.repeat(3000))
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('says more than 100 lines a minute, which are left out')
    expect(lines[2]).toHaveLength(2000 + 'says (notice): '.length)
    now = 61_000
    log('info', 'Again.')
    expect(lines.at(-1)).toBe('says (info): Again.')
  })
})
