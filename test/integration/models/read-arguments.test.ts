import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../../src/domain/json.ts'
import { sequence } from '../../../src/models/scripted.ts'
import { defineTool } from '../../../src/tools/define-tool.ts'
import { engineForFile } from '../../support/for-file.ts'

const seen: unknown[] = []

const note = (args: unknown) => {
  seen.push(args)
  return 'Noted.'
}

const byZod = defineTool({
  name: 'by_zod',
  description: 'Orders.',
  effect: 'once',
  input: z.object({
    count: z.int(),
    city: z.string().optional(),
    express: z.boolean().default(false),
    tags: z.array(z.string()).optional(),
    size: z.union([z.int(), z.string()]).optional(),
  }),
  execute: note,
})

const bySchema = defineTool({
  name: 'by_schema',
  description: 'Orders.',
  effect: 'once',
  input: {
    type: 'object',
    properties: {
      count: { $ref: '#/$defs/count' },
      city: { type: 'string' },
      express: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      size: { type: ['integer', 'string'] },
    },
    required: ['count'],
    $defs: { count: { type: 'integer' } },
  },
  execute: note,
})

const nothing = defineTool({
  name: 'nothing',
  description: 'Looks.',
  effect: 'read',
  input: { type: 'object', properties: { city: { type: 'string' } } },
  execute: note,
})

const { database, engine } = await engineForFile({ tools: [byZod, bySchema, nothing] })

/** What a tool got of arguments that a model wrote so, and what the run says of them. */
async function callOf(tool: string, args: Json) {
  seen.length = 0
  const script = sequence({ toolCalls: [{ name: tool, arguments: args }] }, { text: 'Done.' })
  const run = await engine.run(script, { agent: { tools: [tool] } })
  const [action] = await database.prisma.action.findMany({ where: { step: { runId: run.runId } } })
  const warnings = run.of('Warning').map(({ code, message }) => `${code} ${message}`)
  return { got: [...seen], action, warnings }
}

describe.each(['by_zod', 'by_schema'])('TAS-4 arguments of %s, as small models write them', (tool) => {
  it.each<readonly [string, Json, object, readonly string[]]>([
    ['null for an optional argument', { count: 3, city: null }, { count: 3 }, ['/city: null as left out']],
    ['a text for a number', { count: '3' }, { count: 3 }, ['/count: a text as a number']],
    [
      'a text for a boolean',
      { count: 3, express: 'true' },
      { count: 3, express: true },
      ['/express: a text as a boolean'],
    ],
    [
      'the text of a list',
      { count: 3, tags: '["a","b"]' },
      { count: 3, tags: ['a', 'b'] },
      ['/tags: a text as a list'],
    ],
    ['a text where a text is taken', { count: 3, size: '7' }, { count: 3, size: '7' }, []],
    ['the text of a text', JSON.stringify('{"count":3}'), { count: 3 }, ['/: a text as an object']],
    [
      'an object in a block of code',
      '```json\n{"count": 3}\n```',
      { count: 3 },
      ['/: the object within a block of code'],
    ],
    [
      'a comma behind the last',
      '{"count": 3, "tags": ["a",],}',
      { count: 3, tags: ['a'] },
      ['/: nearly JSON as JSON'],
    ],
    [
      'comments',
      '{"count": 3, // tons\n /* no */ "city": "a//b"}',
      { count: 3, city: 'a//b' },
      ['/: nearly JSON as JSON'],
    ],
    [
      'a line end in a text',
      '{"count": 3, "city": "New\nYork"}',
      { count: 3, city: 'New\nYork' },
      ['/: nearly JSON as JSON'],
    ],
    ['a number for a text', { count: 3, city: 7 }, { count: 3, city: '7' }, ['/city: a number as a text']],
    [
      'a number for a text, as it is written',
      '{"count": 3.0, "city": 1.50}',
      { count: 3, city: '1.50' },
      ['/city: a number as a text'],
    ],
    [
      'several values, each by itself',
      { count: '3', city: 7, express: 'true' },
      { count: 3, city: '7', express: true },
      ['/count: a text as a number', '/city: a number as a text', '/express: a text as a boolean'],
    ],
    [
      'a NUL in a text, which is left out',
      { count: 3, city: 'A\u0000-1' },
      { count: 3, city: 'A-1' },
      ['/city: a text without its NUL characters, which cannot be stored'],
    ],
    [
      'half a character in a list',
      { count: '3', tags: ['a\ud800'] },
      { count: 3, tags: ['a\ufffd'] },
      ['/count: a text as a number', '/tags/0: a text without half a character, which cannot be stored'],
    ],
    ['a number with an exponent as text', { count: '1e3' }, { count: 1000 }, ['/count: a text as a number']],
  ])('%s is read, and the record says so', async (_what, written, right, readAs) => {
    const { got, action, warnings } = await callOf(tool, written)
    expect(got).toEqual([tool === 'by_zod' ? { express: false, ...right } : right])
    expect(action).toMatchObject({ status: 'SUCCEEDED', parameters: right })
    expect(warnings).toEqual(
      readAs.length === 0
        ? []
        : [`MODEL_ANSWER_REPAIRED In the arguments of \`${tool}\` was read: ${readAs.join('; ')}.`],
    )
    expect(action?.audit).toMatchObject(readAs.length === 0 ? {} : { readAs })
  })

  it.each<readonly [string, Json]>([
    ['a word for a number', { count: 'three' }],
    ['null for what is required', { count: null }],
    ['the text of a number whose digits would be lost', { count: '1.00000000000000000001' }],
    ['a value that can be read beside one that cannot', { count: '3', city: [7] }],
    ['an empty list where something is required', '[]'],
    ['half an object', '{"count": 3, "ci'],
  ])('%s is refused as it was written', async (_what, written) => {
    const { got, action, warnings } = await callOf(tool, written)
    expect([got, warnings]).toEqual([[], []])
    expect(action).toMatchObject({
      status: 'FAILED',
      parameters: typeof written === 'string' ? { _raw: written } : written,
    })
  })
})

it.each(['null', '""', '{}', '[]'])('TAS-4 arguments %s are none', async (written) => {
  expect((await callOf('nothing', written)).got).toEqual([{}])
})

describe('OUT-1 an answer in a schema', () => {
  const outputSchema = {
    type: 'object',
    properties: { n: { type: 'integer' }, list: { type: 'array' }, note: { type: 'string' } },
    required: ['n'],
    additionalProperties: false,
  }

  it.each([
    [
      '{"n": "3", "note": null, "list": "[1]"}',
      { n: 3, list: [1] },
      '/n: a text as a number; /note: null as left out; /list: a text as a list',
    ],
    ['Here is the JSON: {"n": 3}', { n: 3 }, '/: the one JSON among words'],
  ])('is read, and the record says so: %s', async (text, right, said) => {
    const run = await engine.run(sequence({ text }), { agent: { outputSchema } })
    expect(run.row).toMatchObject({ status: 'COMPLETED' })
    expect(JSON.parse(run.row.summary ?? 'null')).toEqual(right)
    expect(run.of('Warning')).toMatchObject([
      { code: 'MODEL_ANSWER_REPAIRED', message: `In the answer was read: ${said}.` },
    ])
  })
})
