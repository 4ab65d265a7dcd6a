import type { z } from 'zod'
import type { JsonObject } from './json.ts'
import type { ObjectKey } from './object-key.ts'
import type { RatingChoice } from './rating.ts'

/**
 * A field of a filter, said once: from it follow the field of the API's input with its description and checks, and the type of what is read
 * from it. The condition on rows is in `store/read/conditions.ts`, which the compiler holds complete.
 */
export interface FilterField<Value = unknown> {
  readonly kind: FieldKind
  readonly description: string
  /** The type of object that an id names. */
  readonly of?: string
  /** The enum that a value is of. */
  readonly choice?: z.ZodEnum
  /** Another field of the filter that it means nothing without. */
  readonly needs?: string
  /** For the compiler alone: what is read from it. */
  readonly value?: Value
}

/** `search` has 1 to 200 characters; `id` and `key` name objects, a key also by a slug; `ids` are at most 100; `oneOf` is some values of an enum, `choice` is one. */
type FieldKind =
  | 'text'
  | 'search'
  | 'integer'
  | 'flag'
  | 'time'
  | 'decimal'
  | 'tags'
  | 'metadata'
  | 'model'
  | 'rating'
  | 'id'
  | 'ids'
  | 'key'
  | 'oneOf'
  | 'choice'

/** A filter of the API by the name of its input. */
export interface Filter {
  readonly name: string
  readonly description: string
  readonly fields: Readonly<Record<string, FilterField>>
}

/** The filter as it is read. Absent and null fields match any row; ids are those of rows. */
export type FilterOf<Of extends Filter> = {
  readonly [Name in keyof Of['fields']]?:
    | (Of['fields'][Name] extends FilterField<infer Value> ? Value : never)
    | null
    | undefined
}

/** Declares the kinds of field that have one type. */
function typed<Value>(kind: FieldKind) {
  return (description: string): FilterField<Value> => ({ kind, description })
}

/** A choice of the domain, and its values. */
type Choice<Entries extends z.core.util.EnumLike> = z.ZodEnum<Entries>
type ValueOf<Entries extends z.core.util.EnumLike> = z.output<Choice<Entries>>

/** Fields of filters, by what they are given. */
export const by = {
  text: typed<string>('text'),
  search: typed<string>('search'),
  integer: typed<number>('integer'),
  flag: typed<boolean>('flag'),
  time: typed<Date>('time'),
  decimal: typed<string>('decimal'),
  tags: typed<readonly string[]>('tags'),
  metadata: typed<JsonObject>('metadata'),
  model: typed<{ readonly provider: string; readonly model: string }>('model'),
  rating: typed<RatingChoice>('rating'),
  id: (of: 'Run' | 'Schedule' | 'Action', description: string): FilterField<string> => ({
    kind: 'id',
    of,
    description,
  }),
  ids: (of: 'Run' | 'Gate', description: string): FilterField<readonly string[]> => ({
    ...{ kind: 'ids', of, description },
  }),
  key: (of: 'Agent' | 'Workflow' | 'DataSet', description: string): FilterField<ObjectKey> => ({
    ...{ kind: 'key', of, description },
  }),
  oneOf: <Entries extends z.core.util.EnumLike>(
    choice: Choice<Entries>,
    description: string,
  ): FilterField<readonly ValueOf<Entries>[]> => ({ kind: 'oneOf', choice, description }),
  choice: <Entries extends z.core.util.EnumLike>(
    choice: Choice<Entries>,
    description: string,
  ): FilterField<ValueOf<Entries>> => ({ kind: 'choice', choice, description }),
}
