import {
  type ASTNode,
  BREAK,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/**
 * Objects that are read from rows which follow from the logs of runs. While a run goes on, these rows are written about once a second; its
 * log has everything at once.
 */
export const followingTypes: ReadonlySet<string> = new Set([
  'Action',
  'ActionAttempt',
  'Compaction',
  'CostBreakdown',
  'DaySpending',
  'Message',
  'MessageConnection',
  'ModelCall',
  'Plan',
  'RunDiff',
  'Step',
  'StepConnection',
  'Usage',
  'UsageBucket',
])

/** Fields of other objects that are. */
export const followingFields: ReadonlySet<string> = new Set(['ActionCompleted.output'])

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

/** Whether a document reads such rows; or a selection of `parent`, whose fragments are given. */
export function readsFollowing(
  schema: GraphQLSchema,
  node: ASTNode,
  {
    parent,
    fragments = {},
    seen = new Set(),
  }: {
    readonly parent?: GraphQLNamedType
    readonly fragments?: Fragments
    /** Fragments that were read: one that is spread twice is read once. */
    readonly seen?: Set<string>
  } = {},
): boolean {
  const info = new TypeInfo(schema, parent)
  let isFound = false
  visit(
    node,
    visitWithTypeInfo(info, {
      Field: ({ name, selectionSet }) => {
        const owner = info.getParentType()?.name ?? ''
        const type = getNamedType(info.getType())?.name ?? ''
        isFound ||=
          [owner, type].some((one) => followingTypes.has(one)) ||
          followingFields.has(`${owner}.${name.value}`) ||
          (type === 'Node' && mayBeAny(selectionSet))
        return isFound ? BREAK : undefined
      },
      FragmentSpread: ({ name }) => {
        const fragment = seen.has(name.value) ? undefined : fragments[name.value]
        seen.add(name.value)
        isFound ||= fragment !== undefined && readsFollowing(schema, fragment, { fragments, seen })
        return isFound ? BREAK : undefined
      },
    }),
  )
  return isFound
}

/** Whether objects of all types are selected alike: one of them may have a row that is not there yet. */
function mayBeAny(selections: SelectionSetNode | undefined): boolean {
  return selections?.selections.every(({ kind }) => kind === Kind.FIELD) ?? false
}
