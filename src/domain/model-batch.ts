import type { z } from 'zod'
import { choice } from './declared.ts'
import { given, givenOrNull } from './given.ts'
import type { Json, JsonObject } from './json.ts'

export const pricing = choice('Pricing', 'Pricing of the model calls of a run.', {
  STANDARD: 'Models are asked at once, at the full price.',
  BATCH:
    'The turns of the conversation are asked through the batch APIs of the providers, at half the price. Until a batch is answered, which can take hours, the run waits.',
})
export type Pricing = z.infer<typeof pricing>

/** The pricing that a row has; `null`: it names none. */
export function readPricing(stored: string | null): Pricing | null {
  return pricing.options.find((known) => known === stored) ?? null
}

/** Fields by which a caller gives the pricing of one run (BATCH-1). */
export const pricingOfRun = {
  pricing: given.one(
    pricing,
    'Pricing of the model calls of the run and its descendants. If you leave it out, the pricing of the agent applies. An agent that a workflow or another run starts has the pricing of that run.',
  ),
  batchDeadlineMs: given.int(
    'Time from the start of the run until which its turns are asked in batches, in milliseconds, up to 7 days. After it, they are asked at the full price. Only with the pricing BATCH. Default: 24 hours.',
  ),
}

/** The same for what starts runs by itself. */
export const pricingOfRuns = {
  pricing: given
    .one(pricing, 'Pricing of the model calls of the runs. Null for the pricing of the agent. Default: null.')
    .nullable(),
  batchDeadlineMs: givenOrNull.int(
    'Time from the start of a run until which its turns are asked in batches, in milliseconds, up to 7 days. Only with the pricing BATCH. Null for 24 hours. Default: null.',
  ),
}

/** The pricing of the runs of a schedule or an event trigger, as it is stored. */
export interface PricingOfRuns {
  /** `null`: that of the agent. */
  readonly pricing: Pricing | null
  /** `null`: the usual time, if they are asked in batches. */
  readonly batchDeadlineMs: number | null
}

/** The pricing as a trigger of a run gives it. */
export function asTrigger({ pricing: of, batchDeadlineMs }: PricingOfRuns) {
  return { ...(of && { pricing: of }), ...(batchDeadlineMs !== null && { batchDeadlineMs }) }
}

/** Bounds of the time until which the turns of a run are asked in batches, in milliseconds from its start (BATCH-1). */
export const batchDeadline = { least: 1_000, most: 7 * 86_400_000, usual: 86_400_000 } as const

/** The answer to a request of a batch, as the server would have given it to the request alone. */
export interface BatchResponse {
  readonly status: number
  readonly body: Json
}

export interface BatchedRequest {
  /** A UUID: the custom id of the request in its batch. */
  readonly id: string
  /** Body of the request, as the client of the provider would have sent it. */
  readonly request: JsonObject
}

/** A batch that is to be sent, or was: its requests are of one model. */
export interface BatchToSend {
  /** A UUID, which the provider keeps with the batch. */
  readonly id: string
  readonly model: string
  readonly createdAt: Date
  readonly requests: readonly BatchedRequest[]
}

/** The outcome of one request of a batch. */
export interface BatchResult {
  readonly id: string
  /** `null`: the batch ended before the provider answered it, and it was not paid. */
  readonly response: BatchResponse | null
}

/** What a look at a batch found. */
export type BatchLook =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly why: string }
  /** Requests that are not among the results were not answered. */
  | { readonly kind: 'ended'; readonly results: AsyncIterable<BatchResult> }

/** The batch API of a provider, under one set of credentials. Each function throws a ModelError, or the reason of the aborted signal. */
export interface BatchApi {
  readonly maxRequests: number
  /** Of all bodies together. */
  readonly maxBytes: number
  /** Sends a batch. Gives the provider's id of it. */
  send(batch: BatchToSend, signal: AbortSignal): Promise<string>
  /**
   * Looks for a batch that another process may have sent; `null`: there is none. `unknown`: a batch that may be it has not ended, and shows
   * only then which requests it has.
   */
  find(
    batch: Pick<BatchToSend, 'id' | 'createdAt'> & { readonly requestIds: readonly string[] },
    signal: AbortSignal,
  ): Promise<string | null | 'unknown'>
  /** `requestIds`: of its requests, in the order in which they were sent. */
  look(
    batch: { readonly providerBatchId: string; readonly requestIds: readonly string[] },
    signal: AbortSignal,
  ): Promise<BatchLook>
  cancel(providerBatchId: string, signal: AbortSignal): Promise<void>
  /** Deletes what the provider keeps of a batch whose results were read. Its failure is reported, and changes nothing. */
  forget?(providerBatchId: string, signal: AbortSignal): Promise<void>
}
