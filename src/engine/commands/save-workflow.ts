import { givenFields } from '../../domain/agent.ts'
import { RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import { parseModelName } from '../../domain/model.ts'
import { checkSlug, slugPattern } from '../../domain/object-key.ts'
import type { CreateDefinition, RollBackDefinition, UpdateDefinition } from '../../domain/operations.ts'
import { type PlanProblem, parsePlan } from '../../domain/plan.ts'
import {
  definitionProblems,
  parameterNames,
  type WorkflowDefinition,
  type WorkflowVersion,
  workflowDefinition,
} from '../../domain/workflow.ts'
import {
  checkText,
  invalidDefinition,
  invalidField,
  invalidInput,
  refuseRemoval,
  refuseUnstorable,
} from '../check-input.ts'
import { maxPlanBytes, renderProblems } from '../plan/check-given-plan.ts'
import { checkPlan } from '../plan/check-plan.ts'
import type { PlanSurroundings } from '../plan/checked-plan.ts'
import type { EngineServices } from '../run/run-context.ts'
import { storedProblems } from './check-plan.ts'
import { checkVersion, findWorkflow } from './find-agent.ts'
import { usableStill } from './save-agent.ts'
import { hashOfInput } from './trigger-run.ts'

type Services = Pick<EngineServices, 'agents' | 'tools' | 'relics' | 'workflows' | 'schemas' | 'newId'>

/** Stores a new workflow as its version 1 (DAG-8). */
export async function createWorkflow(
  { projectId, slug, definition: input, by: createdBy }: CreateDefinition,
  services: Services,
): Promise<{ readonly workflowId: string }> {
  checkSlug(slug)
  const definition = await check(projectId, { name: slug, ...storableFields(input) }, services)
  const workflowId = services.newId()
  if (await services.workflows.insert(projectId, { workflowId, slug, definition, createdBy }))
    return { workflowId }
  throw new RungraphError('SLUG_TAKEN', { slug, kind: 'workflow' })
}

/** Changes a workflow: a new version where anything differs; active runs keep theirs. */
export function updateWorkflow(
  call: UpdateDefinition<'workflowId'>,
  services: Services,
): Promise<{ readonly workflowId: string }> {
  return addVersion(call, services, async (current) => {
    refuseRemoval(call.definition, workflowDefinition)
    return check(call.projectId, { ...current, ...storableFields(call.definition) }, services)
  })
}

/** Gives a workflow the definition of an earlier version, as a new version on top. */
export async function rollBackWorkflow(
  call: RollBackDefinition<'workflowId'>,
  services: Services,
): Promise<{ readonly workflowId: string }> {
  const { projectId, workflowId: id, version } = call
  const earlier = await services.workflows.find(projectId, { id }, version)
  return addVersion(call, services, async (_current, slug) => {
    if (earlier === null) throw new RungraphError('NOT_FOUND', { kind: 'workflow', key: slug, version })
    return usableStill(version, () => check(projectId, earlier.definition, services))
  })
}

async function addVersion(
  { projectId, workflowId, expectedVersion, by }: Omit<UpdateDefinition<'workflowId'>, 'definition'>,
  { workflows }: Services,
  change: (current: WorkflowDefinition, slug: string) => Promise<WorkflowDefinition>,
): Promise<{ readonly workflowId: string }> {
  for (;;) {
    const workflow = await findWorkflow(projectId, { id: workflowId }, workflows)
    checkVersion('workflow', workflow, expectedVersion)
    const definition = await change(workflow.definition, workflow.slug)
    // The order of keys is not kept, and says nothing.
    if (hashOfInput(definition) === hashOfInput(workflow.definition)) return { workflowId }
    const next: WorkflowVersion = { ...workflow, definition }
    // Somebody else's version may come in between: then apply the change on top of that.
    if (await workflows.addVersion(projectId, { ...next, createdBy: by })) return { workflowId }
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
async function check(
  projectId: string,
  input: Readonly<Record<string, unknown>>,
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
