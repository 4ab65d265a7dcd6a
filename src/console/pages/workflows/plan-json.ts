import { isObject } from '../../ui/json-check.ts'

/** Readings of the JSON of a plan and of a JSON Schema, whose fields the API does not type. */

type Fields = Readonly<Record<string, unknown>>

/** The settings of an action of a plan that differ from their defaults: empty. */
export function settingsOfAction(plan: unknown, name: string): Fields | null {
  const actions = isObject(plan) && Array.isArray(plan.actions) ? plan.actions.filter(isObject) : []
  const action = actions.find((each) => each.name === name)
  if (!action) return null
  const isGiven = (value: unknown) =>
    value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(action).filter(([, value]) => isGiven(value)))
}

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly description: string | null
  readonly isRequired: boolean
}

/** The properties of a JSON Schema of an object. */
export function parametersOf(schema: unknown): readonly Parameter[] {
  if (!isObject(schema) || !isObject(schema.properties)) return []
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    type: isObject(property) && typeof property.type === 'string' ? property.type : 'any',
    description: isObject(property) && typeof property.description === 'string' ? property.description : null,
    isRequired: required.includes(name),
  }))
}

/** Values to begin with for the parameters of a workflow: their defaults, or empty ones of their type. */
export function exampleOf(schema: unknown): Fields {
  if (!isObject(schema) || !isObject(schema.properties)) return {}
  const empty: Fields = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} }
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      if (!isObject(property)) return [name, null]
      return [name, property.default ?? empty[String(property.type)] ?? null]
    }),
  )
}
