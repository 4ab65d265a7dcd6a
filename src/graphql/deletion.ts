import { builder } from './builder.ts'
import { resultOf } from './error.ts'

/** What every mutation takes and gives that removes an object of a type by its id. */
export function deletion(type: string) {
  const word = type.toLowerCase()
  const Input = builder.inputType(`Delete${type}Input`, {
    description: `A ${word} to remove.`,
    fields: (t) => ({ id: t.id({ description: 'Its global id.', required: true }) }),
  })
  const Deleted = builder.objectRef<{ id: string }>(`Deleted${type}`).implement({
    description: `A ${word} that is no more.`,
    fields: (t) => ({ id: t.id({ description: 'The global id that it had.', resolve: ({ id }) => id }) }),
  })
  const Result = resultOf(`Delete${type}Result`, Deleted, {
    description: 'What was removed, or why it was not.',
    errors: ['NotFound'],
  })
  return { Input, Result }
}
