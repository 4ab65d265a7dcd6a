import {
  type GraphQLField,
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
  gate: '{ id kind status reason expiresAt action { id name target parameters } }',
}

/**
 * The subscription with which `rungraph/client` and the Python client follow a run: all fields of all events (codegen.ts). A new event of
 * the catalogue is added automatically.
 */
export function runEventsDocument(schema: GraphQLSchema): string {
  const event = schema.getType('RunEvent')
  if (!isInterfaceType(event)) throw new Error('The schema has no interface RunEvent.')
  const common = event.getFields()
  const parts = schema.getPossibleTypes(event).flatMap((type) => {
    const own = Object.values(type.getFields()).filter(({ name }) => common[name] === undefined)
    const selected = own.flatMap(selectionOf)
    return selected.length === 0 ? [] : [`... on ${type.name} { ${selected.join(' ')} }`]
  })
  return `subscription RunEvents($runId: ID!, $after: String, $types: [RunEventType!], $includeDescendants: Boolean! = false) {
  runEvents(runId: $runId, after: $after, types: $types, includeDescendants: $includeDescendants) {
    __typename id seq cursor at stepNumber
    run @include(if: $includeDescendants) { id }
    ${parts.join('\n    ')}
  }
}`
}

/** A field with all leaves below it; nothing of an object that has an id, unless `linked` names it. */
function selectionOf(field: GraphQLField<unknown, unknown>): readonly string[] {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return [field.name]
  if (linked[field.name] !== undefined) return [`${field.name} ${linked[field.name]}`]
  if (!isObjectType(type) || type.getFields().id !== undefined) return []
  const leaves = Object.values(type.getFields()).filter(({ type }) => isLeafType(getNamedType(type)))
  return [`${field.name} { ${leaves.map(({ name }) => name).join(' ')} }`]
}
