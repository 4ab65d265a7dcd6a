import { RungraphError } from '../domain/errors.ts'

/** Checks that a text can be stored. @throws INPUT_TOO_LARGE, INVALID_INPUT */
export function checkText(field: string, text: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  if (text.includes('\u0000'))
    throw invalid(field, 'holds a NUL character, which cannot be stored. Remove it.')
}

/** What is wrong with a field, told to the caller. */
export function invalid(field: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path: [field] })
}
