import { isJsonArray, isJsonObject, type Json, type JsonObject, pointerKey } from '../../domain/json.ts'

/**
 * Words the problems of an answer, or of the parameters of a workflow, for the person who gave it: `email must be an email address`. What is
 * rare is said as the check of the schema words it (schema-verdict.ts).
 */
export function wordAnswerProblems(problems: readonly string[], schema: JsonObject): readonly string[] {
  // A choice has a problem of its own for each of its values.
  return [...new Set(problems.map((problem) => wordProblem(problem, schema)))]
}

function wordProblem(problem: string, schema: JsonObject): string {
  const [, path, problemAtPath] = /^((?:\/[^/:]+)+): (.+)$/s.exec(problem) ?? []
  if (path === undefined || problemAtPath === undefined) return problem
  const keys = path.slice(1).split('/').map(pointerKey)
  const name = keys.join('.')
  if (problemAtPath === 'is required') return `${name} is missing`
  if (problemAtPath === 'is not allowed') return `${name} is not allowed`
  const choices = choicesOf(schemaAt(schema, keys))
  if (choices !== null) return `${name} must be one of ${choices.join(', ')}`
  for (const [pattern, word] of wordings) {
    const [, found] = pattern.exec(problemAtPath) ?? []
    if (found !== undefined) return `${name} must ${word(found)}`
  }
  return `${name}: ${problemAtPath}`
}

const formats: Readonly<Record<string, string>> = {
  email: 'be an email address',
  date: 'be a date like 2026-01-31',
  'date-time': 'be a time like 2026-01-31T09:00:00Z',
  time: 'be a time of the day like 09:00:00Z',
  uri: 'be a URL',
  uuid: 'be a UUID',
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** The sentences of the check, and what a value must do instead. */
const wordings: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/ format "(.+)"$/, (format) => formats[format] ?? `have the format "${format}"`],
  [/^expected (.+)$/, (names) => `be ${names.replaceAll(/\w+/g, (name) => types[name] ?? name)}`],
  [/ is less than or equal to +(\S+)$/, (bound) => `be more than ${bound}`],
  [/ is not greater than (\S+)$/, (bound) => `be more than ${bound}`],
  [/ is less than +(\S+)$/, (bound) => `be at least ${bound}`],
  [/ is greater than or equal to +(\S+)$/, (bound) => `be less than ${bound}`],
  [/ is greater than +(\S+)$/, (bound) => `be at most ${bound}`],
  [/ is not a multiple of (\S+)$/, (step) => `be a multiple of ${step}`],
  [/^String is too short \(\d+ < (\d+)\)$/, (least) => `have at least ${counted(least, 'character')}`],
  [/^String is too long \(\d+ > (\d+)\)$/, (most) => `have at most ${counted(most, 'character')}`],
  [/^Array has too few items \(\d+ < (\d+)\)$/, (least) => `have at least ${counted(least, 'item')}`],
  [/^Array has too many items \(\d+ > (\d+)\)$/, (most) => `have at most ${counted(most, 'item')}`],
]

function counted(number: string, noun: string): string {
  return `${number} ${noun}${number === '1' ? '' : 's'}`
}

/** The schema of a part of the answer, if it is declared in place. */
function schemaAt(schema: JsonObject, keys: readonly string[]): Json | undefined {
  let part: Json | undefined = schema
  for (const key of keys) {
    if (!isJsonObject(part)) return undefined
    const { properties, items }: JsonObject = part
    part = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : items
  }
  return part
}

/** The values of a choice, of which each is named: an `enum`, or a `const` for each (with its title). */
function choicesOf(schema: Json | undefined): readonly string[] | null {
  if (!isJsonObject(schema)) return null
  const { enum: values, oneOf, anyOf = oneOf } = schema
  if (values !== undefined) return isJsonArray(values) ? values.map(shown) : null
  if (anyOf === undefined || !isJsonArray(anyOf)) return null
  const constants = anyOf.flatMap((one) => (isJsonObject(one) && one.const !== undefined ? [one.const] : []))
  return constants.length > 0 && constants.length === anyOf.length ? constants.map(shown) : null
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
