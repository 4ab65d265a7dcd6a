import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { done, TaskComplete } from '../../src/domain/tool.ts'
import { CheckThreads } from '../../src/tools/check-threads.ts'
import { defineTool } from '../../src/tools/define-tool.ts'
import { tooSlow } from '../../src/tools/json-schema-check.ts'
import { readToolInput, type SchemaInput } from '../../src/tools/tool-input.ts'
import { callTool, context, failureOf, problemsOf } from './call-tool.ts'

const facts = { name: 'tool', description: 'A tool.' }

/** Takes twice as long with each letter before what does not fit. */
const catastrophe = '^(([a-zA-Z])+)+$'
const endless = `${'a'.repeat(38)}!`

/** A tool that gives back its checked arguments. */
function echo(input: JsonObject) {
  return defineTool({ ...facts, input, execute: (args) => args })
}

/** For what takes for ever: its checks may take a fifth of a second. */
const hasty = new CheckThreads({ timeMs: 200 })

const address = z.object({
  city: z.string().describe('Where.'),
  zip: z.coerce.number().default(1000),
  tags: z.array(z.string()).optional(),
})

describe('a tool with a zod schema', () => {
  const tool = defineTool({
    ...facts,
    input: address,
    effect: 'idempotent',
    timeoutMs: 2000,
    execute(args, { idempotencyKey }) {
      expectTypeOf(args).toEqualTypeOf<{ city: string; zip: number; tags?: string[] | undefined }>()
      return { ...args, idempotencyKey }
    },
  })

  it('shows models its input as JSON Schema', () => {
    expect(tool).toMatchObject({ ...facts, effect: 'idempotent', timeoutMs: 2000, source: 'module' })
    expect(tool.inputSchema).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string', description: 'Where.' } },
      required: ['city'],
    })
    expect(tool.inputSchema).not.toHaveProperty('$schema')
  })

  it('gets arguments with their defaults, as the schema makes them', async () => {
    expect(await callTool(tool, { city: 'Bern', other: 1 })).toEqual({
      city: 'Bern',
      zip: 1000,
      idempotencyKey: context.idempotencyKey,
    })
    expect(await callTool(tool, { city: 'Bern', zip: '3000' })).toMatchObject({ zip: 3000 })
  })

  it('TAS-4 names the path of each argument that does not fit', async () => {
    const problems = await problemsOf(tool, { tags: ['a', 7] })
    expect(problems).toEqual([
      expect.stringMatching(/^\/city: .*string/),
      expect.stringMatching(/^\/tags\/1: .*string/),
    ])
    expect(await problemsOf(tool, null)).toEqual([expect.stringMatching(/expected object/)])
  })

  it('TAS-4 checks with rules that only the schema has, even asynchronously', async () => {
    const even = defineTool({
      ...facts,
      input: z.object({ n: z.number().refine(async (n) => n % 2 === 0, 'must be even') }),
      execute: ({ n }) => n,
    })
    expect(await problemsOf(even, { n: 3 })).toEqual(['/n: must be even'])
    expect(await callTool(even, { n: 4 })).toBe(4)
  })
})

/** A schema of another library, which is a function as those of arktype are. */
function foreignSchema(): SchemaInput {
  return Object.assign(() => undefined, {
    '~standard': {
      version: 1 as const,
      vendor: 'other',
      validate: (value: unknown) => ({ issues: [{ message: 'is wrong', path: [{ key: 'a' }, 0] }], value }),
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    },
  })
}

describe('a tool with a schema of another library', () => {
  it('TAS-4 checks through the standard interface', async () => {
    const tool = defineTool({ ...facts, input: foreignSchema(), execute: () => 0 })
    expect(tool.inputSchema).toEqual({ type: 'object' })
    expect(await problemsOf(tool, {})).toEqual(['/a/0: is wrong'])
  })

  it('is refused where the library cannot print JSON Schema', async () => {
    const { '~standard': standard } = foreignSchema()
    const { jsonSchema: _printer, ...bare } = standard
    const input: SchemaInput = Object.assign(() => undefined, {
      // As JavaScript may pass it.
      '~standard': bare as typeof standard,
    })
    const { message } = await failureOf(() => defineTool({ ...facts, input, execute: () => 0 }))
    expect(message).toMatch(
      /its other schema cannot be printed as JSON Schema: it has no `~standard\.jsonSchema`\.$/,
    )
  })
})

