import type { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'

/** Checks that a text can be stored. @throws INPUT_TOO_LARGE, INVALID_INPUT */
export function checkText(field: string, text: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  const fault = validateText(text)
  if (fault !== null) throw invalid(field, fault)
}

/** Why PostgreSQL cannot hold a text as it is; `null` where it can. */
export function validateText(text: string): string | null {
  if (text.includes('\u0000')) return 'holds a NUL character, which cannot be stored. Remove it.'
  return text.isWellFormed() ? null : 'holds half a surrogate pair, which is no character. Remove it.'
}

/** Checks a message to an active run, of at most `maxBytes`. @throws INPUT_TOO_LARGE, INVALID_INPUT */
export function checkMessage(text: string, maxBytes: number): void {
  checkText('message', text, maxBytes)
  if (text.trim() === '')
    throw invalid('message', 'is empty. Say what the agent is to know or to do differently.')
}

/** The error for an invalid field. */
export function invalid(field: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path: [field] })
}

/** No schema or list is as deep; what reads it by recursion would run out of stack at some thousands. */
const maxDepth = 100

/** @throws INVALID_INPUT naming the place of what PostgreSQL could not hold, or what is nested too deeply */
export function refuseUnstorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') refuseText(path, '', validateText(value))
  if (typeof value !== 'object' || value === null) return
  if (path.length > maxDepth)
    throw invalidInput(
      ['definition', ...path.slice(0, 1)],
      `${path[0]}: is nested more than ${maxDepth} levels deep.`,
    )
  for (const [key, item] of Object.entries(value)) {
    refuseText(path, 'a key in it ', validateText(key))
    refuseUnstorable(item, [...path, key])
  }
}

function refuseText(path: readonly string[], where: string, fault: string | null): void {
  if (fault !== null) throw invalidInput(['definition', ...path], `${nameOf(path)}: ${where}${fault}`)
}

/** Our words for what the definition's own do not say; `what` it is a definition of. */
export function errorMapOf(what: string): z.core.$ZodErrorMap {
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

/** The first of the problems, as the caller receives it. */
export function invalidDefinition(error: z.ZodError): RungraphError {
  const [issue] = error.issues
  const path = issue?.path.map(String) ?? []
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  return invalidInput(
    ['definition', ...path],
    `${nameOf(path)}: ${isMissing ? 'is required' : (issue?.message ?? 'is not valid')}.`,
  )
}

function nameOf(path: readonly string[]): string {
  return path.join('.') || 'definition'
}

/** The error for an invalid value; the path begins at the input. */
export function invalidInput(path: readonly string[], message: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message, path })
}
