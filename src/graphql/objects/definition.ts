import type { DefinitionChange } from '../../domain/definition-changes.ts'
import { RungraphError } from '../../domain/errors.ts'
import { builder, describedEnum } from '../builder.ts'
import { OrderDirection } from '../paging/order.ts'

export const ArchiveState = describedEnum(
  'ArchiveState',
  'Choice between archived agents or workflows, the others, and both.',
  {
    ACTIVE: 'Objects that are not archived.',
    ARCHIVED: 'Archived objects.',
    ANY: 'Archived objects and others.',
  },
)

/** Columns by which agents and workflows are ordered. */
export const definitionColumns = {
  CREATED_AT: { column: 'createdAt', type: 'timestamptz', nullable: false },
  UPDATED_AT: { column: 'updatedAt', type: 'timestamptz', nullable: false },
  NAME: { column: 'name', type: 'text', nullable: false },
  SLUG: { column: 'slug', type: 'text', nullable: false },
} as const

/** The enum and the input of the order of a list of agents or workflows. */
export function definitionOrder(type: 'Agent' | 'Workflow') {
  const word = type.toLowerCase()
  const Field = describedEnum(
    `${type}OrderField`,
    `Fields that ${word}s can be ordered by. ${type}s with equal values are ordered by id.`,
    {
      CREATED_AT: `Time when the ${word} was created.`,
      UPDATED_AT: `Time when the ${word} was last changed.`,
      NAME: `Display name of the ${word}.`,
      SLUG: `Slug of the ${word}.`,
    },
  )
  return builder.inputType(`${type}Order`, {
    description: `Order of a list of ${word}s.`,
    fields: (t) => ({
      field: t.field({ type: Field, description: 'Field to order by.', required: true }),
      direction: t.field({ type: OrderDirection, description: 'Direction of the order.', required: true }),
    }),
  })
}

export const oldestFirst = { field: 'CREATED_AT', direction: 'ASC' } as const

/** Maximum number of characters of a text that lists are searched for. */
const maxSearch = 200

/** The filter, with texts that a row can have. @throws INVALID_INPUT naming the field */
export function checkTexts<Filter extends object>(
  filter: Filter,
  fields: readonly (keyof Filter & string)[],
): Filter {
  for (const field of fields) {
    const text = filter[field]
    if (typeof text !== 'string' || (text !== '' && text.length <= maxSearch)) continue
    const message = `${field} has ${text.length} characters; it must have 1 to ${maxSearch}. Leave it out for all.`
    throw new RungraphError('INVALID_INPUT', { message, path: ['filter', field] })
  }
  return filter
}

export const DefinitionChangeObject = builder.objectRef<DefinitionChange>('DefinitionChange').implement({
  description: 'Field that two versions of a definition have with different values.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the field. A setting of a group has the group before it: `gates.decider`.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      description: 'Value in the earlier version. Null if it had none.',
      nullable: true,
    }),
    after: t.expose('after', {
      type: 'JSON',
      description: 'Value in this version. Null if it has none.',
      nullable: true,
    }),
  }),
})
