import { createHash } from 'node:crypto'
import type { PromptRow } from '../domain/run-log.ts'
import { assemblePrompt } from './context/system-prompt.ts'
import { namedTools } from './perform-tool.ts'
import { planningRules } from './plan/planner-words.ts'
import { reachWords } from './reach.ts'
import type { RunContext } from './run-context.ts'
import type { OpenStep, Prompt, RunState } from './run-state.ts'

/**
 * The system prompt of this stretch of running. It stays the same from turn to turn, so that a provider's cache holds it:
 * the time in it is when the run was taken up (CTX-4).
 */
export function promptOf(state: RunState, ctx: RunContext): Prompt {
  state.prompt ??= assemble(state, ctx)
  return state.prompt
}

function assemble(state: RunState, ctx: RunContext): Prompt {
  const { definition } = ctx.run.agent
  const text = assemblePrompt({
    definition,
    now: state.takenUpAt.now,
    runContext: ctx.run.context,
    memory: state.memory,
    tools: ctx.tools.list().filter(({ name }) => definition.tools.includes(name)),
  })
  const rules =
    definition.planner === 'PLAN'
      ? planningRules(namedTools(ctx), reachWords(ctx.reach), Object.keys(state.context))
      : null
  const whole = [text, rules].filter((part) => part !== null).join('\n\n')
  return promptOfText(whole === '' ? null : whole)
}

function promptOfText(text: string | null): Prompt {
  return { text, hash: text === null ? null : createHash('sha256').update(text).digest('hex') }
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
