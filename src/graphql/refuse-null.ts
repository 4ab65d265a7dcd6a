import { RungraphError } from '../domain/errors.ts'

/**
 * Refuses null for fields of a change that may only be left out: it would say nothing, and its caller may mean something by it.
 * @throws INVALID_INPUT naming the first of them
 */
export function refuseNull<Input extends object>(input: Input, fields: readonly (keyof Input & string)[]) {
  const field = fields.find((name) => input[name] === null)
  if (field === undefined) return
  const message = `${field} is null. Leave it out to keep what it is.`
  throw new RungraphError('INVALID_INPUT', { message, path: [field] })
}
