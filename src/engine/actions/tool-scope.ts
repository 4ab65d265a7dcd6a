import { AsyncLocalStorage } from 'node:async_hooks'

/** The call of a tool that some code works for. */
interface Scope {
  readonly tool: string
  readonly fail: (error: unknown) => void
}

const scopes = new AsyncLocalStorage<Scope>()

/** Thrown for a call of a tool whose code threw where nobody awaits it: in a timer, or as the `error` of an emitter without a listener. */
export class StrayException extends Error {
  override readonly name = 'StrayException'
}

/** Does a call, and rejects with a StrayException where code of it throws outside of its promise, which would not end any more. */
export async function inToolScope<Result>(tool: string, call: () => Promise<Result>): Promise<Result> {
  const stray = Promise.withResolvers<never>()
  const fail = (cause: unknown) =>
    stray.reject(new StrayException('It threw outside of its promise', { cause }))
  return Promise.race([stray.promise, scopes.run({ tool, fail }, call)])
}

/**
 * Gives an uncaught exception to the call of a tool that it came from, however long ago that ended, and gives the tool's name; `null` where
 * it came from nowhere in a tool. To be called where the exception is handled: the scope is that of its cause.
 */
export function giveToTool(error: unknown): string | null {
  const scope = scopes.getStore()
  scope?.fail(error)
  return scope?.tool ?? null
}
