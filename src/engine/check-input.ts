import { z } from 'zod'
import { invalid, RungraphError } from '../domain/errors.ts'
import { formatIssue, formatPath, type Issue } from '../domain/format-issue.ts'
import { someProblems } from '../domain/text/some-problems.ts'

/** Checks that a text can be stored. @throws INPUT_TOO_LARGE, INVALID_INPUT */
export function checkText(field: string, text: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  const fault = validateText(text)
  if (fault !== null) throw invalid(field, fault)
}

/** The same for a text whose length is bounded in characters. @throws INVALID_INPUT */
export function checkLength(field: string, text: string, max: number): void {
  const length = text.length > max ? [...text].length : text.length
  if (length > max) throw invalid(field, `has ${length} characters; the maximum is ${max}.`)
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

/** No schema or list is as deep; recursive code that reads it would overflow the stack at some thousands. */
const maxNesting = 100

/** @throws INVALID_INPUT naming the place of a value that PostgreSQL cannot store, or that is nested too deeply */
export function refuseUnstorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') refuseText(path, '', validateText(value))
  if (typeof value !== 'object' || value === null) return
  if (path.length > maxNesting)
    throw invalidInput(
      ['definition', ...path.slice(0, 1)],
      `${path[0]}: is nested more than ${maxNesting} levels deep.`,
    )
  for (const [key, item] of Object.entries(value)) {
    refuseText(path, 'a key in it ', validateText(key))
    refuseUnstorable(item, [...path, key])
  }
}

function refuseText(path: readonly string[], where: string, fault: string | null): void {
  if (fault !== null)
    throw invalidInput(['definition', ...path], `${formatPath(path) || 'definition'}: ${where}${fault}`)
}

/** Refuses null in a change for a field that every definition has: it could only be ignored. @throws INVALID_INPUT naming the field */
export function refuseRemoval(changes: Readonly<Record<string, unknown>>, { shape }: z.ZodObject): void {
  const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success
  for (const [name, schema] of Object.entries(shape))
    if (changes[name] === null && !takes(schema, null) && !takes(schema, undefined))
      throw invalidField(name, 'is null, and every definition has one. Leave it out to keep what it is')
}

/**
 * The error for the problems of a definition. Its message names each with its field within the definition; its path begins at the input, and
 * is that of the first one.
 */
export function invalidDefinition({ issues }: z.ZodError): RungraphError {
  const worded = issues.map((issue) => wordIssue(issue))
  const problems = worded.map((issue) => formatIssue(issue, issue.path.length === 0 ? ['definition'] : []))
  const path = worded[0]?.path.map(String) ?? []
  return invalidInput(['definition', ...path], `${someProblems(problems).join('; ')}.`)
}

/** The error for a field of a definition that is valid in itself, and of no use as it stands. `path` has dots. */
export function invalidField(path: string, problem: string): RungraphError {
  return invalidInput(['definition', ...path.split('.')], `${path}: ${problem}.`)
}

/** Refuses what a store did not save: `taken` is thrown where another one stands in its way. @throws NOT_FOUND */
export function refuseUnsaved(
  { kind }: { readonly kind: 'saved' | 'taken' | 'missing' },
  what: string,
  taken: RungraphError,
): void {
  if (kind === 'taken') throw taken
  if (kind === 'missing') throw new RungraphError('NOT_FOUND', { kind: what })
}

/** The error for the first problem of an argument that a schema refused. */
export function invalidArgument(argument: string, error: z.ZodError): RungraphError {
  const issue = wordIssue(error.issues[0])
  return invalidInput([argument, ...issue.path.map(String)], `${formatIssue(issue, [argument])}.`)
}

/** The message of a field's own schema describes valid values; of a missing value it is enough that it is missing. */
function wordIssue(issue: z.core.$ZodIssue | undefined): Issue {
  if (!issue) return { path: [], message: 'is not valid' }
  const isMissing = issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined
  return isMissing ? { path: issue.path, message: 'is required' } : issue
}

/** The error for an invalid value; the path begins at the input. */
export function invalidInput(path: readonly string[], message: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message, path })
}
