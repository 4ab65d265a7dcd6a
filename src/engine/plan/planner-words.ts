import type { JsonObject } from '../../domain/json.ts'
import type { ToolSpec } from '../../domain/model.ts'
import { type PlanProblem, planJsonSchema } from '../../domain/plan.ts'
import type { RelicOperation } from '../../domain/relic.ts'

/** What a planner's turn must be: a plan, or the answer. */
export const plannerSchema: JsonObject = {
  type: 'object',
  properties: {
    reasoning: { type: 'string', description: 'Why this comes next, in a few sentences.' },
    goalAchieved: { type: 'boolean', description: 'Whether the goal of the run is met.' },
    answer: {
      type: ['string', 'null'],
      description: 'The final answer, where nothing is left to do; else null.',
    },
    plan: { anyOf: [planJsonSchema, { type: 'null' }], description: 'What to do next; null with an answer.' },
  },
  required: ['reasoning', 'goalAchieved', 'answer', 'plan'],
  additionalProperties: false,
}

/** What a planner is told beside the agent's own prompt: how to plan, and with what. */
export function planningRules(
  tools: readonly ToolSpec[],
  relics: readonly RelicOperation[],
  contextKeys: readonly string[],
): string {
  return [
    'You plan; the engine executes. Answer each turn with one JSON object: a plan of actions to execute next, or the final answer.',
    'Actions run as soon as what they depend on has ended, several at a time. `dependsOn` names actions of the same plan.',
    'Give an output a name with `outputKey`; later actions read it as "$key", "$key.path" or, inside a text, "${key}".',
    'Action types: TOOL (target: a tool; parameters: its arguments), LLM (parameters: { prompt, system? }), DECISION (branches; parameters: { question } where the model is to choose).',
    'You are given the results of each plan, and plan again or answer.',
    contextKeys.length > 0 ? `Keys of the context so far: ${contextKeys.join(', ')}.` : '',
    'Tools:',
    ...tools.map(
      ({ name, description, inputSchema }) =>
        `- ${name}: ${description} Arguments: ${JSON.stringify(inputSchema)}`,
    ),
    relics.length > 0
      ? 'Relics, for actions of type RELIC (target as listed; parameters as it takes them):'
      : '',
    ...relics.map(
      ({ relic, operation, description, inputSchema }) =>
        `- ${relic}.${operation}: ${description} Parameters: ${JSON.stringify(inputSchema)}`,
    ),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** What a planner is told of a plan that cannot be executed (DAG-1). */
export function problemWords(problems: readonly PlanProblem[]): string {
  return [
    'Nothing of your plan was executed, for it is not valid:',
    ...problems.map(({ path, problem }) => `- ${path || 'plan'}: ${problem}`),
    'Answer again with a whole, mended plan.',
  ].join('\n')
}
