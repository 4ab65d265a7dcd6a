import { givenFields } from '../../domain/agent.ts'
import type { RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import { parseModelName } from '../../domain/model.ts'
import { slugPattern } from '../../domain/object-key.ts'
import { type PlanProblem, parsePlan } from '../../domain/plan.ts'
import {
  definitionProblems,
  parameterNames,
  type WorkflowDefinition,
  type WorkflowVersion,
  workflowDefinition,
} from '../../domain/workflow.ts'
import { checkText, invalidDefinition, invalidField, invalidInput, refuseUnstorable } from '../check-input.ts'
import { maxPlanBytes, renderProblems } from '../plan/check-given-plan.ts'
import { checkPlan } from '../plan/check-plan.ts'
import type { PlanSurroundings } from '../plan/checked-plan.ts'
import type { EngineServices } from '../run/run-context.ts'
import { storedProblems } from './check-plan.ts'
import type { DefinitionKind } from './definition-operations.ts'

type Services = Pick<EngineServices, 'agents' | 'tools' | 'relics' | 'workflows' | 'schemas' | 'newId'>

/** What is particular to workflows among the definitions (DAG-8). */
export function workflowDefinitions(
  services: Services,
): DefinitionKind<'workflowId', WorkflowVersion, WorkflowDefinition> {
  return {
    kind: 'workflow',
    store: services.workflows,
    newId: services.newId,
    named: (workflowId) => ({ workflowId }),
    idOf: ({ workflowId }) => workflowId,
    fields: workflowDefinition,
    storable: storableFields,
    check: (projectId, definition) => checkDefinition(projectId, definition, services),
  }
}

/** Returns the fields of the caller's definition after checking that all of them can be stored. */
function storableFields(definition: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  refuseUnstorable(definition, [])
  const { plan = null, ...rest } = definition
  const parsed = plan === null ? null : parsePlan(plan)
  if (parsed?.ok === false) throw invalidPlan(parsed.problems)
  return givenFields({ ...rest, ...(parsed && { plan: parsed.plan }) }, workflowDefinition)
}

/** @throws INVALID_INPUT with every problem of the plan, or the first of anything else; INPUT_TOO_LARGE */
async function checkDefinition(
  projectId: string,
  input: object,
  services: Services,
): Promise<WorkflowDefinition> {
  const { schemas, agents } = services
  const parsed = workflowDefinition.safeParse(input, { reportInput: true, error: issueMessages })
  if (!parsed.success) throw invalidDefinition(parsed.error)
  const definition = parsed.data
  checkText('definition', JSON.stringify(definition), maxPlanBytes)
  const [problem] = definitionProblems(definition)
  if (problem) throw invalidField(problem.path, problem.problem)
  const fault = schemas.fault({ type: 'object', ...definition.parameters })
  if (fault !== null) throw invalidField('parameters', fault)
  const checked = checkPlan(definition.plan, surroundingsOf(definition))
  if (!checked.ok) throw invalidPlan(checked.problems)
  const problems = await storedProblems(definition.plan, projectId, services)
  if (problems.length > 0) throw invalidPlan(problems)
  const { agent } = definition
  if (agent !== null && !(await agents.find(projectId, { slug: agent })))
    throw invalidField('agent', `there is no agent "${agent}" in this project`)
  return definition
}

/**
 * Which tools, agents, relics and workflows there will be hangs on the agent that runs it: here a target only has to be a name
 * that such a thing may have.
 */
function surroundingsOf(definition: Pick<WorkflowDefinition, 'parameters'>): PlanSurroundings {
  const isName = (target: string) => target.trim() === target && target !== '' && target.length <= 100
  const isModel = (target: string) => target === '' || parseModelName(target) !== null
  const isSlug = (target: string) => slugPattern.test(target)
  return {
    contextKeys: new Set(parameterNames(definition)),
    knows: { TOOL: isName, RELIC: isName, AGENT: isSlug, WORKFLOW: isSlug, LLM: isModel, DECISION: isModel },
  }
}

function invalidPlan(problems: readonly PlanProblem[]): RungraphError {
  return invalidInput(['definition', 'plan'], `plan ${renderProblems(problems)}`)
}
