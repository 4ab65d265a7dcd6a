import type { AgentDefinition, AgentVersion } from '../../domain/agent.ts'
import { invalid } from '../../domain/errors.ts'
import { inSlices, type Sliced } from '../../domain/in-slices.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { parseModelName } from '../../domain/model.ts'
import type { TriggerRun } from '../../domain/operations.ts'
import { type Plan, type PlanProblem, readPlan, storedPlan } from '../../domain/plan.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import { asWorkflow, type WorkflowVersion } from '../../domain/workflow.ts'
import { isToolOf } from '../built-in-tools.ts'
import { checkText } from '../check-input.ts'
import { cutText } from '../context/show.ts'
import { checkPlan, checkSliced } from './check-plan.ts'
import type { PlanSurroundings } from './checked-plan.ts'

/** As large as JSON. */
export const maxPlanBytes = 4 * 1024 * 1024

/** A plan of a caller, and the form that it is stored in. */
interface GivenPlan {
  readonly plan: Plan
  readonly stored: Json
}

/**
 * Checks the plan that a caller gives with a run, whole (DAG-1); `null`: there is none.
 * @throws INVALID_INPUT with every problem and its path, INPUT_TOO_LARGE
 */
export async function checkGivenPlan(
  call: Pick<TriggerRun, 'plan' | 'context'>,
  agent: AgentVersion,
): Promise<GivenPlan | null> {
  return inSlices(checkGiven(call, agent))
}

function* checkGiven(
  { plan, context = null }: Pick<TriggerRun, 'plan' | 'context'>,
  { slug, definition }: AgentVersion,
): Sliced<GivenPlan | null> {
  if (plan === undefined || plan === null) return null
  if (definition.planner !== 'PLAN') {
    throw invalid(
      'plan',
      `is for agents whose planner is PLAN; that of "${slug}" is ${definition.planner}. Leave it out, or name another agent.`,
    )
  }
  const parsed = yield* readPlan(plan)
  if (!parsed.ok) throw invalid('plan', renderProblems(parsed.problems))
  const stored = yield* storedPlan(parsed.plan)
  checkText('plan', JSON.stringify(stored), maxPlanBytes)
  const surroundings = planSurroundings(definition, isJsonObject(context) ? context : {})
  yield
  const check = yield* checkSliced(parsed.plan, surroundings)
  if (!check.ok) throw invalid('plan', renderProblems(check.problems))
  return { plan: parsed.plan, stored }
}

/** One problem with its place in the plan. */
export function renderProblem({ path, problem }: PlanProblem): string {
  return `${path} ${problem}`.trim()
}

/** The problems in one sentence. */
export function renderProblems(problems: readonly PlanProblem[]): string {
  return `is not valid: ${problems.map(renderProblem).join('; ')}.`
}

/**
 * Names that a plan may use besides its own actions: the agent's tools, models, relics, subagents and workflows, and the keys of the
 * context.
 */
export function planSurroundings(definition: AgentDefinition, context: JsonObject): PlanSurroundings {
  const isTool = (target: string) => target === 'read_output' || isToolOf(target, definition)
  const isRelic = (target: string) => definition.relics.includes(parseRelicTarget(target)?.relic ?? '')
  const isModel = (target: string) => target === '' || parseModelName(target) !== null
  return {
    contextKeys: new Set(Object.keys(context)),
    knows: {
      TOOL: isTool,
      LLM: isModel,
      DECISION: isModel,
      AGENT: (target) => definition.subagents.includes(target),
      RELIC: isRelic,
      WORKFLOW: (target) => definition.workflows.includes(target),
    },
  }
}

/** First message of the run's history, for a model that is asked for a summary. */
export function inputOf({ slug, definition }: WorkflowVersion, parameters: Json): string {
  const about = definition.description === null ? '' : ` ${definition.description}`
  return `Run the workflow "${slug}" with ${cutText(JSON.stringify(parameters), 10_000)}.${about}`
}

/** Returns the names that the workflow uses and the agent does not have; `null` if the agent can run it. */
export function unfit(
  { slug, definition: { plan } }: WorkflowVersion,
  agent: Pick<AgentVersion, 'slug' | 'definition'>,
  context: JsonObject,
): string | null {
  const check = checkPlan(plan, planSurroundings(asWorkflow(agent.definition), context))
  if (check.ok) return null
  return `"${agent.slug}" cannot run the workflow "${slug}", whose plan ${renderProblems(check.problems)}`
}
