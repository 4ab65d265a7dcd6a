import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Identity } from '../../domain/caller.ts'
import { createContext, type GraphQLContext } from '../../graphql/context.ts'
import { SharedResults, type SharedSource } from './shared-results.ts'
import { type SharedDelivery, shareResults } from './shared-subscription.ts'
import { sharingKey } from './sharing-key.ts'
import { endTurns } from './subscription-turn.ts'

/** The context of a subscription, with the delivery that its transport may have. */
type SharingContext = GraphQLContext & { readonly delivery?: SharedDelivery | undefined }

export interface SubscriptionArgs extends ExecutionArgs {
  readonly contextValue: SharingContext
}

type Results = AsyncIterable<ExecutionResult> | ExecutionResult

type Subscribe = (args: SubscriptionArgs) => Results | Promise<Results>

/** Executes each event of a run once for all subscriptions that ask for the same. Each was admitted, counted and limited separately. */
export function useSharing(): Plugin<SharingContext> {
  const open = new OpenSubscriptions()
  return {
    onSubscribe: ({ args: { contextValue }, subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) => open.open({ ...args, contextValue }, subscribeFn)),
  }
}

/** Subscriptions that are open with the same operation, and the results that they share. */
interface Same {
  count: number
  shared: SharedResults | null
}

/**
 * The subscriptions of a process to the logs of runs. Those with the same document, operation, variables, run, project and role execute
 * each event once (EVT-5).
 */
export class OpenSubscriptions {
  /** By the document as it was parsed, which those who send the same text have in common. */
  readonly #byDocument = new WeakMap<DocumentNode, Map<string, Same>>()

  /** Subscribes by `subscribe`; the results are those of a subscription that is not shared. */
  async open(args: SubscriptionArgs, subscribe: Subscribe): Promise<Results> {
    const { contextValue: context } = args
    const { position, delivery, streamTurn: turn } = context
    const own = await subscribe(args)
    if (!(Symbol.asyncIterator in own) || position.place === null) return own
    const ofDocument = this.#byDocument.get(args.document) ?? new Map<string, Same>()
    this.#byDocument.set(args.document, ofDocument)
    const key = sharingKey(args, context, position.place.runId)
    const same = ofDocument.get(key) ?? { count: 0, shared: null }
    ofDocument.set(key, same)
    same.count += 1
    return shareResults(own, {
      ...{ position, delivery, turn },
      reopen: async () => {
        const lastEventId = position.cursor ?? context.lastEventId
        return subscribe({ ...args, contextValue: { ...context, lastEventId } })
      },
      findShared: (seq) => {
        if (same.shared !== null || same.count < 2) return same.shared
        const shared = new SharedResults(toSource(args, subscribe, seq), () => {
          same.shared = null
        })
        same.shared = shared
        return shared
      },
      onEnd: () => {
        same.count -= 1
        if (same.count === 0) ofDocument.delete(key)
      },
    })
  }
}

/** A subscription of its own that continues behind an event. */
function toSource(args: SubscriptionArgs, subscribe: Subscribe, seq: number): SharedSource {
  const turn = args.contextValue.streamTurn?.another()
  const contextValue = { ...createSharedContext(args.contextValue), streamTurn: turn }
  const { position } = contextValue
  return {
    open: async () => {
      const results = await subscribe({ ...args, contextValue })
      if (!(Symbol.asyncIterator in results)) throw new Error('The subscription was refused.')
      return turn ? endTurns(results, turn) : results[Symbol.asyncIterator]()
    },
    seq: () => position.place?.seq ?? seq,
    cursor: () => position.cursor,
  }
}

/**
 * The context of an execution whose results go to several subscriptions: the properties they have in common, and nothing of the one that it
 * is made from. It continues after the cursor of that one.
 */
function createSharedContext(of: GraphQLContext): GraphQLContext {
  const { prisma, reads, operations, log, tools, priceOf, catalogue, server } = of
  const { project, issuer, position, lastEventId } = of
  return createContext(
    { prisma, reads, operations, log, tools, priceOf, catalogue, server },
    { caller: nameless(of.caller), project, issuer },
    { lastEventId: position.cursor ?? lastEventId },
  )
}

/** An anonymous caller with the rights of another: a result that depended on the caller would be shown to others. */
function nameless({ role, access }: Identity): Identity {
  return {
    role,
    access,
    get name(): never {
      throw new Error('A shared result cannot depend on the name of a caller.')
    },
    get kind(): never {
      throw new Error('A shared result cannot depend on the credentials of a caller.')
    },
    get expiresAt(): never {
      throw new Error('A shared result cannot depend on the credentials of a caller.')
    },
  }
}
