import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { modelsOf } from '../model/request.ts'
import { askForObject } from '../model/side-question.ts'
import type { StepContext } from '../run/run-context.ts'
import { namedTools } from '../tools/offered-tools.ts'
import { isReplannedDifferently } from './attempts.ts'

/** Maximum number of further requests if a replanned action repeats an earlier one. */
const maxRepeats = 2

/**
 * Asks the model for an alternative to a failed action: another tool, or other parameters (DAG-10). `earlier` are the hashes of the
 * attempts so far. Resolves to `null` where the model has nothing new; throws as callModel does.
 */
export async function replanAction(
  failed: ActionRow,
  error: string,
  earlier: readonly string[],
  ctx: StepContext,
): Promise<Pick<ActionRow, 'target' | 'parameters'> | null> {
  const { step, stepSignal: signal, state } = ctx
  const own = ctx.run.agent.definition.tools
  const tools = namedTools(ctx).filter(({ name }) => own.includes(name))
  const schema: JsonObject = {
    type: 'object',
    properties: {
      target: { type: 'string', enum: [...new Set([failed.target, ...tools.map(({ name }) => name)])] },
      parameters: { type: 'object' },
    },
    required: ['target', 'parameters'],
  }
  let text = [
    `Goal of the run: ${ctx.run.input}`,
    `The action "${failed.name}" failed: ${error}`,
    `It called ${failed.target} with ${JSON.stringify(failed.parameters)}.`,
    'Achieve the same in another way: with another tool, or with other parameters.',
    'Tools:',
    ...tools.map(
      ({ name, description, inputSchema }) => `- ${name}: ${description} ${JSON.stringify(inputSchema)}`,
    ),
  ].join('\n')
  for (let repeats = 0; repeats <= maxRepeats; repeats++) {
    const answer = await askForObject(
      {
        purpose: 'REPLAN',
        step: step.row,
        // The cost is booked on the attempt that is planned.
        action: { id: failed.id, attempt: failed.attempt + 1 },
        models: modelsOf(ctx),
        systemPrompt: 'One action of a plan failed. Answer with an action that replaces it.',
        text,
        signal,
        format: { name: 'action', schema },
      },
      state,
      ctx,
    )
    const { target, parameters } = isJsonObject(answer) ? answer : {}
    if (typeof target !== 'string' || !isJsonObject(parameters)) return null
    if (isReplannedDifferently(earlier, { type: failed.type, target, parameters }))
      return { target, parameters }
    text = `${text}\n\nYou have already tried this action, and it failed with the same error. Choose another one.`
  }
  return null
}
