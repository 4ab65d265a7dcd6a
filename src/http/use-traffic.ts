import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Traffic } from '../domain/traffic.ts'

/** Counts the errors that operations over HTTP are answered with; those over a WebSocket are counted in graphql-protocol.ts. */
export function useTraffic(traffic: Traffic): Plugin {
  return {
    onResultProcess({ result }) {
      for (const one of Array.isArray(result) ? result : [result])
        if (!(Symbol.asyncIterator in one)) countErrors(one.errors, traffic)
    },
  }
}

export function countErrors(errors: readonly GraphQLError[] = [], traffic: Traffic): void {
  for (const { extensions } of errors)
    traffic.refused(typeof extensions.code === 'string' ? extensions.code : 'UNKNOWN')
}
