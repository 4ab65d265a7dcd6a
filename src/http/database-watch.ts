import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../domain/errors.ts'

/** What takes longer is asked about, and again after as long. With what the look takes, callers know within five seconds. */
const patienceMs = 2_000

/**
 * Ends the wait for a database that is away: a connection that is half-open says nothing for ever, and a report that takes its
 * time must not be cut off for that. So whoever waits long looks whether the database is there, and waits on where it is.
 */
export function useDatabaseWatch(isThere: () => Promise<boolean>): Plugin {
  return {
    onExecute: ({ executeFn, setExecuteFn }) =>
      setExecuteFn((args) => whileThere(async () => executeFn(args), isThere)),
    onSubscribe: ({ subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args) => whileThere(async () => subscribeFn(args), isThere)),
  }
}

async function whileThere<Result>(
  work: () => Promise<Result>,
  isThere: () => Promise<boolean>,
): Promise<Result | ExecutionResult> {
  const working = work()
  for (;;) {
    const done = await firstOf(working)
    if (done) return done.result
    if (await isThere()) continue
    void working.then(letGo, () => undefined) // its failure is told already
    const error = new RungraphError('DATABASE_UNAVAILABLE', {})
    return { errors: [new GraphQLError(error.message, { originalError: error })] }
  }
}

/** The result, or `null` where patience ends first. */
async function firstOf<Result>(working: Promise<Result>): Promise<{ readonly result: Result } | null> {
  const { promise: enough, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), patienceMs)
  try {
    return await Promise.race([working.then((result) => ({ result })), enough])
  } finally {
    clearTimeout(timer)
  }
}

/** A subscription that begins after its caller was told that it does not is nobody's. */
function letGo(late: unknown): void {
  if (typeof late !== 'object' || late === null || !(Symbol.asyncIterator in late)) return
  if ('return' in late && typeof late.return === 'function') void late.return()
}
