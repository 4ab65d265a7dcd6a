import type { AgentDefinition } from '../../domain/agent.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import type { FoundGate } from '../../domain/gate.ts'
import { copyJson, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { type Plan, parsePlan } from '../../domain/plan.ts'
import { parseRelicTarget } from '../../domain/relic.ts'
import type { ArgumentCheck } from '../../domain/tool.ts'
import { type CheckedParameters, checkParameters } from '../../domain/workflow.ts'
import { checkText } from '../check-input.ts'
import { planSurroundings, renderProblem } from '../plan/check-given-plan.ts'
import { checkPlan } from '../plan/check-plan.ts'
import { revisePlan } from '../plan/checked-plan.ts'
import type { EngineServices } from '../run/run-context.ts'
import { readAgentCall } from '../tools/agent-tool.ts'
import { checkTargets } from '../tools/check-targets.ts'
import { readCapabilities } from '../tools/offered-tools.ts'

type Services = Pick<EngineServices, 'runs' | 'agents' | 'tools' | 'relics' | 'workflows' | 'schemas'>

const maxBytes = 1024 * 1024

/** Checks a human's replacement of arguments, as if a model had written it (JDG-4). @throws INVALID_INPUT */
export async function checkRevision(revised: Json, { gate }: FoundGate, services: Services): Promise<void> {
  if (!isJsonObject(revised)) throw invalid('arguments', 'must be an object.')
  checkText('arguments', JSON.stringify(revised), maxBytes)
  switch (gate.kind) {
    case 'ACTION_APPROVAL':
    case 'PERMISSION':
    case 'OUTCOME_UNKNOWN':
      return checkArguments(revised, gate, services)
    case 'PLAN_APPROVAL':
      return checkPlanRevision(revised, gate, services)
    case 'INPUT':
    case 'TIME':
    case 'EVENT':
    case 'BATCH':
    case 'LOW_CONFIDENCE':
    case 'IDENTICAL_ERRORS':
    case 'MONITOR':
      throw invalid(
        'arguments',
        `are for gates about calls and plans; this one is ${gate.kind}. Write a note.`,
      )
    default:
      return gate.kind satisfies never
  }
}

async function checkArguments(
  revised: JsonObject,
  { projectId, context }: FoundGate['gate'],
  services: Services,
): Promise<void> {
  const { type, target } = isJsonObject(context) ? context : {}
  if (typeof target !== 'string') return
  if (type === 'AGENT') return checkAgentCall(revised, target)
  const check = await checkForTarget(String(type), target, projectId, services)
  const checked = await check(revised)
  if (checked.ok) return
  throw new RungraphError('INVALID_INPUT', {
    message: `arguments do not fit the schema of "${target}": ${checked.problems.join('; ')}.`,
    path: ['arguments'],
  })
}

type RevisionCheck = (revised: JsonObject) => ArgumentCheck | Promise<ArgumentCheck>

/** Returns the check of a target's arguments. A target that was removed fails later, when it is called. */
async function checkForTarget(
  type: string,
  target: string,
  projectId: string,
  services: Services,
): Promise<RevisionCheck> {
  const { tools, relics, workflows, schemas } = services
  if (type === 'RELIC') {
    const called = parseRelicTarget(target)
    const operations = called ? await relics.describe(projectId, [called.relic]) : []
    const found = operations.find(({ operation }) => operation === called?.operation)
    return found ? schemas.check(found.inputSchema) : acceptAny
  }
  if (type === 'WORKFLOW') {
    const workflow = await workflows.find(projectId, { slug: target })
    return workflow
      ? async (revised) => asArgumentCheck(await checkParameters(workflow, revised, schemas))
      : acceptAny
  }
  const tool = type === 'TOOL' ? tools.find(target) : null
  return tool ? (revised) => tool.check(copyJson(revised)) : acceptAny
}

const acceptAny: RevisionCheck = (value) => ({ ok: true, value })

function asArgumentCheck(checked: CheckedParameters): ArgumentCheck {
  return checked.ok ? { ok: true, value: checked.context } : checked
}

/** The input of an agent may be revised; the agent itself may not. */
function checkAgentCall(revised: JsonObject, target: string): void {
  const other = revised.agent ?? target
  if (other !== target)
    throw invalid('arguments', `are for "${target}". Reject the call to have another agent.`)
  const call = readAgentCall(revised)
  if (!call.ok) throw invalid('arguments', `do not fit a call of "${target}": ${call.problems.join('; ')}.`)
}

async function checkPlanRevision(
  revised: { readonly [name: string]: Json },
  { stepId, projectId }: FoundGate['gate'],
  services: Services,
): Promise<void> {
  const { runs } = services
  if (Object.keys(revised).length === 0)
    throw invalid(
      'arguments',
      'name no action. Leave them out to send the plan back with a note, or approve it.',
    )
  const planned = stepId === null ? null : await runs.gates.planOf(stepId)
  const parsed = parsePlan(planned?.plan ?? null)
  if (!planned || !parsed.ok) throw invalid('arguments', 'cannot be given: the plan does not exist any more.')
  for (const [name, parameters] of Object.entries(revised)) {
    if (!parsed.plan.actions.some((action) => action.name === name))
      throw invalid('arguments', `name "${name}", and the plan has no such action.`)
    if (!isJsonObject(parameters)) throw invalid('arguments', `of "${name}" must be an object.`)
  }
  const next = revisePlan(parsed.plan, revised)
  const surroundings = planSurroundings(planned.definition, planned.context)
  const check = next.ok ? checkPlan(next.plan, surroundings) : next
  if (next.ok && check.ok) return checkRevised(next.plan, revised, { ...planned, projectId }, services)
  const problems = (check.ok ? [] : check.problems).map(renderProblem)
  throw invalid('arguments', `make a plan that is not valid: ${problems.join('; ')}.`)
}

/** Checks what the revised actions call, with their new arguments, as far as those are known before the plan runs. */
async function checkRevised(
  { actions }: Plan,
  revised: JsonObject,
  planned: { readonly definition: AgentDefinition; readonly projectId: string },
  services: Services,
): Promise<void> {
  const { definition, projectId } = planned
  const { tools, schemas } = services
  const agent = { slug: definition.name, definition }
  const capabilities = await readCapabilities(projectId, definition, services)
  const known = { agent, capabilities, tools, hasAllTools: false, schemas }
  for (const action of actions.filter(({ name }) => Object.hasOwn(revised, name))) {
    const [fault] = await checkTargets({ ...onePlan, actions: [action] }, known)
    if (fault)
      throw new RungraphError('INVALID_INPUT', {
        message: `arguments of "${action.name}" ${fault.problem}.`,
        path: ['arguments', action.name],
      })
  }
}

const onePlan = { reasoning: null, maxParallel: null, failFast: false, dynamicParallelism: false } as const
