import { setImmediate } from 'node:timers/promises'
import type { AgentVersion } from '../../domain/agent.ts'
import { copyJson, type JsonObject } from '../../domain/json.ts'
import { parseModelName } from '../../domain/model.ts'
import type { Plan, PlanAction, PlanProblem } from '../../domain/plan.ts'
import { isLiteral, referencesOf, substitute } from '../../domain/references.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import { somePathProblems } from '../../domain/text/some-problems.ts'
import type { ArgumentCheck } from '../../domain/tool.ts'
import {
  type CheckedParameters,
  checkParameters,
  parameterNames,
  type WorkflowVersion,
} from '../../domain/workflow.ts'
import { constantProblems } from '../plan/check-constants.ts'
import { renderProblem, unfit } from '../plan/check-given-plan.ts'
import type { Capabilities, EngineServices } from '../run/run-context.ts'
import { hasMark } from '../run/run-secrets.ts'
import { readAgentCall, refusalOf } from './agent-tool.ts'

/** What is known of the targets of a plan before anything of it is performed. */
export interface KnownTargets {
  /** The agent whose plan it is; `null`: a plan is stored, and which agent will run it is not known. */
  readonly agent: Pick<AgentVersion, 'slug' | 'definition'> | null
  /** What there is of the agents, relics and workflows that it names. */
  readonly capabilities: Capabilities
  readonly tools: EngineServices['tools']
  /** Whether a tool that is not here is nowhere: not where another process performs the plan. */
  readonly hasAllTools: boolean
  /** Absent: other processes may have other models. */
  readonly models?: EngineServices['models']
  readonly schemas: EngineServices['schemas']
  /** So many levels of child runs may be below the run. Absent: which run it will be is not known. */
  readonly levelsBelow?: number
}

/** So long may the check hold up other work, in milliseconds. */
const sliceMs = 10

/**
 * Checks what a plan calls, so that none begins that cannot end (DAG-1): the targets, the operations of relics, and parameters as far as
 * they are known before the plan runs. To be called once, for a plan that is otherwise valid: tools may be others when it is taken up again.
 */
export async function checkTargets(plan: Plan, known: KnownTargets): Promise<readonly PlanProblem[]> {
  return somePathProblems(await problemsOf(plan, known, []))
}

async function problemsOf(
  plan: Plan,
  known: KnownTargets,
  within: readonly string[],
): Promise<readonly PlanProblem[]> {
  const problems: PlanProblem[] = []
  const { levelsBelow: _any, ...anyDepth } = known
  // A plan that calls itself ends by a condition, or by a failure that it allows for.
  const isUnconditional = plan.actions.every(({ when, branch }) => when === null && branch === null)
  let sliceBegan = performance.now()
  for (const [position, action] of plan.actions.entries()) {
    const isExpected = isUnconditional && !action.skipOnError
    if (isExpected && startsRun(action) && within.length >= (known.levelsBelow ?? Number.POSITIVE_INFINITY))
      problems.push({ path: `actions[${position}].type`, problem: tooDeep })
    for (const [field, problem] of await problemsOfAction(action, isExpected ? known : anyDepth, within))
      problems.push({ path: `actions[${position}].${field}`, problem })
    if (performance.now() - sliceBegan < sliceMs) continue
    await setImmediate()
    sliceBegan = performance.now()
  }
  return problems
}

const tooDeep = 'starts a run, and the tree of runs may not be deeper than it is'

function startsRun({ type }: PlanAction): boolean {
  return type === 'AGENT' || type === 'WORKFLOW'
}

/** Field of the action, and what is wrong with it. */
type Problem = readonly ['target' | 'parameters' | 'outputSchema', string]

async function problemsOfAction(
  action: PlanAction,
  known: KnownTargets,
  within: readonly string[],
): Promise<readonly Problem[]> {
  switch (action.type) {
    case 'TOOL':
      return toolProblems(action, known)
    case 'RELIC':
      return relicProblems(action, known)
    case 'AGENT':
      return agentProblems(action, known)
    case 'WORKFLOW':
      return workflowProblems(action, known, within)
    case 'LLM':
    case 'DECISION':
      return questionProblems(action, known)
    default:
      return action.type satisfies never
  }
}

async function toolProblems(action: PlanAction, known: KnownTargets): Promise<readonly Problem[]> {
  const { tools, hasAllTools, schemas } = known
  const tool = tools.find(action.target)
  if (!tool) {
    // One whose server is away may be back when it is called.
    const isNowhere = hasAllTools && (tools.absenceReason?.(action.target) ?? null) === null
    return isNowhere ? [['target', `there is no tool "${action.target}" on this server`]] : []
  }
  const check = async (parameters: JsonObject) => tool.check(copyJson(parameters))
  return misfit(action, await parameterProblems(action, { schema: tool.inputSchema, check, schemas }))
}

