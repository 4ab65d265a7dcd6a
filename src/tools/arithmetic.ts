import { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import { exactDouble } from '../domain/exact-numbers.ts'
import { defineTool } from './define-tool.ts'

const maxLength = 1000
const maxDepth = 100

/** State of the parser. */
interface Cursor {
  readonly text: string
  at: number
  depth: number
}

type Arithmetic = (...values: number[]) => number
const functions: ReadonlyMap<string, Arithmetic> = new Map<string, Arithmetic>([
  ['sqrt', Math.sqrt],
  ['abs', Math.abs],
  ['round', Math.round],
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['min', Math.min],
  ['max', Math.max],
  ['log', Math.log10],
  ['ln', Math.log],
  ['exp', Math.exp],
  ['sin', Math.sin],
  ['cos', Math.cos],
  ['tan', Math.tan],
])
const severalArguments = new Set(['min', 'max'])
const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

const functionNames: readonly string[] = [...functions.keys()]

/**
 * The value of an arithmetic expression, in double precision: `-2 ^ 2` is -4, `2 ^ 3 ^ 2` is 512, `%` takes the
 * dividend's sign. At most 1,000 characters and 100 levels.
 * @throws TOOL_FAILED that says at which character; also where the result is no finite number
 */
export function evaluate(text: string): number {
  const cursor: Cursor = { text, at: 0, depth: 0 }
  if (text.length > maxLength) {
    throw failure(`The expression has ${text.length} characters; at most ${maxLength} are taken.`)
  }
  const value = readSum(cursor)
  if (peek(cursor) !== '') throw unexpected(cursor, 'an operator')
  return value
}

function readSum(cursor: Cursor): number {
  let value = readProduct(cursor)
  for (;;) {
    const operator = peek(cursor)
    if (operator !== '+' && operator !== '-') return value
    const at = cursor.at++
    const right = readProduct(cursor)
    value = finite(operator === '+' ? value + right : value - right, at)
  }
}

function readProduct(cursor: Cursor): number {
  let value = readSigned(cursor)
  for (;;) {
    const operator = peek(cursor)
    if (operator !== '*' && operator !== '/' && operator !== '%') return value
    const at = cursor.at++
    const right = readSigned(cursor)
    if (operator === '*') value = finite(value * right, at)
    else if (right === 0) throw failureAt(at, 'division by zero')
    else value = finite(operator === '/' ? value / right : value % right, at)
  }
}

function readSigned(cursor: Cursor): number {
  if (takeCharacter(cursor, '-')) return -deeper(cursor, readSigned)
  if (takeCharacter(cursor, '+')) return deeper(cursor, readSigned)
  return readPower(cursor)
}

/** Binds tighter than a sign before it, and to the right. */
function readPower(cursor: Cursor): number {
  const base = readValue(cursor)
  if (peek(cursor) !== '^') return base
  const at = cursor.at++
  return finite(base ** deeper(cursor, readSigned), at)
}

function readValue(cursor: Cursor): number {
  const start = peek(cursor)
  if (takeCharacter(cursor, '(')) {
    const value = deeper(cursor, readSum)
    expect(cursor, ')')
    return value
  }
  if (/[\d.]/.test(start)) return readNumber(cursor)
  if (/[a-z]/i.test(start)) return readName(cursor)
  throw unexpected(cursor, 'a number, a function or "("')
}

function readNumber(cursor: Cursor): number {
  const at = cursor.at
  const text = match(cursor, /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy)
  if (text === '') throw unexpected(cursor, 'a number')
  const value = finite(Number(text), at)
  if (exactDouble(text) === null && Number.isInteger(value))
    throw failureAt(
      at,
      `${text} has more digits than this calculates with: whole numbers go to ${Number.MAX_SAFE_INTEGER}`,
    )
  return value
}

function readName(cursor: Cursor): number {
  const at = cursor.at
  const name = match(cursor, /[a-z]\w*/iy)
  const constant = constants.get(name.toLowerCase())
  if (constant !== undefined) return constant
  const apply = functions.get(name.toLowerCase())
  if (!apply) throw failureAt(at, `"${name}" is no function or constant`)
  expect(cursor, '(')
  const values = [deeper(cursor, readSum)]
  while (severalArguments.has(name.toLowerCase()) && takeCharacter(cursor, ','))
    values.push(deeper(cursor, readSum))
  expect(cursor, ')')
  return finite(apply(...values), at)
}

/** Nested expressions use the stack, so they are counted. */
function deeper(cursor: Cursor, read: (cursor: Cursor) => number): number {
  if (++cursor.depth > maxDepth) throw failureAt(cursor.at, `more than ${maxDepth} levels`)
  const value = read(cursor)
  cursor.depth--
  return value
}

/** The next character that is no space; empty at the end. */
function peek(cursor: Cursor): string {
  match(cursor, /\s*/y)
  return cursor.text.charAt(cursor.at)
}

function takeCharacter(cursor: Cursor, character: string): boolean {
  if (peek(cursor) !== character) return false
  cursor.at++
  return true
}

function expect(cursor: Cursor, character: string): void {
  if (!takeCharacter(cursor, character)) throw unexpected(cursor, `"${character}"`)
}

/** Consumes the text that a sticky pattern matches here. */
function match(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  const text = pattern.exec(cursor.text)?.[0] ?? ''
  cursor.at += text.length
  return text
}

function finite(value: number, at: number): number {
  if (Number.isNaN(value)) throw failureAt(at, 'the result is no real number')
  if (!Number.isFinite(value)) throw failureAt(at, 'the result is too large')
  return value
}

function unexpected(cursor: Cursor, expected: string): RungraphError {
  const found = peek(cursor)
  return failureAt(cursor.at, `expected ${expected}, found ${found === '' ? 'the end' : `"${found}"`}`)
}

/** Characters are counted from 1. */
function failureAt(at: number, fault: string): RungraphError {
  return failure(`At character ${at + 1}: ${fault}.`)
}

function failure(message: string): RungraphError {
  return new RungraphError('TOOL_FAILED', { message })
}

/** The tool `calculator`. */
export const calculator = defineTool({
  name: 'calculator',
  description: `Calculates an arithmetic expression, with about 16 digits. Operators: + - * / % (remainder) ^ (power), and parentheses. Functions: ${functionNames.join(', ')}; log has base 10, ln base e, angles are radians. Constants: pi, e.`,
  input: z.object({ expression: z.string().describe('Such as "2 * (3 + 4) ^ 2" or "sqrt(2) / 2".') }),
  effect: 'read',
  execute: ({ expression }) => evaluate(expression),
})
