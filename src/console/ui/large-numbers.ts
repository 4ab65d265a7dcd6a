const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The first number of a JSON text that JavaScript would change: a whole number beyond 2^53 - 1, or one that would be infinite. */
export function largeNumberIn(json: string): string | null {
  for (const [token] of json.matchAll(tokens)) if (isLarge(token)) return token
  return null
}

/** Whether a value is the text of such a number: so the server has it. */
export function isLargeNumber(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) && isLarge(value)
}

function isLarge(token: string): boolean {
  const value = Math.abs(Number(token))
  if (Number.isNaN(value) || value <= Number.MAX_SAFE_INTEGER) return false
  return value === Number.POSITIVE_INFINITY || /^-?\d+$/.test(token)
}

/** A JSON text as a value to be shown, with its numbers as they are written; `undefined` where it is none. */
export function readShownJson(text: string): unknown {
  const rawJson: unknown = Reflect.get(JSON, 'rawJSON')
  try {
    if (largeNumberIn(text) === null) return JSON.parse(text)
    // A browser that cannot keep them shows the text as it is.
    if (typeof rawJson !== 'function') return undefined
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
      const source = typeof value === 'number' ? context?.source : undefined
      return source !== undefined && isLarge(source) ? rawJson(source) : value
    })
  } catch {
    return undefined
  }
}

/** JSON as a value, so that it is shown with its structure; any other text as it is. */
export function toShown(text: string): unknown {
  return readShownJson(text) ?? text
}