describe('a tool with a plain JSON Schema', () => {
  const tool = echo({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 2 },
      days: { type: ['integer', 'null'], maximum: 7 },
      unit: { enum: ['C', 'F'] },
      'a/b~c d': { type: 'boolean' },
      stops: { type: 'array', items: { $ref: '#/$defs/stop' } },
    },
    required: ['city'],
    additionalProperties: false,
    $defs: {
      stop: { type: 'object', properties: { at: { type: 'string', format: 'date' } }, required: ['at'] },
    },
  })

  it('gets the arguments as they came', async () => {
    const args = { city: 'Oslo', days: null, unit: 'C', stops: [{ at: '2026-11-21' }] }
    expect(await callTool(tool, args)).toEqual(args)
    expect(tool.inputSchema).not.toHaveProperty('$schema')
  })

  it.each<[problem: string, args: Json]>([
    ['/city: is required', {}],
    ['/city: expected string', { city: 7 }],
    ['/city: String is too short (1 < 2)', { city: 'X' }],
    ['/days: expected integer or null', { city: 'Oslo', days: '3' }],
    ['/days: 8 is greater than 7', { city: 'Oslo', days: 8 }],
    ['/unit: Instance does not match any of ["C","F"]', { city: 'Oslo', unit: 'K' }],
    ['/a~1b~0c d: expected boolean', { city: 'Oslo', 'a/b~c d': 1 }],
    ['/stops/1/at: is required', { city: 'Oslo', stops: [{ at: '2026-11-21' }, {}] }],
    ['/stops/0/at: String does not match format "date"', { city: 'Oslo', stops: [{ at: 'soon' }] }],
    ['/country: is not allowed', { city: 'Oslo', country: 'NO' }],
    ['expected object', ['Oslo']],
    ['expected object', null],
  ])('TAS-4 says %j', async (problem, args) => {
    expect(await problemsOf(tool, args)).toEqual([problem])
  })

  it('TAS-4 lists every problem once, and at most ten', async () => {
    const required = Array.from({ length: 12 }, (_, index) => `field${index}`)
    const problems = await problemsOf(echo({ type: 'object', required }), {})
    expect(problems).toHaveLength(11)
    expect(problems.at(-1)).toBe('2 more')
  })

  it('TAS-4 explains each alternative that was not taken', async () => {
    const either = echo({ type: 'object', anyOf: [{ required: ['id'] }, { required: ['name'] }] })
    expect(await problemsOf(either, {})).toEqual([
      'Instance does not match any subschemas',
      '/id: is required',
      '/name: is required',
    ])
  })

  it('reads the schema by the draft that it names', async () => {
    const pair = { type: 'array', items: [{ type: 'string' }], additionalItems: false }
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { pair } }
    expect(await problemsOf(echo(old), { pair: ['a', 'b'] })).toEqual(['/pair/1: is not allowed'])
  })

  it('takes a frozen schema, and leaves it as it was', async () => {
    const schema = Object.freeze({
      type: 'object',
      properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
    })
    expect(await problemsOf(echo(schema), { a: 1 })).toEqual(['/a: expected string'])
    expect(Object.getOwnPropertyNames(schema)).toEqual(['type', 'properties'])
  })

  it('TAS-4 does not wait for a pattern that takes for ever on the text of a model', async () => {
    const slow = echo({ type: 'object', properties: { city: { type: 'string', pattern: catastrophe } } })
    expect(await callTool(slow, { city: 'Bern' })).toEqual({ city: 'Bern' })
    expect(await problemsOf(slow, { city: '7' })).toEqual(['/city: String does not match pattern'])
    expect(await problemsOf(slow, { city: endless })).toEqual([tooSlow])
    expect(await problemsOf(slow, { city: 'Bern' })).toEqual([])
  })

  it.each<[kind: string, schema: JsonObject, args: JsonObject]>([
    ['of keys', { patternProperties: { [catastrophe]: false } }, { [endless]: 1 }],
    [
      'behind a reference',
      { $ref: '#/$defs/a', $defs: { a: { propertyNames: { pattern: catastrophe } } } },
      { [endless]: 1 },
    ],
    [
      'within a list',
      { anyOf: [{ properties: { a: { items: { pattern: catastrophe } } } }] },
      { a: [endless] },
    ],
  ])('TAS-4 does not wait for a pattern %s', async (_kind, schema, args) => {
    const { check } = readToolInput('tool', { type: 'object', ...schema }, hasty)
    expect(await check(args)).toEqual({ ok: false, problems: [tooSlow] })
  })

  it('TAS-4 does not wait for references that double the work at each step', async () => {
    const twice = (index: number) => ({ allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${index + 1}` })) })
    const steps = Array.from({ length: 40 }, (_, index) => [`d${index}`, twice(index)] as const)
    const $defs = { ...Object.fromEntries(steps), d40: {} }
    const { check } = readToolInput('tool', { type: 'object', $ref: '#/$defs/d0', $defs }, hasty)
    expect(await check({})).toEqual({ ok: false, problems: [tooSlow] })
  })

  it('TAS-4 does not wait for a schema of another library', async () => {
    const input = z.object({ city: z.string().regex(new RegExp(catastrophe)) })
    const { check } = readToolInput('tool', input, hasty)
    expect(await check({ city: 'Bern' })).toEqual({ ok: true, value: { city: 'Bern' } })
    expect(await check({ city: endless })).toEqual({ ok: false, problems: [tooSlow] })
  })

  it('TAS-4 says so where a value is nested too deeply to be checked', async () => {
    const chain = echo({ type: 'object', properties: { next: { $ref: '#' } } })
    const deep = JSON.parse(`${'{"next":'.repeat(20_000)}{}${'}'.repeat(20_000)}`)
    expect(await problemsOf(chain, { next: { next: {} } })).toEqual([])
    expect(await problemsOf(chain, deep)).toEqual(['is nested too deeply'])
  })

  it('has arguments that are a JSON object', () => {
    defineTool({
      ...facts,
      input: { type: 'object' },
      execute: (args) => expectTypeOf(args).toEqualTypeOf<JsonObject>(),
    })
  })
})

/** Keywords of the wrong shape, and what is said of them. */
const wrongKeywords: readonly (readonly [keyword: string, value: Json, fault: string])[] = [
  ['type', 'nonsense', 'type must be one of array, boolean, integer'],
  ['type', ['string', 'nonsense'], 'type must be one of'],
  ['type', [], 'type must be one of'],
  ['type', 7, 'type must be one of'],
  ['enum', 'a', 'enum must be a list of values'],
  ['required', true, 'required must be a list of property names'],
  ['required', ['a', 1], 'required must be a list of property names'],
  ['properties', ['a'], 'properties must be an object whose values are schemas'],
  ['properties', { a: 'string' }, 'properties must be an object whose values are schemas'],
  ['allOf', {}, 'allOf must be a list of schemas'],
  ['not', 'string', 'not must be a schema'],
  ['items', 'string', 'items must be a schema, or a list of them'],
  ['dependencies', { a: 'b' }, 'dependencies must be an object'],
  ['dependentRequired', { a: 'b' }, 'dependentRequired must be an object'],
  ['minLength', -1, 'minLength must be a whole number from 0'],
  ['maximum', '7', 'maximum must be a number'],
  ['pattern', 7, 'pattern must be a text'],
  ['$dynamicRef', '#a', '$dynamicRef is not supported. Use $ref'],
]

describe('a tool', () => {
  it.each<JsonObject>([
    { properties: { next: { $ref: '#' } } },
    { $ref: '#/$defs/a', $defs: { a: { properties: { b: { $ref: '#/$defs/a' } } } } },
    { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { items: { $ref: '#' } } } },
    { properties: { type: { type: ['string', 'null'] }, enum: { enum: [1] }, pattern: {} } },
    { dependencies: { a: ['b'], c: { required: ['d'] } }, additionalProperties: false },
    { 'x-ui': { type: 'nonsense' }, examples: [{ type: 'nonsense' }], default: { type: 7 } },
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 0, exclusiveMinimum: true },
  ])('TAS-4 may have the schema %j', async (schema) => {
    expect(await problemsOf(echo({ type: 'object', ...schema }), {})).toEqual([])
  })

  it('LOOP-3 may end the run by its result or error', async () => {
    const input = { type: 'object' }
    const returns = defineTool({ ...facts, input, execute: () => done('All set.') })
    expect(await callTool(returns, {})).toEqual(done('All set.'))
    const throws = defineTool({
      ...facts,
      input,
      execute: () => {
        throw new TaskComplete('All set.')
      },
    })
    await expect(throws.execute({}, context)).rejects.toBeInstanceOf(TaskComplete)
  })

  it('TAS-4 takes raw text only where it says so', async () => {
    expect(echo({ type: 'object' })).not.toHaveProperty('executeRaw')
    const raw = defineTool({
      ...facts,
      input: { type: 'object' },
      execute: () => 0,
      executeRaw: (text) => text.length,
    })
    expect(await raw.executeRaw?.('{"a', context)).toBe(3)
  })

  it.each(['a', 'get_weather-2', 'A'.repeat(64)])('may be called %s', (name) => {
    expect(defineTool({ ...facts, name, input: { type: 'object' }, execute: () => 0 }).name).toBe(name)
  })

  it.each(['', '1st', '_a', 'a b', 'a.b', 'é', 'a\n', 'A'.repeat(65)])(
    'may not be called %j',
    async (name) => {
      const define = () => defineTool({ ...facts, name, input: { type: 'object' }, execute: () => 0 })
      const { code, message } = await failureOf(define)
      expect(code).toBe('TOOL_INVALID')
      expect(message).toContain(
        'its name must be a letter, then letters, digits, "_" or "-", at most 64 in all',
      )
    },
  )

  it.each<[reason: string, input: SchemaInput | JsonObject]>([
    ['its input schema must be that of an object, with `type: "object"`', z.string()],
    ['its input schema must be that of an object, with `type: "object"`', z.union([address, address])],
    [
      'its zod schema cannot be printed as JSON Schema: Date cannot be represented',
      z.object({ at: z.date() }),
    ],
    ['its input schema must be that of an object, with `type: "object"`', {}],
    [
      'its input schema is wrong: $ref "#/$defs/a" refers to nothing',
      { type: 'object', not: { $ref: '#/$defs/a' } },
    ],
    ['its input schema is wrong: $ref "#" comes back to itself', { type: 'object', $ref: '#' }],
    [
      'its input schema is wrong: $ref "#/$defs/b" comes back to itself',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/b' } } },
      },
    ],
    ...wrongKeywords.map(([keyword, value, fault]): [string, JsonObject] => [
      `its input schema is wrong: /properties/a~1b/items/${fault}`,
      { type: 'object', properties: { 'a/b': { items: { [keyword]: value } } } },
    ]),
    [
      'its input schema is wrong: Invalid regular expression: /(/u: Unterminated group, in /$defs/a',
      { type: 'object', $defs: { a: { patternProperties: { '(': true } } } },
    ],
  ])('is refused since %s', async (reason, input) => {
    const { code, message } = await failureOf(() => defineTool({ ...facts, input, execute: () => 0 }))
    expect(code).toBe('TOOL_INVALID')
    expect(message).toContain(`The tool "tool" cannot be used: ${reason}`)
  })
})
