import type { Origin } from './binding.ts'
import type { Json } from './json.ts'
import type { ReplayTools } from './run-history.ts'

/** What a caller may ask of the engine. Each throws a RungraphError of the `client` audience for what the caller can mend. */
export interface Operations {
  /** @throws INVALID_INPUT, SLUG_TAKEN */
  createAgent(call: CreateAgent): Promise<{ readonly agentId: string }>
  /** Makes a new immutable version where the definition changed. @throws INVALID_INPUT, NOT_FOUND */
  updateAgent(call: UpdateAgent): Promise<{ readonly agentId: string }>
  /** Accepts a run: it is durable when this resolves. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND, NO_BINDING, SESSION_BUSY, IDEMPOTENCY_CONFLICT */
  triggerRun(call: TriggerRun): Promise<{ readonly runId: string }>
  /** Stops a run and resolves when it is CANCELLED, or after a second at most with the request in force. @throws NOT_FOUND, ILLEGAL_TRANSITION */
  abortRun(call: AbortRun): Promise<{ readonly runId: string }>
  /** Sends a message to a run that has not ended: its model reads it at the next step. @throws INVALID_INPUT, NOT_FOUND, NOT_LISTENING */
  steerRun(call: SteerRun): Promise<{ readonly runId: string }>
  /** Has the agent of a run that has not ended asked how sure it is, after its next step. @throws NOT_FOUND, NOT_LISTENING */
  checkConfidence(call: CheckConfidence): Promise<{ readonly runId: string }>
  /** Sends a PAUSED run on, with more steps, time or budget. @throws INVALID_INPUT, NOT_FOUND, ILLEGAL_TRANSITION */
  resumeRun(call: ResumeRun): Promise<{ readonly runId: string }>
  /** Absent where the engine is offered for runs and agents only. */
  readonly sessions?: SessionOperations
  /** Absent where the engine is offered for new runs only. */
  readonly history?: HistoryOperations
}

/** What a caller may make from a run that there is (RUN-9). */
export interface HistoryOperations {
  /** Starts a run from the state of another after a step, with changes. @throws INVALID_INPUT, INPUT_TOO_LARGE, NOT_FOUND */
  forkRun(call: ForkRun): Promise<{ readonly runId: string }>
  /** Starts a run at rest anew. @throws NOT_FOUND, RUN_NOT_AT_REST, SESSION_BUSY */
  retryRun(call: RetryRun): Promise<{ readonly runId: string }>
  /** Executes a run at rest again against its recorded answers. @throws NOT_FOUND, RUN_NOT_AT_REST */
  replayRun(call: ReplayRun): Promise<{ readonly runId: string }>
}

/** What a caller may ask about conversations: who answers where, and what is remembered (CTX-6). */
export interface SessionOperations {
  /** @throws INVALID_INPUT, NOT_FOUND, BINDING_TAKEN */
  saveBinding(call: SaveBinding): Promise<{ readonly bindingId: string }>
  /** @throws NOT_FOUND */
  deleteBinding(call: DeleteBinding): Promise<{ readonly bindingId: string }>
  /** The agent that a run of this origin gets; `null` where no binding matches. @throws INVALID_INPUT */
  resolveAgent(call: ResolveAgent): Promise<{ readonly agentId: string } | null>
  /** Replaces what is remembered of a session, and begins it where it is not there. @throws INVALID_INPUT, INPUT_TOO_LARGE */
  updateSession(call: UpdateSession): Promise<{ readonly sessionId: string }>
}

export interface ForkRun {
  readonly projectId: string
  readonly runId: string
  /** The last step that is taken over; 0 begins at the start. */
  readonly afterStep: number
  /** In the place of the run's own input where it begins at the start, else the next message. */
  readonly input?: string | undefined
  /** `provider/model`, for this run in the place of its agent's. */
  readonly model?: string | undefined
  readonly systemPrompt?: string | undefined
}

export interface RetryRun {
  readonly projectId: string
  readonly runId: string
}

export interface ReplayRun {
  readonly projectId: string
  readonly runId: string
  readonly tools: ReplayTools
}

export interface SaveBinding {
  readonly projectId: string
  /** The binding to replace; a new one where it is left out. */
  readonly bindingId?: string | undefined
  readonly agent: AgentKey
  /** What it matches; all null matches any. */
  readonly origin: Origin
}

export interface DeleteBinding {
  readonly projectId: string
  readonly bindingId: string
}

export interface ResolveAgent {
  readonly projectId: string
  readonly origin: Origin
}

export interface UpdateSession {
  readonly projectId: string
  readonly key: string
  /** Lines that its runs are told; replaces those before. */
  readonly memory: readonly string[]
}

/** An agent's id (a UUID) or slug. */
export type AgentKey = { readonly id: string } | { readonly slug: string }

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
  /** Left out: the binding of the origin decides. */
  readonly agent?: AgentKey | undefined
  /** Where the input came from: it gives the agent and the session key where they are left out (CTX-6). */
  readonly origin?: Origin | undefined
  readonly input: string
  readonly sessionKey?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly maxSteps?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxCostUsd?: string | undefined
  readonly maxTokens?: number | undefined
  readonly context?: Json | undefined
  /** A plan for the first step of a PLAN agent, in place of one that its model writes (src/domain/plan.ts). */
  readonly plan?: Json | undefined
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

export interface CheckConfidence {
  readonly projectId: string
  readonly runId: string
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
