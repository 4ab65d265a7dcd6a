import { decide, type RunRights } from '../../domain/decide-call.ts'
import { invalid, RungraphError, tooMany } from '../../domain/errors.ts'
import { isJsonObject } from '../../domain/json.ts'
import { type InProject, partsOfKey } from '../../domain/object-key.ts'
import type { FindRuling, SavePolicy } from '../../domain/operations.ts'
import { describeCalls, maxPolicies, type Ruling } from '../../domain/permission.ts'
import { planLimits } from '../../domain/plan.ts'
import { rightsOf } from '../actions/permission.ts'
import { parsePolicyCondition } from '../actions/policy-condition.ts'
import { checkText, refuseUnsaved } from '../check-input.ts'
import type { EngineServices } from '../run/run-context.ts'
import { findAgent } from './find-agent.ts'

type Services = Pick<EngineServices, 'agents' | 'policies' | 'newId'>

const maxNameLength = 200

const maxReasonLength = 1_000

/** Says whether calls may be made; in place of an earlier policy where one is named (TAS-1). */
export async function savePolicy(
  call: SavePolicy,
  { agents, policies, newId }: Services,
): Promise<{ readonly policyId: string }> {
  checkCalls(call)
  const { projectId, policyId, agent, appliesTo = 'AGENT', permission } = call
  const { type = null, operation = null, condition = null, reason = null } = call
  const agentId = agent === undefined ? null : (await findAgent(projectId, agent, agents)).agentId
  // `*` alone means the same as no name; it is stored as no name, so that two of them conflict.
  const target = call.target === undefined || call.target === '*' ? null : call.target
  const id = policyId ?? newId()
  const replaces = policyId !== undefined
  const policy = { id, agentId, appliesTo, type, target, operation, condition, permission, reason, replaces }
  const saved = await policies.save(projectId, policy)
  if (saved.kind === 'full')
    throw tooMany('policies of the project', {
      max: maxPolicies,
      remedy: 'Let one speak of many calls (`*` at the end of its target), or delete what is not needed.',
    })
  const taken = new RungraphError('POLICY_TAKEN', {
    calls: describeCalls(policy, agent ? partsOfKey(agent).value : null),
  })
  refuseUnsaved(saved, 'policy', taken)
  return { policyId: id }
}

/** Removes a policy: it decides no call that starts after this resolves. */
export async function deletePolicy(
  { projectId, policyId }: InProject<'policyId'>,
  { policies }: Pick<Services, 'policies'>,
): Promise<{ readonly policyId: string }> {
  if (await policies.delete(projectId, policyId)) return { policyId }
  throw new RungraphError('NOT_FOUND', { kind: 'policy' })
}

export interface RulingServices extends Pick<EngineServices, 'agents' | 'policies'> {
  readonly runs: Pick<EngineServices['runs'], 'scope'>
}

/**
 * Returns the ruling of a project's policies on a call: of a run, or of an agent alone. Without a run no condition of a policy can be decided:
 * those that have one are left out.
 */
export async function findRuling(
  call: FindRuling,
  { agents, policies, runs }: RulingServices,
): Promise<Ruling> {
  const { projectId, type, target, operation = null, runId } = call
  checkName('target', target)
  if (target.includes('*')) throw invalid('target', 'is one name; `*` stands in policies only.')
  checkOperation(call)
  const agent = await findAgent(projectId, call.agent, agents)
  const rights =
    runId === undefined
      ? { agent, above: [], bound: null, evaluate: () => ({ ok: true, holds: false }) as const }
      : await rightsOfRun(runId, agent, projectId, runs)
  return decide({ type, target, operation }, rights, await policies.of(projectId))
}

/** @throws NOT_FOUND, INVALID_INPUT where it is a run of another agent */
async function rightsOfRun(
  runId: string,
  { agentId }: { readonly agentId: string },
  projectId: string,
  { scope: find }: RulingServices['runs'],
): Promise<RunRights> {
  const scope = await find(projectId, runId)
  if (!scope) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  if (scope.agent.agentId !== agentId)
    throw invalid('agent', `is not that of the run, "${scope.agent.slug}". Give the agent of the run.`)
  return rightsOf(scope, scope.bound, () => (isJsonObject(scope.context) ? scope.context : {}))
}

function checkCalls(call: SavePolicy): void {
  const { target, reason, agent, appliesTo } = call
  if (appliesTo === 'DESCENDANTS' && agent === undefined)
    throw invalid('appliesTo', 'is DESCENDANTS, which is of an agent. Give the agent, or leave this out.')
  if (target !== undefined) {
    checkName('target', target)
    const star = target.indexOf('*')
    if (star >= 0 && star < target.length - 1)
      throw invalid('target', `is "${target}"; \`*\` stands at the end only, for all names that begin so.`)
  }
  checkOperation(call)
  checkCondition(call)
  if (reason === undefined) return
  if (reason.trim() === '' || reason.length > maxReasonLength)
    throw invalid('reason', `must have 1 to ${maxReasonLength} characters, or be left out.`)
  checkText('reason', reason, maxReasonLength * 4)
}

function checkCondition({ condition }: Pick<SavePolicy, 'condition'>): void {
  if (condition === undefined) return
  checkText('condition', condition, planLimits.expressionLength * 4)
  const parsed = parsePolicyCondition(condition)
  if (!parsed.ok) throw invalid('condition', `${parsed.problem}.`)
}

function checkOperation({ type, operation }: Pick<SavePolicy, 'type' | 'operation'>): void {
  if (operation === undefined) return
  checkName('operation', operation)
  if (operation.includes('*'))
    throw invalid('operation', `is "${operation}"; it is named whole. Leave it out for any.`)
  if (type !== undefined && type !== 'RELIC')
    throw invalid('operation', `is of relics, and the type is ${type}. Leave one of them out.`)
}

function checkName(field: string, name: string): void {
  if (name.trim() !== name || name === '' || name.length > maxNameLength)
    throw invalid(field, `must have 1 to ${maxNameLength} characters, without space around them.`)
  checkText(field, name, maxNameLength * 4)
}
