import { sha256 } from '../../domain/hash.ts'
import type { PromptRow } from '../../domain/run-log.ts'
import type { Tool, ToolGuide } from '../../domain/tool.ts'
import { dated } from '../context/dated.ts'
import { show } from '../context/show.ts'
import { assemblePrompt, type PromptSources } from '../context/system-prompt.ts'
import { isLastStage } from '../judge/flow.ts'
import type { Asked } from '../model-call.ts'
import { planningRules } from '../plan/planner-prompt.ts'
import type { RunCore, TargetContext } from '../run/run-context.ts'
import type { LiveRun, OpenStep, ShownPrompt } from '../run/run-state.ts'
import { namedTools, type Offering, offeredTools, renderCapabilities } from '../tools/offered-tools.ts'

/** The agent's models, in the order in which they are asked. */
export function modelsOf({ run }: RunCore): readonly string[] {
  const { model, fallbackModels } = run.agent.definition
  return [model, ...fallbackModels]
}

/** Builds the request of a model call: the system prompt, the history as it is shown now, and the tools. */
export function requestOf(state: LiveRun, ctx: TargetContext): Asked {
  const { definition } = ctx.run.agent
  return {
    systemPrompt: promptOf(state, ctx),
    messages: shownMessages(state, ctx),
    tools: offeredTools(state, ctx),
    toolChoice: toolChoiceOf(state, ctx),
    temperature: definition.temperature,
    maxOutputTokens: definition.maxOutputTokens,
    reasoningEffort: definition.reasoningEffort,
    responseFormat: responseFormatOf(state, ctx),
  }
}

function shownMessages(state: LiveRun, { run }: RunCore): Asked['messages'] {
  const { promptSections, timeZone } = run.agent.definition
  const messages = show(state.history, state.view)
  if (!promptSections.includes('DATE_TIME')) return messages
  return dated(messages, timeZone, { message: state.takenOver, at: state.acquiredAt.now })
}

/** An answer that had the wrong shape is asked for again, and for nothing else. */
function toolChoiceOf(state: LiveRun, { run }: RunCore): Asked['toolChoice'] {
  if (state.outputRepairs > 0) return 'none'
  return run.agent.definition.toolChoice === 'REQUIRED' ? 'required' : 'auto'
}

/** The format applies to the last answer; the output of one stage to the next has its own. */
function responseFormatOf({ flow, partialAnswer }: LiveRun, { run }: RunCore): Asked['responseFormat'] {
  // The rest of an object is none.
  if (partialAnswer?.text) return null
  const { definition } = run.agent
  const { outputSchema } = definition
  return outputSchema && isLastStage(flow, definition) ? { name: 'answer', schema: outputSchema } : null
}

/** The system prompt of this stretch of running. It stays the same from turn to turn, so that a provider's cache holds it (CTX-4). */
function promptOf(state: LiveRun, ctx: TargetContext): string | null {
  const { memory, context } = state
  state.prompt ??= { text: composePrompt({ runContext: ctx.run.context, memory, context }, ctx) }
  return state.prompt.text
}

interface Surroundings extends Pick<PromptSources, 'runContext' | 'memory'> {
  /** The context of the run as its actions read it. */
  readonly context: object
}

/** The whole system prompt of an agent in a run: its parts, and for a planner the rules of plans with what they may name. */
export function composePrompt({ runContext, memory, context }: Surroundings, ctx: Offering): string | null {
  const { definition } = ctx.run.agent
  const text = assemblePrompt({ definition, guides: guidesOf(ctx), runContext, memory })
  const rules =
    definition.planner === 'PLAN'
      ? planningRules(namedTools(ctx), renderCapabilities(ctx.capabilities), Object.keys(context))
      : null
  return [text, rules].filter((part) => part !== null).join('\n\n') || null
}

/** Once for each server, in the order of their names: the same tools give the same prompt. */
function guidesOf({ run, tools }: Offering): readonly ToolGuide[] {
  const guides = run.agent.definition.tools.flatMap((name) => tools.find(name)?.guide ?? [])
  return [...new Map(guides.map((guide) => [guide.server, guide])).values()].toSorted((a, b) =>
    a.server < b.server ? -1 : 1,
  )
}

/** The hash of the prompt, with its tools, that the next question has. */
export function promptHashOf(state: LiveRun, ctx: TargetContext): string | null {
  return shownPromptOf(state, ctx).rows[0]?.hash ?? null
}

/** The tools that stand beside the prompt. A planner is offered none: its prompt names what plans may use. */
export function toolsBeside(shown: Parameters<typeof offeredTools>[0], ctx: Offering): readonly Tool[] {
  return ctx.run.agent.definition.planner === 'PLAN' ? [] : offeredTools(shown, ctx)
}

/** Made again only where other tools are offered. */
function shownPromptOf(state: LiveRun, ctx: TargetContext): ShownPrompt {
  const { projectId } = ctx.run
  const tools = toolsBeside(state, ctx)
  const known = state.shownPrompt
  if (known && known.tools.length === tools.length && known.tools.every((tool, n) => tool === tools[n]))
    return known
  // It may have the context, and so what earlier actions gave.
  const text = promptOf(state, ctx)
  const shown = { tools, rows: rowsOf(text && ctx.secrets.redactor.text(text), tools, projectId) }
  state.shownPrompt = shown
  return shown
}

/** The tools have a row of their own: many runs are offered the same, and their prompts may differ. */
function rowsOf(text: string | null, offered: readonly Tool[], projectId: string): readonly PromptRow[] {
  if (text === null && offered.length === 0) return []
  const specs = offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const tools = JSON.stringify(specs)
  const toolsHash = sha256(tools)
  return [
    { projectId, hash: sha256(JSON.stringify([text, toolsHash])), text: text ?? '', toolsHash },
    { projectId, hash: toolsHash, text: tools, toolsHash: null },
  ]
}

/** The rows of the prompt, for the first step of this stretch that has it. */
export function promptRows(state: LiveRun, ctx: TargetContext): readonly PromptRow[] {
  const { rows } = shownPromptOf(state, ctx)
  const unstored = rows.filter(({ hash }) => !state.storedPrompts.has(hash))
  for (const { hash } of unstored) state.storedPrompts.add(hash)
  return unstored
}

/** A step that an earlier owner opened, or that other tools are offered in by now, is asked with this prompt: its row says so. */
export function showPrompt(step: OpenStep, state: LiveRun, ctx: TargetContext): void {
  const hash = promptHashOf(state, ctx)
  if (step.row.promptHash === hash) return
  step.row = { ...step.row, promptHash: hash }
  ctx.journal.write({ steps: [step.row], prompts: promptRows(state, ctx) })
}
