import { show } from './context/show.ts'
import { isLastStage } from './flow.ts'
import type { Asked } from './model-call.ts'
import { offeredTools } from './perform-tool.ts'
import { promptOf } from './prompt.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'

/** The agent's models, in the order in which they are asked. */
export function modelsOf({ run }: RunContext): readonly string[] {
  const { model, fallbackModels } = run.agent.definition
  return [model, ...fallbackModels]
}

/** What the model is asked with: the system prompt, the history as it is shown now, the tools it may call. */
export function requestOf(state: RunState, ctx: RunContext): Asked {
  const { definition } = ctx.run.agent
  return {
    systemPrompt: promptOf(state, ctx).text,
    messages: show(state.history, state.view),
    tools: offeredTools(state, ctx),
    toolChoice: toolChoiceOf(state, ctx),
    temperature: definition.temperature,
    maxOutputTokens: definition.maxOutputTokens,
    reasoningEffort: definition.reasoningEffort,
    responseFormat: responseFormatOf(state, ctx),
  }
}

/** An answer that had the wrong shape is asked for again, and for nothing else. */
function toolChoiceOf(state: RunState, { run }: RunContext): Asked['toolChoice'] {
  if (state.outputRepairs > 0) return 'none'
  return run.agent.definition.toolChoice === 'REQUIRED' ? 'required' : 'auto'
}

/** The shape is the last answer's; what one stage gives the next has its own. */
function responseFormatOf({ flow, partialAnswer }: RunState, { run }: RunContext): Asked['responseFormat'] {
  // The rest of an object is none.
  if (partialAnswer?.text) return null
  const { outputSchema, ...definition } = run.agent.definition
  return outputSchema && isLastStage(flow, definition) ? { name: 'answer', schema: outputSchema } : null
}
