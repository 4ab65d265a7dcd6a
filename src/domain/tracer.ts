import type { GateRow } from './gate.ts'
import type { Json } from './json.ts'
import type { AssistantMessage } from './message.ts'
import type { CallSight, ModelRequest } from './model.ts'
import type { TerminationReason } from './run.ts'
import type { ModelCallRow } from './run-log.ts'
import type { ClaimedRun } from './run-store.ts'
import type { TraceContext } from './trace-context.ts'

/** Traces runs for distributed tracing. No method waits, throws or changes a run. */
export interface Tracer {
  /** Begins the span of one run segment: from here until the run stops or is released. */
  begin(run: ClaimedRun): RunTrace
}

/** One stretch of a run in its trace. */
export interface RunTrace {
  /** Parent of the spans of child runs and outgoing requests of this run; `null`: no trace. */
  readonly context: TraceContext | null
  /** For the log; `null` where nothing is recorded. */
  readonly ids: { readonly traceId: string; readonly spanId: string } | null
  /** A request to a model has ended. */
  modelCalled(call: TracedModelCall): void
  /** The run goes on after a gate at which it waited; told again after a crash, it is the same span. */
  waited(gate: TracedGate): void
  /** A call begins that reaches outside of the run. */
  call(call: TracedCall): CallTrace
  /** The run stopped. */
  finished(ending: TracedEnding): void
  /** Ends the segment: finished, released, or fenced by another owner. A second call does nothing. */
  end(release: 'finished' | 'released' | 'fenced'): void
}

export interface TracedModelCall {
  readonly row: ModelCallRow
  readonly asked: Pick<
    ModelRequest,
    'systemPrompt' | 'messages' | 'temperature' | 'maxOutputTokens' | 'responseFormat'
  >
  /** `null`: there was none. */
  readonly answer: AssistantMessage | null
  /** `null`: nobody looked. */
  readonly sight: Readonly<CallSight> | null
}

/** A gate that was decided about, or expired. */
export type TracedGate = Pick<GateRow, 'id' | 'runId' | 'kind' | 'status' | 'createdAt' | 'resolvedAt'>

export interface TracedCall {
  readonly kind: 'tool' | 'relic'
  /** The name of the tool; of a relic, with its operation. */
  readonly name: string
  readonly description: string | null
  /** The id under which the model asked for it; the action's where no model did. */
  readonly callId: string
  readonly parameters: Json
}

export interface CallTrace {
  /** Parent of the spans of outgoing requests of this call; `null`: no trace. */
  readonly context: TraceContext | null
  end(outcome: TracedOutcome): void
}

/** `error`: a code of the error table, or another word that there are few of. */
export type TracedOutcome =
  | { readonly kind: 'succeeded'; readonly output: Json }
  | { readonly kind: 'failed'; readonly error: string }

export interface TracedEnding {
  readonly status: string
  readonly reason: TerminationReason | null
  /** Why it failed, as a code; `null`: it did not. */
  readonly error: string | null
}

/** Tracer without an exporter. It still passes on the trace of the caller. */
export const untraced: Tracer = {
  begin: ({ trace }) => ({
    context: trace,
    ids: null,
    modelCalled: () => undefined,
    waited: () => undefined,
    call: () => ({ context: trace, end: () => undefined }),
    finished: () => undefined,
    end: () => undefined,
  }),
}
