import { type Caller, loopbackCaller } from '../domain/caller.ts'
import type { Operations } from '../domain/operations.ts'
import type { RunLog } from '../domain/run-log.ts'
import type { Tools } from '../domain/tool.ts'
import type { PriceOf } from '../domain/usage.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** What the graph is made from: built once, for all requests. */
export interface GraphQLSources {
  readonly project: { readonly id: string; readonly slug: string }
  readonly prisma: PrismaClient
  readonly operations: Operations
  readonly log: Omit<RunLog, 'commit' | 'read' | 'readTree'>
  readonly tools: Tools
  readonly priceOf: PriceOf
}

/** What resolvers get: everything of one request. */
export interface GraphQLContext extends GraphQLSources {
  readonly loaders: Loaders
  /** Who calls, by their credentials. */
  readonly caller: Caller
  /** Aborted when the caller goes away; absent over WebSocket, where each subscription is ended by itself. */
  readonly signal?: AbortSignal | undefined
  /** The cursor of the event that the subscription of this request gave last. */
  readonly position: { cursor: string | null }
  /** Where a reconnecting event stream left off: the `Last-Event-ID` of the request. */
  readonly lastEventId?: string | undefined
}

type RequestFacts = Pick<GraphQLContext, 'signal' | 'lastEventId'> & { readonly caller?: Caller }

/** The context of one request. */
export function createContext(sources: GraphQLSources, facts: RequestFacts = {}): GraphQLContext {
  // Without keys the server is reached from its own machine alone.
  const caller = facts.caller ?? loopbackCaller
  return { ...sources, ...facts, caller, position: { cursor: null }, loaders: createLoaders(sources) }
}
