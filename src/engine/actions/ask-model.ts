import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { modelsOf } from '../model/request.ts'
import { askForObject, askSideQuestion } from '../model/side-question.ts'
import { faultOfChoice } from '../plan/readiness.ts'
import { type ActionResult, failed, succeeded } from '../run/action-result.ts'
import type { ModelContext, StepCore } from '../run/run-context.ts'

/** A step that asks models. */
type AskContext = StepCore & ModelContext

/** One model call; with an output schema its answer is data. */
export async function performLlm(
  action: ActionRow,
  { outputSchema }: PlanAction,
  signal: AbortSignal,
  ctx: AskContext,
): Promise<ActionResult> {
  const { prompt, system = null } = parametersOf(action)
  if (typeof prompt !== 'string' || (system !== null && typeof system !== 'string'))
    return invalidAction(action, '`prompt`, and `system` if given, must be texts')
  const question = { ...questionOf(action, signal, ctx), systemPrompt: system, text: prompt }
  const output = outputSchema
    ? await askForObject({ ...question, format: { name: 'output', schema: outputSchema } }, ctx.state, ctx)
    : await askSideQuestion({ ...question, actionId: action.id }, ctx.state, ctx)
  return succeeded(output, ctx)
}

/** The model chooses one of the named branches. */
export async function performDecision(
  action: ActionRow,
  { branches }: PlanAction,
  signal: AbortSignal,
  ctx: AskContext,
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
      ...questionOf(action, signal, ctx),
      systemPrompt: `Choose one of these branches: ${names.join(', ')}.`,
      text: `${question}${factsText}`,
      format: { name: 'choice', schema },
    },
    ctx.state,
    ctx,
  )
  const result = succeeded(isJsonObject(chosen) ? (chosen.branch ?? null) : null, ctx)
  // As it is stored: a name with a secret of the server in it is another then.
  const fault = faultOfChoice(result.output, branches)
  return fault === null ? result : failed('BRANCH_UNKNOWN', { message: fault })
}

/** Whom an action asks: the model that it names, or the agent's own. */
function questionOf(action: ActionRow, signal: AbortSignal, ctx: AskContext) {
  const models = action.target === '' ? modelsOf(ctx) : [action.target]
  return { purpose: 'LOOP', step: ctx.step.row, action, models, signal } as const
}

function parametersOf({ parameters }: ActionRow): JsonObject {
  return isJsonObject(parameters) ? parameters : {}
}

export function invalidAction({ name }: ActionRow, problem: string): ActionResult {
  return failed('ACTION_INVALID', { action: name, problem: problem.replace(/\.$/, '') })
}
