import { AsyncLocalStorage } from 'node:async_hooks'

/** Code of the user that other code works for, such as a timer. */
interface Origin {
  /** `the tool "x"`. */
  readonly name: string
  readonly fail: (error: unknown, how: string) => void
}

const origins = new AsyncLocalStorage<Origin>()

/**
 * Thrown for a call of a tool whose code failed where nobody awaits it: in a timer, as the `error` of an emitter without a listener, or in a
 * promise.
 */
export class StrayException extends Error {
  override readonly name = 'StrayException'
}

/** The async context of one call of a tool: its timers, emitters and listeners. */
export interface ToolScope {
  /** Does the call, and rejects with a StrayException where code of it fails outside of its promise, which might not end any more. */
  perform<Result>(call: () => Promise<Result>): Promise<Result>
  /** Runs `work` in this context. The listeners of a signal run in the context of the code that aborts it. */
  run(work: () => void): void
}

export function openToolScope(tool: string): ToolScope {
  let onStray: Origin['fail'] = () => undefined
  const origin: Origin = { name: `the tool "${tool}"`, fail: (cause, how) => onStray(cause, how) }
  return {
    perform: (call) =>
      new Promise((resolve, reject) => {
        onStray = (cause, how) => reject(new StrayException(how, { cause }))
        origins.run(origin, call).then(resolve, reject)
      }),
    run: (work) => origins.run(origin, work),
  }
}

/** Loads a module of the user, whose timers and emitters no call began. */
export function inModuleScope<Result>(file: string, load: () => Promise<Result>): Promise<Result> {
  return origins.run({ name: `the module ${file}`, fail: () => undefined }, load)
}

/**
 * The code of the user that an uncaught exception or rejection came from, however long ago that ended, in words; `null` where it came from
 * elsewhere. To be called where it is handled: the scope is that of its cause.
 */
export function originOfStray(): string | null {
  return origins.getStore()?.name ?? null
}

/** Gives an uncaught exception to the call that it came from, which fails; of none, nothing. */
export function failStrayCall(error: unknown): void {
  origins.getStore()?.fail(error, 'It threw outside of its promise')
}

/** Time for a rejected promise to be awaited after all, in milliseconds: a tool may await several, one after the other. */
const graceMs = 1000
const timers = new WeakMap<Promise<unknown>, NodeJS.Timeout>()

/** Gives a rejection to the call that it came from, which fails if it has not ended when nobody has awaited the promise for a second. */
export function failStrayPromise(error: unknown, promise: Promise<unknown>): void {
  const origin = origins.getStore()
  if (!origin) return
  const fail = () => origin.fail(error, 'A promise that it does not await was rejected')
  timers.set(promise, setTimeout(fail, graceMs).unref())
}

/** To be called where such a promise is awaited after all. */
export function keepStrayPromise(promise: Promise<unknown>): void {
  clearTimeout(timers.get(promise))
}
