import { RungraphError } from '../../domain/errors.ts'
import type { FoundGate } from '../../domain/gate.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { type Plan, parsePlan } from '../../domain/plan.ts'
import type { Tools } from '../../domain/tool.ts'
import { checkText, invalid } from '../check-text.ts'
import { readAgentCall } from '../children/perform-agent.ts'
import { checkPlan } from '../plan/check-plan.ts'
import { revisePlan } from '../plan/revise-plan.ts'
import { planSurroundings } from '../plan-surroundings.ts'
import type { EngineServices } from '../run-context.ts'

type Services = Pick<EngineServices, 'runs' | 'tools'>

const maxBytes = 1024 * 1024

/** Checks what a human puts in the place of arguments, as if a model had written it (JDG-4). @throws INVALID_INPUT */
export async function checkRevision(revised: Json, { gate }: FoundGate, services: Services): Promise<void> {
  if (!isJsonObject(revised)) throw invalid('arguments', 'must be an object.')
  checkText('arguments', JSON.stringify(revised), maxBytes)
  switch (gate.kind) {
    case 'ACTION_APPROVAL':
    case 'PERMISSION':
    case 'OUTCOME_UNKNOWN':
      return checkArguments(revised, gate.context, services)
    case 'PLAN_APPROVAL':
      return checkPlanRevision(revised, gate.stepId, services)
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

async function checkArguments(revised: Json, context: Json, { tools }: Services): Promise<void> {
  const { type, target } = isJsonObject(context) ? context : {}
  if (type === 'AGENT') return checkAgentCall(revised, target ?? null)
  const tool = type === 'TOOL' && typeof target === 'string' ? tools.find(target) : null
  const checked = tool ? await tool.check(revised) : { ok: true as const }
  if (checked.ok) return
  throw new RungraphError('INVALID_INPUT', {
    message: `arguments do not fit the schema of "${tool?.name}": ${checked.problems.join('; ')}.`,
    path: ['arguments'],
  })
}

/** What is asked of an agent may change; which one it is may not. */
function checkAgentCall(revised: Json, target: Json): void {
  const other = isJsonObject(revised) ? (revised.agent ?? target) : target
  if (other !== target)
    throw invalid('arguments', `are for "${target}". Reject the call to have another agent.`)
  const call = readAgentCall(revised)
  if (!call.ok) throw invalid('arguments', `do not fit a call of "${target}": ${call.problems.join('; ')}.`)
}

async function checkPlanRevision(
  revised: { readonly [name: string]: Json },
  stepId: string | null,
  { runs, tools }: Services,
): Promise<void> {
  const planned = stepId === null ? null : await runs.gates.planOf(stepId)
  const parsed = parsePlan(planned?.plan ?? null)
  if (!planned || !parsed.ok) throw invalid('arguments', 'cannot be given: the plan is gone.')
  for (const [name, parameters] of Object.entries(revised)) {
    if (!parsed.plan.actions.some((action) => action.name === name))
      throw invalid('arguments', `name "${name}", and the plan has no such action.`)
    if (!isJsonObject(parameters)) throw invalid('arguments', `of "${name}" must be an object.`)
  }
  const next = revisePlan(parsed.plan, revised)
  const surroundings = planSurroundings(planned.definition, planned.context)
  const check = next.ok ? checkPlan(next.plan, surroundings) : next
  if (check.ok) return checkLiterals(parsed.plan, revised, tools)
  const problems = check.problems.map(({ path, problem }) => `${path} ${problem}`.trim())
  throw invalid('arguments', `make a plan that is not valid: ${problems.join('; ')}.`)
}

/** What refers to nothing is what the tool will get: it must fit now. What refers to other outputs is checked when it is resolved. */
async function checkLiterals(plan: Plan, revised: JsonObject, tools: Tools): Promise<void> {
  for (const [name, parameters] of Object.entries(revised)) {
    const action = plan.actions.find((other) => other.name === name)
    if (action?.type !== 'TOOL' || JSON.stringify(parameters).includes('$')) continue
    const checked = (await tools.find(action.target)?.check(parameters)) ?? { ok: true as const }
    if (!checked.ok)
      throw new RungraphError('INVALID_INPUT', {
        message: `arguments of "${name}" do not fit the schema of "${action.target}": ${checked.problems.join('; ')}.`,
        path: ['arguments', name],
      })
  }
}
