import { GraphQLError, type ParseOptions, type Source } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/**
 * Refuses documents of more than `maxTokens` words and signs as soon as they are read so far: what is short as text may be long
 * to validate and to execute. One that is nested too deep to be read at all is the caller's fault, too.
 */
export function useDocumentLimit(maxTokens: number): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options?: ParseOptions) => {
        try {
          return parseFn(source, { ...options, maxTokens })
        } catch (error) {
          if (error instanceof RangeError) throw tooDeep()
          throw error
        }
      })
    },
  }
}

function tooDeep(): GraphQLError {
  return new GraphQLError('Syntax Error: The document is nested too deep.', {
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  })
}
