import type { ExecutionResult } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import type { Callers } from '../access/callers.ts'
import { endTurns } from '../sharing/subscription-turn.ts'
import type { NodeContext } from '../streams/event-streams.ts'

/** Has the events of subscriptions executed in turns of their callers, so that those of one delay others by a few events at most (API-14). */
export function useStreamTurns(callers: Pick<Callers, 'streamTurn'>): Plugin<NodeContext & GraphQLContext> {
  return {
    onSubscribe({ args, extendContext, subscribeFn, setSubscribeFn }) {
      const turn = callers.streamTurn(args.contextValue)
      extendContext({ streamTurn: turn })
      setSubscribeFn(async (...given: Parameters<typeof subscribeFn>) => {
        const results: AsyncIterable<ExecutionResult> | ExecutionResult = await subscribeFn(...given)
        return isAsyncIterable<ExecutionResult>(results) ? endTurns(results, turn) : results
      })
    },
  }
}
