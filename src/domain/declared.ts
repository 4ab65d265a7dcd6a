import { z } from 'zod'

/** What the API says of a type of the domain. */
export interface Declared {
  /** Name of an object or an enum there. */
  readonly name?: string
  readonly description?: string
  /** Meanings of the values of an enum. */
  readonly values?: Readonly<Record<string, string>>
  /** Type of a value that is no plain number or string there. */
  readonly scalar?: 'Int' | 'SafeInt' | 'Decimal' | 'ID' | 'Upload'
  /** The type of object whose id it is, or whose id or slug. */
  readonly idOf?: string
  readonly keyOf?: 'Agent' | 'Workflow' | 'DataSet'
  /** Whether callers give exactly one of the fields of an object. */
  readonly isOneOf?: true
  /** Whether a value that callers may leave out is made from others, and so is always there. */
  readonly isFilled?: true
}

/** Declarations of the domain from which the types of the API follow. The descriptions of their fields are those of zod. */
export const declared = z.registry<Declared>()

/** Declares an enum with the meaning of each value, in the order of the values. */
export function choice<const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
) {
  // Object.keys widens to string.
  const names = Object.keys(values) as (keyof Values & string)[]
  return z.enum(names).register(declared, { name, description, values })
}

/** A value that is in lower case elsewhere, as a choice has it. */
export function toChoice<Value extends string>(value: Value): Uppercase<Value> {
  // The type of `toUpperCase` is string.
  return value.toUpperCase() as Uppercase<Value>
}

/** Declares an object of the API. */
export function object<Shape extends z.core.$ZodLooseShape>(name: string, description: string, shape: Shape) {
  return z.object(shape).register(declared, { name, description })
}

/** The same, of which callers give exactly one field. The operation that gets it checks that. */
export function oneOf<Shape extends z.core.$ZodLooseShape>(name: string, description: string, shape: Shape) {
  return z.object(shape).register(declared, { name, description, isOneOf: true })
}

/** The same as `object`, where a property that it does not have is refused. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(
  name: string,
  description: string,
  shape: Shape,
) {
  return z.strictObject(shape).register(declared, { name, description })
}

/** Describes a field, and gives it a default where it has one to name. */
export function about<Schema extends z.ZodType>(description: string, schema: Schema): Schema
export function about<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  fallback: z.core.util.NoUndefined<z.output<Schema>>,
): z.ZodDefault<Schema>
export function about(description: string, schema: z.ZodType, fallback?: unknown): z.ZodType {
  if (fallback === undefined) return schema.describe(description)
  return schema.default(fallback).describe(`${description} Default ${fallback}.`)
}

/** A whole number within bounds. */
export function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** The same where it can outgrow GraphQL's Int. */
export function largeWhole(min: number, max: number) {
  return whole(min, max).register(declared, { scalar: 'SafeInt' })
}

/** A count of tokens or bytes, which can outgrow GraphQL's Int. */
export const count = z.number().register(declared, { scalar: 'SafeInt' })

/** An id that callers see as it is. */
export const plainId = z.string().register(declared, { scalar: 'ID' })

/** An exact number as its text. */
export const exactDecimal = z.string().register(declared, { scalar: 'Decimal' })

/** A number within bounds. */
export function amount(min: number, max: number) {
  const error = `must be a number from ${min} to ${max}`
  return z
    .number({ error: orMissing(error) })
    .min(min, { error })
    .max(max, { error })
}

/** Of a value that is missing, it is enough to say that. */
function orMissing(error: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? 'is required' : error)
}

/** A text by its number of characters. */
export function text(min: number, max: number) {
  const error = min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`
  return z
    .string({ error: orMissing('must be a text') })
    .min(min, { error })
    .max(max, { error })
}

/** A list by its number of entries. */
export function list<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(item, { error: orMissing('must be a list') })
    .max(max, { error: `must have at most ${max} entries` })
}
