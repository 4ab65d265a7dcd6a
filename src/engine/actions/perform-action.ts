import { describe, isRungraphError, messageOf, RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { startTimeLimit } from '../../domain/time-limit.ts'
import { withEmptyMarks } from '../../redaction/marker.ts'
import { modelsOf } from '../model/request.ts'
import { BudgetSpent } from '../model/reserve-budget.ts'
import { askForObject, askSideQuestion } from '../model/side-question.ts'
import type { ActionResult, AttemptResult } from '../run/action-result.ts'
import { decryptedParameters } from '../run/redaction.ts'
import type { RunContext } from '../run/run-context.ts'
import type { StepContext } from '../run/step-context.ts'
import { stopBehind } from '../stop.ts'
import { performAgent, performWorkflow } from './child-actions.ts'
import { idempotencyKeyOf, performTool, traced } from './perform-tool.ts'

/** Performs one action of a plan, by its type (DAG-8). @throws BudgetSpent; any other failure is a result */
export async function performAction(
  row: ActionRow,
  planned: PlanAction,
  ctx: StepContext,
): Promise<AttemptResult> {
  const { type } = row
  switch (type) {
    case 'LLM':
    case 'DECISION': {
      const decrypted = decryptedParameters(row)
      if (!decrypted.ok) return { action: row, result: decryptionFailure(decrypted) }
      const action = { ...row, parameters: decrypted.parameters }
      const ask = type === 'LLM' ? performLlm : performDecision
      return { action, result: await withinLimit(action, ctx, (bounded) => ask(action, planned, bounded)) }
    }
    case 'TOOL':
    case 'AGENT':
    case 'RELIC':
    case 'WORKFLOW':
      return performCall(row, ctx)
    default:
      return type satisfies never
  }
}

/** Performs an action that reaches outside of the run: a call of a model, or an action of a plan. */
export async function performCall(row: ActionRow, ctx: StepContext): Promise<AttemptResult> {
  const { type } = row
  // The arguments of a tool are decrypted where it is called.
  if (type === 'TOOL') return { action: row, result: await performTool(row, ctx) }
  const decrypted = decryptedParameters(row)
  if (!decrypted.ok) return { action: row, result: decryptionFailure(decrypted) }
  const action = { ...row, parameters: decrypted.parameters }
  switch (type) {
    case 'AGENT':
      return performAgent(action, ctx)
    case 'WORKFLOW':
      return performWorkflow(action, ctx)
    case 'RELIC': {
      const called = { kind: 'relic', name: action.target, description: null } as const
      const result = await traced(row, called, ctx, () =>
        withinLimit(action, ctx, async (bounded) =>
          succeeded(withEmptyMarks(ctx.redactor).value(await performRelic(action, bounded)), ctx),
        ),
      )
      return { action, result }
    }
    case 'LLM':
    case 'DECISION':
      return { action, result: invalid(action, 'it asks a model, and only a plan can hold it') }
    default:
      return type satisfies never
  }
}

function decryptionFailure({ code, error }: { readonly code: string; readonly error: string }): ActionResult {
  return { kind: 'failed', code, error }
}

/** One model call; with an output schema its answer is data. */
async function performLlm(
  action: ActionRow,
  { outputSchema }: PlanAction,
  ctx: StepContext,
): Promise<ActionResult> {
  const { step, stepSignal: signal, state } = ctx
  const { prompt, system = null } = parametersOf(action)
  if (typeof prompt !== 'string' || (system !== null && typeof system !== 'string'))
    return invalid(action, '`prompt`, and `system` if given, must be texts')
  const question = {
    purpose: 'LOOP',
    step: step.row,
    action,
    models: chainOf(action, ctx),
    systemPrompt: system,
    text: prompt,
    signal,
  } as const
  const output = outputSchema
    ? await askForObject({ ...question, format: { name: 'output', schema: outputSchema } }, state, ctx)
    : await askSideQuestion({ ...question, actionId: action.id }, state, ctx)
  return succeeded(output, ctx)
}

/** The model chooses one of the named branches. */
async function performDecision(
  action: ActionRow,
  { branches }: PlanAction,
  ctx: StepContext,
): Promise<ActionResult> {
  const { step, stepSignal: signal, state } = ctx
  const names = branches.map(({ name }) => name)
  const { question = null, ...facts } = parametersOf(action)
  if (typeof question !== 'string') return invalid(action, '`question` must be a text')
  const factsText = Object.keys(facts).length > 0 ? `\n\n${JSON.stringify(facts, null, 2)}` : ''
  const schema: JsonObject = {
    type: 'object',
    properties: { branch: { type: 'string', enum: names } },
    required: ['branch'],
    additionalProperties: false,
  }
  const chosen = await askForObject(
    {
      purpose: 'LOOP',
      step: step.row,
      action,
      models: chainOf(action, ctx),
      systemPrompt: `Choose one of these branches: ${names.join(', ')}.`,
      text: `${question}${factsText}`,
      signal,
      format: { name: 'choice', schema },
    },
    state,
    ctx,
  )
  return succeeded(isJsonObject(chosen) ? (chosen.branch ?? null) : null, ctx)
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
    if (limit.isOver) {
      const error = describe('ACTION_TIMEOUT', { action: action.name, timeoutMs, effect: action.effect })
      return { kind: 'failed', code: 'ACTION_TIMEOUT', error }
    }
    const code = isRungraphError(error) ? error.code : 'TOOL_FAILED'
    return { kind: 'failed', code, error: messageOf(error) }
  } finally {
    limit.release()
  }
}

/** The model that the action names, or the agent's own. */
function chainOf({ target }: ActionRow, ctx: RunContext): readonly string[] {
  return target === '' ? modelsOf(ctx) : [target]
}

function parametersOf({ parameters }: ActionRow): JsonObject {
  return isJsonObject(parameters) ? parameters : {}
}

function succeeded(output: Json, { run, redactor, secrets }: RunContext): ActionResult {
  const limited = secrets.limit(redactor.value(output), run.effectiveLimits.maxResultBytes.value)
  return { kind: 'succeeded', ...limited, done: false }
}

function invalid({ name }: ActionRow, problem: string): ActionResult {
  const error = describe('ACTION_INVALID', { action: name, problem })
  return { kind: 'failed', code: 'ACTION_INVALID', error }
}

/**
 * Calls the operation of a relic that an action's target names: `<relic>.<operation>` (DAG-8).
 * @throws RELIC_UNKNOWN where it is none of the agent's, and the errors of `Relics.perform`
 */
async function performRelic(
  action: ActionRow,
  { run, relics, step, stepSignal: signal }: StepContext,
): Promise<Json> {
  const { target, parameters } = action
  const called = parseRelicTarget(target)
  const known = run.agent.definition.relics
  if (!called || !known.includes(called.relic))
    throw new RungraphError('RELIC_UNKNOWN', { relic: called?.relic ?? target, known })
  const idempotencyKey = idempotencyKeyOf(action, step.row.number, run.id)
  return relics.perform({ ...called, projectId: run.projectId, parameters, idempotencyKey, signal })
}
