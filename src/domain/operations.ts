import type { Json } from './json.ts'

/** What a caller may ask of the engine. Each throws a RungraphError of the `client` audience for what the caller can mend. */
export interface Operations {
  /** @throws INVALID_INPUT, SLUG_TAKEN */
  createAgent(call: CreateAgent): Promise<{ readonly agentId: string }>
  /** Makes a new immutable version where the definition changed. @throws INVALID_INPUT, NOT_FOUND */
  updateAgent(call: UpdateAgent): Promise<{ readonly agentId: string }>
  /** Accepts a run: it is durable when this resolves. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, IDEMPOTENCY_CONFLICT */
  triggerRun(call: TriggerRun): Promise<{ readonly runId: string }>
  /** Stops a run and resolves when it is CANCELLED, or after a second at most with the request in force. @throws NOT_FOUND, ILLEGAL_TRANSITION */
  abortRun(call: AbortRun): Promise<{ readonly runId: string }>
  /** Sends a message to a run that has not ended: its model reads it at the next step. @throws INVALID_INPUT, NOT_FOUND, ILLEGAL_TRANSITION */
  steerRun(call: SteerRun): Promise<{ readonly runId: string }>
  /** Sends a PAUSED run on, with more steps, time or budget. @throws INVALID_INPUT, NOT_FOUND, ILLEGAL_TRANSITION */
  resumeRun(call: ResumeRun): Promise<{ readonly runId: string }>
}

export interface CreateAgent {
  readonly projectId: string
  readonly slug: string
  /** As the caller wrote it; checked by `agentDefinition`. */
  readonly definition: Readonly<Record<string, unknown>>
}

export interface UpdateAgent {
  readonly projectId: string
  readonly agentId: string
  /** The fields to change; the others keep their value. */
  readonly definition: Readonly<Record<string, unknown>>
}

export interface TriggerRun {
  readonly projectId: string
  /** The agent's id (a UUID) or slug. */
  readonly agent: { readonly id: string } | { readonly slug: string }
  readonly input: string
  readonly sessionKey?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly maxSteps?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxCostUsd?: string | undefined
  readonly maxTokens?: number | undefined
  readonly context?: Json | undefined
}

export interface AbortRun {
  readonly projectId: string
  readonly runId: string
  readonly reason?: string | undefined
}

export interface SteerRun {
  readonly projectId: string
  readonly runId: string
  readonly message: string
}

export interface ResumeRun {
  readonly projectId: string
  readonly runId: string
  /** More steps, on top of those taken. */
  readonly maxSteps?: number | undefined
  /** More running time, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** More to spend, on top of what was spent, in US dollars. */
  readonly maxCostUsd?: string | undefined
  /** More tokens, input and output, on top of those used. */
  readonly maxTokens?: number | undefined
  /** A message that the model reads when it goes on. */
  readonly message?: string | undefined
}
