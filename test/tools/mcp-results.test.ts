import { describe, expect, it } from 'vitest'
import { forEachTest } from '../support/for-file.ts'
import { once, type Revision, read, revisions } from './answering-mcp-server.ts'
import { failureOf } from './call-tool.ts'
import { call, McpFixture } from './mcp-fixture.ts'

let result: unknown

const fixture = forEachTest(() => McpFixture.open())

async function connected(revision: Revision) {
  const answers = { 'tools/list': () => ({ tools: [once, read] }), 'tools/call': () => result }
  const server = await fixture.answering({ answers, revision })
  return fixture.connect(fixture.at(server.url))
}

/** What the model gets of a result. */
async function shown(given: unknown, revision: Revision = '2025-11-25'): Promise<unknown> {
  result = given
  return call(await connected(revision), 'test__pay')
}

const text = (words: unknown) => ({ type: 'text', text: words })

describe('a result of another form than the protocol has', () => {
  it.each<[string, object, unknown]>([
    ['its data is the result', { temperature: 20 }, { temperature: 20 }],
    ['its data is beside an empty content', { content: [], temperature: 20 }, { temperature: 20 }],
    ['its content is a number', { content: 7 }, '7'],
    ['its content is the data', { content: { temperature: 20 } }, '{"temperature":20}'],
    ['its content is a list of texts', { content: ['a', 'b'] }, 'a\nb'],
    ['its content is a list of values', { content: [7, true, ['a']] }, '7\ntrue\n["a"]'],
    ['its text has no type', { content: [{ text: 'paid' }] }, 'paid'],
    ['its text is a number', { content: [text(42)] }, '42'],
    ['its text is data', { content: [text({ id: 7 })] }, '{"id":7}'],
    ['its data has no type', { content: [{ id: 7 }, text('paid')] }, '{"id":7}\npaid'],
    ['its text is the data', { content: ['{"id":7}'], structuredContent: { id: 7 } }, { id: 7 }],
  ])('TAS-6 is shown where %s', async (_what, given, expected) => {
    for (const revision of revisions) expect(await shown(given, revision)).toEqual(expected)
  })

  it.each<[unknown, unknown]>([
    [42, '42'],
    [false, 'false'],
    ['paid', 'paid'],
    [['a', 7], 'a\n7'],
  ])('TAS-6 is shown where it is %j, and no object', async (given, expected) => {
    expect(await shown(JSON.stringify({ jsonrpc: '2.0', id: '$id', result: given }))).toEqual(expected)
  })

  it.each<[string, object, string]>([
    ['as a text', { content: [text('No money.')], isError: 'true' }, 'No money.'],
    ['as a number', { content: [text('No money.')], isError: 1 }, 'No money.'],
    [
      'with data',
      { content: [text('No money.')], structuredContent: { code: 51 }, isError: true },
      'No money.\n{"code":51}',
    ],
    ['with data alone', { message: 'No money.', isError: true }, '{"message":"No money."}'],
    [
      'with a text that is the data',
      { content: [text('{"code": 51}')], structuredContent: { code: 51 }, isError: true },
      '{"code": 51}',
    ],
  ])('TAS-6 is a failure where the server says so %s', async (_what, given, words) => {
    const { code, message } = await failureOf(() => shown(given))
    expect([code, message]).toEqual([
      'TOOL_FAILED',
      expect.stringMatching(words.replaceAll(/[{}.]/g, '\\$&')),
    ])
    expect(message.endsWith(words)).toBe(true)
  })

  it('TAS-6 shows all that a link says', async () => {
    const link = { type: 'resource_link', uri: 'a://b', name: 'b.csv', mimeType: 'text/csv' }
    const more = { title: 'Bookings', size: 1200, description: 'Those of May.' }
    expect(await shown({ content: [{ ...link, ...more }] })).toBe(
      '[resource: b.csv, Bookings, a://b, text/csv, 1200 bytes: Those of May.]',
    )
  })
})

describe('a result that is none yet', () => {
  it.each(revisions)('TAS-5 TAS-6 is unknown of a task, in revision %s', async (revision) => {
    result = { resultType: 'task', task: { taskId: 't-1' } }
    const server = await connected(revision)
    const paid = await failureOf(() => call(server, 'test__pay'))
    expect([paid.code, paid.message]).toEqual([
      'OUTCOME_UNKNOWN',
      expect.stringContaining('it does the call as a task, whose result is not waited for'),
    ])
    expect((await failureOf(() => call(server, 'test__look'))).code).toBe('TOOL_FAILED')
  })

  it.each(revisions)('TAS-6 is a failure of one that asks, in revision %s', async (revision) => {
    result = { resultType: 'input_required', inputRequests: [{ anything: 1 }] }
    const { code, message } = await failureOf(async () => call(await connected(revision), 'test__pay'))
    expect([code, message]).toEqual([
      'TOOL_FAILED',
      expect.stringContaining('it asks its user for something, and nobody is there to answer'),
    ])
  })
})

