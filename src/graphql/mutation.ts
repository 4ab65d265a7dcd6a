import type { InputObjectRef, ObjectRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { ErrorKind } from '../domain/errors/rows.ts'
import { invalid } from '../domain/errors.ts'
import { builder, type Types } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { outcome, resultUnion } from './errors.ts'
import {
  capital,
  type Fields,
  type GivenInput,
  id,
  inputObject,
  type Read,
  readGivenInput,
  required,
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
  const Input: InputObjectRef<Types, GivenInput> = inputObject(
    `${typeName}Input`,
    note === undefined ? about : `${about} ${note}`,
    input,
  )
  const object: ObjectRef<Types, object> = result
  const Result = resultUnion(`${typeName}Result`, object, { description: gives, errors })
  builder.mutationField(name, (t) =>
    t.field({
      type: Result,
      description,
      args: { input: t.arg({ type: Input, description: argument, required: true }) },
      resolve: (_, args, ctx, info) =>
        outcome(info, async () => {
          if (nulls === 'REFUSED') refuseNulls(args.input, input)
          const given = await resolve(readGivenInput(args.input, input), ctx, info)
          return typeof given === 'string' ? foundRow(result.name, given, { ctx, info }) : given
        }),
    }),
  )
}

/**
 * Refuses null for fields of a change that may only be left out: it would say nothing, and its caller may mean something by it.
 * @throws INVALID_INPUT naming the first of them
 */
function refuseNulls(given: GivenInput, fields: Fields): void {
  const found = Object.entries(fields).find(([name, { isNullable }]) => !isNullable && given[name] === null)
  if (found !== undefined) throw invalid(found[0], 'is null. Leave it out to keep what it is.')
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
  { description, errors = ['InvalidInput', 'NotFound'], remove }: Deletion,
  { read, show }: Ids,
): void {
  const word = wordOf(type)
  mutation(`delete${type}`, {
    description,
    argument: `${capital(word)} to delete.`,
    input: { id: { ...required.id(`Global id of the ${word}.`), read } },
    result: valueObject<Row>(`Deleted${type}`, `Deleted ${word}.`, {
      id: { ...id(`Global id that the ${word} had.`), show },
    }),
    gives: `Deleted ${word}, or the error.`,
    errors,
    resolve: async (input, ctx) => {
      await remove(input.id, ctx)
      return { id: input.id }
    },
  })
}
