import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '../../graphql/schema.ts'
import { fragmentsIn } from '../limits/operation-shape.ts'
import type { CompiledRoute, Parameter } from './compiled-route.ts'
import { described, type JsonSchema, type JsonSchemas } from './json-schemas.ts'
import { takesForm } from './request-values.ts'

/** An operation as OpenAPI describes it. */
export type Operation = Readonly<Record<string, unknown>>

export function describeRoute(route: CompiledRoute, schemas: JsonSchemas): Operation {
  const parameters = [
    ...(route.object === null ? [] : [objectParameter(route.object.parameter)]),
    ...route.parameters.map((parameter) => describeParameter(parameter, schemas)),
  ]
  const success = {
    description: 'The answer.',
    ...(route.answer.form === 'page' && { headers: { Link: linkHeader } }),
    content: { 'application/json': { schema: answerSchema(route, schemas) } },
  }
  return {
    ...{ operationId: route.name, tags: [route.path.split('/')[0]], summary: route.summary },
    ...described({}, route.answer.description),
    parameters: [projectReference, ...parameters],
    ...(route.body !== null && { requestBody: describeBody(route, schemas) }),
    responses: {
      [route.status ?? 200]: success,
      ...(route.method === 'GET' && { 304: unchanged }),
      ...refusals(statusesOf(route)),
    },
  }
}

const unchanged = { description: 'Nothing has changed since the answer whose `ETag` is in `If-None-Match`.' }

export const projectReference = { $ref: '#/components/parameters/project' }

const objectWords: Readonly<Record<string, string>> = {
  agent: 'Slug, global id or UUID of the agent.',
  run: 'Global id or UUID of the run.',
  gate: 'Global id or UUID of the gate.',
  file: 'Global id or UUID of the file.',
}

export function objectParameter(name: string): JsonSchema {
  return {
    ...{ name, in: 'path', required: true },
    ...described({}, objectWords[name]),
    schema: { type: 'string' },
  }
}

const linkHeader = {
  description: 'The next page, `rel="next"`. Absent on the last page.',
  schema: { type: 'string' },
}

/** Each refusal that any operation can have, and those of its own. */
export function refusals(own: readonly number[]): Readonly<Record<string, JsonSchema>> {
  const statuses = [...new Set([400, 401, 403, 404, 429, 503, ...own])].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/refused${status}` }]),
  )
}

function statusesOf({ body, answer }: CompiledRoute): readonly number[] {
  const union = getNamedType(answer.type)
  const isConflict = isUnionType(union) && union.getTypes().some(({ name }) => name === 'ConflictError')
  return [...(isConflict ? [409] : []), ...(body === null ? [] : [413, 415])]
}

function describeParameter(
  { name, type, description, defaultValue }: Parameter,
  schemas: JsonSchemas,
): JsonSchema {
  // A parameter has no null: it is given or not.
  const given = schemas.ofGiven(type)
  return {
    ...{ name, in: 'query' },
    ...described({}, description),
    schema: defaultValue === undefined ? given : { ...given, default: defaultValue },
    ...(isListType(getNullableType(type)) && { style: 'form', explode: true }),
  }
}

function describeBody(route: CompiledRoute, schemas: JsonSchemas): JsonSchema {
  const own = schemas.ofInputFields(route.body ?? [])
  if (!takesForm(route))
    return { required: 'required' in own, content: { 'application/json': { schema: own } } }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const form = { ...own, properties: { file, ...Object(own.properties) }, required: ['file'] }
  const description = 'Without an API key, send the header `GraphQL-Require-Preflight: 1`.'
  return { description, required: true, content: { 'multipart/form-data': { schema: form } } }
}

function answerSchema(
  { parsed, answer: { field, type, form } }: CompiledRoute,
  schemas: JsonSchemas,
): JsonSchema {
  const fragments = fragmentsIn(parsed)
  const named = getNamedType(type)
  const { selectionSet } = field
  if (selectionSet === undefined || !isCompositeType(named))
    return schemas.ofOutput(type, undefined, fragments)
  if (form === 'object') {
    const success = successOf(named, selectionSet)
    return schemas.ofSelection(success.type, success.selectionSet, fragments)
  }
  const items =
    form === 'list' ? schemas.ofOutput(type, selectionSet, fragments) : nodesOf(named, selectionSet)
  const nextCursor = {
    type: ['string', 'null'],
    description: '`after` of the next page. Null on the last page.',
  }
  const properties = form === 'list' ? { items } : { items, nextCursor }
  return { type: 'object', properties, required: Object.keys(properties) }

  function nodesOf(connection: typeof named, { selections }: SelectionSetNode): JsonSchema {
    const nodes = selections.find((node) => node.kind === Kind.FIELD && node.name.value === 'nodes')
    const nodesType = isObjectType(connection) ? connection.getFields().nodes?.type : undefined
    if (nodes?.kind !== Kind.FIELD || nodesType === undefined) throw new Error('A page has no nodes.')
    return schemas.ofOutput(nodesType, nodes.selectionSet, fragments)
  }
}

/** The member of a result that is no error, with what is selected of it. */
function successOf(
  type: ReturnType<typeof getNamedType> & Parameters<JsonSchemas['ofSelection']>[0],
  set: SelectionSetNode,
) {
  if (!isUnionType(type)) return { type, selectionSet: set }
  const member = type.getTypes().find((one) => !isError(one))
  const fragment = set.selections.find(
    (node) => node.kind === Kind.INLINE_FRAGMENT && node.typeCondition?.name.value === member?.name,
  )
  if (member === undefined || fragment?.kind !== Kind.INLINE_FRAGMENT)
    throw new Error(`${type.name} has no member that is no error.`)
  return { type: member, selectionSet: fragment.selectionSet }
}

function isError(type: GraphQLObjectType): boolean {
  const error = schema.getType('Error')
  return isInterfaceType(error) && type.getInterfaces().includes(error)
}
