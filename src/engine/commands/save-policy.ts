import { invalid, RungraphError, tooMany } from '../../domain/errors.ts'
import { type InProject, partsOfKey } from '../../domain/object-key.ts'
import type { FindRuling, SavePolicy } from '../../domain/operations.ts'
import { describeCalls, maxPolicies, type Ruling, rule } from '../../domain/permission.ts'
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
  const { projectId, policyId, agent, type = null, operation = null, permission, reason = null } = call
  const agentId = agent === undefined ? null : (await findAgent(projectId, agent, agents)).agentId
  // `*` alone means the same as no name; it is stored as no name, so that two of them conflict.
  const target = call.target === undefined || call.target === '*' ? null : call.target
  const id = policyId ?? newId()
  const replaces = policyId !== undefined
  const policy = { id, agentId, type, target, operation, permission, reason, replaces }
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

/** Returns the ruling of a project's policies on a call. */
export async function findRuling(
  call: FindRuling,
  { agents, policies }: Pick<Services, 'agents' | 'policies'>,
): Promise<Ruling> {
  const { projectId, agent, type, target, operation = null } = call
  checkName('target', target)
  if (target.includes('*')) throw invalid('target', 'is one name; `*` stands in policies only.')
  checkOperation(call)
  const { agentId } = await findAgent(projectId, agent, agents)
  return rule({ agentId, type, target, operation }, await policies.of(projectId))
}

function checkCalls(call: SavePolicy): void {
  const { target, reason } = call
  if (target !== undefined) {
    checkName('target', target)
    const star = target.indexOf('*')
    if (star >= 0 && star < target.length - 1)
      throw invalid('target', `is "${target}"; \`*\` stands at the end only, for all names that begin so.`)
  }
  checkOperation(call)
  if (reason === undefined) return
  if (reason.trim() === '' || reason.length > maxReasonLength)
    throw invalid('reason', `must have 1 to ${maxReasonLength} characters, or be left out.`)
  checkText('reason', reason, maxReasonLength * 4)
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
