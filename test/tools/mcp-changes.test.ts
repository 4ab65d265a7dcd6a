import { describe, expect, it, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import { sequence } from '../../src/models/scripted.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { McpConnection } from '../../src/tools/mcp/mcp-connection.ts'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { maxSchema } from '../../src/tools/mcp/mcp-tools.ts'
import { createTools } from '../../src/tools/tool-registry.ts'
import { testTool } from '../support/engine.ts'
import { engineForTest, forEachTest, forTest } from '../support/for-file.ts'
import { context, failureOf } from './call-tool.ts'
import { call, McpFixture, until } from './mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())

const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  ...{ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ...more,
})
const become = tool('become')

/** A server that changes its tools on request. */
const changing = (...tools: readonly JsonObject[]) =>
  fixture.stdio({ GENERATION: '2025', CHANGING: JSON.stringify([become, ...tools]) })

const namesOf = (server: McpServer) => server.list().map(({ name }) => name)

describe('an MCP server that changes its tools again and again', () => {
  it('TAS-6 has its newest list taken, and of the lists that came meanwhile no other', async () => {
    const taken: string[][] = []
    const first = Promise.withResolvers<void>()
    const connection = forTest(
      await McpConnection.open({
        guard: createAddressGuard({ allowPrivate: ['*'] }),
        transportConfig: changing().transportConfig,
        name: 'test',
        clock: systemClock,
        connectMs: 20_000,
        signal: new AbortController().signal,
        onTools: async ({ tools }) => {
          taken.push(tools.map(({ name }) => name))
          // The second list takes its time.
          if (taken.length === 2) await first.promise
        },
        onStderr: () => undefined,
        onLog: () => undefined,
      }),
    )
    const change = (name: string) =>
      connection.call('become', { tools: [become, tool(name)] }, { signal: context.signal })
    await change('one')
    await until(() => taken.length === 2)
    for (const name of ['two', 'three', 'four']) {
      await change(name)
      // Longer than changes are gathered for.
      await systemClock.sleep(200, context.signal)
    }
    expect(taken).toHaveLength(2)
    first.resolve()
    await until(() => taken.length === 3)
    await systemClock.sleep(200, context.signal)
    expect(taken).toEqual([['become'], ['become', 'one'], ['become', 'four']])
  })

  it('TAS-6 has results checked by the output schema of its newest list', async () => {
    const shaped = (type: string) =>
      tool('shaped', { outputSchema: { type: 'object', properties: { a: { type } }, required: ['a'] } })
    const server = await fixture.connect(changing(shaped('string')))
    expect(await call(server, 'test__shaped', { gives: { a: 'text' } })).toEqual({ a: 'text' })
    await call(server, 'test__become', { tools: [become, shaped('number'), tool('new')] })
    await until(() => namesOf(server).includes('test__new'))
    expect(await call(server, 'test__shaped', { gives: { a: 1 } })).toEqual({ a: 1 })
    expect(await failureOf(() => call(server, 'test__shaped', { gives: { a: 'text' } }))).toEqual({
      code: 'TOOL_FAILED',
      message: "The result does not fit the tool's output schema: /a: expected number.",
    })
  })
})

describe('an output schema of an MCP server', () => {
  /** As long as it is to be, and only a number fits it. */
  const ofLength = (length: number): JsonObject => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, description: '' }
    return { ...schema, description: 'x'.repeat(length - JSON.stringify(schema).length) }
  }

  it('TAS-6 checks results up to its bound, and beyond it none, which is reported', async () => {
    const server = await fixture.connect(changing())
    const within = tool('within', { outputSchema: ofLength(maxSchema) })
    const beyond = tool('beyond', { outputSchema: ofLength(maxSchema + 1) })
    await call(server, 'test__become', { tools: [within, beyond] })
    await until(() => namesOf(server).includes('test__within'))
    expect(await call(server, 'test__within', { gives: { a: 1 } })).toEqual({ a: 1 })
    expect(await failureOf(() => call(server, 'test__within', { gives: { a: 'x' } }))).toMatchObject({
      message: expect.stringContaining('does not fit'),
    })
    expect(await call(server, 'test__beyond', { gives: { a: 'x' } })).toEqual({ a: 'x' })
    expect(fixture.reports.join()).toContain(
      `"beyond": its results are not checked, as its output schema is wrong: it has more than ${maxSchema} characters`,
    )
  })

  it('TAS-6 is not broken unnoticed by a result that is checked in a thread', async () => {
    const outputSchema = { type: 'object', properties: { rows: { items: { type: 'number' } } } }
    const server = await fixture.connect(changing(tool('rows', { outputSchema })))
    const rows = Array(30_000).fill(7)
    expect(await call(server, 'test__rows', { gives: { rows } })).toEqual({ rows })
    const { code, message } = await failureOf(() =>
      call(server, 'test__rows', { gives: { rows: [...rows, 'seven'] } }),
    )
    expect([code, message]).toEqual(['TOOL_FAILED', expect.stringMatching(/\/rows\/30000: expected number/)])
  })
})

describe('a run whose MCP server changes its tools between two calls', () => {
  const changes = async (to: readonly JsonObject[]) => {
    const server = await fixture.connect(changing(tool('look')))
    const script = sequence(
      { toolCalls: [{ name: 'test__look', arguments: { gives: { seen: 1 } } }] },
      { toolCalls: [{ name: 'test__become', arguments: { tools: [become, ...to, tool('changed')] } }] },
      { toolCalls: [{ name: 'wait', arguments: {} }] },
      { toolCalls: [{ name: 'test__look', arguments: { gives: { seen: 2 } } }] },
      { text: 'I go on.' },
    )
    const wait = testTool('wait', () => until(() => namesOf(server).includes('test__changed')))
    const tools = createTools({ builtIn: [wait], module: [], sources: [server] })
    const { engine } = await engineForTest({ replace: () => ({ tools }) })
    const agent = { tools: ['test__look', 'test__become', 'wait'] }
    const { row, of } = await engine.run(script, { agent })
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'I go on.' })
    return of('ActionFailed').map(({ errorCode, error }) => ({ errorCode, error }))
  }

  test('TAS-6 reads that a dropped tool is gone, and continues', async () => {
    expect(await changes([])).toMatchObject([{ errorCode: 'TOOL_UNKNOWN' }])
  })

  test('TAS-4 TAS-6 reads what a new schema forbids, and the server is not called', async () => {
    const inputSchema = { type: 'object', properties: { gives: { type: 'string' } } }
    expect(await changes([tool('look', { inputSchema })])).toMatchObject([
      { errorCode: 'TOOL_ARGUMENTS_INVALID', error: expect.stringContaining('/gives: expected string') },
    ])
  })
})
