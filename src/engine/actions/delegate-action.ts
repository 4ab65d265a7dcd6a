import { toJson } from '../../domain/json.ts'
import { ofProject } from '../../domain/limits.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { checkParameters } from '../../domain/workflow.ts'
import { inputOf, unfit } from '../plan/check-given-plan.ts'
import { type AttemptResult, failed } from '../run/action-result.ts'
import { isAttached } from '../run/held.ts'
import type { StepContext } from '../run/run-context.ts'
import { readAgentCall, refusalOf } from '../tools/agent-tool.ts'
import { invalidAction } from './ask-model.ts'
import { awaitChild, performChild } from './child-run.ts'

/**
 * Runs another agent as a child run and gives its answer (SUB-1, DAG-8). A call that is not allowed gives a result that the model reads
 * (SUB-2).
 */
export async function performAgent(action: ActionRow, ctx: StepContext): Promise<AttemptResult> {
  const { target } = action
  const { run, agents } = ctx
  // An action that has begun keeps the kind that it began with.
  if (isAttached(action)) return awaitChild(action, target, ctx)
  const call = readAgentCall(action.parameters)
  if (!call.ok)
    return { action, result: failed('TOOL_ARGUMENTS_INVALID', { tool: target, problems: call.problems }) }
  const { input, context, model, ...options } = call.data
  const refused = (reason: string) => ({ action, result: failed('SPAWN_REFUSED', { agent: target, reason }) })
  const reason = refusalOf(target, model, run.agent.definition)
  if (reason !== null) return refused(reason)
  const agent = await agents.find(run.projectId, { slug: target })
  if (!agent) {
    const archived = await agents.findArchived(run.projectId, { slug: target })
    return refused(archived === null ? 'there is no such agent.' : 'it is archived.')
  }
  const timeoutMs = options.timeoutMs ?? action.timeoutMs ?? undefined
  const { projectLimits } = agent
  const child = { agent, projectLimits, input, context, model, options: { ...options, timeoutMs } }
  return performChild(action, child, ctx)
}

/**
 * Runs a stored workflow as a child run of the same agent, whose tools and permissions it has, and gives its output (DAG-8).
 * Its version is taken when it begins, and stays through a restart.
 */
export async function performWorkflow(action: ActionRow, ctx: StepContext): Promise<AttemptResult> {
  const { target, parameters } = action
  const { run, workflows, schemas, state } = ctx
  if (isAttached(action)) return awaitChild(action, run.agent.slug, ctx)
  const workflow = run.agent.definition.workflows.includes(target)
    ? await workflows.find(run.projectId, { slug: target })
    : null
  if (!workflow)
    return { action, result: invalidAction(action, `there is no workflow "${target}" for this agent`) }
  const checked = await checkParameters(workflow, parameters, schemas)
  if (!checked.ok)
    return { action, result: failed('TOOL_ARGUMENTS_INVALID', { tool: target, problems: checked.problems }) }
  const problem = unfit(workflow, run.agent, checked.context)
  if (problem !== null) return { action, result: invalidAction(action, problem) }
  const child = {
    agent: run.agent,
    // Its agent is this run's, so it has the same objects of the project.
    projectLimits: ofProject(state.limits),
    input: inputOf(workflow, parameters),
    context: checked.context,
    plan: toJson(workflow.definition.plan),
    workflow: { id: workflow.workflowId, version: workflow.version },
    options: { timeoutMs: action.timeoutMs ?? undefined },
  }
  return performChild(action, child, ctx)
}