/** Of no form that is known, and no text: as noise has it. */
const noise = Buffer.from(Array.from({ length: 6000 }, (_, index) => (index * index * 7 + index * 31) % 251))
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), noise])
const mp3 = Buffer.concat([Buffer.from('fff344c4', 'hex'), noise])
const base64 = (bytes: Buffer) => bytes.toString('base64')
const mime = (bytes: Buffer) => base64(bytes).replaceAll(/.{76}/g, '$&\r\n')

describe('a file in a result', () => {
  it.each<[string, object, unknown]>([
    [
      'within JSON',
      text(JSON.stringify({ a: { png: base64(png) } })),
      '{"a":{"png":"[a file, 6016 bytes, not shown]"}}',
    ],
    [
      'within JSON with a type',
      text(JSON.stringify({ contentType: 'a', encoding: 'base64', data: base64(noise) })),
      '{"contentType":"a","encoding":"base64","data":"[6000 bytes, not shown]"}',
    ],
    [
      'after words',
      text(`Here it is: ${base64(png)} (a map)`),
      'Here it is: [a file, 6016 bytes, not shown] (a map)',
    ],
    ['in lines', text(`Here:\n${mime(png)}\nA map.`), 'Here:\n[a file, 6016 bytes, not shown]\nA map.'],
    ['as a sound', text(base64(mp3)), '[a file, 6004 bytes, not shown]'],
    ['of no known form', text(`Raw: ${base64(noise)}`), 'Raw: [a file, 6000 bytes, not shown]'],
    [
      'in a data URL with lines',
      text(`<img src="data:image/png;base64,${mime(png)}">`),
      '<img src="[image/png, 6016 bytes, not shown]">',
    ],
    [
      'in a data URL within cut JSON',
      text(`{"a": "data:image/png;charset=utf-8;base64,${mime(png).replaceAll('\r\n', '\\n')}"`),
      '{"a": "[image/png, 6016 bytes, not shown]"',
    ],
    [
      'with escaped slashes',
      text(`{"a": "${base64(png).replaceAll('/', '\\/')}`),
      '{"a": "[a file, 6016 bytes, not shown]',
    ],
  ])('TAS-6 is named, and not shown: in a text %s', async (_what, part, expected) => {
    expect(await shown({ content: [part] })).toBe(expected)
  })

  it.each<[string, object, object]>([
    [
      'beside its content type',
      { contentType: 'audio/mpeg', body: base64(noise) },
      { contentType: 'audio/mpeg', body: '[6000 bytes, not shown]' },
    ],
    [
      'beside its header',
      { headers: { a: 1 }, 'Content-Type': 'image/x-own; a=b', content: mime(noise) },
      { headers: { a: 1 }, 'Content-Type': 'image/x-own; a=b', content: '[6000 bytes, not shown]' },
    ],
    [
      'beside its encoding',
      { encoding: 'base64', data: base64(noise) },
      { encoding: 'base64', data: '[6000 bytes, not shown]' },
    ],
    ['by its name', { b64_json: base64(noise.subarray(0, 900)) }, { b64_json: '[900 bytes, not shown]' }],
    ['as a Buffer', { file: noise.toJSON() }, { file: '[6000 bytes, not shown]' }],
    ['as an MP3', { sound: base64(mp3) }, { sound: '[a file, 6004 bytes, not shown]' }],
  ])('TAS-6 is named, and not shown: in data %s', async (_what, structuredContent, expected) => {
    expect(await shown({ content: [], structuredContent })).toEqual(expected)
  })

  it('TAS-6 is shown where it is a text, and was only written as bytes', async () => {
    const readme = '# Barges\nNine of them, in the harbour. '.repeat(10)
    const structuredContent = { name: 'README.md', encoding: 'base64', content: base64(Buffer.from(readme)) }
    expect(await shown({ content: [], structuredContent })).toEqual({ ...structuredContent, content: readme })
  })

  it.each<[string, string]>([
    ['a word without end', 'A'.repeat(5000)],
    [
      'paths',
      Array.from({ length: 200 }, (_, at) => `/Users/Anna/projects/Barges/notes/May/${at}`).join('\n'),
    ],
    [
      'hashes',
      Array.from({ length: 200 }, (_, at) => noise.subarray(at, at + 32).toString('hex')).join('\n'),
    ],
    ['a token', `eyJhbGciOiJSUzI1NiJ9.${base64(noise.subarray(0, 600))}.${base64(noise.subarray(0, 256))}`],
    ['JSON with large numbers', `{ "id": 9007199254740993, "words": "${'barge '.repeat(100)}" }`],
  ])('TAS-6 is not what only looks like one: %s', async (_what, words) => {
    expect(await shown({ content: [text(words)] })).toBe(words)
  })
})
