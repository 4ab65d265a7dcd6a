/** A fault of a JSON text, and its place: the names and indexes from the outside inwards. */
export interface JsonIssue {
  readonly path: readonly string[]
  readonly message: string
}

type Schema = Readonly<Record<string, unknown>>

/** A JSON text as a value; `undefined` where it is none, or holds a number that would be sent as another one. */
export function parseJson(text: string): unknown {
  try {
    return largeNumberIn(text) === null ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Whether a value stands for another one, which is known only later: a reference in a plan. It fits every schema. */
export type IsReference = (value: unknown) => boolean

/**
 * Where a value does not fit a JSON Schema. It knows the keywords that schemas of tools and inputs use; a keyword that it does not know
 * is left to the server, which checks again.
 */
export function checkJson(
  value: unknown,
  schema: unknown,
  isReference: IsReference = () => false,
): readonly JsonIssue[] {
  return checkValue(value, schema, { path: [], root: schema, isReference })
}

interface Place {
  readonly path: readonly string[]
  readonly root: unknown
  readonly isReference: IsReference
}

function checkValue(value: unknown, given: unknown, place: Place): JsonIssue[] {
  if (place.isReference(value)) return []
  if (!isObject(given)) return given === false ? [issue(place, 'is not allowed')] : []
  const schema = resolve(given, place.root)
  return [
    ...checkKind(value, schema, place),
    ...checkAlternatives(value, schema, place),
    ...(isObject(value) ? checkFields(value, schema, place) : []),
    ...(Array.isArray(value) ? checkItems(value, schema, place) : []),
    ...(typeof value === 'number' ? checkNumber(value, schema, place) : []),
    ...(typeof value === 'string' ? checkText(value, schema, place) : []),
  ]
}

function checkKind(value: unknown, schema: Schema, place: Place): JsonIssue[] {
  const { type, enum: values } = schema
  const types = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : null
  if (types && !types.some((name) => isOf(value, name)))
    return [issue(place, `must be ${types.map((name) => articles[name] ?? name).join(' or ')}`)]
  if (Array.isArray(values) && !values.includes(value))
    return [issue(place, `must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}`)]
  if ('const' in schema && schema.const !== value)
    return [issue(place, `must be ${JSON.stringify(schema.const)}`)]
  return []
}

const articles: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  // The text of such a number is taken for one.
  if (type === 'integer') return Number.isInteger(value) || isLargeNumber(value)
  if (type === 'number' && isLargeNumber(value)) return true
  if (type === 'object') return isObject(value)
  return typeof value === type
}

function checkAlternatives(value: unknown, schema: Schema, place: Place): JsonIssue[] {
  const all = Array.isArray(schema.allOf)
    ? schema.allOf.flatMap((each) => checkValue(value, each, place))
    : []
  const choices = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(choices)) return all
  const found = choices.map((each) => checkValue(value, each, place))
  if (found.some((issues) => issues.length === 0)) return all
  // The alternative that comes nearest tells most: the one whose complaint lies deepest.
  const deepest = found.toSorted((a, b) => depth(b) - depth(a))[0] ?? []
  return [
    ...all,
    ...(depth(deepest) > place.path.length ? deepest : [issue(place, 'fits none of the alternatives')]),
  ]
}

function depth(issues: readonly JsonIssue[]): number {
  return Math.max(0, ...issues.map(({ path }) => path.length))
}

function checkFields(value: Schema, schema: Schema, place: Place): JsonIssue[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const missing = required
    .filter((name) => !(name in value))
    .map((name) => issue(place, `needs the field "${name}"`))
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const inner = { ...place, path: [...place.path, name] }
    if (name in properties) return checkValue(each, properties[name], inner)
    if (schema.additionalProperties === false) {
      const known = Object.keys(properties)
      return [
        issue(inner, `is not a known field${known.length < 12 ? `: there are ${known.join(', ')}` : ''}`),
      ]
    }
    return checkValue(each, schema.additionalProperties, inner)
  })
  return [...missing, ...fields]
}

function checkItems(value: readonly unknown[], schema: Schema, place: Place): JsonIssue[] {
  const { minItems, maxItems, items } = schema
  return [
    ...(typeof minItems === 'number' && value.length < minItems
      ? [issue(place, `needs at least ${minItems} items`)]
      : []),
    ...(typeof maxItems === 'number' && value.length > maxItems
      ? [issue(place, `has more than ${maxItems} items`)]
      : []),
    ...value.flatMap((each, index) =>
      checkValue(each, items, { ...place, path: [...place.path, String(index)] }),
    ),
  ]
}

function checkNumber(value: number, schema: Schema, place: Place): JsonIssue[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof minimum === 'number' && value < minimum) return [issue(place, `must be at least ${minimum}`)]
  if (typeof maximum === 'number' && value > maximum) return [issue(place, `must be at most ${maximum}`)]
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return [issue(place, `must be more than ${exclusiveMinimum}`)]
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return [issue(place, `must be less than ${exclusiveMaximum}`)]
  return []
}

function checkText(value: string, { minLength, maxLength }: Schema, place: Place): JsonIssue[] {
  if (typeof minLength === 'number' && value.length < minLength)
    return [issue(place, minLength === 1 ? 'must not be empty' : `needs ${minLength} characters`)]
  if (typeof maxLength === 'number' && value.length > maxLength)
    return [issue(place, `has more than ${maxLength} characters`)]
  return []
}

function resolve(schema: Schema, root: unknown): Schema {
  const { $ref } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return schema
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), root)
  return isObject(found) ? found : schema
}

function issue({ path }: Place, what: string): JsonIssue {
  return { path, message: `${path.at(-1) === undefined ? 'The value' : nameOf(path)} ${what}.` }
}

function nameOf(path: readonly string[]): string {
  return path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at > 0 ? `.${part}` : part)).join('')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Schema of an editor of an object. */
export const anObject: Schema = { type: 'object' }

/** The object of a JSON text; null where it is none. */
export function readObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The first number of a JSON text that JavaScript would change: a whole number beyond 2^53 - 1, or one that would be infinite. */
export function largeNumberIn(json: string): string | null {
  for (const [token] of json.matchAll(tokens)) if (isLarge(token)) return token
  return null
}

/** Whether a value is the text of such a number: so the server has it. */
function isLargeNumber(value: unknown): boolean {
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
