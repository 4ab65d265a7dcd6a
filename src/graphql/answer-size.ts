import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  OperationTypeNode,
} from 'graphql'
import type { AnswerSize, GraphQLContext } from './context.ts'

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>

/**
 * Has the texts and data of an answer counted as they are found: how much one has nobody knows before, and an answer is kept whole
 * until it is sent. The events of a subscription are sent one by one, and are not counted.
 */
export function withAnswerSize(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields()))
      if (mayBeLarge(getNamedType(field.type).name))
        field.resolve = counting(field.resolve ?? defaultFieldResolver)
  }
  return schema
}

function mayBeLarge(type: string): boolean {
  return type === 'String' || type === 'JSON'
}

function counting(resolve: Resolve): Resolve {
  return (parent, args, ctx, info) => {
    const value = resolve(parent, args, ctx, info)
    if (ctx.answer === undefined || info.operation.operation === OperationTypeNode.SUBSCRIPTION) return value
    return value instanceof Promise
      ? value.then((found: unknown) => counted(found, ctx.answer))
      : counted(value, ctx.answer)
  }
}

function counted(value: unknown, answer: AnswerSize | undefined): unknown {
  answer?.add(sizeOf(value))
  return value
}

/** About as many characters as it has as JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + 4 + sizeOf(part), 2)
}
