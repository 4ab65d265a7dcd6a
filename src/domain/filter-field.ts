import type { JsonObject } from './json.ts'
import type { ObjectKey } from './object-key.ts'

/**
 * A field of a filter, said once: from it follow the field of the API's input with its description and checks, and the type of what is read
 * from it. The condition on rows is in `store/read/conditions.ts`, which the compiler holds complete.
 */
export interface FilterField<Value = unknown> {
  readonly kind: FieldKind
  readonly description: string
  /** The type of object that an id names, or the enum that a value is of. */
  readonly of?: string
  /** Another field of the filter that it means nothing without. */
  readonly needs?: string
  /** For the compiler alone: what is read from it. */
  readonly value?: Value
}

/** `search` has 1 to 200 characters; `id` and `key` name objects, a key also by a slug; `oneOf` is some values of an enum, `choice` is one. */
export type FieldKind =
  | 'text'
  | 'search'
  | 'integer'
  | 'flag'
  | 'time'
  | 'decimal'
  | 'tags'
  | 'metadata'
  | 'model'
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

export const text = typed<string>('text')
export const search = typed<string>('search')
export const integer = typed<number>('integer')
export const flag = typed<boolean>('flag')
export const time = typed<Date>('time')
export const decimal = typed<string>('decimal')
export const tags = typed<readonly string[]>('tags')
export const metadata = typed<JsonObject>('metadata')
export const model = typed<{ readonly provider: string; readonly model: string }>('model')

/** The id of an object of a type. */
export function id(of: 'Run' | 'Schedule', description: string): FilterField<string> {
  return { kind: 'id', of, description }
}

/** At most 100 of them. */
export function ids(of: 'Run' | 'Gate', description: string): FilterField<readonly string[]> {
  return { kind: 'ids', of, description }
}

export function key(of: 'Agent' | 'Workflow' | 'DataSet', description: string): FilterField<ObjectKey> {
  return { kind: 'key', of, description }
}

/** Some values of an enum of the API. */
export function oneOf<Value extends string>(of: string, description: string): FilterField<readonly Value[]> {
  return { kind: 'oneOf', of, description }
}

/** One value of an enum of the API. */
export function choice<Value extends string>(of: string, description: string): FilterField<Value> {
  return { kind: 'choice', of, description }
}
