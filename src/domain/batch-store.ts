import { z } from 'zod'
import type { GateStatus } from './gate.ts'
import type { JsonObject } from './json.ts'
import type { BatchApi, BatchedRequest, BatchResponse, BatchResult } from './model-batch.ts'
import { callPurpose } from './usage.ts'

/** Position of a call of a batch in its run: what its row is made of where its run does not wait for it any more (BATCH-4). */
export const batchPosition = z.object({
  rootId: z.string(),
  stepId: z.string(),
  stepNumber: z.int(),
  sessionId: z.string().nullable(),
  agentId: z.string(),
  agentVersion: z.int(),
  purpose: callPurpose,
  number: z.int(),
  attempt: z.int(),
})
export type BatchPosition = z.infer<typeof batchPosition>

export const batchCallStates = ['QUEUED', 'SENT', 'ANSWERED', 'FAILED', 'CANCELLED'] as const
export type BatchCallState = (typeof batchCallStates)[number]

/** Under whose credentials, and of which model: the requests of one batch share them. */
export interface BatchGroup {
  readonly provider: string
  readonly model: string
  /** Which of the provider's auth profiles, from 1. */
  readonly profile: number
}

export interface NewBatchCall extends BatchGroup {
  /** The id of the message that it is to bring. */
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly gateId: string
  readonly position: BatchPosition
  /** Body of the request, as the client of the provider would have sent it. */
  readonly request: JsonObject
  readonly deadlineAt: Date
}

export interface BatchCall extends Omit<NewBatchCall, 'request'> {
  readonly state: BatchCallState
  /** `null` unless it is ANSWERED, or where it cannot be decrypted any more. */
  readonly response: BatchResponse | null
  readonly error: string | null
  readonly createdAt: Date
}

export interface Batch extends BatchGroup {
  readonly id: string
  readonly state: 'CREATING' | 'SENT' | 'ENDED'
  readonly providerBatchId: string | null
  /** Of its requests, in the order in which they were sent; empty: it was not about to be sent yet. */
  readonly callIds: readonly string[]
  readonly looks: number
  readonly createdAt: Date
  readonly cancelledAt: Date | null
}

/** The requests that runs wait for, each sealed. */
export interface BatchCalls {
  /** Keeps a request before its gate is written: it is sent only while that is open. */
  add(call: NewBatchCall): Promise<void>
  find(callId: string): Promise<BatchCall | null>
}

/** What is to be done about batches. */
export interface DueBatches {
  /** Whether requests have waited for so long, or are so many, that they are to be sent. */
  readonly collect: boolean
  /** Whether outcomes are there that their runs do not have. */
  readonly settle: boolean
  /** Batches that are to be sent or looked at. */
  readonly batchIds: readonly string[]
}

/** An outcome without its response, which may be large, and what its run waits at. */
export interface EndedCall extends Omit<BatchCall, 'response'> {
  /** `null`: there is none, as its run never came to wait. */
  readonly gateStatus: GateStatus | null
}

/** The rows of batches. All times are those of the database: any number of processes, of any clocks, work on them. */
export interface BatchStore extends BatchCalls {
  due(options: { readonly everyMs: number }): Promise<DueBatches>
  /** Those of whose requests one has waited for so long, or that have so many that they are to be sent. */
  groups(options: { readonly everyMs: number }): Promise<readonly BatchGroup[]>
  /** Makes a batch of what waits in a group, and no other process does; `null` where nothing waits. Nobody else looks at it for `holdMs`. */
  collect(
    group: BatchGroup,
    options: Pick<BatchApi, 'maxRequests' | 'maxBytes'> & { readonly id: string; readonly holdMs: number },
  ): Promise<Batch | null>
  /** A batch that is to be looked at, for `holdMs` by nobody else; `null`: it is not, or another process has it. */
  take(batchId: string, holdMs: number): Promise<Batch | null>
  /** The requests that are to be sent now, whose order is noted; one that cannot be decrypted fails. */
  requests(batchId: string): Promise<readonly BatchedRequest[]>
  sent(batchId: string, providerBatchId: string, lookAfterMs: number): Promise<void>
  lookAgain(batchId: string, afterMs: number): Promise<void>
  /** Whether any run waits for it. */
  isWanted(batchId: string): Promise<boolean>
  cancelled(batchId: string): Promise<void>
  /** Keeps responses, each once. */
  save(batchId: string, results: readonly BatchResult[]): Promise<void>
  /** Ends a batch. Requests without a response wait for the next one while their deadline allows; else they fail. */
  end(batchId: string): Promise<void>
  /** Ends a batch that the provider did not take or complete: its requests fail. */
  fail(batchId: string, why: string): Promise<void>
  /** Requests that nobody waits for any more are not sent. */
  cancelUnwanted(): Promise<void>
  ended(limit: number): Promise<readonly EndedCall[]>
  /** Notes that the run has the result of a call; false if another process did. */
  settle(callId: string): Promise<boolean>
  /** Deletes calls whose results are in their runs, and batches that ended long ago. */
  purge(): Promise<void>
}
