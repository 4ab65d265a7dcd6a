import type { ActionType } from './action.ts'

export const permissions = ['ALLOW', 'DENY', 'REQUIRE_APPROVAL'] as const
/** Whether a call may be made: yes, no, or once a human has approved it. */
export type Permission = (typeof permissions)[number]

/** The types of actions that reach outside of the run, and are permitted or not. */
export const permittedTypes = ['TOOL', 'RELIC', 'WORKFLOW', 'AGENT'] as const satisfies readonly ActionType[]
export type PermittedType = (typeof permittedTypes)[number]

/** A call that is to be made. */
export interface Call {
  readonly agentId: string
  readonly type: PermittedType
  /** The name of the tool, relic, workflow or agent. */
  readonly target: string
  /** Of a relic: what it is to do; `null` elsewhere. */
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
  /** Why, for the one who is refused. */
  readonly reason: string | null
}

/** What holds for a call, and by which rule. */
export interface Ruling {
  readonly permission: Permission
  /** `policy:<id>`, `hook`, or `default`. */
  readonly rule: string
  readonly reason: string | null
}

/** What a project has decided about calls. */
export interface ProjectPolicies {
  readonly policies: readonly Policy[]
  /** What holds for a call that no policy speaks of. */
  readonly fallback: Permission
}

/** The rows of policies. */
export interface PolicyStore {
  of(projectId: string): Promise<ProjectPolicies>
}

/** The call as a hook sees it. */
export interface HookedCall extends Omit<Call, 'agentId'> {
  readonly projectId: string
  readonly agent: string
  readonly runId: string
  readonly parameters: unknown
}

/**
 * Decides in code about a call, before any policy (TAS-1). Nothing: the policies decide. One that throws, or gives anything else, refuses.
 */
export type CanExecuteTool = (
  call: HookedCall,
) => Permission | null | undefined | Promise<Permission | null | undefined>

/** The ruling on a call: of the policies that match, the most specific; of equally specific ones, the strictest (TAS-1). */
export function rule(call: Call, { policies, fallback }: ProjectPolicies): Ruling {
  const matching = policies.filter((policy) => matches(policy, call))
  const [first] = matching.toSorted(
    (a, b) => specificity(b) - specificity(a) || strictness(b) - strictness(a),
  )
  if (!first) return { permission: fallback, rule: 'default', reason: null }
  return { permission: first.permission, rule: `policy:${first.id}`, reason: first.reason }
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

/** Agent before target, a whole name before a beginning, the longer beginning before the shorter, before operation, before type. */
function specificity({ agentId, target, operation, type }: Policy): number {
  return (
    (agentId === null ? 0 : 1_000_000) +
    (target === null ? 0 : target.endsWith('*') ? target.length : 10_000) * 10 +
    (operation === null ? 0 : 2) +
    (type === null ? 0 : 1)
  )
}

function strictness({ permission }: Policy): number {
  return { ALLOW: 0, REQUIRE_APPROVAL: 1, DENY: 2 }[permission]
}
