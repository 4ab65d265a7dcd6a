import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** Size of an operation, including fragments wherever they are spread. */
export interface OperationShape {
  /** Fields within fields, at the deepest place. */
  readonly depth: number
  readonly aliases: number
  readonly directives: number
  readonly rootFields: number
}

/**
 * The largest of each measure among the operations of a document. Each fragment is measured once, however often it is spread;
 * one that spreads itself counts nothing there, as validation refuses it. @pothos/plugin-complexity measures the depth alone of these.
 */
export function measureShape(document: DocumentNode): OperationShape {
  const fragments = fragmentsIn(document)
  const measured = new Map<string, OperationShape>()

  function ofSet(set: SelectionSetNode | undefined): OperationShape {
    return (set?.selections ?? []).reduce((sum, selection) => beside(sum, ofSelection(selection)), nothing)
  }

  function ofSelection(selection: SelectionNode): OperationShape {
    const own = { ...nothing, directives: selection.directives?.length ?? 0 }
    switch (selection.kind) {
      case Kind.FRAGMENT_SPREAD:
        return beside(own, ofFragment(selection.name.value))
      case Kind.INLINE_FRAGMENT:
        return beside(own, ofSet(selection.selectionSet))
      case Kind.FIELD: {
        const inner = ofSet(selection.selectionSet)
        const aliases = inner.aliases + (selection.alias === undefined ? 0 : 1)
        return beside(own, { ...inner, aliases, depth: inner.depth + 1, rootFields: 1 })
      }
    }
  }

  function ofFragment(name: string): OperationShape {
    const known = measured.get(name)
    if (known !== undefined) return known
    measured.set(name, nothing)
    const shape = ofSet(fragments.get(name)?.selectionSet)
    measured.set(name, shape)
    return shape
  }

  return document.definitions.reduce((largest, node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return largest
    const own = { ...nothing, directives: node.directives?.length ?? 0 }
    return largestOf(largest, beside(own, ofSet(node.selectionSet)))
  }, nothing)
}

const nothing: OperationShape = { depth: 0, aliases: 0, directives: 0, rootFields: 0 }

function beside(one: OperationShape, other: OperationShape): OperationShape {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: bounded(one.aliases + other.aliases),
    directives: bounded(one.directives + other.directives),
    rootFields: bounded(one.rootFields + other.rootFields),
  }
}

function largestOf(one: OperationShape, other: OperationShape): OperationShape {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: Math.max(one.aliases, other.aliases),
    directives: Math.max(one.directives, other.directives),
    rootFields: Math.max(one.rootFields, other.rootFields),
  }
}

/** Fragments in fragments double with each: beyond this, how much it is says nothing any more. */
function bounded(count: number): number {
  return Math.min(count, 1e9)
}

/** The fragments of a document, by their names. */
export function fragmentsIn({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node]))
}
