import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'

/**
 * A failed connection as `DATABASE_UNREACHABLE`, with the message of the system or the server. `setting`: the one that has the URL of the
 * database. An error of the table says itself what is wrong.
 */
export function unreachable(error: unknown, setting = 'DATABASE_URL'): RungraphError {
  if (isRungraphError(error)) return error
  // Node tries every address of a name and wraps the error of each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return new RungraphError('DATABASE_UNREACHABLE', { reason: `${messageOf(first)}.`, setting }, error)
}
