import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequence } from '../../src/models/scripted.ts'
import { testTool } from '../support/engine.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

let open: ServedEngine
beforeAll(async () => {
  open = await serveEngine({
    tools: [testTool('note', async () => 'noted'), testTool('pay', async () => 'paid')],
  })
})
afterAll(() => open.close())

/** A client of the official package, which speaks the newest generation or that of 2025. */
async function connect(generation: 'newest' | '2025' = 'newest') {
  const client = new Client(
    { name: 'test', version: '1' },
    generation === 'newest' ? { versionNegotiation: { mode: 'auto' } } : {},
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(`${open.url}/mcp`)))
  return client
}

describe.each(['newest', '2025'] as const)('API-18 a client of the generation %s', (generation) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(generation)
  })
  afterAll(() => client.close())

  test('finds each agent as a tool', async () => {
    const { slug } = await open.engine.define(sequence({ text: 'Hello.' }))
    const { tools } = await client.listTools()
    expect(tools).toContainEqual(expect.objectContaining({ name: slug, title: slug }))
  })

  test('runs an agent, hears of its steps, and reads the run', async () => {
    const { slug } = await open.engine.define(
      sequence({ toolCalls: [{ name: 'note', arguments: {} }] }, { text: 'Noted.' }),
    )
    const steps: (string | undefined)[] = []
    const result = await client.callTool(
      { name: slug, arguments: { input: 'Note it.' } },
      { onprogress: ({ message }) => steps.push(message) },
    )
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'Noted.' }, { type: 'resource_link' }],
      structuredContent: { status: 'COMPLETED', summary: 'Noted.' },
      isError: false,
    })
    expect(steps).toContain('ActionStarted in step 1: note')
    const { runId } = Object(result.structuredContent)
    const { contents } = await client.readResource({ uri: `rungraph://runs/${runId}` })
    expect(JSON.parse(String(Object(contents[0]).text))).toMatchObject({ id: runId, status: 'COMPLETED' })
  })
})

describe('API-18', () => {
  test('JDG-4 a run that waits for a person is told of, and is read later', async () => {
    const client = await connect()
    const call = { toolCalls: [{ name: 'pay', arguments: {} }] }
    const { slug } = await open.engine.define(({ turn }) => (turn === 0 ? call : { text: 'Paid.' }))
    const { operations, project } = open.engine
    const rule = { type: 'TOOL', target: 'pay', permission: 'REQUIRE_APPROVAL' } as const
    await operations.policies.savePolicy({ projectId: project.id, agent: { slug }, ...rule })
    const result = await client.callTool({ name: slug, arguments: { input: 'Pay.' } })
    const { runId } = Object(result.structuredContent)
    expect(result).toMatchObject({
      content: [
        { text: `The run waits for a decision of a person. Read rungraph://runs/${runId} later.` },
        {},
      ],
      structuredContent: { status: 'WAITING' },
    })
    await client.close()
  })

  test('RUN-8 the same key of a call gives the same run', async () => {
    const client = await connect()
    const { slug } = await open.engine.define(sequence({ text: 'Once.' }))
    const call = { name: slug, arguments: { input: 'Do it.', idempotencyKey: 'the-call' } }
    const results = [await client.callTool(call), await client.callTool(call)]
    expect(new Set(results.map(({ structuredContent }) => Object(structuredContent).runId)).size).toBe(1)
    await client.close()
  })

  test('a call that cannot be made says why', async () => {
    const client = await connect()
    const { slug } = await open.engine.define(sequence({ text: 'Hello.' }))
    expect(await client.callTool({ name: 'nobody', arguments: { input: 'Hi.' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('nobody') }],
    })
    await expect(client.callTool({ name: slug, arguments: { prompt: 'Hi.' } })).rejects.toThrow('input')
    await expect(client.readResource({ uri: 'rungraph://runs/none' })).rejects.toThrow(
      'is not an id of type Run',
    )
    await client.close()
  })

  test('what no client should send is refused, and is no fault of the server for its log', async () => {
    const before = open.reports.length
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const refused = async (body: string, more: object = {}) =>
      (await fetch(`${open.url}/mcp`, { method: 'POST', body, headers: { ...headers, ...more } })).status
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: null })
    expect(await refused('[1]')).toBe(400)
    expect(await refused('{}')).toBe(400)
    expect(await refused(call)).toBe(400)
    expect(await refused(call, { 'mcp-protocol-version': '2026-07-28' })).toBe(400)
    expect(await refused(call, { 'content-type': 'text/plain' })).toBe(415)
    expect(open.reports.slice(before)).toEqual([])
  })

  test('a caller with no valid key is refused', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${open.url}/mcp`), {
      requestInit: { headers: { authorization: 'Bearer rg_wrong' } },
    })
    await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow()
  })
})
