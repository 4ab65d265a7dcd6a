import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql'
import { schema } from '../../graphql/schema.ts'

/** A run as callers without GraphQL read it; the names are those of the graph. */
const runFields = `fragment RunFields on Run {
  id
  status
  terminationReason
  agent { id slug }
  agentVersion
  input
  summary
  output
  error { code message }
  abortReason
  triggeredBy
  abortedBy
  traceId
  artifacts
  progress
  stepCount
  gates { id kind status reason expiresAt }
  session { id key }
  idempotencyKey
  usage { ${leavesOf('Usage')} }
  createdAt
  startedAt
  completedAt
  durationMs
}`

export const triggerDocument = parse(`mutation Trigger($input: TriggerRunInput!) {
  triggerRun(input: $input) {
    __typename
    ...RunFields
    ... on Error { code message }
    ... on InvalidInputError { path }
  }
}
${runFields}`)

export const runDocument = parse(`query Run($id: ID!) { run(id: $id) { ...RunFields } }
${runFields}`)

/** Query for the final event of a stream, after the events of the run. */
export const endDocument = parse(`query End($id: ID!, $cursor: String!) {
  run(id: $id) { status events(after: $cursor, first: 1) { edges { cursor } } }
}`)

/** Events after which a run may have stopped or begun to wait. */
export const haltsDocument = parse(`subscription Halts($id: ID!) {
  runEvents(runId: $id, types: [RunCompleted, RunFailed, RunWaiting]) { type }
}`)

/**
 * Every event with all its fields: linked objects are named by their ids. Fields of one name are of several types, which a document of a
 * client may not ask for together; there is but one of them in each event.
 */
export const eventsDocument = parse(`subscription Events($id: ID!) {
  runEvents(runId: $id) {
    id
    cursor
    type
    seq
    at
    stepNumber
    ${eventTypes().map(ownFields).join('\n')}
  }
}`)

function eventTypes(): readonly GraphQLObjectType[] {
  const event = schema.getType('RunEvent')
  return isInterfaceType(event) ? schema.getPossibleTypes(event) : []
}

function ownFields(type: GraphQLObjectType): string {
  const shared = new Set(type.getInterfaces().flatMap((one) => Object.keys(one.getFields())))
  const own = Object.values(type.getFields()).filter(({ name }) => !shared.has(name))
  const selected = own.flatMap((field) => selectionOf(field))
  return selected.length === 0 ? '' : `... on ${type.name} { ${selected.join(' ')} }`
}

/** Objects with ids of their own are left out: the event names them. */
function selectionOf({ name, type: fieldType }: GraphQLField<unknown, unknown>): readonly string[] {
  const type = getNamedType(fieldType)
  if (isLeafType(type)) return [name]
  return isObject(type) ? [`${name} { ${leavesOf(type.name)} }`] : []
}

function isObject(type: GraphQLNamedType): type is GraphQLObjectType {
  return isObjectType(type) && type.getInterfaces().length === 0
}

function leavesOf(name: string): string {
  const type = schema.getType(name)
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  return fields.flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : [])).join(' ')
}
