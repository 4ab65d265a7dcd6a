import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import type { GraphQLContext, StreamTurn } from './context.ts'

type Subscribe = GraphQLFieldResolver<unknown, GraphQLContext>

/** Executes each event of a subscription when it is the turn of its caller (API-14). */
export function withStreamTurns(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {}))
    if (field.subscribe) field.subscribe = inTurns(field.subscribe)
  return schema
}

function inTurns(subscribe: Subscribe): Subscribe {
  return async (parent, args, ctx, info) => {
    const events: unknown = await subscribe(parent, args, ctx, info)
    return ctx.streamTurn && isAsyncIterable(events) ? eventsInTurns(events, ctx.streamTurn) : events
  }
}

function eventsInTurns(
  events: AsyncIterable<unknown>,
  turn: StreamTurn,
): AsyncIterableIterator<unknown, void, void> {
  const iterator = events[Symbol.asyncIterator]()
  const inTurns: AsyncIterableIterator<unknown, void, void> = {
    async next() {
      const event = await iterator.next()
      if (event.done !== true) await turn.begin()
      return event
    },
    async return() {
      turn.end()
      await iterator.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => inTurns,
  }
  return inTurns
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
