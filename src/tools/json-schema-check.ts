import { dereference, type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { messageOf } from '../domain/errors.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import type { Schemas } from '../domain/schemas.ts'
import type { ArgumentCheck } from '../domain/tool.ts'

/** JSON Schemas, checked without generated code. */
export const jsonSchemas: Schemas = { fault: schemaFault, check: jsonSchemaCheck }

const maxProblems = 10

/** Checks arguments against a JSON Schema of draft 4, 7, 2019-09 or 2020-12 (the default), as its `$schema` says. */
export function jsonSchemaCheck(schema: JsonObject): (args: Json) => ArgumentCheck {
  const validator = new Validator(copyOf(schema), draftOf(schema.$schema), false)
  return (args) => {
    const { valid, errors } = validator.validate(args)
    return valid ? { ok: true, value: args } : { ok: false, problems: toProblems(errors) }
  }
}

/** What would make the check throw later: a reference to nothing, or a pattern that is no regular expression. */
export function schemaFault(schema: JsonObject): string | null {
  try {
    const known = dereference(copyOf(schema))
    for (const part of Object.values(known)) {
      if (typeof part === 'boolean') continue
      const { $ref, __absolute_ref__: target = $ref } = part
      if (target !== undefined && known[target] === undefined) return `$ref "${$ref}" refers to nothing`
      for (const pattern of patternsOf(part)) RegExp(pattern, 'u')
    }
    return null
  } catch (error) {
    return messageOf(error)
  }
}

function patternsOf({ pattern, patternProperties = {} }: Schema): readonly string[] {
  return [...(pattern === undefined ? [] : [pattern]), ...Object.keys(patternProperties)]
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
