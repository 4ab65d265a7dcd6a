import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { cutMessage } from '../../graphql/errors.ts'
import { namedMessage } from '../../graphql/literal-place.ts'

/**
 * Names the argument and the place in it in each error about a literal of a document, and cuts long messages: GraphQL repeats the value
 * (API-15). Every transport validates by this step.
 */
export function useNamedLiterals(): Plugin {
  // Results of a validation may be cached.
  const named = new WeakSet<GraphQLError>()
  return {
    onValidate:
      () =>
      ({ valid, result }) => {
        if (valid) return
        for (const error of result) {
          if (!(error instanceof GraphQLError) || named.has(error)) continue
          error.message = cutMessage(namedMessage(error))
          named.add(error)
        }
      },
  }
}
