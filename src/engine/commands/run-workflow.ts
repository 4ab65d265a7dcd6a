import { type AgentVersion, type CurrentAgent, runBounds } from '../../domain/agent.ts'
import { invalid, tooMany } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import { limitsAt } from '../../domain/limits.ts'
import type { RunWorkflow } from '../../domain/operations.ts'
import { asWorkflow, canBeParameter, checkParameters, type WorkflowVersion } from '../../domain/workflow.ts'
import { wordAnswerProblems } from '../gates/answer-problems.ts'
import { inputOf, renderProblems, unfit } from '../plan/check-given-plan.ts'
import { inDrawnVersion } from '../run/drawn-version.ts'
import type { EngineServices } from '../run/run-context.ts'
import { readLabels } from './check-labels.ts'
import { targetProblems } from './check-plan.ts'
import { findAgent, findWorkflow } from './find-agent.ts'
import { readPrompts } from './read-prompt.ts'
import {
  batchDeadlineOf,
  checkIdempotencyKey,
  checkMoney,
  checkObject,
  checkPromptArguments,
  checkRange,
} from './run-input.ts'
import { hashOfInput, sameRun } from './trigger-run.ts'

const maxPrompts = 20

type Services = Pick<
  EngineServices,
  'agents' | 'tools' | 'relics' | 'workflows' | 'runs' | 'schemas' | 'newId' | 'clock'
>

/**
 * Accepts a run of an agent that executes a workflow's newest version as it stands, with these parameters; durable when this
 * resolves (DAG-8). The same idempotency key gives the same run, also where the workflow has changed since (RUN-8).
 */
export async function runWorkflow(
  call: RunWorkflow,
  services: Services,
): Promise<{ readonly runId: string }> {
  const { projectId, prompts = [], idempotencyKey, timeoutMs, maxCostUsd, tags, metadata } = call
  checkIdempotencyKey(idempotencyKey)
  checkRange('timeoutMs', timeoutMs, runBounds.maxTimeoutMs)
  checkMoney('maxCostUsd', maxCostUsd)
  checkObject('parameters', call.parameters)
  const labels = readLabels(call)
  const workflow = await findWorkflow(projectId, call.workflow, services.workflows)
  const runId = services.newId()
  const newest = await agentOfWorkflow(call, workflow, services)
  const { agent, canaryId } = await inDrawnVersion(newest, { runId, projectId, sessionKey: null }, services)
  const definition = asWorkflow(agent.definition)
  const batchDeadlineMs = batchDeadlineOf(call, definition)
  const who = call.agent ? { agentId: agent.agentId } : {}
  const hashed = {
    workflowId: workflow.workflowId,
    parameters: call.parameters ?? {},
    ...(prompts.length > 0 && { prompts }),
    timeoutMs,
    maxCostUsd,
    tags,
    metadata,
    pricing: call.pricing,
    batchDeadlineMs: call.batchDeadlineMs,
    ...who,
  }
  const inputHash = idempotencyKey === undefined ? null : hashOfInput(hashed)
  if (prompts.length > 0 && idempotencyKey !== undefined) {
    const known = await services.runs.known(projectId, idempotencyKey)
    if (known) return sameRun(known, { idempotencyKey, inputHash })
  }
  const parameters = await parametersOf(call, workflow, services)
  const context = await contextOfParameters(workflow, parameters, services)
  await refuseUnfitting(workflow, { ...agent, definition }, { context, projectId }, services)
  const stored = await services.runs.insert({
    id: runId,
    projectId,
    agentId: agent.agentId,
    agentVersion: agent.version,
    canaryId,
    sessionKey: null,
    input: inputOf(workflow, parameters),
    context,
    busySession: definition.busySession,
    parent: null,
    threadId: null,
    labels,
    overrides: null,
    plan: toJson(workflow.definition.plan),
    workflow: { id: workflow.workflowId, version: workflow.version },
    effectiveLimits: limitsAt(0, call, definition, agent.projectLimits),
    idempotencyKey: idempotencyKey ?? null,
    inputHash,
    triggeredBy: call.by,
    triggeredByKind: call.byKind,
    batchDeadlineMs,
    trace: call.trace ?? null,
  })
  switch (stored.kind) {
    case 'inserted':
      return { runId: stored.runId }
    case 'known':
      return sameRun(stored, { idempotencyKey, inputHash })
    default:
      throw new Error(`A run of no session is ${stored.kind}.`)
  }
}

/** @throws INVALID_INPUT, INPUT_TOO_LARGE, LIMIT_EXCEEDED before a server is asked */
function checkPrompts(
  { prompts = [], parameters = {} }: RunWorkflow,
  { slug, definition }: WorkflowVersion,
): void {
  if (prompts.length > maxPrompts)
    throw tooMany('prompts', {
      value: prompts.length,
      max: maxPrompts,
      remedy: 'Give the other texts as parameters.',
    })
  const given = new Set(isJsonObject(parameters) ? Object.keys(parameters) : [])
  for (const [index, { parameter, prompt }] of prompts.entries()) {
    const field = `prompts[${index}].parameter`
    if (!canBeParameter(parameter, definition))
      throw invalid(
        field,
        `is ${JSON.stringify(parameter)}, and the workflow "${slug}" has no such parameter.`,
      )
    if (given.has(parameter))
      throw invalid(
        field,
        `is ${JSON.stringify(parameter)}, which is given already. Give each parameter once.`,
      )
    given.add(parameter)
    checkPromptArguments(`prompts[${index}].prompt.arguments`, prompt.arguments)
  }
}

/** The parameters with the texts of the prompts, which their servers are asked for (MCP-12). */
async function parametersOf(call: RunWorkflow, workflow: WorkflowVersion, services: Services): Promise<Json> {
  const { parameters = {}, prompts = [] } = call
  checkPrompts(call, workflow)
  if (prompts.length === 0 || !isJsonObject(parameters)) return parameters
  const filled = { ...parameters, ...(await readPrompts(prompts, services)) }
  checkObject('parameters', filled)
  return filled
}

async function agentOfWorkflow(
  call: RunWorkflow,
  { slug, definition }: WorkflowVersion,
  { agents }: Services,
): Promise<CurrentAgent> {
  const key = call.agent ?? (definition.agent === null ? null : { slug: definition.agent })
  if (key === null) throw invalid('agent', `is left out, and the workflow "${slug}" names none.`)
  return findAgent(call.projectId, key, agents)
}

async function contextOfParameters(
  workflow: WorkflowVersion,
  parameters: Json,
  { schemas }: Services,
): Promise<JsonObject> {
  const checked = await checkParameters(workflow, parameters, schemas)
  if (checked.ok) return checked.context
  throw invalid(
    'parameters',
    `do not fit those of the workflow "${workflow.slug}": ${wordAnswerProblems(checked.problems, workflow.definition.parameters).join('; ')}.`,
  )
}

/** @throws INVALID_INPUT where the plan cannot be executed as it stands */
async function refuseUnfitting(
  workflow: WorkflowVersion,
  agent: AgentVersion,
  { context, projectId }: { readonly context: JsonObject; readonly projectId: string },
  services: Services,
): Promise<void> {
  const problem = unfit(workflow, agent, context)
  if (problem !== null) throw invalid('agent', problem)
  const problems = await targetProblems(workflow.definition.plan, projectId, agent, services)
  if (problems.length > 0)
    throw invalid('workflow', `"${workflow.slug}": its plan ${renderProblems(problems)}`)
}
