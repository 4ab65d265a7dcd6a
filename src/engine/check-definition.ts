import type { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import { textFault } from './check-text.ts'

/** No schema or list is as deep; what reads it by recursion would run out of stack at some thousands. */
const maxDepth = 100

/** Throws INVALID_INPUT naming the place of what PostgreSQL could not hold, or what is nested too deeply. */
export function refuseUnstorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') refuseText(path, '', textFault(value))
  if (typeof value !== 'object' || value === null) return
  if (path.length > maxDepth)
    throw invalid(
      ['definition', ...path.slice(0, 1)],
      `${path[0]}: is nested more than ${maxDepth} levels deep.`,
    )
  for (const [key, item] of Object.entries(value)) {
    refuseText(path, 'a key in it ', textFault(key))
    refuseUnstorable(item, [...path, key])
  }
}

function refuseText(path: readonly string[], where: string, fault: string | null): void {
  if (fault !== null) throw invalid(['definition', ...path], `${nameOf(path)}: ${where}${fault}`)
}

/** Our words for what the definition's own do not say; `what` it is a definition of. */
export function wordsOf(what: string): z.core.$ZodErrorMap {
  return (issue) => {
    switch (issue.code) {
      case 'unrecognized_keys':
        return `has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}. Remove what is not of ${what}`
      case 'invalid_value':
        return `must be one of ${issue.values.map(String).join(', ')}`
      case 'invalid_type':
        return `must be of type ${issue.expected}`
      default:
        return undefined
    }
  }
}

/** The first of the problems, as the caller is told of it. */
export function invalidDefinition(error: z.ZodError): RungraphError {
  const [issue] = error.issues
  const path = issue?.path.map(String) ?? []
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  return invalid(
    ['definition', ...path],
    `${nameOf(path)}: ${isMissing ? 'is required' : (issue?.message ?? 'is not valid')}.`,
  )
}

function nameOf(path: readonly string[]): string {
  return path.join('.') || 'definition'
}

/** What is wrong with what was given, told to the caller; the path begins at the input. */
export function invalid(path: readonly string[], message: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message, path })
}
