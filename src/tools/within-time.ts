import { createContext, Script } from 'node:vm'

export type Timed<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'too-slow' }

const script = new Script('work()')
const idle = () => undefined
/** One for all: it takes longer to make than most checks take. Work is synchronous, so nobody else uses it meanwhile. */
const globals = createContext({ work: idle })

/**
 * Does synchronous work, and breaks it off after `limitMs` milliseconds, even in the midst of a regular expression, of which
 * some take for ever over some texts. Costs some tenths of a millisecond. What the work throws is thrown.
 */
export function withinTime<Value>(limitMs: number, work: () => Value): Timed<Value> {
  let timed: Timed<Value> = { kind: 'too-slow' }
  globals.work = () => {
    timed = { kind: 'done', value: work() }
  }
  try {
    script.runInContext(globals, { timeout: limitMs })
  } catch (error) {
    if (!isTimeout(error)) throw error
  } finally {
    globals.work = idle
  }
  return timed
}

function isTimeout(error: unknown): boolean {
  // It is made in the other context: no instance of the Error of this one.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === timeoutCode
}

const timeoutCode = 'ERR_SCRIPT_EXECUTION_TIMEOUT'