async function relicProblems(
  action: PlanAction,
  { agent, capabilities: { relics }, schemas }: KnownTargets,
): Promise<readonly Problem[]> {
  const called = parseRelicTarget(action.target)
  const operations = relics.filter(({ relic }) => relic === called?.relic)
  if (operations.length === 0)
    return agent === null ? [] : [['target', `there is no relic "${called?.relic ?? action.target}"`]]
  const found = operations.find(({ operation }) => operation === called?.operation)
  if (!found) {
    const names = operations.map(({ operation }) => operation).join(', ')
    return [
      ['target', `the relic "${called?.relic}" has no operation "${called?.operation}": there are ${names}`],
    ]
  }
  const { inputSchema: schema } = found
  return misfit(action, await parameterProblems(action, { schema, check: schemas.check(schema), schemas }))
}

function agentProblems(
  action: PlanAction,
  { agent, capabilities: { agents } }: KnownTargets,
): readonly Problem[] {
  const { target } = action
  if (agent !== null && !agents.some(({ slug }) => slug === target))
    return [['target', `there is no agent "${target}" in this project`]]
  const parameters = constantsOf(action)
  if (typeof parameters === 'string') return []
  const call = readAgentCall(parameters)
  if (!call.ok) return misfit(action, call.problems)
  const refusal = agent && refusalOf(target, call.data.model, agent.definition)
  return refusal === null ? [] : [['parameters', `cannot start "${target}": ${refusal.replace(/\.$/, '')}`]]
}

async function workflowProblems(
  action: PlanAction,
  known: KnownTargets,
  within: readonly string[],
): Promise<readonly Problem[]> {
  const { agent, capabilities, schemas } = known
  const { target } = action
  const workflow = capabilities.workflows.find(({ slug }) => slug === target)
  if (!workflow) return agent === null ? [] : [['target', `there is no workflow "${target}" in this project`]]
  const schema = { additionalProperties: false, ...workflow.definition.parameters }
  const check = (parameters: JsonObject) => checkParameters(workflow, parameters, schemas)
  const problems = await parameterProblems(action, { schema, check, schemas })
  if (problems.length > 0) return misfit(action, problems)
  return agent === null || within.includes(target) ? [] : planProblems(workflow, agent, known, within)
}

/** The plan of a workflow is executed as it stands. */
async function planProblems(
  workflow: WorkflowVersion,
  agent: NonNullable<KnownTargets['agent']>,
  known: KnownTargets,
  within: readonly string[],
): Promise<readonly Problem[]> {
  const { slug, definition } = workflow
  const context = Object.fromEntries(parameterNames(workflow.definition).map((name) => [name, null]))
  const problem = unfit(workflow, agent, context)
  if (problem !== null) return [['target', problem.replace(/\.$/, '')]]
  const [first] = await problemsOf(definition.plan, known, [...within, slug])
  return first ? [['target', `the plan of the workflow "${slug}" cannot work: ${renderProblem(first)}`]] : []
}

function questionProblems(action: PlanAction, { models, schemas }: KnownTargets): readonly Problem[] {
  const { type, target, parameters, branches, outputSchema } = action
  const problems: Problem[] = []
  const provider = target === '' ? null : (parseModelName(target)?.provider ?? null)
  if (provider !== null && models && models.profiles(provider).length === 0)
    problems.push(['target', `the provider "${provider}" is not set up on this server`])
  const asks = type === 'LLM' || branches.every(({ when }) => when === null)
  const field = type === 'LLM' ? 'prompt' : 'question'
  if (asks && !isText(parameters[field])) problems.push(['parameters', `\`${field}\` must be a text`])
  const { system = null } = parameters
  if (type === 'LLM' && system !== null && !isText(system))
    problems.push(['parameters', '`system` must be a text'])
  const fault = outputSchema && schemas.fault(outputSchema)
  if (fault) problems.push(['outputSchema', `cannot be used: ${fault}`])
  return problems
}

/** A reference may stand for a text. */
function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function misfit({ target }: PlanAction, problems: readonly string[]): readonly Problem[] {
  return problems.length === 0 ? [] : [['parameters', `do not fit "${target}": ${problems.join('; ')}`]]
}

interface ParameterCheck {
  readonly schema: JsonObject
  readonly check: (parameters: JsonObject) => Promise<CheckedParameters | ArgumentCheck>
  readonly schemas: EngineServices['schemas']
}

/** Problems of the parameters: of all where they are known, else of those that are. */
async function parameterProblems(
  action: PlanAction,
  { schema, check, schemas }: ParameterCheck,
): Promise<readonly string[]> {
  const parameters = constantsOf(action)
  if (parameters === 'sealed') return []
  if (parameters === 'referring') return constantProblems(schema, action.parameters, schemas)
  const checked = await check(parameters)
  return checked.ok ? [] : checked.problems
}

/** The parameters as the target gets them, or why they are not known yet: they refer to others, or hold a secret that is not in the plan. */
function constantsOf({ parameters }: PlanAction): JsonObject | 'referring' | 'sealed' {
  if (hasMark(parameters)) return 'sealed'
  if (isLiteral(parameters)) return parameters
  if (referencesOf(parameters).length > 0) return 'referring'
  const substituted = substitute(parameters, () => undefined)
  return substituted.ok ? substituted.value : 'referring'
}
