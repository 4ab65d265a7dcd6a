import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { inlineSteps, isCheap, schemaCost, sizeUpTo } from '../../src/tools/check-cost.ts'
import { CheckThreads, checkLimitMs } from '../../src/tools/check-threads.ts'
import { jsonSchemaCheck, jsonSchemas, tooSlow } from '../../src/tools/json-schema-check.ts'
import { readToolInput } from '../../src/tools/tool-input.ts'

/** Distinct objects that differ in their last value only. */
const alike = (count: number): Json =>
  Array.from({ length: count }, (_, index) => ({ a: 'same', b: ['same'], n: index }))
const deep = (levels: number): Json => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const catastrophe = '^(([a-zA-Z])+)+$'
const endless = `${'a'.repeat(40)}!`
const doubled: JsonObject = {
  $ref: '#/$defs/d0',
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, step) => [
        `d${step}`,
        { allOf: [{ $ref: `#/$defs/d${step + 1}` }, { $ref: `#/$defs/d${step + 1}` }] },
      ]),
    ),
    d40: {},
  },
}
/** Each level is tried by each of two branches that both look within. */
const branching: JsonObject = {
  $ref: '#/$defs/tree',
  $defs: {
    tree: {
      oneOf: [
        { type: 'array', items: { $ref: '#/$defs/tree' }, minItems: 1 },
        { type: 'array', items: { $ref: '#/$defs/tree' } },
      ],
    },
  },
}

/** A fifth of what a check may take elsewhere: what is hostile here takes for ever. */
const hasty = new CheckThreads({ timeMs: checkLimitMs / 5 })

const hostile: readonly (readonly [name: string, schema: JsonObject, value: Json])[] = [
  ['uniqueItems over many alike', { uniqueItems: true }, alike(20_000)],
  ['a pattern', { pattern: catastrophe }, endless],
  ['patterns of keys', { patternProperties: { [catastrophe]: {} } }, { [endless]: 1 }],
  ['references that double the work', doubled, {}],
  ['oneOf at each level', branching, deep(60)],
]

describe('TAS-4 the check of a value by a JSON Schema', () => {
  test.for(hostile)(
    'lets the process go on, and is ended when its time is up: %s',
    async ([, schema, value]) => {
      const delay = monitorEventLoopDelay({ resolution: 10 })
      delay.enable()
      let turns = 0
      let isOver = false
      const beating = (async () => {
        for (; !isOver; turns += 1) await nextTurn()
      })()
      const checked = await jsonSchemaCheck(schema, hasty)(value)
      isOver = true
      await beating
      delay.disable()
      expect(checked).toEqual({ ok: false, problems: [tooSlow] })
      expect(turns).toBeGreaterThan(100)
      expect(delay.max / 1e6).toBeLessThan(checkLimitMs)
    },
  )

  test('gives the same verdict in a thread as at once', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x' } }, required: ['a'] }
    const check = jsonSchemaCheck(schema)
    expect(isCheap(schemaCost(schema), { a: 'x' })).toBe(false)
    const fitting = { a: 'xy' }
    const checked = await check(fitting)
    expect(checked).toEqual({ ok: true, value: fitting })
    expect(checked.ok && checked.value).toBe(fitting)
    expect(await check({})).toEqual({ ok: false, problems: ['/a: is required'] })
    expect(await check({ a: 'y' })).toEqual({ ok: false, problems: ['/a: String does not match pattern'] })
  })

  test('uses few threads for many checks, and a new one after one that was ended', async () => {
    const threads = new CheckThreads({ timeMs: checkLimitMs / 3 })
    const bad = { schema: { pattern: catastrophe }, value: endless }
    const good = { schema: { pattern: '^a' }, value: 'a' }
    const answers = await Promise.all(
      [bad, ...Array(50).fill(good), bad, good].map((task) => threads.check(task)),
    )
    expect(answers.filter(({ kind }) => kind === 'ended')).toHaveLength(2)
    expect(
      answers.filter((answer) => answer.kind === 'checked' && answer.problems.length === 0),
    ).toHaveLength(51)
    expect(threads.size).toBeLessThanOrEqual(2)
    expect(await threads.check(good)).toEqual({ kind: 'checked', problems: [] })
  })

  test('ends a check that takes too much memory, and goes on', async () => {
    const small = new CheckThreads({ timeMs: 60_000, memoryMb: 24 })
    const schema = { allOf: Array.from({ length: 3_000 }, () => ({ items: { type: 'string' } })) }
    const check = jsonSchemaCheck(schema, small)
    expect(await check(Array(3_000).fill(0))).toEqual({ ok: false, problems: [tooSlow] })
    expect(await check([])).toEqual({ ok: true, value: [] })
  })

  test('is made at once only where the sizes bound its steps', () => {
    const plain = schemaCost({ type: 'object', properties: { a: { type: 'integer' } } })
    expect(plain).toMatchObject({ comparesItems: false, isUnbounded: false })
    expect(plain.size).toBeGreaterThan(5)
    expect(plain.size).toBeLessThan(7)
    expect(isCheap(plain, { a: 1 })).toBe(true)
    expect(isCheap(plain, Array(inlineSteps).fill(0))).toBe(false)
    expect(isCheap(plain, 'x'.repeat(inlineSteps * 10))).toBe(false)
    const unique = schemaCost({ uniqueItems: true })
    expect(isCheap(unique, Array(100).fill(0))).toBe(true)
    expect(isCheap(unique, Array(200).fill(0))).toBe(false)
    // It looks at no more of a value than it needs to know.
    const big = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 0]))
    expect(sizeUpTo(big, 10)).toBeLessThan(13)
    for (const keyword of ['pattern', 'patternProperties', 'format', '$ref'])
      expect(isCheap(schemaCost({ anyOf: [{ [keyword]: 'x' }] }), null)).toBe(false)
  })

  test('is made by no schema that is so large that to look at it takes long', () => {
    const sized = (count: number): JsonObject => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, place) => [`p${place}`, {}])),
    })
    expect(jsonSchemas.fault(sized(5_000))).toBe(null)
    for (const schema of [
      sized(10_000),
      { description: 'x'.repeat(400_000) },
      { enum: Array(20_000).fill(1) },
    ])
      expect(jsonSchemas.fault(schema)).toContain('it is too large')
  })

  test('refuses a value for a schema of code by its JSON Schema, before the code sees it', async () => {
    let calls = 0
    const input = z.object({
      list: z.array(
        z
          .string()
          .regex(new RegExp(catastrophe))
          .refine(() => ++calls > 0),
      ),
    })
    const tool = readToolInput('tool', input, hasty)
    expect(await tool.check({ list: [endless] })).toEqual({ ok: false, problems: [tooSlow] })
    expect(calls).toBe(0)
    expect(await tool.check({ list: ['abc'] })).toMatchObject({ ok: true })
    expect(calls).toBe(1)
  })

  test('lists only some of the problems, and little of each', async () => {
    const long = { enum: ['x'.repeat(100_000)] }
    const checked = await jsonSchemaCheck({ items: long })(Array(50).fill(0))
    const problems = checked.ok ? [] : checked.problems
    expect(problems).toHaveLength(11)
    expect(problems.at(-1)).toBe('40 more')
    expect(problems.join('').length).toBeLessThan(12_000)
  })
})
