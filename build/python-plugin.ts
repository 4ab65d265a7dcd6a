import {
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from 'graphql'
import { type PythonField, PythonModule } from './python-module.ts'

interface DocumentFile {
  readonly document?: { readonly definitions: readonly { readonly kind: string }[] }
}

/** Operations of the Python client, in the order in which their types take their names. */
const typed = ['RunResult', 'RunEvents', 'TriggerRun', 'ResolveGate', 'AbortRun']
/** Those of whose results it takes nothing but cursors. */
const untyped = ['RunEnd']

/**
 * Plugin of GraphQL Code Generator (codegen.ts): the module `rungraph.schema` of the Python client, with its operations and the types of
 * their variables and results. ariadne-codegen, the generator for Python, writes clients that need pydantic and httpx; this one needs
 * nothing.
 */
export function plugin(schema: GraphQLSchema, files: readonly DocumentFile[]): string {
  const all = files.flatMap(({ document }) => document?.definitions ?? []).filter(isOperation)
  const find = (name: string) => {
    const operation = all.find((one) => one.name?.value === name)
    if (operation === undefined) throw new Error(`There is no operation ${name}.`)
    return operation
  }
  const writer = new Writer(schema)
  for (const name of typed) writer.operation(find(name))
  for (const operation of [...typed, ...untyped].map(find))
    writer.module.constant(`${operation.name?.value}`, print(operation))
  return writer.module.toString()
}

function isOperation(node: { readonly kind: string }): node is OperationDefinitionNode {
  return node.kind === 'OperationDefinition'
}

/** Visits operations and writes the classes of their selections. */
class Writer {
  readonly module = new PythonModule()
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  operation({ name, operation, selectionSet, variableDefinitions }: OperationDefinitionNode): void {
    const root = this.#schema.getRootType(operation)
    if (!root) throw new Error(`The schema has no ${operation}.`)
    for (const { type } of variableDefinitions ?? []) this.#input(print(type).replaceAll(/[[\]!]/g, ''))
    for (const node of fieldsOf(selectionSet, root)) {
      const type = getNamedType(root.getFields()[node.name.value]?.type)
      if (type === undefined || node.selectionSet === undefined) continue
      this.#selected(type, node.selectionSet, `${name?.value}Result`)
    }
  }

  /** The class of the selection on an object; of an interface or union, the classes of its members. */
  #selected(type: GraphQLNamedType, set: SelectionSetNode, fallback: string): string {
    if (isObjectType(type)) return this.#object(type, set, fallback)
    if (!isAbstractType(type)) throw new Error(`${type.name} has no fields.`)
    const members = this.#schema.getPossibleTypes(type).filter(({ name }) => isNamedIn(set, name))
    if (isInterfaceType(type) && type.name !== 'RunEvent') return this.#merged(type, members, set)
    if (isInterfaceType(type)) this.#events(type, set)
    else for (const member of members) this.#object(member, set, fallback)
    return type.name
  }

  #object(type: GraphQLObjectType, set: SelectionSetNode, fallback: string): string {
    const fields = fieldsOf(set, type).map((node) => this.#field(type, node, fallback))
    return this.module.dataclass({ name: type.name, fallback, description: type.description, fields })
  }

  /** One class with the fields of all members that are selected: those of the others are left out. */
  #merged(
    { name, description }: GraphQLInterfaceType,
    members: readonly GraphQLObjectType[],
    set: SelectionSetNode,
  ): string {
    const fields = members.flatMap((member) =>
      fieldsOf(set, member).map((node) => this.#field(member, node, name, true)),
    )
    const distinct = [...new Map(fields.map((field) => [field.name, field])).values()]
    return this.module.dataclass({ name, description, fields: distinct })
  }

  /** A base class with the fields that all events have, and a class for each. */
  #events(type: GraphQLInterfaceType, set: SelectionSetNode): void {
    const members = this.#schema.getPossibleTypes(type)
    const [first] = members
    if (first === undefined) return
    const common = set.selections.filter((node) => node.kind === 'Field')
    const own = { ...set, selections: set.selections.filter((node) => node.kind !== 'Field') }
    this.module.dataclass({
      name: 'Event',
      description: 'What every event has.',
      fields: fieldsOf({ ...set, selections: common }, first).map((node) =>
        this.#field(first, node, 'Event'),
      ),
    })
    const classes = members.map((member) =>
      this.module.dataclass({
        ...{ name: member.name, base: 'Event', description: member.description },
        fields: fieldsOf(own, member).map((node) => this.#field(member, node, member.name)),
      }),
    )
    this.module.union(type.name, classes)
  }

  #field(parent: GraphQLObjectType, node: FieldNode, className: string, isOfSome = false): PythonField {
    const field = parent.getFields()[node.name.value]
    if (field === undefined) throw new Error(`${parent.name} has no field ${node.name.value}.`)
    const type = getNamedType(field.type)
    const nested = `${className}${node.name.value.charAt(0).toUpperCase()}${node.name.value.slice(1)}`
    const parsed = node.selectionSet ? this.#selected(type, node.selectionSet, nested) : null
    const isMaybeLeftOut =
      isOfSome || (node.directives?.some(({ name }) => name.value === 'include') ?? false)
    return {
      name: node.name.value,
      annotation: this.module.annotation(field.type, parsed, isMaybeLeftOut),
      parsed,
      description: field.description,
    }
  }

  #input(name: string): void {
    const type = this.#schema.getType(name)
    if (!isInputObjectType(type)) return void (type && this.module.leaf(type))
    for (const { type: given } of Object.values(type.getFields())) this.#input(getNamedType(given).name)
    this.module.input(type)
  }
}

/** The fields that are selected of an object of this type, `__typename` aside. */
function fieldsOf(set: SelectionSetNode, type: GraphQLObjectType): readonly FieldNode[] {
  return set.selections.flatMap((node) => {
    if (node.kind === 'Field') return node.name.value === '__typename' ? [] : [node]
    if (node.kind === 'FragmentSpread') throw new Error('The Python client takes no fragments with a name.')
    return node.typeCondition?.name.value === type.name ? fieldsOf(node.selectionSet, type) : []
  })
}

function isNamedIn(set: SelectionSetNode, name: string): boolean {
  return set.selections.some(
    (node) => node.kind === 'InlineFragment' && node.typeCondition?.name.value === name,
  )
}
