import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { isRungraphError } from '../domain/errors.ts'
import { whileThere } from './while-there.ts'

/** Answers operations that wait for a database that is away, and ends subscriptions that would only begin then. */
export function useDatabaseWatch(isThere: () => Promise<boolean>): Plugin {
  return {
    onExecute: ({ executeFn, setExecuteFn }) =>
      setExecuteFn((args) => whileThere(async () => executeFn(args), isThere, letGo).catch(toResult)),
    onSubscribe: ({ subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args) => whileThere(async () => subscribeFn(args), isThere, letGo).catch(toResult)),
  }
}

function toResult(error: unknown) {
  if (!isRungraphError(error)) throw error
  return { errors: [new GraphQLError(error.message, { originalError: error })] }
}

/** A subscription that begins after its caller was told that it does not is nobody's. */
function letGo(late: unknown): void {
  if (typeof late !== 'object' || late === null || !(Symbol.asyncIterator in late)) return
  if ('return' in late && typeof late.return === 'function') void late.return()
}
