import { isJsonObject, type Json, type JsonObject, maxDepth } from './json.ts'

/*
 * JSON has numbers of any size, and a number of JavaScript is a double: of whole numbers it holds those up to ±(2^53 - 1), and beyond
 * 1.8e308 it is Infinity. Such a number is never replaced by another one. From a model, a tool or a service it is taken as the text of its
 * digits; a caller of the API, who can write it as a string, is refused with its path.
 */

/** Whether a number of JSON, as it is written, is one that JavaScript holds: its fraction may be rounded, its whole part may not. */
export function isExactNumber(source: string): boolean {
  const value = Number(source)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true
  // Whole numbers of that size are ids more often than quantities. All of them are texts, and not every other one.
  if (!Number.isFinite(value) || /^-?\d+$/.test(source)) return false
  return isSameNumber(source, value)
}

/** Whether a number as it is written is exactly that one, digit for digit, or its shortest form. For numbers beyond the safe range. */
function isSameNumber(source: string, value: number): boolean {
  const whole = wholeNumber(source)
  return whole !== null && (whole === BigInt(value) || whole === wholeNumber(String(value)))
}

/** No written number has so many digits; to read one that has would take long. In characters. */
const maxSource = 400

const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The whole number that a text writes; `null` where it has a fraction, or more digits than are read. */
function wholeNumber(source: string): bigint | null {
  const [, sign, whole, fraction = '', exponent = '0'] = parts.exec(source) ?? []
  if (whole === undefined || source.length > maxSource) return null
  const shift = Number(exponent) - fraction.length
  const digits = whole + fraction
  if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return null
  return BigInt(`${sign}${shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift)}`)
}

/** Whether a text is a number of JSON that JavaScript does not hold. */
export function isLargeNumber(text: string): boolean {
  return text.length > 3 && text.length <= maxSource && parts.test(text) && !isExactNumber(text)
}

/** The number that a text writes, where a double is exactly that number; else `null`. */
export function exactDouble(text: string): number | null {
  const value = Number(text)
  const isIt =
    Math.abs(value) <= Number.MAX_SAFE_INTEGER || (Number.isFinite(value) && isSameNumber(text, value))
  return isIt ? value : null
}

/** Cheap to ask: whether JSON may hold a number that JavaScript does not. One such has 16 digits, or an exponent of three. */
export function mayHoldLargeNumber(json: string): boolean {
  return /\d[\d.]{15}|[eE]\+?\d{3}/.test(json)
}

/** JSON read as `JSON.parse` does, but that a number which JavaScript does not hold is the text of its digits. @throws SyntaxError */
export function parseJson(text: string): Json {
  return parse(text, (source) => source)
}

/**
 * JSON read with such numbers as `JSON.rawJSON`, which `JSON.stringify` writes as they were. For what is sent on as JSON, or refused.
 * @throws SyntaxError
 */
export function parseRawJson(text: string): Json {
  return parse(text, rawNumber)
}

/** The same; `undefined` for what is no JSON. */
export function tryParseRawJson(text: string): Json | undefined {
  try {
    return parseRawJson(text)
  } catch {
    return undefined
  }
}

/** Cheap to ask: whether JSON may hold a number that JavaScript writes otherwise. */
export function mayHoldRewrittenNumber(json: string): boolean {
  return /\d[.eE]|-0/.test(json)
}

/**
 * JSON read so that each number keeps the text by which it is written, where JavaScript would write another: `1.50`, `1e3`. `undefined` for
 * what is no JSON.
 */
export function tryParseWrittenJson(text: string): Json | undefined {
  if (!mayHoldRewrittenNumber(text)) return tryParseRawJson(text)
  try {
    return JSON.parse(text, (_key: string, value: Json, context?: { readonly source?: string }): Json => {
      if (typeof value !== 'number') return value
      const source = context?.source ?? String(value)
      return String(value) === source ? value : rawNumber(source)
    })
  } catch {
    return undefined
  }
}

/** An object of JSON, read so; `null` for what is no JSON, or no object. */
export function parseRawObject(text: string): JsonObject | null {
  const value = tryParseRawJson(text)
  return isJsonObject(value) && rawNumberText(value) === null ? value : null
}

function parse(text: string, toValue: (source: string) => Json): Json {
  return mayHoldLargeNumber(text) ? JSON.parse(text, reviver(toValue)) : JSON.parse(text)
}

/** `JSON.parse` gives the text of a number beside it. */
function reviver(toValue: (source: string) => Json) {
  return (_key: string, value: Json, context?: { readonly source?: string }): Json => {
    if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
    const source = context?.source ?? String(value)
    return isExactNumber(source) ? value : toValue(source)
  }
}

/** The library of TypeScript has neither of them yet; Node.js has both from version 21 on. */
const makeRaw: (source: string) => { readonly rawJSON: string } = Reflect.get(JSON, 'rawJSON')
const isRaw: (value: unknown) => boolean = Reflect.get(JSON, 'isRawJSON')

/** A number as `JSON.stringify` writes it: digit for digit. */
export function rawNumber(source: string): Json {
  return makeRaw(source)
}

/** The digits of a number that is kept as it was written; `null` for any other value. */
export function rawNumberText(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'rawJSON' in value && isRaw(value)
    ? String(value.rawJSON)
    : null
}

/** A number that JavaScript does not hold, and its place within a value. */
export interface LargeNumber {
  readonly path: readonly string[]
  readonly text: string
}

/** The first such number of a value that `parseRawJson` read, or an infinite one; `null` if there is none. */
export function findLargeNumber(value: unknown, path: readonly string[] = []): LargeNumber | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : { path, text: String(value) }
  if (typeof value !== 'object' || value === null || path.length > maxDepth) return null
  const text = rawNumberText(value)
  if (text !== null) return { path, text }
  // Without lists of keys, and of the paths that lead nowhere: the value may be large.
  for (const key in value) {
    const item: unknown = Reflect.get(value, key)
    const mayBe = typeof item === 'number' ? !Number.isFinite(item) : typeof item === 'object'
    const found = mayBe ? findLargeNumber(item, [...path, key]) : null
    if (found !== null) return found
  }
  return null
}

/** The rest of a sentence about a value: what is wrong with such a number. */
export function numberFault({ path, text }: LargeNumber): string {
  const where = path.length === 0 ? '' : `at "${path.join('.')}" `
  return `${where}has ${text}, which is beyond the numbers that are kept exactly (±${Number.MAX_SAFE_INTEGER} for whole numbers). Write it as a string: "${text}"`
}

const tokens = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** JSON with quotes around each number that JavaScript does not hold, for code of others that reads it by `JSON.parse`. */
export function quoteLargeNumbers(json: string): string {
  if (!mayHoldLargeNumber(json)) return json
  return json.replace(tokens, (token) =>
    token.startsWith('"') || isExactNumber(token) ? token : `"${token}"`,
  )
}
