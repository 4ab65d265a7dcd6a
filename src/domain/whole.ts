import { z } from 'zod'

/** A field that is a whole number within bounds. */
export function integerBetween(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}
