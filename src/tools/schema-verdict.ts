import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { messageOf } from '../domain/errors.ts'
import type { Json, JsonObject } from '../domain/json.ts'

/** Problems of a value; empty if it is valid. */
export type Problems = readonly string[]

const maxProblems = 10

/**
 * The check of values by a JSON Schema of draft 4, 7, 2019-09 or 2020-12 (the default), as its `$schema` says. It never throws, and has no
 * time limit: its caller sets one (json-schema-check.ts).
 */
export function createVerdict(schema: JsonObject): (value: Json) => Problems {
  const validator = new Validator(copyOf(schema), draftOf(schema.$schema), false)
  return (value) => {
    try {
      const { valid, errors } = validator.validate(value)
      return valid ? [] : toProblems(errors)
    } catch (error) {
      // The validator works by recursion.
      return [error instanceof RangeError ? tooDeep : `cannot be checked: ${messageOf(error)}`]
    }
  }
}

export const tooDeep = 'is nested too deeply'

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

function toProblems(errors: readonly OutputUnit[]): Problems {
  const problems = [...new Set(errors.filter(({ keyword }) => !outer.has(keyword)).map(toProblem))]
  const more = problems.length - maxProblems
  return more > 0 ? [...problems.slice(0, maxProblems), `${more} more`] : problems
}

/** A value of an enumeration or a constant may be long. */
const maxProblemChars = 1_000

/** `/city: expected string`. The validator gives sentences only; the most frequent mistakes of models are described more briefly. */
function toProblem({ instanceLocation, keyword, error }: OutputUnit): string {
  const path = decodeURI(instanceLocation.slice(1)).replaceAll('%23', '#')
  switch (keyword) {
    case 'required':
      return cut(`${path}/${between(error, 'property "', '".')}: is required`)
    case 'type':
      return at(path, `expected ${between(error, 'Expected "', '".').replaceAll('", "', ' or ')}`)
    case 'exclusiveMinimum':
      return at(path, error.replace('is less than', 'is not greater than').replace(/\.$/, ''))
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
  return cut(path === '' ? problem : `${path}: ${problem}`)
}

function cut(problem: string): string {
  return problem.length > maxProblemChars ? `${problem.slice(0, maxProblemChars).toWellFormed()}…` : problem
}
