import type { z } from 'zod'

/** The faults of a body's shape, each with its place. */
export function shapeFaults(error: z.ZodError): readonly string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** Returns the items that a list contains more than once. */
export function repeated(list: readonly string[]): readonly string[] {
  return [...new Set(list.filter((item, index) => list.indexOf(item) !== index))]
}
