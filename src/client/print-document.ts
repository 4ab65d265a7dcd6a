import type {
  ASTNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  TypeNode,
  ValueNode,
} from 'graphql'

/**
 * Prints a document of operations and fragments. graphql's own printer knows the schema language too, and would take half of the size
 * that the client may have.
 * @throws TypeError if the document defines types
 */
export function printDocument({ definitions }: DocumentNode): string {
  return definitions.map(definition).join('\n')
}

function definition(node: ASTNode): string {
  if (node.kind === 'OperationDefinition') return `${node.operation} ${node.name?.value ?? ''}${rest(node)}`
  if (node.kind === 'FragmentDefinition')
    return `fragment ${node.name.value} on ${node.typeCondition.name.value}${rest(node)}`
  throw new TypeError(`A document of operations has no ${node.kind}.`)
}

function rest(node: OperationDefinitionNode | FragmentDefinitionNode): string {
  const variables = node.variableDefinitions?.map(
    ({ variable, type: given, defaultValue, directives: on }) =>
      `$${variable.name.value}:${type(given)}${defaultValue ? `=${value(defaultValue)}` : ''}${directives(on)}`,
  )
  return `${inBrackets(variables)}${directives(node.directives)}${selections(node.selectionSet)}`
}

function selections(set: SelectionSetNode | undefined): string {
  return set === undefined ? '' : `{${set.selections.map(selection).join(' ')}}`
}

function selection(node: SelectionNode): string {
  switch (node.kind) {
    case 'Field': {
      const name = node.alias ? `${node.alias.value}:${node.name.value}` : node.name.value
      return `${name}${given(node.arguments)}${directives(node.directives)}${selections(node.selectionSet)}`
    }
    case 'FragmentSpread':
      return `...${node.name.value}${directives(node.directives)}`
    case 'InlineFragment': {
      const on = node.typeCondition ? ` on ${node.typeCondition.name.value}` : ''
      return `...${on}${directives(node.directives)}${selections(node.selectionSet)}`
    }
  }
}

interface Argument {
  readonly name: { readonly value: string }
  readonly value: ValueNode
}

function given(all: readonly Argument[] | undefined): string {
  return inBrackets(all?.map(argument))
}

function argument(node: Argument): string {
  return `${node.name.value}:${value(node.value)}`
}

function inBrackets(parts: readonly string[] | undefined): string {
  return parts?.length ? `(${parts.join(',')})` : ''
}

function directives(
  all: readonly { name: { value: string }; arguments?: readonly Argument[] | undefined }[] | undefined,
): string {
  return all?.map((node) => ` @${node.name.value}${given(node.arguments)}`).join('') ?? ''
}

function value(node: ValueNode): string {
  switch (node.kind) {
    case 'Variable':
      return `$${node.name.value}`
    case 'StringValue':
      return JSON.stringify(node.value)
    case 'NullValue':
      return 'null'
    case 'ListValue':
      return `[${node.values.map(value).join(',')}]`
    case 'ObjectValue':
      return `{${node.fields.map(argument).join(',')}}`
    default:
      return String(node.value)
  }
}

function type(node: TypeNode): string {
  switch (node.kind) {
    case 'NamedType':
      return node.name.value
    case 'ListType':
      return `[${type(node.type)}]`
    case 'NonNullType':
      return `${type(node.type)}!`
  }
}
