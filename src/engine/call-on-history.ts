import { modelsOf } from './ask.ts'
import { keepContext } from './keep-context.ts'
import type { ModelCall } from './model-call.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'

/** A call on the run's own history: the agent's models are asked in their order, and the history is kept within their windows (CTX-1). */
export function callOnHistory(
  call: Omit<ModelCall, 'models' | 'context'>,
  state: RunState,
  ctx: RunContext,
): ModelCall {
  return { ...call, models: modelsOf(ctx), context: keepContext(call, state, ctx) }
}
