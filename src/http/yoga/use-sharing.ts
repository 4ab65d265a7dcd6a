import type { ExecutionArgs } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { OpenSubscriptions, type SharingContext } from '../sharing/open-subscriptions.ts'

/** Executes each event of a run once for all subscriptions that ask for the same. Each was admitted, counted and limited separately. */
export function useSharing(): Plugin<SharingContext> {
  const open = new OpenSubscriptions()
  return {
    onSubscribe: ({ args: { contextValue }, subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) => open.open({ ...args, contextValue }, subscribeFn)),
  }
}
