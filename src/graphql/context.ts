import type { Issuer } from '../domain/access-token.ts'
import type { Admission, Identity } from '../domain/caller.ts'
import type { RungraphError } from '../domain/errors.ts'
import type { ModelCatalogue } from '../domain/known-models.ts'
import type { Operations } from '../domain/operations.ts'
import type { Reads } from '../domain/reads.ts'
import type { RunLog } from '../domain/run-log.ts'
import type { ServerFacts } from '../domain/server-facts.ts'
import type { Tools } from '../domain/tool.ts'
import type { TraceContext } from '../domain/trace-context.ts'
import type { PriceOf } from '../domain/usage.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** The services behind the schema, created once for all requests. */
export interface GraphQLSources {
  readonly prisma: PrismaClient
  readonly reads: Reads
  readonly operations: Operations
  readonly log: Omit<RunLog, 'commit' | 'read' | 'readTree'>
  readonly tools: Tools
  readonly priceOf: PriceOf
  readonly server: ServerFacts
  readonly catalogue: ModelCatalogue
}

/** The context of one request, which every resolver receives. */
export interface GraphQLContext extends GraphQLSources {
  readonly loaders: Loaders
  /** The project of the caller: nothing of another project is reachable (KEY-5). */
  readonly project: Admission['project']
  /** Caller, as identified by their credentials. */
  readonly caller: Identity
  /** The key, person or machine that vouches for the caller, and for the access tokens that it creates. */
  readonly issuer: Issuer
  /** Aborted when the caller goes away or ends the operation; absent where several subscriptions share one execution. */
  readonly signal?: AbortSignal | undefined
  readonly position: StreamPosition
  /** Cursor of a reconnecting event stream: the `Last-Event-ID` of the request. */
  readonly lastEventId?: string | undefined
  /** Key of the one mutation of the request, from its header (`useIdempotencyKey`). */
  readonly idempotencyKey?: string | undefined
  /** Trace of the request, to which the runs that it starts belong. */
  readonly trace?: TraceContext | null
  /** Size of the answer so far; absent: unlimited. */
  readonly answer?: AnswerSize
  /** Turn of a subscription among those of all callers; absent: it waits for none. */
  readonly streamTurn?: StreamTurn | undefined
}

/** The turn of a subscription to execute an event. */
export interface StreamTurn {
  /** Resolves when it has the turn, or is over. */
  begin(): Promise<void>
  /** Gives the turn back, if it has it. */
  end(): void
  /** Gives it back and takes no other: the subscription is over. */
  leave(): void
  /** The turn of another subscription of the same caller. */
  another(): StreamTurn
}

/** Counts the size of an answer. */
export interface AnswerSize {
  /** Counts a part. @throws OPERATION_TOO_LARGE */
  add(characters: number): void
  /** Counts the objects of a list whose length nothing bounds before it is read. @throws OPERATION_TOO_LARGE */
  addObjects(count: number): void
  /** Aborts when there is too much. */
  readonly signal: AbortSignal
  /** Why it is too much; `null` as long as it is not. */
  readonly refusal: RungraphError | null
}

/** Position of a request's subscription. */
export interface StreamPosition {
  /** Cursor of the last event that was sent. */
  cursor: string | null
  /**
   * Position in the log of a run that is followed alone: the last event that was read, even one that is not shown; null for other
   * subscriptions.
   */
  place: { readonly runId: string; seq: number } | null
  /** Whether there was nothing left to give when an event stream came back to it. */
  isOver: boolean
}

/** The context of one request of an admitted caller. */
export function createContext(
  sources: GraphQLSources,
  { caller, project, issuer }: Admission,
  facts: Pick<GraphQLContext, 'signal' | 'lastEventId' | 'trace' | 'answer'> = {},
): GraphQLContext {
  const loaders = createLoaders({
    prisma: sources.prisma,
    reads: sources.reads,
    project,
    answer: facts.answer,
    signal: facts.signal,
  })
  return {
    ...sources,
    ...facts,
    caller,
    issuer,
    project,
    position: { cursor: null, place: null, isOver: false },
    loaders,
  }
}
