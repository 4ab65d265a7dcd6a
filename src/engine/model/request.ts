import type { PromptRow } from '../../domain/run-log.ts'
import { sha256 } from '../../hash.ts'
import { show } from '../context/show.ts'
import { assemblePrompt } from '../context/system-prompt.ts'
import { isLastStage } from '../judge/flow.ts'
import type { Asked } from '../model-call.ts'
import { planningRules } from '../plan/planner-prompt.ts'
import type { RunContext } from '../run/run-context.ts'
import type { OpenStep, Prompt, RunState } from '../run/run-state.ts'
import { namedTools, offeredTools, renderCapabilities } from '../tools/offered-tools.ts'

/** The agent's models, in the order in which they are asked. */
export function modelsOf({ run }: RunContext): readonly string[] {
  const { model, fallbackModels } = run.agent.definition
  return [model, ...fallbackModels]
}

/** Builds the request of a model call: the system prompt, the history as it is shown now, and the tools. */
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

/** The format applies to the last answer; the output of one stage to the next has its own. */
function responseFormatOf({ flow, partialAnswer }: RunState, { run }: RunContext): Asked['responseFormat'] {
  // The rest of an object is none.
  if (partialAnswer?.text) return null
  const { outputSchema, ...definition } = run.agent.definition
  return outputSchema && isLastStage(flow, definition) ? { name: 'answer', schema: outputSchema } : null
}

/**
 * The system prompt of this stretch of running. It stays the same from turn to turn, so that a provider's cache holds it:
 * the time in it is when the run was claimed (CTX-4).
 */
export function promptOf(state: RunState, ctx: RunContext): Prompt {
  state.prompt ??= assemble(state, ctx)
  return state.prompt
}

function assemble(state: RunState, ctx: RunContext): Prompt {
  const { definition } = ctx.run.agent
  const text = assemblePrompt({
    definition,
    now: state.acquiredAt.now,
    runContext: ctx.run.context,
    memory: state.memory,
    tools: ctx.tools.list().filter(({ name }) => definition.tools.includes(name)),
  })
  const rules =
    definition.planner === 'PLAN'
      ? planningRules(namedTools(ctx), renderCapabilities(ctx.capabilities), Object.keys(state.context))
      : null
  const systemText = [text, rules].filter((part) => part !== null).join('\n\n')
  return promptOfText(systemText === '' ? null : systemText)
}

function promptOfText(text: string | null): Prompt {
  return { text, hash: text === null ? null : sha256(text) }
}

/** The row of the prompt, for the first step of this stretch that has it. */
export function promptRows(state: RunState, ctx: RunContext): readonly PromptRow[] {
  const { text, hash } = promptOf(state, ctx)
  if (text === null || hash === null || state.storedPrompt === hash) return []
  state.storedPrompt = hash
  return [{ projectId: ctx.run.projectId, hash, text }]
}

/** A step that an earlier owner opened is asked with the prompt of this stretch: its row says so. */
export function showPrompt(step: OpenStep, state: RunState, ctx: RunContext): void {
  const { hash } = promptOf(state, ctx)
  if (step.row.promptHash === hash) return
  step.row = { ...step.row, promptHash: hash }
  ctx.journal.write({ steps: [step.row], prompts: promptRows(state, ctx) })
}
