import { RungraphError } from '../domain/errors.ts'

/** Checks that a text can be stored. @throws INPUT_TOO_LARGE, INVALID_INPUT */
export function checkText(field: string, text: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  const fault = textFault(text)
  if (fault !== null) throw invalid(field, fault)
}

/** Why PostgreSQL cannot hold a text as it is; `null` where it can. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'holds a NUL character, which cannot be stored. Remove it.'
  return text.isWellFormed() ? null : 'holds half a surrogate pair, which is no character. Remove it.'
}

/** Checks a message to a run that is under way, of at most `maxBytes`. @throws INPUT_TOO_LARGE, INVALID_INPUT */
export function checkMessage(text: string, maxBytes: number): void {
  checkText('message', text, maxBytes)
  if (text.trim() === '')
    throw invalid('message', 'is empty. Say what the agent is to know or to do differently.')
}

/** What is wrong with a field, told to the caller. */
export function invalid(field: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path: [field] })
}
