import { rawNumberText } from '../../domain/exact-numbers.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** Names of tools that every provider takes. */
const toolName = /^[A-Za-z_][\w-]{0,63}$/
/** Names of properties that every provider takes: Anthropic refuses `$select`, Google as well. */
const propertyName = /^[\w.-]{1,64}$/

/** A rule for names: those that it takes, and what no name that follows it has. */
export interface ToolNameRule {
  readonly legal: RegExp
  readonly illegal: RegExp
  /** Put before a name that begins with no letter. */
  readonly beginning: string
  readonly maxLength: number
}

const toolNames: ToolNameRule = { legal: toolName, illegal: /[^\w-]+/g, beginning: '_', maxLength: 60 }

/** Names of letters and digits, with single underscores between: what a provider takes that refuses other names of tools. */
export function plainNames(maxLength: number): ToolNameRule {
  const legal = new RegExp(`^(?=.{1,${maxLength}}$)[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$`)
  return { legal, illegal: /[^A-Za-z0-9]+/g, beginning: 'tool_', maxLength: maxLength - 4 }
}

/** A name that is near the given one, and none of those in use. */
function near(
  name: string,
  { illegal, beginning, maxLength }: ToolNameRule,
  used: ReadonlySet<string>,
): string {
  const letters = name.replaceAll(illegal, '_').replaceAll(/^_+|_+$/g, '')
  const whole = /^[A-Za-z_]/.test(letters) ? letters : `${beginning}${letters}`
  const plain = whole.slice(0, maxLength).replace(/_$/, '') || whole
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? plain : `${plain}_${number}`
    if (!used.has(candidate)) return candidate
  }
}

/** The names that the tools get, by their own names; only those that need another. */
export function renamedTools(
  names: readonly string[],
  rule: ToolNameRule = toolNames,
): ReadonlyMap<string, string> {
  return renamed(names, rule)
}

/** The same of all properties in a schema, at any depth. */
export function renamedProperties(schema: JsonObject): ReadonlyMap<string, string> {
  return renamed([...new Set(propertiesIn(schema))], { ...toolNames, legal: propertyName })
}

function renamed(names: readonly string[], rule: ToolNameRule): ReadonlyMap<string, string> {
  const { legal } = rule
  const used = new Set(names.filter((name) => legal.test(name)))
  const given = new Map<string, string>()
  for (const name of names) {
    if (legal.test(name)) continue
    const other = near(name, rule, used)
    used.add(other)
    given.set(name, other)
  }
  return given
}

function propertiesIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesIn)
  if (!isJsonObject(schema)) return []
  const own = isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
  return [...own, ...subschemasOf(schema).flatMap(propertiesIn)]
}

/** Values of a schema that may be schemas: not its examples and defaults. */
function subschemasOf({
  default: _default,
  example: _example,
  examples: _examples,
  enum: _enum,
  const: _const,
  ...schema
}: JsonObject) {
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'properties' && isJsonObject(value) ? Object.values(value) : [value],
  )
}

/** The schema with other names of its properties. */
export function renameProperties(schema: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(schema)) return schema.map((part) => renameProperties(part, names))
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties' && isJsonObject(value))
        return [keyword, renamedKeys(value, names, (part) => renameProperties(part, names))]
      if (keyword === 'required' && Array.isArray(value))
        return [keyword, value.map((name) => names.get(String(name)) ?? name)]
      if (['default', 'example', 'examples', 'enum', 'const'].includes(keyword)) return [keyword, value]
      return [keyword, renameProperties(value, names)]
    }),
  )
}

/** Arguments with other names of their members, at any depth. */
export function renameMembers(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, names))
  if (rawNumberText(value) !== null) return value
  return isJsonObject(value) ? renamedKeys(value, names, (item) => renameMembers(item, names)) : value
}

function renamedKeys(
  value: JsonObject,
  names: ReadonlyMap<string, string>,
  inner: (item: Json) => Json,
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, inner(item)]))
}
