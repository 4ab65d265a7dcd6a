import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { messageOf } from '../domain/errors.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import type { Schemas } from '../domain/schemas.ts'
import type { ArgumentCheck } from '../domain/tool.ts'
import { schemaFault } from './schema-fault.ts'
import { type Timed, withinTime } from './within-time.ts'

/** JSON Schemas, checked without generated code. */
export const jsonSchemas: Schemas = { fault: schemaFault, check: jsonSchemaCheck }

const maxProblems = 10

/** So long may a check hold up the process, in milliseconds, where the schema has what may take for ever. */
export const checkLimitMs = 200

export const tooSlow =
  'a pattern takes too long on this value: simplify the pattern in the schema, or give a shorter value'

/**
 * Checks arguments against a JSON Schema of draft 4, 7, 2019-09 or 2020-12 (the default), as its `$schema` says. Models write
 * the values, so the check never throws, and where the schema has patterns it is broken off in time.
 */
export function jsonSchemaCheck(schema: JsonObject): (args: Json) => ArgumentCheck {
  const validator = new Validator(copyOf(schema), draftOf(schema.$schema), false)
  const validate: (args: Json) => Timed<ArgumentCheck> = mayBeSlow(schema)
    ? (args) => withinTime(checkLimitMs, () => verdictOf(validator, args))
    : (args) => ({ kind: 'done', value: verdictOf(validator, args) })
  return (args) => {
    try {
      const timed = validate(args)
      return timed.kind === 'done' ? timed.value : { ok: false, problems: [tooSlow] }
    } catch (error) {
      // The validator works by recursion.
      const isDeep = error instanceof RangeError
      return {
        ok: false,
        problems: [isDeep ? 'is nested too deeply' : `cannot be checked: ${messageOf(error)}`],
      }
    }
  }
}

/** References are listed since they can double the work at each step. */
const slowKeywords = new Set(['pattern', 'patternProperties', 'format', '$ref'])

/** Whether anything in a schema is like a pattern; also where it is only called so. */
export function mayBeSlow(schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(([key, value]) => slowKeywords.has(key) || mayBeSlow(value))
}

function verdictOf(validator: Validator, args: Json): ArgumentCheck {
  const { valid, errors } = validator.validate(args)
  return valid ? { ok: true, value: args } : { ok: false, problems: toProblems(errors) }
}

/** The validator writes into the schema that it is given. */
function copyOf(schema: JsonObject): Schema {
  return JSON.parse(JSON.stringify(schema))
}

function draftOf(dialect: Json | undefined): SchemaDraft {
  const name = String(dialect ?? '')
  if (name.includes('draft-04')) return '4'
  if (name.includes('draft-06') || name.includes('draft-07')) return '7'
  return name.includes('2019-09') ? '2019-09' : '2020-12'
}

/** These only say that something within them is wrong, and that is listed too. */
const outer = new Set([
  '$ref',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'allOf',
  'if',
  'dependentSchemas',
])

function toProblems(errors: readonly OutputUnit[]): readonly string[] {
  const problems = [...new Set(errors.filter(({ keyword }) => !outer.has(keyword)).map(toProblem))]
  const more = problems.length - maxProblems
  return more > 0 ? [...problems.slice(0, maxProblems), `${more} more`] : problems
}

/** `/city: expected string`. The validator gives sentences only; what models get wrong most is said shorter. */
function toProblem({ instanceLocation, keyword, error }: OutputUnit): string {
  const path = decodeURI(instanceLocation.slice(1)).replaceAll('%23', '#')
  switch (keyword) {
    case 'required':
      return `${path}/${between(error, 'property "', '".')}: is required`
    case 'type':
      return at(path, `expected ${between(error, 'Expected "', '".').replaceAll('", "', ' or ')}`)
    case 'false':
      return at(path, 'is not allowed')
    default:
      return at(path, error.replace(/\.$/, ''))
  }
}

function between(text: string, before: string, after: string): string {
  return text.slice(text.indexOf(before) + before.length, -after.length)
}

function at(path: string, problem: string): string {
  return path === '' ? problem : `${path}: ${problem}`
}
