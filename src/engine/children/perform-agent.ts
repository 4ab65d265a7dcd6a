import { z } from 'zod'
import type { AgentDefinition } from '../../domain/agent.ts'
import { compareDecimals, isDecimal } from '../../domain/decimal.ts'
import { describe } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { someProblems } from '../../domain/some-problems.ts'
import { isAttached } from '../gates/held.ts'
import type { Performed, Tried } from '../performed.ts'
import type { RunContext } from '../run-context.ts'
import type { RunState } from '../run-state.ts'
import { awaitChild, performChild } from './perform-child.ts'

/** What an AGENT action and `spawn_agent` are given. */
const agentCall = z.object({
  input: z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must not be empty' })
    .max(1_000_000)
    .describe('What the agent is asked: all that it needs to know, for it does not see this conversation.'),
  context: z
    .record(z.string(), z.json())
    .optional()
    .describe('Data for it, as an object that its actions and tools can read.'),
  model: z.string().optional().describe("A model in place of the agent's own, where that is allowed."),
  maxSteps: z.int().min(1).max(1_000_000).optional().describe('How many steps it may take.'),
  timeoutMs: z.int().min(1).optional().describe('How long it may take, in milliseconds.'),
  maxCostUsd: z
    .string()
    .refine((text) => isDecimal(text) && compareDecimals(text, '0') > 0, {
      error: 'must be a decimal amount of US dollars above 0',
    })
    .optional()
    .describe('What it may spend, in US dollars, for example "0.50".'),
})

/** Runs another agent as a child run and gives its answer (SUB-1, DAG-8). What is not allowed is a result that the model reads (SUB-2). */
export async function performAgent(
  action: ActionRow,
  stepNumber: number,
  signal: AbortSignal,
  state: RunState,
  ctx: RunContext,
): Promise<Tried> {
  const { target } = action
  const { definition } = ctx.run.agent
  // What has begun is what it was when it began.
  if (isAttached(action)) return awaitChild(action, target, stepNumber, signal, ctx)
  const call = readAgentCall(action.parameters)
  if (!call.ok) {
    const error = describe('TOOL_ARGUMENTS_INVALID', { tool: target, problems: call.problems })
    return { action, performed: { kind: 'failed', code: 'TOOL_ARGUMENTS_INVALID', error } }
  }
  const { input, context = {}, model, ...wishes } = call.data
  const reason = refusalOf(target, model, definition)
  if (reason !== null) return { action, performed: refused(target, reason) }
  const agent = await ctx.agents.find(ctx.run.projectId, { slug: target })
  if (!agent) return { action, performed: refused(target, 'there is no such agent.') }
  const timeoutMs = wishes.timeoutMs ?? action.timeoutMs ?? undefined
  const child = {
    agent,
    projectLimits: agent.projectLimits,
    input,
    context,
    model: model ?? null,
    plan: null,
    workflow: null,
    wishes: { ...wishes, timeoutMs },
  }
  return performChild(action, child, stepNumber, signal, state, ctx)
}

/** What an agent is called with, or what is wrong with it. */
export function readAgentCall(
  parameters: Json,
):
  | { readonly ok: true; readonly data: z.infer<typeof agentCall> }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const call = agentCall.safeParse(asCall(parameters))
  if (call.success) return { ok: true, data: call.data }
  const problems = call.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  return { ok: false, problems: someProblems(problems) }
}

/** A plan may give an agent plain data: then that is what it is asked with. */
function asCall(parameters: Json): Json {
  const isData = isJsonObject(parameters) && parameters.input === undefined
  return isData ? { input: JSON.stringify(parameters) } : parameters
}

function refusalOf(slug: string, model: string | undefined, definition: AgentDefinition): string | null {
  const { subagents, subagentModels } = definition
  if (!subagents.includes(slug)) {
    return subagents.length === 0
      ? 'this agent may start no others.'
      : `it is not one of the agents that may be started: ${subagents.join(', ')}.`
  }
  if (model === undefined || subagentModels.includes(model)) return null
  return subagentModels.length === 0
    ? `no other model may be asked for than its own; leave out \`model\`.`
    : `the model ${model} may not be asked for. Allowed: ${subagentModels.join(', ')}.`
}

export function refused(agent: string, reason: string): Performed & { readonly kind: 'failed' } {
  return { kind: 'failed', code: 'SPAWN_REFUSED', error: describe('SPAWN_REFUSED', { agent, reason }) }
}
