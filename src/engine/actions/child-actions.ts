import { describe } from '../../domain/errors.ts'
import { toJson } from '../../domain/json.ts'
import { ofProject } from '../../domain/limits.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { checkParameters } from '../../domain/workflow.ts'
import { inputOf, unfit } from '../plan/check-given-plan.ts'
import type { ActionResult, AttemptResult } from '../run/action-result.ts'
import { isAttached } from '../run/held.ts'
import type { StepContext } from '../run/step-context.ts'
import { readAgentCall, refusalOf } from '../tools/agent-tool.ts'
import { awaitChild, performChild } from './child-run.ts'

/**
 * Runs another agent as a child run and gives its answer (SUB-1, DAG-8). A call that is not allowed gives a result that the model reads
 * (SUB-2).
 */
export async function performAgent(action: ActionRow, ctx: StepContext): Promise<AttemptResult> {
  const { target } = action
  const { definition } = ctx.run.agent
  // An action that has begun keeps the kind that it began with.
  if (isAttached(action)) return awaitChild(action, target, ctx)
  const call = readAgentCall(action.parameters)
  if (!call.ok) {
    const error = describe('TOOL_ARGUMENTS_INVALID', { tool: target, problems: call.problems })
    return { action, result: { kind: 'failed', code: 'TOOL_ARGUMENTS_INVALID', error } }
  }
  const { input, context = {}, model, ...options } = call.data
  const reason = refusalOf(target, model, definition)
  if (reason !== null) return { action, result: refused(target, reason) }
  const agent = await ctx.agents.find(ctx.run.projectId, { slug: target })
  if (!agent) {
    const archived = await ctx.agents.findArchived(ctx.run.projectId, { slug: target })
    return {
      action,
      result: refused(target, archived === null ? 'there is no such agent.' : 'it is archived.'),
    }
  }
  const timeoutMs = options.timeoutMs ?? action.timeoutMs ?? undefined
  const child = {
    agent,
    projectLimits: agent.projectLimits,
    input,
    context,
    model: model ?? null,
    plan: null,
    workflow: null,
    options: { ...options, timeoutMs },
  }
  return performChild(action, child, ctx)
}

function refused(agent: string, reason: string): ActionResult & { readonly kind: 'failed' } {
  return { kind: 'failed', code: 'SPAWN_REFUSED', error: describe('SPAWN_REFUSED', { agent, reason }) }
}

/**
 * Runs a stored workflow as a child run of the same agent, whose tools and permissions it has, and gives its output (DAG-8).
 * The newest version is taken when it begins, and stays through a restart.
 */
export async function performWorkflow(action: ActionRow, ctx: StepContext): Promise<AttemptResult> {
  const { state } = ctx
  const { target, parameters } = action
  const { run, workflows, schemas } = ctx
  if (isAttached(action)) return awaitChild(action, run.agent.slug, ctx)
  const workflow = run.agent.definition.workflows.includes(target)
    ? await workflows.find(run.projectId, { slug: target })
    : null
  if (!workflow) return invalid(action, `there is no workflow "${target}" for this agent`)
  const checked = await checkParameters(workflow, parameters, schemas)
  if (!checked.ok) {
    const error = describe('TOOL_ARGUMENTS_INVALID', { tool: target, problems: checked.problems })
    return { action, result: { kind: 'failed', code: 'TOOL_ARGUMENTS_INVALID', error } }
  }
  const problem = unfit(workflow, run.agent, checked.context)
  if (problem !== null) return invalid(action, problem)
  const child = {
    agent: run.agent,
    // Its agent is this run's, so it has the same objects of the project.
    projectLimits: ofProject(state.limits),
    input: inputOf(workflow, parameters),
    context: checked.context,
    model: null,
    plan: toJson(workflow.definition.plan),
    workflow: { id: workflow.workflowId, version: workflow.version },
    options: { timeoutMs: action.timeoutMs ?? undefined },
  }
  return performChild(action, child, ctx)
}

function invalid(action: ActionRow, problem: string): AttemptResult {
  const error = describe('ACTION_INVALID', { action: action.name, problem: problem.replace(/\.$/, '') })
  return { action, result: { kind: 'failed', code: 'ACTION_INVALID', error } }
}
