import { exactDouble, isLargeNumber, rawNumber } from '../domain/exact-numbers.ts'
import { isJsonArray, type Json, maxDepth, pointerPart } from '../domain/json.ts'
import type { ArgumentCheck } from '../domain/tool.ts'

/**
 * What becomes of a number that JavaScript does not hold where a schema wants a number. It stands in the arguments as the text of its digits.
 * - `TEXT`: it stays that text: the target passes it on.
 * - `AS_WRITTEN`: it is that number in the JSON that is sent.
 * - `REFUSED`: code of JavaScript gets it, and would get another number.
 */
export type LargeNumbers = 'TEXT' | 'AS_WRITTEN' | 'REFUSED'

type Check = (value: Json) => Promise<ArgumentCheck>

/**
 * The check of values that may hold such numbers: the text of one fits where the schema wants a number. `probe` checks by the JSON Schema
 * alone; `check`, its default, decides and gives the value.
 */
export function withLargeNumbers(probe: Check, as: LargeNumbers, check: Check = probe): Check {
  return async (value) => {
    if (!holdsLargeNumber(value)) return check(value)
    const { wanted, probed } = await wantedNumbers(value, probe)
    // They are texts, and the schema takes texts there.
    if (wanted.size === 0) return check(value)
    if (as === 'REFUSED') {
      const refused = [...wanted].filter(([, text]) => exactDouble(text) === null).map(toProblem)
      return refused.length > 0
        ? { ok: false, problems: refused }
        : check(replaced(value, '', (pointer, text) => (wanted.has(pointer) ? Number(text) : text)))
    }
    if (!probed.ok || as === 'TEXT') return probed.ok ? { ok: true, value } : probed
    const written = (pointer: string, text: string) => (wanted.has(pointer) ? rawNumber(text) : text)
    return { ok: true, value: replaced(value, '', written) }
  }
}

function toProblem([pointer, text]: readonly [string, string]): string {
  return `${pointer}: ${text} is beyond ±${Number.MAX_SAFE_INTEGER}, and would become another number. Do not round it: write it as a string where the schema takes one`
}

/** The places where the schema wants a number and such a text stands, and the check with numbers in those places. */
async function wantedNumbers(value: Json, probe: Check) {
  const found = new Map<string, string>()
  replaced(value, '', (pointer, text) => {
    if (isLargeNumber(text)) found.set(pointer, text)
    return text
  })
  const wanted = new Map<string, string>()
  for (;;) {
    const asNumbers = replaced(value, '', (pointer, text) => (wanted.has(pointer) ? Number(text) : text))
    const probed = await probe(asNumbers)
    const size = wanted.size
    for (const problem of probed.ok ? [] : probed.problems) {
      const pointer = placeOfWantedNumber(problem)
      const text = pointer === null ? undefined : found.get(pointer)
      if (pointer !== null && text !== undefined) wanted.set(pointer, text)
    }
    // A check names some problems at a time.
    if (wanted.size === size) return { wanted, probed }
  }
}

/** `/order/id: expected integer`, `/order/id: expected number or null` */
function placeOfWantedNumber(problem: string): string | null {
  const [, pointer, types = ''] = /^(\/.*): expected ([a-z ]+)$/.exec(problem) ?? []
  return pointer !== undefined && /\b(number|integer)\b/.test(types) ? pointer : null
}

/** The check itself refuses what is deeper than `maxDepth`. */
function holdsLargeNumber(value: Json, depth = 0): boolean {
  if (typeof value === 'string') return isLargeNumber(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  if (isJsonArray(value)) return value.some((item) => holdsLargeNumber(item, depth + 1))
  for (const key in value) if (holdsLargeNumber(value[key] ?? null, depth + 1)) return true
  return false
}

/** A copy with each text replaced; a place is a JSON Pointer. */
function replaced(
  value: Json,
  pointer: string,
  replace: (pointer: string, text: string) => Json,
  depth = 0,
): Json {
  if (typeof value === 'string') return replace(pointer, value)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (isJsonArray(value))
    return value.map((item, index) => replaced(item, `${pointer}/${index}`, replace, depth + 1))
  const entries = Object.entries(value).map(([key, item]) => {
    return [key, replaced(item, `${pointer}/${pointerPart(key)}`, replace, depth + 1)] as const
  })
  return Object.fromEntries(entries)
}
