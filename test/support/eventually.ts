import { expect } from 'vitest'

/** Expects what will be so: a machine that is busy takes its time. */
export function eventually<Value>(look: () => Value) {
  return expect.poll(look, { timeout: 15_000 })
}
