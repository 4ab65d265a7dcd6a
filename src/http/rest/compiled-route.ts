import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { schema } from '../../graphql/schema.ts'
import type { Route } from './routes.ts'

/** A route with what follows from its document. */
export interface CompiledRoute extends Route {
  /** The id of the operation: `listRuns`. */
  readonly name: string
  readonly parsed: DocumentNode
  /** The object that the path names. */
  readonly object: NamedObject | null
  readonly parameters: readonly Parameter[]
  /** The fields that the body may have; null: it takes none. */
  readonly body: readonly GraphQLInputField[] | null
  /** Where in the data the answer is. */
  readonly answer: AnswerPlace
}

interface NamedObject {
  readonly parameter: string
  readonly kind: 'Agent' | 'Run' | 'Gate' | 'File'
}

/** A parameter of the query of an address. */
export interface Parameter {
  readonly name: string
  readonly type: GraphQLInputType
  readonly description: string
  readonly defaultValue: unknown
  /** The variable, and the field within it. */
  readonly place: readonly string[]
}

interface AnswerPlace {
  /** The names from the data inwards. */
  readonly path: readonly string[]
  /** What the schema says of the innermost of these fields that it describes. */
  readonly description: string
  readonly field: FieldNode
  readonly type: GraphQLOutputType
  /** A list of pages, a list, or one object. */
  readonly form: 'page' | 'list' | 'object'
}

const known = new Map<Route, CompiledRoute>()

/** Each is compiled when it is first asked for, which no start needs. */
export function compiledRoute(route: Route): CompiledRoute {
  const compiled = known.get(route) ?? compileRoute(route)
  known.set(route, compiled)
  return compiled
}

function compileRoute(route: Route): CompiledRoute {
  const parsed = parse(route.document)
  const operation = operationOf(parsed)
  const object = objectOf(route.path)
  const given = object?.kind === 'Agent' ? ['id', 'slug'] : [route.key ?? 'id']
  const variables = operation.variableDefinitions ?? []
  const input = variables.find(({ variable }) => variable.name.value === 'input')
  const isGiven = ({ variable }: VariableDefinitionNode) =>
    object !== null && given.includes(variable.name.value)
  const descriptions = describeVariables(parsed)
  return {
    ...route,
    name: (operation.name?.value ?? '').replace(/^./, (letter) => letter.toLowerCase()),
    parsed,
    object,
    parameters: variables
      .filter((variable) => variable !== input && !isGiven(variable))
      .flatMap((variable) => parametersOf(variable, descriptions)),
    body: input === undefined ? null : bodyOf(input, object === null ? [] : given),
    answer: placeOf(operation),
  }
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error('The document of a route has no operation.')
  return operation
}

const objectKinds = { agent: 'Agent', run: 'Run', gate: 'Gate', file: 'File' } as const

function objectOf(path: string): NamedObject | null {
  const [, parameter = ''] = /\{(\w+)\}/.exec(path) ?? []
  for (const [name, kind] of Object.entries(objectKinds)) if (name === parameter) return { parameter, kind }
  return null
}

/** A filter is the parameters of its fields, except those of a kind that no parameter has. */
function parametersOf(
  definition: VariableDefinitionNode,
  descriptions: ReadonlyMap<string, string>,
): readonly Parameter[] {
  const name = definition.variable.name.value
  const type = inputTypeOf(definition)
  const named = getNullableType(type)
  if (isInputObjectType(named))
    return Object.values(named.getFields())
      .filter((field) => isLeafType(getNamedType(field.type)) && getNamedType(field.type).name !== 'JSON')
      .map((field) => ({
        ...{ name: field.name, type: field.type, place: [name, field.name], defaultValue: undefined },
        description: field.description ?? '',
      }))
  const { defaultValue } = definition
  return [
    {
      ...{ name, type, place: [name], description: descriptions.get(name) ?? '' },
      defaultValue: defaultValue && valueFromASTUntyped(defaultValue),
    },
  ]
}

/** The header `Idempotency-Key` takes the place of its field, and a file comes as a form. */
function bodyOf(definition: VariableDefinitionNode, given: readonly string[]): CompiledRoute['body'] {
  const type = getNullableType(inputTypeOf(definition))
  if (!isInputObjectType(type)) throw new Error('The input of a route is no object.')
  const fields = Object.values(type.getFields()).filter(
    ({ name }) => !given.includes(name) && name !== 'idempotencyKey',
  )
  return fields.length === 0 ? null : fields
}

function inputTypeOf({ type }: VariableDefinitionNode): GraphQLInputType {
  const found = typeFromAST(schema, type)
  if (!isInputType(found)) throw new Error(`${print(type)} is no type of a variable.`)
  return found
}

/** What the schema says of the arguments that the variables of a document are given to. */
function describeVariables(document: DocumentNode): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>()
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => {
        if (value.kind === Kind.VARIABLE)
          descriptions.set(value.name.value, info.getArgument()?.description ?? '')
      },
      ObjectField: ({ name, value }) => {
        const parent = getNamedType(info.getParentInputType())
        if (value.kind === Kind.VARIABLE && isInputObjectType(parent))
          descriptions.set(value.name.value, parent.getFields()[name.value]?.description ?? '')
      },
    }),
  )
  return descriptions
}

/** From the root inwards, as long as one field alone is asked for: `run { steps { … } }` answers with the steps. */
function placeOf({ operation, selectionSet }: OperationDefinitionNode): AnswerPlace {
  const root = schema.getRootType(operation)
  if (root == null) throw new Error(`The schema has no ${operation}.`)
  return placeIn(root, selectionSet, { path: [], description: '' })
}

function placeIn(
  parent: GraphQLCompositeType,
  { selections }: SelectionSetNode,
  before: Pick<AnswerPlace, 'path' | 'description'>,
): AnswerPlace {
  const [field] = selections
  if (field?.kind !== Kind.FIELD || !(isObjectType(parent) || isInterfaceType(parent)))
    throw new Error('A document of a route asks for no field.')
  const known = parent.getFields()[field.name.value]
  if (known === undefined) throw new Error(`The schema has no ${parent.name}.${field.name.value}.`)
  const { type } = known
  const place = {
    path: [...before.path, (field.alias ?? field.name).value],
    description: known.description ?? before.description,
  }
  const named = getNamedType(type)
  const inner = field.selectionSet?.selections ?? []
  if (field.selectionSet && inner.length === 1 && inner[0]?.kind === Kind.FIELD && isCompositeType(named))
    return placeIn(named, field.selectionSet, place)
  const isPage = named.name.endsWith('Connection')
  return {
    ...place,
    field,
    type,
    form: isPage ? 'page' : isListType(getNullableType(type)) ? 'list' : 'object',
  }
}
