import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import type { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import { forEachTest } from '../support/for-file.ts'
import { type Answers, once, type Revision, read, revisions } from './answering-mcp-server.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture, toolOf, until } from './mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())

const both = { 'tools/list': () => ({ tools: [once, read] }) }

function raw(answers: Answers, revision: Revision = '2025-11-25') {
  return fixture.answering({ answers, revision })
}

async function connected(answers: Answers, revision?: Revision): Promise<McpServer> {
  return fixture.connect(fixture.at((await raw(answers, revision)).url))
}

/** What the model gets of a result, once for each revision. */
async function shown(result: object): Promise<unknown> {
  const got: unknown[] = []
  for (const revision of revisions) {
    const server = await connected({ ...both, 'tools/call': () => result }, revision)
    got.push(await call(server, 'test__pay'))
  }
  expect(got[1]).toEqual(got[0])
  return got[0]
}

const text = (words: unknown) => ({ type: 'text', text: words })
const png = `iVBORw0KGgo${'A'.repeat(40_000)}`
const image = { type: 'image', mimeType: 'image/png', data: png }
const named = '[image: image/png, 30008 bytes, not shown]'

describe('the result of a call that has been done', () => {
  it.each<[string, object, unknown]>([
    ['its structure is null', { content: [text('paid')], structuredContent: null }, 'paid'],
    ['its content is null', { content: null, structuredContent: { id: 7 } }, { id: 7 }],
    ['it has no content', { structuredContent: { id: 7 } }, { id: 7 }],
    ['it has nothing', {}, ''],
    ['its content is a text', { content: 'paid' }, 'paid'],
    ['its content is one part without a list', { content: text('paid') }, 'paid'],
    [
      'a part is of a type that nobody knows',
      { content: [text('paid'), { type: 'video', data: 'x' }] },
      'paid\n[a part of the type "video", not shown]',
    ],
    [
      'a text is null',
      { content: [text(null), text('paid')] },
      '[a part of the type "text", not shown]\npaid',
    ],
    [
      'a part has no type',
      { content: [{ words: 'paid' }, null, 7] },
      '{"words":"paid"}\n[a part that is not as the protocol has it, not shown]\n7',
    ],
    [
      'a part has annotations of null',
      { content: [{ ...text('paid'), annotations: null, _meta: null }] },
      'paid',
    ],
    ['its structure is a list', { content: [], structuredContent: [1, 2] }, [1, 2]],
    ['its structure is a text', { content: [], structuredContent: 'paid' }, 'paid'],
    ['isError is null', { content: [text('paid')], isError: null }, 'paid'],
    ['it is of the first revision', { toolResult: { id: 7 } }, { id: 7 }],
    [
      'it is a task that nobody asked for',
      { task: { taskId: 't-1' } },
      '[a part of the type "task", not shown]',
    ],
    [
      'its resource has neither text nor bytes',
      { content: [{ type: 'resource', resource: { uri: 'a:b' } }] },
      '[a part of the type "resource", not shown]',
    ],
  ])('TAS-5 TAS-6 is no failure where %s', async (_what, result, expected) => {
    expect(await shown(result)).toEqual(expected)
  })

  it('TAS-5 TAS-6 that does not fit the schema of a `once` tool is shown with a warning, and of another is a failure', async () => {
    const outputSchema = { type: 'object', properties: { id: { type: 'number' } } }
    const tools = [once, read].map((tool) => ({ ...tool, outputSchema }))
    const result = { content: [text('ticket 7')], structuredContent: { id: 'seven' } }
    const server = await connected({ 'tools/list': () => ({ tools }), 'tools/call': () => result })
    expect(await call(server, 'test__pay')).toEqual({
      warning: "The result does not fit the tool's output schema: /id: expected number.",
      structuredContent: { id: 'seven' },
      content: 'ticket 7',
    })
    expect((await failureOf(() => call(server, 'test__look'))).code).toBe('TOOL_FAILED')
  })

  it.each<[string, string | object]>([
    ['no JSON', 'paid!'],
    ['no message', JSON.stringify({ jsonrpc: '2.0', id: 3, outcome: 'paid' })],
    ['of another form', JSON.stringify({ jsonrpc: '2.0', id: {}, result: { content: [] } })],
    ['of a type of its own', { resultType: 'task', task: { taskId: 't-1' } }],
  ])(
    'TAS-5 TAS-6 that cannot be read, as it is %s, is of unknown outcome for a `once` tool alone',
    async (_what, result) => {
      const server = await connected({ ...both, 'tools/call': () => result }, '2026-07-28')
      const { code, message } = await failureOf(() => call(server, 'test__pay'))
      expect(code).toBe('OUTCOME_UNKNOWN')
      expect(message).toContain('ended and is not repeated, but its answer cannot be read')
      const looked = await failureOf(() => call(server, 'test__look'))
      expect([looked.code, looked.message]).toEqual([
        'TOOL_FAILED',
        expect.stringContaining('The answer of the server cannot be read'),
      ])
    },
  )

  it('TAS-6 is a failure where the server says so', async () => {
    const server = await connected({ ...both, 'tools/call': () => new Error('No money.') })
    expect(await failureOf(() => call(server, 'test__pay'))).toEqual({
      code: 'TOOL_FAILED',
      message: expect.stringContaining('No money'),
    })
  })
})

