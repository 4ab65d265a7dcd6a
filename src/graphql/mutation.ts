import type { ErrorKind } from '../domain/errors/rows.ts'
import { RungraphError } from '../domain/errors.ts'
import { builder } from './builder.ts'
import { resultOf } from './errors.ts'

/** Input and result of every mutation that deletes an object of a type by its id. `errors`: those that it may answer with. */
export function deletion(
  type: string,
  errors: readonly Exclude<ErrorKind, 'Forbidden'>[] = ['InvalidInput', 'NotFound'],
) {
  // DataSet: data set
  const word = type.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()
  const Input = builder.inputType(`Delete${type}Input`, {
    description: `Input of \`delete${type}\`.`,
    fields: (t) => ({ id: t.id({ description: `Global id of the ${word}.`, required: true }) }),
  })
  const Deleted = builder.objectRef<{ id: string }>(`Deleted${type}`).implement({
    description: `Deleted ${word}.`,
    fields: (t) => ({
      id: t.id({ description: `Global id that the ${word} had.`, resolve: ({ id }) => id }),
    }),
  })
  const Result = resultOf(`Delete${type}Result`, Deleted, {
    description: `Deleted ${word}, or the error.`,
    errors,
  })
  return { Input, Result }
}

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
