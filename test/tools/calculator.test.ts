import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { calculator } from '../../src/tools/arithmetic.ts'
import { propertyTrials } from '../support/trials.ts'
import { callTool, failureOf } from './call-tool.ts'

function calculate(expression: string): Promise<unknown> {
  return callTool(calculator, { expression })
}

/** An expression, written out, and what JavaScript makes of it: NaN where any part of it is no finite number. */
interface Sample {
  readonly text: string
  readonly value: number
}

const operators: Readonly<Record<string, (...values: number[]) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => left ** right,
}
const functions: Readonly<Record<string, (value: number) => number>> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  log: Math.log10,
  ln: Math.log,
  exp: Math.exp,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
}

/** JavaScript may return from infinity to a finite number, as in 1 / (1 / 0); the calculator does not go there. */
function strictly(apply: (...values: number[]) => number, ...values: number[]): number {
  const value = values.some(Number.isNaN) ? Number.NaN : apply(...values)
  return Number.isFinite(value) ? value : Number.NaN
}

const { tree } = fc.letrec<{ tree: Sample; leaf: Sample; node: Sample }>((tie) => ({
  tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, tie('leaf'), tie('node')),
  leaf: fc.oneof(
    fc.nat(1000).map((value) => ({ text: `${value}`, value })),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => ({ text: `${value}`, value })),
    fc.constantFrom({ text: 'pi', value: Math.PI }, { text: 'E', value: Math.E }),
  ),
  node: fc.oneof(
    fc
      .tuple(tie('tree'), fc.constantFrom(...Object.entries(operators)), tie('tree'))
      .map(([left, [sign, apply], right]) => ({
        text: `(${left.text}) ${sign}(${right.text})`,
        value: strictly(apply, left.value, right.value),
      })),
    fc
      .tuple(fc.constantFrom(...Object.entries(functions)), tie('tree'))
      .map(([[name, apply], { text, value }]) => ({
        text: `${name}( ${text} )`,
        value: strictly(apply, value),
      })),
    fc
      .tuple(fc.constantFrom('min', 'max'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
      .map(([name, parts]) => ({
        text: `${name}(${parts.map((part) => part.text).join(',')})`,
        value: strictly(name === 'min' ? Math.min : Math.max, ...parts.map((part) => part.value)),
      })),
    tie('tree').map(({ text, value }) => ({ text: `-(${text})`, value: -value })),
  ),
}))

/** Plain chains, where only precedence tells what belongs together; JavaScript has the same, but for powers. */
const chain = fc
  .array(fc.tuple(fc.constantFrom('+', '-', '*', '/', '%'), fc.integer({ min: 1, max: 99 })), {
    maxLength: 12,
  })
  .map((parts) => `1${parts.map(([sign, value]) => ` ${sign} ${value}`).join('')}`)

describe('the calculator', () => {
  test.prop([tree], propertyTrials(300))('agrees with JavaScript on any tree', async ({ text, value }) => {
    fc.pre(text.length <= 1000)
    expect(await calculate(text).catch(() => Number.NaN)).toBe(value)
  })

  test.prop([chain], propertyTrials(200))('agrees with JavaScript on precedence', async (text) => {
    const value: unknown = new Function(`return ${text}`)()
    expect(await calculate(text)).toBe(value)
  })

  test.prop([fc.string({ maxLength: 60 })], propertyTrials(300))(
    'gives a number or says what is wrong',
    async (text) => {
      const result = await calculate(text).catch((error: { code: string }) => error.code)
      if (typeof result === 'number') expect(Number.isFinite(result)).toBe(true)
      else expect(result).toBe('TOOL_FAILED')
    },
  )

  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 4 - 2', 1],
    ['100 / 10 / 5', 2],
    ['-7 % 3', -1],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['2 ^ 3 ^ 2', 512],
    ['--3', 3],
    ['4 - -3', 7],
    ['+5', 5],
    ['.5 + 1. + 1.5e1', 16.5],
    ['2E3', 2000],
    ['\tmax( 3 , 9,\n4 )', 9],
    ['sqrt(16) + log(1000) + ln(e)', 8],
    ['SIN(PI / 2)', 1],
  ])('gives %j as %d', async (expression, value) => {
    expect(await calculate(expression)).toBe(value)
  })

  it.each([
    ['', 'At character 1: expected a number, a function or "(", found the end.'],
    ['1 +', 'At character 4: expected a number, a function or "(", found the end.'],
    ['1 2', 'At character 3: expected an operator, found "2".'],
    ['2 * x', 'At character 5: "x" is no function or constant.'],
    ['(1 + 2', 'At character 7: expected ")", found the end.'],
    ['1)', 'At character 2: expected an operator, found ")".'],
    ['2 ** 3', 'At character 4: expected a number, a function or "(", found "*".'],
    ['sqrt 4', 'At character 6: expected "(", found "4".'],
    ['sqrt(1, 2)', 'At character 7: expected ")", found ",".'],
    ['min()', 'At character 5: expected a number, a function or "(", found ")".'],
    ['.', 'At character 1: expected a number, found ".".'],
    ['1 / 0', 'At character 3: division by zero.'],
    ['5 % (2 - 2)', 'At character 3: division by zero.'],
    ['0 ^ -1', 'At character 3: the result is too large.'],
    ['1 + sqrt(-1)', 'At character 5: the result is no real number.'],
    ['ln(0)', 'At character 1: the result is too large.'],
    ['1e400', 'At character 1: the result is too large.'],
    [
      '1 + 9007199254740993',
      'At character 5: 9007199254740993 has more digits than this calculates with: whole numbers go to 9007199254740991.',
    ],
    ['constructor', 'At character 1: "constructor" is no function or constant.'],
    ['toString()', 'At character 1: "toString" is no function or constant.'],
    ['process.exit()', 'At character 1: "process" is no function or constant.'],
  ])('says of %j: %s', async (expression, message) => {
    expect(await failureOf(() => calculate(expression))).toEqual({ code: 'TOOL_FAILED', message })
  })

  it('has limits of length and depth', async () => {
    expect((await failureOf(() => calculate('1'.repeat(1001)))).message).toBe(
      'The expression has 1001 characters; at most 1000 are taken.',
    )
    const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`
    expect(await calculate(nested(100))).toBe(1)
    for (const deep of [
      nested(101),
      `${'-'.repeat(101)}1`,
      `${'2^'.repeat(101)}1`,
      `${'abs('.repeat(101)}1`,
    ]) {
      expect((await failureOf(() => calculate(deep))).message).toMatch(
        /^At character \d+: more than 100 levels\.$/,
      )
    }
    expect(await calculate(`1${'+1'.repeat(499)}`)).toBe(500)
  })

  it('TAS-5 only reads', () => expect(calculator.effect).toBe('read'))
})
