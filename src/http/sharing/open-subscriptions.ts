import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql'
import type { GraphQLContext } from '../../graphql/context.ts'
import { createSharedContext } from './shared-context.ts'
import { type SharedDelivery, SharedResults, type SharedSource } from './shared-results.ts'
import { SharedSubscription } from './shared-subscription.ts'
import { sharingKey } from './sharing-key.ts'
import { endTurns } from './subscription-turn.ts'

/** The context of a subscription, with the delivery that its transport may have. */
export type SharingContext = GraphQLContext & { readonly delivery?: SharedDelivery | undefined }

export interface SubscriptionArgs extends ExecutionArgs {
  readonly contextValue: SharingContext
}

type Results = AsyncIterable<ExecutionResult> | ExecutionResult

export type Subscribe = (args: SubscriptionArgs) => Results | Promise<Results>

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
    const own = await subscribe(args)
    const { place } = context.position
    if (!(Symbol.asyncIterator in own) || place === null) return own
    const { same, release } = this.#enter(args.document, sharingKey(args, context, place.runId))
    return new SharedSubscription(own, {
      position: context.position,
      delivery: context.delivery,
      turn: context.streamTurn,
      reopen: async () => {
        const lastEventId = context.position.cursor ?? context.lastEventId
        return subscribe({ ...args, contextValue: { ...context, lastEventId } })
      },
      findShared: (seq) => findShared(same, seq, () => toSource(toSharedArgs(args), subscribe)),
      onEnd: release,
    })
  }

  #enter(document: DocumentNode, key: string): { readonly same: Same; readonly release: () => void } {
    const ofDocument = this.#byDocument.get(document) ?? new Map<string, Same>()
    this.#byDocument.set(document, ofDocument)
    const same = ofDocument.get(key) ?? { count: 0, shared: null }
    ofDocument.set(key, same)
    same.count += 1
    const release = () => {
      same.count -= 1
      if (same.count === 0) ofDocument.delete(key)
    }
    return { same, release }
  }
}

/**
 * The shared results of equal subscriptions, begun at this position where there are none; null where they are at another position, or no
 * other subscription is equal.
 */
function findShared(same: Same, seq: number, toSource: () => SharedSource): SharedResults | null {
  if (same.shared !== null) return same.shared.covers(seq) ? same.shared : null
  if (same.count < 2) return null
  const shared = new SharedResults(toSource(), seq, () => {
    if (same.shared === shared) same.shared = null
  })
  same.shared = shared
  return shared
}

function toSharedArgs(args: SubscriptionArgs): SubscriptionArgs {
  const { contextValue: context } = args
  return {
    ...args,
    contextValue: { ...createSharedContext(context), streamTurn: context.streamTurn?.another() },
  }
}

function toSource(args: SubscriptionArgs, subscribe: Subscribe): SharedSource {
  const { position, streamTurn } = args.contextValue
  return {
    open: async () => {
      const results = await subscribe(args)
      if (!(Symbol.asyncIterator in results)) return null
      return streamTurn ? endTurns(results, streamTurn) : results[Symbol.asyncIterator]()
    },
    seq: () => position.place?.seq ?? 0,
    cursor: () => position.cursor,
  }
}
