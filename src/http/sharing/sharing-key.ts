import { type DocumentNode, type ExecutionArgs, getOperationAST, Kind, visit } from 'graphql'
import type { Caller } from '../../domain/caller.ts'

/**
 * Names everything that a result of a subscription depends on, beside the event: two subscriptions to the same document with the same name
 * give the same results at the same event. The position to continue from is not part of it.
 *
 * Of its caller a result depends only on the project, the role and the permissions of an access token. It is executed for a caller that has
 * nothing else (open-subscriptions.ts), so that a resolver that asks for more fails there, and the subscription is not shared.
 */
export function sharingKey(
  {
    document,
    operationName,
    variableValues,
  }: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>,
  {
    caller,
    project,
  }: { readonly caller: Pick<Caller, 'role' | 'access'>; readonly project: { readonly id: string } },
  runId: string,
): string {
  const position = positionVariable(document, operationName)
  const variables = Object.entries(variableValues ?? {})
    .filter(([name]) => name !== position)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    project.id,
    caller.role,
    caller.access ?? null,
    runId,
    operationName ?? null,
    variables,
  ])
}

/** The variable that gives `after` of the root field, and nothing else in the document. */
function positionVariable(document: DocumentNode, operationName: string | null | undefined): string | null {
  const [field] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  if (field?.kind !== Kind.FIELD) return null
  const value = field.arguments?.find(({ name }) => name.value === 'after')?.value
  if (value?.kind !== Kind.VARIABLE) return null
  const name = value.name.value
  return usesOf(document, name) === 1 ? name : null
}

/** How often a document uses a variable, its definitions aside. */
function usesOf(document: DocumentNode, name: string): number {
  let uses = 0
  visit(document, {
    VariableDefinition: () => false,
    Variable: (node) => {
      if (node.name.value === name) uses += 1
    },
  })
  return uses
}
