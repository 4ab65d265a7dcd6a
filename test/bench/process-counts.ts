import { createHook } from 'node:async_hooks'

/** What a turn makes the process do, by number: no noise of the machine is in it. */
export interface ProcessCounts {
  readonly promises: number
  readonly serializations: number
  /** Texts that a regular expression was tested on. */
  readonly patternTests: number
  readonly abortControllers: number
}

/** Counts in this process until it is stopped. */
export function countProcess(): { counts(): ProcessCounts; stop(): void } {
  const counts = { promises: 0, serializations: 0, patternTests: 0, abortControllers: 0 }
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'PROMISE') counts.promises += 1
    },
  }).enable()
  const { stringify } = JSON
  JSON.stringify = (...args: unknown[]) => {
    counts.serializations += 1
    return Reflect.apply(stringify, JSON, args)
  }
  const { test } = RegExp.prototype
  RegExp.prototype.test = function counted(this: RegExp, text: string) {
    counts.patternTests += 1
    return Reflect.apply(test, this, [text])
  }
  const { AbortController: Controller } = globalThis
  globalThis.AbortController = class extends Controller {
    constructor() {
      super()
      counts.abortControllers += 1
    }
  }
  return {
    counts: () => ({ ...counts }),
    stop: () => {
      hook.disable()
      JSON.stringify = stringify
      RegExp.prototype.test = test
      globalThis.AbortController = Controller
    },
  }
}