describe('content and structure of a result', () => {
  it.each<[string, object, unknown]>([
    ['the text is the data', { content: [text('{"id":7}')], structuredContent: { id: 7 } }, { id: 7 }],
    [
      'the text is the data, written otherwise',
      { content: [text('{\n  "b": 1, "a": [2] }')], structuredContent: { a: [2], b: 1 } },
      { a: [2], b: 1 },
    ],
    [
      'the text is the only value',
      { content: [text('paid')], structuredContent: { result: 'paid' } },
      { result: 'paid' },
    ],
    [
      'each part is an item',
      { content: [text('a'), text('b')], structuredContent: { result: ['a', 'b'] } },
      { result: ['a', 'b'] },
    ],
    [
      'each part is an item of data',
      { content: [text('{"a":1}'), text('{"a":2}')], structuredContent: { result: [{ a: 1 }, { a: 2 }] } },
      { result: [{ a: 1 }, { a: 2 }] },
    ],
    [
      'the text says more',
      { content: [text('Paid. Ask for the receipt.')], structuredContent: { id: 7 } },
      { id: 7, content: 'Paid. Ask for the receipt.' },
    ],
    [
      'there is an image',
      { content: [text('{"id":7}'), image], structuredContent: { id: 7 } },
      { id: 7, content: named },
    ],
    [
      'there is a link',
      { content: [{ type: 'resource_link', uri: 'a://b', name: 'B' }], structuredContent: { id: 7 } },
      { id: 7, content: '[resource: B, a://b]' },
    ],
    [
      'the data has the name content',
      { content: [text('more')], structuredContent: { content: 1 } },
      { structuredContent: { content: 1 }, content: 'more' },
    ],
    [
      'the data is a list',
      { content: [text('more')], structuredContent: [1] },
      { structuredContent: [1], content: 'more' },
    ],
  ])('TAS-6 are both shown, unless the one repeats the other: %s', async (_what, result, expected) => {
    expect(await shown(result)).toEqual(expected)
  })

  it.each<[string, object, unknown]>([
    [
      'a part of the protocol in the data',
      { content: [image], structuredContent: { result: [image] } },
      { result: [named] },
    ],
    [
      'bytes beside their type',
      { content: [], structuredContent: { mimeType: 'image/png', blob: png } },
      { mimeType: 'image/png', blob: '[30008 bytes, not shown]' },
    ],
    [
      'a data URI in the data',
      { content: [], structuredContent: { url: `data:image/png;base64,${png}` } },
      { url: '[image/png, 30008 bytes, not shown]' },
    ],
    [
      'a data URI in a text',
      { content: [text(`![x](data:image/png;base64,${png})`)] },
      '![x]([image/png, 30008 bytes, not shown])',
    ],
    ['a text that is a file', { content: [text(png)] }, '[a file, 30008 bytes, not shown]'],
    [
      'a sound',
      { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'A'.repeat(400) }] },
      '[audio: audio/wav, 300 bytes, not shown]',
    ],
  ])('TAS-6 name their media, and show none: %s', async (_what, result, expected) => {
    expect(await shown(result)).toEqual(expected)
  })

  it('TAS-6 keep texts that only look like files', async () => {
    const words = 'A'.repeat(5000)
    expect(await shown({ content: [text(words)] })).toBe(words)
  })
})

