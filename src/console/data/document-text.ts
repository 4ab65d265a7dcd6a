import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { stringifyDocument } from 'urql'

/** The text of a document that is sent without the cache: of a subscription that a page manages itself. */
export function textOf<Data, Variables>(document: TypedDocumentNode<Data, Variables>): string {
  return stringifyDocument(document)
}
