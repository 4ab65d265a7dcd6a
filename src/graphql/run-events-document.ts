import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'

/**
 * Objects with an id that an event refers to, and the fields that a subscriber needs of them at once. It reads the others when it shows
 * them: each would cost a query per event.
 */
const linked: Readonly<Record<string, string>> = {
  gate: '{ id kind status reason decider respondent resolvedBy expiresAt action { id name target parameters } context { ... on QuestionContext { question schema url } } }',
}

/**
 * The subscription with which `rungraph/client` and the Python client follow a run: all fields of all events (codegen.ts). A new event of
 * the catalogue is added automatically.
 */
export function runEventsDocument(schema: GraphQLSchema): string {
  return `subscription RunEvents($runId: ID!, $after: String, $types: [RunEventType!], $includeDescendants: Boolean! = false) {
  runEvents(runId: $runId, after: $after, types: $types, includeDescendants: $includeDescendants) {
    __typename id seq cursor at stepNumber
    run @include(if: $includeDescendants) { id }
    ${eventFields(schema, linked).join('\n    ')}
  }
}`
}

/** What the document of a subscription selects of each type of event beside the fields of all: its own fields, and of an object with an id what `objects` says. */
export function eventFields(
  schema: GraphQLSchema,
  objects: Readonly<Record<string, string>> = {},
): readonly string[] {
  const event = schema.getType('RunEvent')
  if (!isInterfaceType(event)) throw new Error('The schema has no interface RunEvent.')
  const common = event.getFields()
  return schema.getPossibleTypes(event).flatMap((type) => {
    const own = Object.values(type.getFields()).filter(({ name }) => common[name] === undefined)
    const selected = own.flatMap((field) => selectionOf(field, objects))
    return selected.length === 0 ? [] : [`... on ${type.name} { ${selected.join(' ')} }`]
  })
}

/** A field with all leaves below it; nothing of an object that has an id, unless `objects` names it. */
function selectionOf(
  field: GraphQLField<unknown, unknown>,
  objects: Readonly<Record<string, string>>,
): readonly string[] {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return [field.name]
  if (objects[field.name] !== undefined) return [`${field.name} ${objects[field.name]}`]
  if (!isObjectType(type) || type.getFields().id !== undefined) return []
  return [`${field.name} { ${leavesOf(type)} }`]
}

/** The fields of a type that are values, as a selection. */
export function leavesOf(type: GraphQLNamedType | undefined): string {
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  return fields.flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : [])).join(' ')
}
