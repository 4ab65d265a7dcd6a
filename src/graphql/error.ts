import type { ObjectRef } from '@pothos/core'
import { type GraphQLResolveInfo, getNamedType, isUnionType } from 'graphql'
import type { ErrorKind } from '../domain/errors/rows.ts'
import { errorTable, isRungraphError, type RungraphError } from '../domain/errors.ts'
import { builder, type Types } from './builder.ts'
import { unstorableText } from './database-fault.ts'

/** An error as a member of a mutation's result. */
export interface ErrorResult {
  readonly __typename: string
  readonly code: string
  readonly message: string
  readonly path: readonly string[] | null
}

const MutationError = builder.interfaceRef<ErrorResult>('Error').implement({
  description: 'What a caller did wrong, or cannot have, and can act on.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A stable code of the error table.' }),
    message: t.exposeString('message', { description: 'What is wrong and what to do, for people.' }),
  }),
})

const InvalidInputError = builder.objectRef<ErrorResult>('InvalidInputError').implement({
  description: 'The input cannot be taken as it is.',
  interfaces: [MutationError],
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'Which part of the input, from the argument inwards.',
      nullable: true,
    }),
  }),
})

const errorTypes = {
  InvalidInput: InvalidInputError,
  NotFound: errorType('NotFoundError', 'The project has no such object.'),
  Conflict: errorType('ConflictError', 'The state of things does not allow it.'),
  Forbidden: errorType('ForbiddenError', 'The caller may not do it.'),
  LimitExceeded: errorType('LimitExceededError', 'A limit of the project or the server is reached.'),
} satisfies Record<ErrorKind, unknown>

/** What a mutation gives: its object, or an error that the union of its result has. Any other error is thrown. */
export async function outcome<Result>(
  info: GraphQLResolveInfo,
  run: () => Promise<Result>,
): Promise<Result | ErrorResult> {
  try {
    return await run()
  } catch (error) {
    const known = isRungraphError(error) ? error : unstorableText(error)
    const result = known && toResult(known)
    if (result === null || !isMember(info, result.__typename)) throw error
    return result
  }
}

/**
 * The union that a mutation gives: its object, or one of these errors. `Forbidden` needs no mention: any caller may lack
 * the role.
 */
export function resultOf<Member extends ObjectRef<Types, object>>(
  name: string,
  object: Member,
  { description, errors }: { description: string; errors: readonly Exclude<ErrorKind, 'Forbidden'>[] },
) {
  return builder.unionType(name, {
    description,
    types: [object, ...errors.map((kind) => errorTypes[kind]), errorTypes.Forbidden],
    resolveType: (value) => ('__typename' in value ? String(value.__typename) : object.name),
  })
}

/** Errors for callers only; the others are for those who run the server. */
function toResult({ code, message, data }: RungraphError): ErrorResult | null {
  const row = errorTable[code]
  if (row.audience !== 'client' || row.result === null) return null
  const path = 'path' in data && data.path !== undefined ? ['input', ...data.path] : null
  return { __typename: `${row.result}Error`, code, message, path }
}

function isMember(info: GraphQLResolveInfo, name: string): boolean {
  const type = getNamedType(info.returnType)
  return isUnionType(type) && type.getTypes().some((member) => member.name === name)
}

function errorType(name: string, description: string) {
  return builder.objectRef<ErrorResult>(name).implement({ description, interfaces: [MutationError] })
}
