import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsIn } from './operation-shape.ts'

/**
 * Counts the fields of an operation as a compiler meets them: those of a fragment wherever it is spread, and those of an interface or a
 * union for each possible type. It stops counting above `most`, as a document can spread fragments in fragments.
 */
export function expandedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
  most: number,
): number {
  const fragments = fragmentsIn(document)
  let count = 0

  function add(set: SelectionSetNode, type: GraphQLNamedType): void {
    const types = isAbstractType(type) ? schema.getPossibleTypes(type).length : 1
    for (const selection of set.selections) {
      if (count > most) return
      if (selection.kind === Kind.FIELD) {
        count += types
        const below = fieldType(type, selection.name.value)
        if (selection.selectionSet && below !== null) add(selection.selectionSet, below)
        continue
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      const condition = fragment?.typeCondition?.name.value
      if (fragment) add(fragment.selectionSet, (condition && schema.getType(condition)) || type)
    }
  }

  const root = schema.getRootType(operation)
  if (root) add(selectionSet, root)
  return count
}

function fieldType(type: GraphQLNamedType, name: string): GraphQLNamedType | null {
  if (!isObjectType(type) && !isInterfaceType(type)) return null
  const field = type.getFields()[name]
  return field === undefined ? null : getNamedType(field.type)
}
