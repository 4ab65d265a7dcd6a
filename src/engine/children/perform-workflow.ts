import { describe } from '../../domain/errors.ts'
import { toJson } from '../../domain/json.ts'
import { ofProject } from '../../domain/limits.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { checkParameters } from '../../domain/workflow.ts'
import { isAttached } from '../gates/held.ts'
import type { Tried } from '../performed.ts'
import type { RunContext } from '../run-context.ts'
import type { RunState } from '../run-state.ts'
import { inputOf, unfit } from '../run-workflow.ts'
import { awaitChild, performChild } from './perform-child.ts'

/**
 * Runs a stored workflow as a child run of the same agent, whose tools and permissions it has, and gives its output (DAG-8).
 * The newest version is taken when it begins, and stays through a restart.
 */
export async function performWorkflow(
  action: ActionRow,
  stepNumber: number,
  signal: AbortSignal,
  state: RunState,
  ctx: RunContext,
): Promise<Tried> {
  const { target, parameters } = action
  const { run, workflows, schemas } = ctx
  if (isAttached(action)) return awaitChild(action, run.agent.slug, stepNumber, signal, ctx)
  const workflow = run.agent.definition.workflows.includes(target)
    ? await workflows.find(run.projectId, { slug: target })
    : null
  if (!workflow) return invalid(action, `there is no workflow "${target}" for this agent`)
  const checked = await checkParameters(workflow, parameters, schemas)
  if (!checked.ok) {
    const error = describe('TOOL_ARGUMENTS_INVALID', { tool: target, problems: checked.problems })
    return { action, performed: { kind: 'failed', code: 'TOOL_ARGUMENTS_INVALID', error } }
  }
  const problem = unfit(workflow, run.agent, checked.context)
  if (problem !== null) return invalid(action, problem)
  const child = {
    agent: run.agent,
    // Its agent is this run's: what this run has of the project, it has too.
    projectLimits: ofProject(state.limits),
    input: inputOf(workflow, parameters),
    context: checked.context,
    model: null,
    plan: toJson(workflow.definition.plan),
    workflow: { id: workflow.workflowId, version: workflow.version },
    wishes: { timeoutMs: action.timeoutMs ?? undefined },
  }
  return performChild(action, child, stepNumber, signal, state, ctx)
}

function invalid(action: ActionRow, problem: string): Tried {
  const error = describe('ACTION_INVALID', { action: action.name, problem: problem.replace(/\.$/, '') })
  return { action, performed: { kind: 'failed', code: 'ACTION_INVALID', error } }
}
