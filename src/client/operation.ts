import type { DocumentNode } from 'graphql'
import { printDocument } from './print-document.ts'

/** A document with the types of its data and variables: a `TypedDocumentNode`, or the `TypedDocumentString` of GraphQL Code Generator. */
export interface TypedDocument<Data, Variables> {
  __apiType?: ((variables: Variables) => Data) | undefined
}

/** An operation: typed, or its text. */
export type Operation<Data, Variables> = string | TypedDocument<Data, Variables>

/** Body of the request for an operation. */
export interface OperationRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** The text of an operation. @throws TypeError if it is no document */
export function documentText(operation: Operation<unknown, never> | object): string {
  if (typeof operation === 'string') return operation
  if (operation instanceof String) return operation.toString()
  if (isDocument(operation)) return printDocument(operation)
  throw new TypeError('The operation is neither a text nor a GraphQL document.')
}

function isDocument(value: object): value is DocumentNode {
  return 'kind' in value && value.kind === 'Document'
}
