import type { Caller } from './caller.ts'
import type { RungraphError } from './errors.ts'
import type { ExchangeRecorder, ReceivedResponse, SentRequest } from './model-exchange.ts'

/** Stores the HTTP exchanges of model calls for as long as its setting says (MOD-9). The work of a run never waits for it. */
export interface TrafficLog {
  /** Takes an exchange to be stored within a second or so. Never throws: one that cannot be stored is reported and lost. */
  add(call: ExchangedCall, recorder: ExchangeRecorder): void
  /** Resolves when all that was taken is stored or lost. */
  settled(): Promise<void>
}

/** The model call that an exchange belongs to. */
export interface ExchangedCall {
  readonly id: string
  readonly runId: string
}

/** Stored exchanges. Each method is one statement, and gives one result per id, in their order. */
export interface TrafficStore {
  requests(projectId: string, callIds: readonly string[]): Promise<readonly StoredPart<SentRequest>[]>
  responses(projectId: string, callIds: readonly string[]): Promise<readonly StoredPart<ReceivedResponse>[]>
}

/** `null`: it is not stored, or was sealed with another key. An error: it is too much to be read with the others at once. */
export type StoredPart<Part> = Part | RungraphError | null

/** Requests to providers and their responses, as they were sent, for administrators of the project. */
export interface TrafficOperations {
  /** @throws FORBIDDEN */
  requests(call: ReadTraffic): Promise<readonly StoredPart<SentRequest>[]>
  /** @throws FORBIDDEN */
  responses(call: ReadTraffic): Promise<readonly StoredPart<ReceivedResponse>[]>
}

export interface ReadTraffic {
  readonly projectId: string
  readonly caller: Caller
  readonly callIds: readonly string[]
}
