import { z } from 'zod'
import type { ActionType } from './action.ts'
import { about, choice, object } from './declared.ts'
import { given, needed } from './given.ts'

export const callPermission = choice('Permission', 'Permission of a call.', {
  ALLOW: 'The call is permitted.',
  DENY: 'The call is not permitted.',
  REQUIRE_APPROVAL: 'The call is permitted after a human has approved it.',
})
export type Permission = z.infer<typeof callPermission>

export const permittedType = choice(
  'PermittedType',
  'Type of an action that reaches outside of its run and needs permission.',
  {
    TOOL: 'Calls of tools.',
    RELIC: 'Operations of relics.',
    WORKFLOW: 'Stored plans with parameters.',
    AGENT: 'Child runs of other agents.',
  } satisfies Partial<Record<ActionType, string>>,
)
export type PermittedType = z.infer<typeof permittedType>

export const givenPolicy = z.object({
  agent: given.key('Agent', 'Global id or slug of the agent whose calls the policy applies to.'),
  type: given.one(permittedType, 'Type of the calls that the policy applies to.'),
  target: given.text(
    'Name of the tool, relic, workflow or agent. With `*` at the end, all names with this prefix.',
  ),
  operation: given.text('Operation of a relic: `get`, `query` or `request`.'),
  permission: needed.one(callPermission, 'Permission of the calls.'),
  reason: given.text('Reason for the policy, which a refused caller receives.'),
})

/** A call that is to be made. */
export interface Call {
  readonly agentId: string
  readonly type: PermittedType
  /** The name of the tool, relic, workflow or agent. */
  readonly target: string
  /** Operation of a relic; `null` for other types. */
  readonly operation: string | null
}

/** Whether calls may be made; `null` speaks of any (TAS-1). */
export interface Policy {
  readonly id: string
  readonly agentId: string | null
  readonly type: PermittedType | null
  /** A name; with `*` at its end, all names that begin so. */
  readonly target: string | null
  readonly operation: string | null
  readonly permission: Permission
  /** Reason for the refused caller. */
  readonly reason: string | null
}

export const ruling = object('Ruling', 'Permission of a call, and the rule that decided.', {
  rule: about(
    'Rule that decided: `policy:` with the UUID of a policy, `hook` for a check in code, or `default`.',
    z.string(),
  ),
  reason: about('Reason for the decision. Null if the rule gives none.', z.string().nullable()),
  permission: about('Permission of the call.', callPermission),
})
export type Ruling = Readonly<z.infer<typeof ruling>>

/** Policies of a project. */
export interface ProjectPolicies {
  readonly policies: readonly Policy[]
  /** Permission of calls that no policy matches. */
  readonly fallback: Permission
}

/** No project has more: all of them are read together. */
export const maxPolicies = 1_000

/** The rows of policies. All is within one project. */
export interface PolicyStore {
  of(projectId: string): Promise<ProjectPolicies>
  /** Adds a policy, or replaces the one with its id. Two that speak of the same calls cannot be, however they race. */
  save(projectId: string, policy: NewPolicy): Promise<SavedPolicy>
  /** False where there is none. */
  delete(projectId: string, policyId: string): Promise<boolean>
  /**
   * To be called after another change of the policies that `of` gives. Resolves, as `save` and `delete` do, when no call is decided by the
   * former ones.
   */
  changed(projectId: string): Promise<void>
}

export interface NewPolicy extends Policy {
  /** Whether one with this id is there to be replaced. */
  readonly replaces: boolean
}

export type SavedPolicy =
  | { readonly kind: 'saved' }
  /** Another speaks of the same calls. */
  | { readonly kind: 'taken'; readonly policyId: string }
  /** There is none to replace. */
  | { readonly kind: 'missing' }
  /** The project has `maxPolicies` of them. */
  | { readonly kind: 'full' }

/** The call as a hook sees it. */
export interface PermissionRequest extends Omit<Call, 'agentId'> {
  readonly projectId: string
  /** The agent's slug. */
  readonly agent: string
  readonly runId: string
  /** The arguments as the tool, relic, workflow or agent would get them. */
  readonly parameters: unknown
}

/**
 * Decides in code about a call, before any policy (TAS-1). Nothing: the policies decide. One that throws, or gives anything else, refuses.
 */
export type CanExecuteTool = (
  call: PermissionRequest,
) => Permission | null | undefined | Promise<Permission | null | undefined>

/** By these an agent ends its work and keeps its own notes: nothing outside of its run is touched. */
const controlTools: ReadonlySet<string> = new Set([
  'done',
  'exit_loop',
  'read_output',
  'report_uncertainty',
  'todo',
])

export function isControlTool({ type, target }: Pick<Call, 'type' | 'target'>): boolean {
  return type === 'TOOL' && controlTools.has(target)
}

/**
 * The ruling on a call: of the policies that match, the most specific; of equally specific ones, the strictest (TAS-1).
 * The order of the policies is of no account. Only a policy that names it holds back a call with which an agent ends its work.
 */
export function rule(call: Call, all: ProjectPolicies): Ruling {
  const { policies, fallback } = isControlTool(call) ? onlyNaming(call, all) : all
  const [first] = policies.filter((policy) => matches(policy, call)).toSorted(byWeight)
  if (!first) return { permission: fallback, rule: 'default', reason: null }
  return { permission: first.permission, rule: `policy:${first.id}`, reason: first.reason }
}

function onlyNaming({ target }: Call, { policies }: ProjectPolicies): ProjectPolicies {
  return { policies: policies.filter((policy) => policy.target === target), fallback: 'ALLOW' }
}

/** Formats the calls that a policy matches for people: `agent=billing, type=TOOL, target=refund_*`. */
export function describeCalls(
  policy: Pick<Policy, 'type' | 'target' | 'operation'>,
  agent: string | null,
): string {
  const { type, target, operation } = policy
  const named = Object.entries({ agent, type, target, operation }).filter(([, value]) => value !== null)
  return named.length === 0 ? 'every call' : named.map(([name, value]) => `${name}=${value}`).join(', ')
}

function matches(policy: Policy, call: Call): boolean {
  return (
    (policy.agentId === null || policy.agentId === call.agentId) &&
    (policy.type === null || policy.type === call.type) &&
    (policy.target === null || isNamed(call.target, policy.target)) &&
    (policy.operation === null || policy.operation === call.operation)
  )
}

function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

/** The more specific policy first; of equal ones the stricter. The id only makes the result independent of the order of rows. */
function byWeight(one: Policy, other: Policy): number {
  const [ofOne, ofOther] = [weights(one), weights(other)]
  const differing = ofOne.findIndex((weight, index) => weight !== ofOther[index])
  if (differing >= 0) return (ofOther[differing] ?? 0) - (ofOne[differing] ?? 0)
  return strictness(other) - strictness(one) || (one.id < other.id ? -1 : 1)
}

/**
 * Weights of a policy's specificity; the first number that differs decides. An agent outweighs a name, a whole name outweighs a prefix, a
 * longer prefix a shorter one, then come operation and type. `*` alone weighs no more than no name.
 */
function weights({ agentId, target, operation, type }: Policy): readonly number[] {
  const isBeginning = target?.endsWith('*') ?? false
  return [
    agentId === null ? 0 : 1,
    target === null || isBeginning ? 0 : 1,
    target !== null && isBeginning ? target.length - 1 : 0,
    operation === null ? 0 : 1,
    type === null ? 0 : 1,
  ]
}

function strictness({ permission }: Policy): number {
  return { ALLOW: 0, REQUIRE_APPROVAL: 1, DENY: 2 }[permission]
}
