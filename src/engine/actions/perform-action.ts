import { RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type JsonObject, toJson } from '../../domain/json.ts'
import { ofProject } from '../../domain/limits.ts'
import type { PlanAction } from '../../domain/plan.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { startTimeLimit } from '../../domain/time-limit.ts'
import { checkParameters } from '../../domain/workflow.ts'
import { modelsOf } from '../model/request.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import { askForObject, askSideQuestion } from '../model/side-question.ts'
import { inputOf, unfit } from '../plan/check-given-plan.ts'
import { type ActionResult, type AttemptResult, failed, failedBy, succeeded } from '../run/action-result.ts'
import { isAttached } from '../run/held.ts'
import type { StepContext } from '../run/run-context.ts'
import { stopBehind } from '../stop.ts'
import { readAgentCall, refusalOf } from '../tools/agent-tool.ts'
import { awaitChild, performChild } from './child-run.ts'
import { idempotencyKeyOf, lostSecrets, performTool, traced } from './perform-tool.ts'

/** Performs one attempt of an action, by its type (DAG-8). @throws BudgetSpent; any other failure is a result */
export async function performAction(
  action: ActionRow,
  planned: PlanAction,
  ctx: StepContext,
): Promise<AttemptResult> {
  const { type } = action
  // A tool is looked for before its arguments are.
  if (type === 'TOOL') return { action, result: await performTool(action, ctx) }
  const lost = lostSecrets(action)
  if (lost) return { action, result: lost }
  switch (type) {
    case 'LLM':
    case 'DECISION': {
      const ask = type === 'LLM' ? performLlm : performDecision
      return { action, result: await withinLimit(action, ctx, (bounded) => ask(action, planned, bounded)) }
    }
    case 'AGENT':
      return performAgent(action, ctx)
    case 'WORKFLOW':
      return performWorkflow(action, ctx)
    case 'RELIC': {
      const called = { kind: 'relic', name: action.target, description: null } as const
      const call = () => withinLimit(action, ctx, (bounded) => performRelic(action, bounded))
      return { action, result: await traced(action, called, ctx, call) }
    }
    default:
      return type satisfies never
  }
}

/** One model call; with an output schema its answer is data. */
async function performLlm(
  action: ActionRow,
  { outputSchema }: PlanAction,
  ctx: StepContext,
): Promise<ActionResult> {
  const { prompt, system = null } = parametersOf(action)
  if (typeof prompt !== 'string' || (system !== null && typeof system !== 'string'))
    return invalidAction(action, '`prompt`, and `system` if given, must be texts')
  const question = { ...questionOf(action, ctx), systemPrompt: system, text: prompt }
  const output = outputSchema
    ? await askForObject({ ...question, format: { name: 'output', schema: outputSchema } }, ctx.state, ctx)
    : await askSideQuestion({ ...question, actionId: action.id }, ctx.state, ctx)
  return succeeded(output, ctx)
}

/** The model chooses one of the named branches. */
async function performDecision(
  action: ActionRow,
  { branches }: PlanAction,
  ctx: StepContext,
): Promise<ActionResult> {
  const names = branches.map(({ name }) => name)
  const { question = null, ...facts } = parametersOf(action)
  if (typeof question !== 'string') return invalidAction(action, '`question` must be a text')
  const factsText = Object.keys(facts).length > 0 ? `\n\n${JSON.stringify(facts, null, 2)}` : ''
  const schema: JsonObject = {
    type: 'object',
    properties: { branch: { type: 'string', enum: names } },
    required: ['branch'],
    additionalProperties: false,
  }
  const chosen = await askForObject(
    {
      ...questionOf(action, ctx),
      systemPrompt: `Choose one of these branches: ${names.join(', ')}.`,
      text: `${question}${factsText}`,
      format: { name: 'choice', schema },
    },
    ctx.state,
    ctx,
  )
  return succeeded(isJsonObject(chosen) ? (chosen.branch ?? null) : null, ctx)
}

/** Whom an action asks: the model that it names, or the agent's own. */
function questionOf(action: ActionRow, ctx: StepContext) {
  const models = action.target === '' ? modelsOf(ctx) : [action.target]
  return { purpose: 'LOOP', step: ctx.step.row, action, models, signal: ctx.stepSignal } as const
}

function parametersOf({ parameters }: ActionRow): JsonObject {
  return isJsonObject(parameters) ? parameters : {}
}

function invalidAction({ name }: ActionRow, problem: string): ActionResult {
  return failed('ACTION_INVALID', { action: name, problem: problem.replace(/\.$/, '') })
}

/** Bounds calls that have no time limit of their own, and makes a result of every failure. */
async function withinLimit(
  action: ActionRow,
  ctx: StepContext,
  work: (bounded: StepContext) => Promise<ActionResult>,
): Promise<ActionResult> {
  const { stepSignal: signal } = ctx
  const timeoutMs = action.timeoutMs ?? ctx.run.effectiveLimits.actionTimeoutMs.value
  const timeUp = () => new Error('The action took too long.')
  const limit = startTimeLimit({ clock: ctx.clock, ms: timeoutMs, signal, timeUp })
  try {
    return await work({ ...ctx, stepSignal: limit.signal })
  } catch (error) {
    if (error instanceof BudgetSpent) throw error
    const stop = stopBehind(error, signal)
    if (stop) return { kind: 'stopped', stop }
    if (limit.isOver)
      return failed('ACTION_TIMEOUT', { action: action.name, timeoutMs, effect: action.effect })
    return failedBy(error)
  } finally {
    limit.release()
  }
}

/**
 * Calls the operation of a relic that an action's target names: `<relic>.<operation>` (DAG-8).
 * @throws RELIC_UNKNOWN where it is none of the agent's, and the errors of `Relics.perform`
 */
async function performRelic(action: ActionRow, ctx: StepContext): Promise<ActionResult> {
  const { run, relics, stepSignal: signal } = ctx
  const { target, parameters } = action
  const called = parseRelicTarget(target)
  const known = run.agent.definition.relics
  if (!called || !known.includes(called.relic))
    throw new RungraphError('RELIC_UNKNOWN', { relic: called?.relic ?? target, known })
  const idempotencyKey = idempotencyKeyOf(action, ctx)
  const output = await relics.perform({
    ...called,
    projectId: run.projectId,
    parameters,
    idempotencyKey,
    signal,
  })
  return succeeded(output, ctx)
}

/**
 * Runs another agent as a child run and gives its answer (SUB-1, DAG-8). A call that is not allowed gives a result that the model reads
 * (SUB-2).
 */
async function performAgent(action: ActionRow, ctx: StepContext): Promise<AttemptResult> {
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
 * The newest version is taken when it begins, and stays through a restart.
 */
async function performWorkflow(action: ActionRow, ctx: StepContext): Promise<AttemptResult> {
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
