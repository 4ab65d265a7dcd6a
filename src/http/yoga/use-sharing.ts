import type { ExecutionArgs } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../../graphql/context.ts'
import { OpenSubscriptions } from '../../graphql/sharing/open-subscriptions.ts'

/** Executes each event of a run once for all subscriptions that ask for the same. Each was let in, counted and limited by itself. */
export function useSharing(): Plugin<GraphQLContext> {
  const open = new OpenSubscriptions()
  return {
    onSubscribe: ({ args: { contextValue }, subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) => open.open({ ...args, contextValue }, subscribeFn)),
  }
}