describe('the tools of a server', () => {
  it.each(revisions)('TAS-6 are judged each by itself, in revision %s', async (revision) => {
    const tools = [
      read,
      { ...read, name: 'no_schema', inputSchema: undefined },
      { ...read, name: 'null_schema', inputSchema: null },
      { ...read, name: 'empty_schema', inputSchema: {} },
      {
        ...read,
        name: 'nulls',
        description: null,
        title: null,
        annotations: null,
        outputSchema: null,
        icons: null,
        _meta: null,
      },
      { ...read, name: 'one_type', inputSchema: { type: ['object', 'null'] } },
      { ...read, name: 'twice' },
      { ...read, name: 'twice', description: 'The last.' },
      { ...read, name: 'odd_words', description: 7, annotations: { readOnlyHint: 'yes', title: 8 } },
      { ...read, name: 'list_result', outputSchema: { type: 'array' } },
      { ...read, name: 'wrong_result', outputSchema: { type: 'nothing' } },
      { ...read, name: 'a_string', inputSchema: { type: 'string' } },
      { ...read, name: 'a_text', inputSchema: 'object' },
      { ...read, name: 'wrong', inputSchema: { type: 'object', properties: { a: { type: 'nothing' } } } },
      { ...read, name: 7 },
      null,
      { ...read, name: 'task', execution: { taskSupport: 'required' } },
      { ...read, name: 'maybe_task', execution: { taskSupport: 'optional' } },
      { ...read, name: 'app', _meta: { ui: { visibility: ['app'] } } },
      { ...read, name: 'old_app', _meta: { 'ui/visibility': ['app'] } },
      { ...read, name: 'private', _meta: { 'openai/visibility': 'private' } },
      { ...read, name: 'shared', _meta: { ui: { visibility: ['model', 'app'], resourceUri: 'ui://a' } } },
    ]
    const server = await connected(
      { 'tools/list': () => ({ tools, nextCursor: null }), 'tools/call': () => ({ content: [] }) },
      revision,
    )
    expect(server.list().map(({ name }) => name.replace('test__', ''))).toEqual([
      'look',
      'no_schema',
      'null_schema',
      'empty_schema',
      'nulls',
      'one_type',
      'twice',
      'odd_words',
      'list_result',
      'wrong_result',
      'wrong',
      'maybe_task',
      'shared',
    ])
    expect(toolOf(server, 'test__nulls').description).toBe('The tool nulls of the MCP server test.')
    expect(await call(server, 'test__wrong_result')).toBe('')
    const report = fixture.reports.join()
    for (const words of [
      /"a_string": its input schema/,
      /"a_text": its input schema is no object/,
      /"wrong" is offered without faults of its input schema: \/properties\/a\/type must be one of/,
      /"twice" is in its list more than once: the last one counts/,
      /tool 15 of its list has no name/,
      /tool 16 of its list has no name/,
      /"task": it is done as a task only, and its server does not declare that calls can be tasks/,
      /"app": its server marks it for apps only/,
      /"old_app": its server marks it for apps only/,
      /"private": its server marks it for apps only/,
      /"wrong_result": its results are not checked, as its output schema is wrong/,
    ])
      expect(report).toMatch(words)
  })

  it.each<[string, Json, Json, readonly string[]]>([
    [
      'nulls below the top',
      { properties: { a: { type: 'string', description: null, enum: null, items: null }, b: null } },
      { properties: { a: { type: 'string' }, b: {} } },
      [],
    ],
    [
      'a default of null',
      { properties: { a: { type: ['string', 'null'], default: null, const: null } } },
      { properties: { a: { type: ['string', 'null'], default: null, const: null } } },
      [],
    ],
    [
      'required at a property',
      {
        properties: { a: { type: 'string', required: true }, b: { type: 'string', required: false } },
        required: ['c'],
      },
      { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['c', 'a'] },
      [],
    ],
    [
      'a pattern of another language',
      { properties: { a: { type: 'string', description: 'A name.', pattern: '(?i)^x' } } },
      { properties: { a: { type: 'string', description: 'A name. Pattern: (?i)^x' } } },
      [],
    ],
    [
      'a type and a bound that are none',
      { properties: { a: { type: 'any' }, b: { items: { minLength: '3', type: 'string' } } } },
      { properties: { a: {}, b: { items: { type: 'string' } } } },
      ['/properties/b/items/minLength must be a whole number from 0', '/properties/a/type must be one of'],
    ],
    [
      'lists with holes',
      { properties: { a: { anyOf: [null, { type: 'string' }] }, b: { anyOf: [null] } }, required: 'a' },
      { properties: { a: { anyOf: [{ type: 'string' }] }, b: {} }, required: ['a'] },
      ['/properties/b/anyOf must be a list of schemas'],
    ],
  ])('TAS-6 lose the faults of their schemas, and stay: %s', async (_what, inputSchema, right, words) => {
    const tools = [{ ...read, inputSchema: { type: 'object', ...Object(inputSchema) } }]
    const server = await connected({ 'tools/list': () => ({ tools }) })
    expect(toolOf(server, 'test__look').inputSchema).toEqual({ type: 'object', ...Object(right) })
    for (const fault of words) expect(fixture.reports.join()).toContain(fault)
    expect(fixture.reports).toHaveLength(Math.min(words.length, 1))
  })

  it('TAS-6 are read from a map by their names', async () => {
    const { name: _name, ...rest } = read
    const server = await connected({
      'tools/list': () => ({ tools: { look: rest, pay: { inputSchema: {} } } }),
    })
    expect(server.list().map(({ name }) => name)).toEqual(['test__look', 'test__pay'])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['an empty text', ''],
  ])('TAS-6 end with a cursor that is %s', async (_what, nextCursor) => {
    const server = await connected({ 'tools/list': () => ({ tools: [read], nextCursor }) })
    expect(server.list()).toHaveLength(1)
    expect(fixture.reports).toEqual([])
  })

  it('TAS-6 are not asked for without end where the pages come back to themselves', async () => {
    const answers = { 'tools/list': () => ({ tools: [read], nextCursor: 'again' }) }
    const server = await raw(answers)
    await fixture.connect(fixture.at(server.url))
    expect(server.asked.filter((method) => method === 'tools/list')).toHaveLength(2)
    expect(fixture.reports.join()).toContain('its list does not end after 2 pages')
  })

  it('TAS-6 stay, as far as they were read, where a later page cannot be', async () => {
    let pages = 0
    const list = () => (pages++ === 0 ? { tools: [read], nextCursor: 'end' } : new Error('Invalid cursor'))
    const server = await connected({ 'tools/list': list })
    expect(server.list()).toHaveLength(1)
    expect(fixture.reports.join()).toMatch(/page 2 of its list cannot be read: .*Invalid cursor/)
  })

  it('TAS-6 that cannot be listed are asked for less and less often', async () => {
    const waits: number[] = []
    const server = await raw({ 'tools/list': () => new Error('Not today.') })
    const { systemClock } = await import('../../src/domain/clock.ts')
    const sleep = (ms: number, signal: AbortSignal) => {
      waits.push(ms)
      return systemClock.sleep(1, signal)
    }
    const backoffMs = { first: 100, most: 400, mostAnswered: 3200 }
    await fixture.connect(fixture.at(server.url), { clock: { ...systemClock, sleep }, backoffMs })
    await until(() => waits.filter((ms) => ms === 3200).length > 1)
    expect(waits.filter((ms) => ms >= 100).slice(0, 6)).toEqual([100, 200, 400, 800, 1600, 3200])
    expect(fixture.reports).toHaveLength(1)
  })
})
