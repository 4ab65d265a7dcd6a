import { type Json, toJson } from '../domain/json.ts'
import { type RunState, toLoopState } from './run-state.ts'

/** What a fork of the run begins with after the step that ends here (src/domain/run-history.ts). */
export function takeCheckpoint(state: RunState): Json {
  const { stepCount, actionCount, nextPosition, context, artifacts, checkpointed: before } = state
  state.checkpointed = { context, artifacts }
  return {
    stepCount,
    actionCount,
    messages: nextPosition,
    loopState: toJson(toLoopState(state)),
    ...(before?.context !== context && { context }),
    ...(before?.artifacts !== artifacts && { artifacts }),
  }
}
