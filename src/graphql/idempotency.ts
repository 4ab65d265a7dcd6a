import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { RungraphError } from '../domain/errors.ts'
import type { GraphQLContext } from './context.ts'
import { outcome } from './errors.ts'

/** The name of the field of an input that takes the key. */
const keyField = 'idempotencyKey'

/** Gives the key of a request, as its header says it, to the mutation that takes one in its input (RUN-8). */
export function withIdempotencyKeys(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {}))
    if (field.resolve && field.args.some(takesKey)) field.resolve = keyed(field.resolve)
  return schema
}

/**
 * Why an operation cannot be repeated safely by one key of its request; null where it can: where it changes nothing, or is one mutation that
 * takes a key.
 */
export function keyProblem(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { definitions }: DocumentNode,
): string | null {
  if (operation.operation !== OperationTypeNode.MUTATION) return null
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const fragments = new Map(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet]] : [],
    ),
  )
  const names = fieldsOf(operation.selectionSet, fragments).filter((name) => name !== '__typename')
  if (names.length > 1) return `The operation has ${names.length} mutations, and one Idempotency-Key.`
  const [name] = names
  if (name === undefined || mutations[name]?.args.some(takesKey)) return null
  return `The mutation \`${name}\` takes no idempotency key.`
}

/** The names of the root fields, in fragments too; a field counts each time that it is asked for. */
function fieldsOf(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, SelectionSetNode>,
): readonly string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value]
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value)
    return inner === undefined ? [] : fieldsOf(inner, fragments)
  })
}

function takesKey({ type }: GraphQLArgument): boolean {
  const input = getNamedType(type)
  return isInputObjectType(input) && hasKey(input)
}

function hasKey(input: GraphQLInputObjectType): boolean {
  return Object.hasOwn(input.getFields(), keyField)
}

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>

function keyed(resolve: Resolve): Resolve {
  return (parent, args, ctx, info) => {
    const { idempotencyKey: key } = ctx
    if (key === undefined) return resolve(parent, args, ctx, info)
    const given = args.input[keyField]
    if (given == null || given === key)
      return resolve(parent, { ...args, input: { ...args.input, [keyField]: key } }, ctx, info)
    return outcome(info, async () => {
      const message =
        'The header Idempotency-Key has another key than the input. Send one of them, or the same.'
      throw new RungraphError('INVALID_INPUT', { message, path: ['input', keyField] })
    })
  }
}
