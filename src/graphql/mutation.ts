import type { InputObjectRef, ObjectRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { ErrorKind } from '../domain/errors/rows.ts'
import { RungraphError } from '../domain/errors.ts'
import { builder, type Types } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { outcome, resultOf } from './errors.ts'
import {
  capital,
  type Fields,
  id,
  inputObject,
  type RequiredIn,
  required,
  type TakenBy,
  valueObject,
  wordOf,
} from './fields.ts'
import { type NodeKind, readId, toGlobalId } from './global-id.ts'
import { foundRow, type Row } from './row-object.ts'

type Errors = readonly Exclude<ErrorKind, 'Forbidden'>[]
const usualErrors: Errors = ['InvalidInput', 'NotFound', 'Conflict']

interface Mutation<Of extends Fields, Result extends object> {
  readonly description: string
  /** Description of its argument. */
  readonly argument: string
  /** Said of its input, after the name of the mutation. */
  readonly note?: string
  readonly input: Of
  /** Null for a field where it has no meaning of its own: as if it was left out, or an error. Default IGNORED. */
  readonly nulls?: 'IGNORED' | 'REFUSED'
  readonly result: ObjectRef<Types, Result>
  /** Description of its result. */
  readonly gives: string
  /** Errors that it may answer with. Default: InvalidInput, NotFound, Conflict. */
  readonly errors?: Errors
  /** Gives the object, or the id of its row, of which the fields are read that the operation selects. */
  readonly resolve: (
    input: Read<Of>,
    ctx: GraphQLContext,
    info: GraphQLResolveInfo,
  ) => Promise<NoInfer<Result> | string>
}

/** An input as its mutation gets it: nulls without a meaning of their own are left out, and ids are read. */
type Read<Of extends Fields> = { readonly [Name in RequiredIn<Of>]: TakenBy<Of[Name]> } & {
  readonly [Name in Exclude<keyof Of, RequiredIn<Of>>]?: TakenBy<Of[Name]>
}

/** Declares a mutation with its input `<Name>Input` and its result `<Name>Result`. */
export function mutation<const Of extends Fields, Result extends object>(
  name: string,
  {
    description,
    argument,
    note,
    input,
    nulls = 'IGNORED',
    result,
    gives,
    errors = usualErrors,
    resolve,
  }: Mutation<Of, Result>,
): void {
  const typeName = capital(name)
  const about = `Input of \`${name}\`.`
  const Input: InputObjectRef<Types, object> = inputObject(
    `${typeName}Input`,
    note === undefined ? about : `${about} ${note}`,
    input,
  )
  const object: ObjectRef<Types, object> = result
  const Result = resultOf(`${typeName}Result`, object, { description: gives, errors })
  builder.mutationField(name, (t) =>
    t.field({
      type: Result,
      description,
      args: { input: t.arg({ type: Input, description: argument, required: true }) },
      resolve: (_, args, ctx, info) =>
        outcome(info, async () => {
          if (nulls === 'REFUSED') refuseNulls(args.input, input)
          const given = await resolve(readInput(args.input, input), ctx, info)
          return typeof given === 'string' ? foundRow(result.name, given, { ctx, info }) : given
        }),
    }),
  )
}

/** @throws INVALID_ID naming the field */
function readInput<Of extends Fields>(given: object, fields: Of): Read<Of> {
  const read = Object.entries(given).flatMap(([name, value]) => {
    const field = fields[name]
    if (value === null && !field?.isNullable) return []
    return [[name, field?.read === undefined || value === null ? value : field.read(value, name)]]
  })
  // Object.fromEntries forgets which keys it was given; they are those of the input.
  return Object.fromEntries(read) as Read<Of>
}

/**
 * Refuses null for fields of a change that may only be left out: it would say nothing, and its caller may mean something by it.
 * @throws INVALID_INPUT naming the first of them
 */
function refuseNulls(given: object, fields: Fields): void {
  const found = Object.entries(fields).find(
    ([name, { isNullable }]) => !isNullable && Reflect.get(given, name) === null,
  )
  if (found === undefined) return
  const message = `${found[0]} is null. Leave it out to keep what it is.`
  throw new RungraphError('INVALID_INPUT', { message, path: [found[0]] })
}

/** Input and result of a mutation that deletes an object of a type by its id. `errors`: those that it may answer with. */
export function deletion(type: string, errors: Errors = ['InvalidInput', 'NotFound']) {
  const word = wordOf(type)
  const Input = inputObject(`Delete${type}Input`, `Input of \`delete${type}\`.`, {
    id: required.id(`Global id of the ${word}.`),
  })
  const Deleted = valueObject<Row>(`Deleted${type}`, `Deleted ${word}.`, {
    id: id(`Global id that the ${word} had.`),
  })
  const description = `Deleted ${word}, or the error.`
  return { Input, Result: resultOf(`Delete${type}Result`, Deleted, { description, errors }) }
}

interface Deletion {
  readonly description: string
  readonly errors?: Errors
  readonly remove: (rowId: string, ctx: GraphQLContext) => Promise<unknown>
}

/** How callers know the objects of a type. */
interface Ids {
  /** @throws INVALID_ID */
  readonly read: (given: string, name: string) => string
  readonly show: (rowId: string) => string
}

/** Declares a mutation that deletes an object of a type with global ids. */
export function deletes(type: NodeKind, options: Deletion): void {
  deletesBy(type, options, {
    read: (given, name) => readId(type, given, name),
    show: (rowId) => toGlobalId(type, rowId),
  })
}

/** Declares a mutation that deletes an object of a type with ids of its own. */
export function deletesBy(
  type: string,
  { description, errors, remove }: Deletion,
  { read, show }: Ids,
): void {
  const { Input, Result } = deletion(type, errors)
  const argument = `${capital(wordOf(type))} to delete.`
  builder.mutationField(`delete${type}`, (t) =>
    t.field({
      type: Result,
      description,
      args: { input: t.arg({ type: Input, description: argument, required: true }) },
      resolve: (_, { input }, ctx, info) =>
        outcome(info, async () => {
          const rowId = read(input.id, 'id')
          await remove(rowId, ctx)
          return { id: show(rowId) }
        }),
    }),
  )
}
