import { messageOf } from '../../domain/errors.ts'
import { parseJson } from '../../domain/exact-numbers.ts'
import { atOnce, type Sliced } from '../../domain/in-slices.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ToolSpec } from '../../domain/model.ts'
import { type Plan, type PlanProblem, parsePlan, planJsonSchema, readPlan } from '../../domain/plan.ts'
import { indented } from '../../domain/text/foreign-text.ts'
import { beginsAsTurn, createPlannerPreface, createPlannerStream } from './planner-stream.ts'

/** Schema of a planner's turn: a plan, or the answer. */
export const plannerSchema: JsonObject = {
  type: 'object',
  properties: {
    reasoning: { type: 'string', description: 'Why this comes next, in a few sentences.' },
    goalAchieved: { type: 'boolean', description: 'Whether the goal of the run is met.' },
    answer: {
      type: ['string', 'null'],
      description: 'The final answer if all work is done, else null.',
    },
    plan: {
      anyOf: [planJsonSchema, { type: 'null' }],
      description: 'The plan to execute next; null with an answer.',
    },
  },
  required: ['reasoning', 'goalAchieved', 'answer', 'plan'],
  additionalProperties: false,
}

/** Instructions for a planner in addition to the agent's own prompt: the rules of plans, and the available targets. */
export function planningRules(
  tools: readonly ToolSpec[],
  others: readonly string[],
  contextKeys: readonly string[],
): string {
  return [
    'You plan; the engine executes. Answer each turn with one JSON object: a plan of actions to execute next, or the final answer.',
    'Several actions run at a time, each as soon as its dependencies have ended. `dependsOn` names actions of the same plan.',
    'Give an output a name with `outputKey`; later actions read it as "$key", "$key.path" or, inside a text, "${key}".',
    'Action types: TOOL (target: a tool; parameters: its arguments), LLM (parameters: { prompt, system? }), DECISION (branches; parameters: { question } if the model chooses).',
    'After each plan you receive its results. Then plan again, or answer.',
    contextKeys.length > 0 ? `Keys of the context so far: ${contextKeys.join(', ')}.` : '',
    'Tools:',
    ...tools.map(
      ({ name, description, inputSchema }) =>
        `- ${name}: ${description} Arguments: ${JSON.stringify(inputSchema)}`,
    ),
    ...(others.length > 0 ? ['Other targets, by their type:', ...others] : []),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** Message to a planner about a plan that cannot be executed (DAG-1). */
export function renderPlanProblems(problems: readonly PlanProblem[]): string {
  return [
    'Your plan is not valid, and no part of it was executed:',
    ...problemLines(problems),
    'Answer again with a complete, corrected plan.',
  ].join('\n')
}

/** The same for people: what is wrong, without what the model is to do. */
export function describePlanProblems(problems: readonly PlanProblem[]): string {
  return [
    'A plan of the model is not valid. It was sent back, and no part of it was executed:',
    ...problemLines(problems),
  ].join('\n')
}

function problemLines(problems: readonly PlanProblem[]): readonly string[] {
  return problems.map(({ path, problem }) => `- ${path || 'plan'}: ${problem}`)
}

/** Turn of a planner. */
export type PlannerTurn =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | {
      readonly kind: 'answer'
      readonly text: string
      readonly goalAchieved: boolean
      readonly reasoning: string | null
    }
  | { readonly kind: 'invalid'; readonly problems: readonly PlanProblem[] }

/** Reads a planner's turn; words that are no JSON at all are its answer only where it may answer in words. */
export function readPlannerTurn(text: string): PlannerTurn {
  return atOnce(plannerTurn(text))
}

/** A turn of so many characters is read with interruptions. */
const longTurnChars = 65_536

/** The same, action by action where it is a long plan. */
export function* plannerTurn(text: string): Sliced<PlannerTurn> {
  const turn = parseTurn(text)
  if (!isJsonObject(turn)) return invalidTurn('', typeof turn === 'string' ? turn : 'must be one JSON object')
  const { plan = null, answer = null, goalAchieved, reasoning = null } = turn
  const twice = shownOtherwise(text, { reasoning, answer })
  if (twice !== null) return invalidTurn(twice, 'is given more than once: give it once')
  if (plan !== null) {
    const whole = isJsonObject(plan) ? { reasoning: textOrNull(reasoning), ...plan } : plan
    const parsed = text.length < longTurnChars ? parsePlan(whole) : yield* readPlan(whole)
    return parsed.ok ? { kind: 'plan', plan: parsed.plan } : { kind: 'invalid', problems: parsed.problems }
  }
  if (typeof answer === 'string') {
    const isGoal = goalAchieved === true
    return { kind: 'answer', text: answer, goalAchieved: isGoal, reasoning: textOrNull(reasoning) }
  }
  return invalidTurn('', 'must have a `plan`, or an `answer` if all work is done')
}

/** The words of a planner that is asked to stop, in plain text or as a turn, and whether it planned in their place. */
export function readLastTurn(text: string): { readonly words: string; readonly isPlan: boolean } {
  if (!beginsAsTurn(text)) return { words: text, isPlan: false }
  const turn = parseTurn(text)
  if (!isJsonObject(turn)) {
    // For a truncated turn, the text that was shown of it is used.
    const shown = shownIn(text)
    return { words: shown.text || shown.reasoning || text, isPlan: false }
  }
  const { plan = null, answer = null, reasoning = null } = turn
  if (plan !== null) return { words: textOrNull(answer) ?? '', isPlan: true }
  return { words: textOrNull(answer) || textOrNull(reasoning) || '', isPlan: false }
}

/**
 * The member of which other words were streamed than the turn is read with. Of a member that is written twice JSON has the last, and both
 * were shown: the text that a reader saw must not differ from the run's answer.
 */
function shownOtherwise(
  text: string,
  { reasoning, answer }: { readonly reasoning: Json; readonly answer: Json },
): 'reasoning' | 'answer' | null {
  const shown = shownIn(text)
  if (shown.text !== '' && shown.text !== answer) return 'answer'
  return shown.reasoning !== '' && shown.reasoning !== reasoning ? 'reasoning' : null
}

/** Parts of a turn that are shown while it arrives. */
function shownIn(text: string): { readonly reasoning: string; readonly text: string } {
  const shown = { reasoning: '', text: '' }
  for (const { type, text: words } of createPlannerStream().push(text)) shown[type] += words
  return shown
}

/** The JSON of a turn, also where a model thinks aloud or adds text around it; otherwise a description of the fault. */
function parseTurn(text: string): Json {
  // Thoughts that never end may have the turn in them.
  const behind = createPlannerPreface().push(text) || text.slice(Math.max(0, text.indexOf('{')))
  const inside = behind.slice(0, behind.lastIndexOf('}') + 1)
  return tryParse(text) ?? tryParse(inside) ?? `is no JSON: ${faultOfJson(behind.trim())}`
}

function tryParse(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

function faultOfJson(text: string): string {
  try {
    JSON.parse(text)
    return 'it says nothing'
  } catch (error) {
    return messageOf(error)
  }
}

function textOrNull(value: Json): string | null {
  return typeof value === 'string' ? value : null
}

function invalidTurn(path: string, problem: string): PlannerTurn {
  return { kind: 'invalid', problems: [{ path, problem }] }
}

/** Result of one action, as the planner reads it. */
interface ShownResult {
  readonly name: string
  readonly status: string
  /** Output as it is in the context, or the reason for which there is none. */
  readonly text: string
}

/** The results of a plan, in plan order, for the planner's next turn. */
export function renderResults(results: readonly ShownResult[], contextKeys: readonly string[]): string {
  return [
    'Results of the plan:',
    ...results.map(
      ({ name, status, text }) => `- ${name} ${status}${text === '' ? '' : `: ${indented(text)}`}`,
    ),
    ...(contextKeys.length > 0 ? [`Keys of the context: ${contextKeys.join(', ')}.`] : []),
  ].join('\n')
}
