import { z } from 'zod'
import type { ActionType } from './action.ts'
import type { CallerKind } from './caller.ts'
import { about, choice, object } from './declared.ts'
import { given, needed } from './given.ts'
import type { JsonObject } from './json.ts'

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

export const policyScope = choice('PolicyScope', 'Runs of an agent that a policy applies to.', {
  AGENT: 'The runs of the agent.',
  DESCENDANTS:
    'The runs of the agent, and all runs below them, whichever agents they are of. ALLOW permits nothing below: it only excepts calls from a less specific policy of the agent that also applies to the descendants.',
})
export type PolicyScope = z.infer<typeof policyScope>

export const givenPolicy = z.object({
  agent: given.key('Agent', 'Global id or slug of the agent whose calls the policy applies to.'),
  appliesTo: given.one(
    policyScope,
    'Whether the policy applies to the runs of the agent alone, or also to all runs below them. DESCENDANTS needs an `agent`. Default AGENT.',
  ),
  type: given.one(permittedType, 'Type of the calls that the policy applies to.'),
  target: given.text(
    'Name of the tool, relic, workflow or agent. With `*` at the end, all names with this prefix.',
  ),
  operation: given.text('Operation of a relic: `get`, `query` or `request`.'),
  condition: given.text(
    'Condition of the policy, in CEL, over the run that makes the call: `caller` (`name`, `kind`), `run` (`id`, `rootId`, `parentId`, `depth`, `agent`, `agentVersion`, `sessionKey`), `ancestors` (a list of `runId`, `agent` and `agentVersion`, from the root to the parent) and `context.<key>`. Such as `ancestors.exists(a, a.agent == "support")`. If it cannot be evaluated, DENY and REQUIRE_APPROVAL apply, and ALLOW does not.',
  ),
  permission: needed.one(callPermission, 'Permission of the calls.'),
  reason: given.text('Reason for the policy, which a refused caller receives.'),
})

/** A call that is to be made. */
export interface Call {
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
  /** AGENT where it names no agent. */
  readonly appliesTo: PolicyScope
  readonly type: PermittedType | null
  /** A name; with `*` at its end, all names that begin so. */
  readonly target: string | null
  readonly operation: string | null
  /** A CEL expression over the run that makes the call. */
  readonly condition: string | null
  readonly permission: Permission
  /** Reason for the refused caller. */
  readonly reason: string | null
}

export const ruling = object('Ruling', 'Permission of a call, and the rule that decided.', {
  rule: about(
    'Rule that decided: `policy:` with the UUID of a policy, `hook` for a check in code, `token` for the limits of an access token, or `default`.',
    z.string(),
  ),
  ruleAgent: about(
    'Slug of the agent whose policy decided: of the agent that makes the call, of an agent above it if the policy applies to descendants, or of the agent of the access token. Null if the rule is of no agent.',
    z.string().nullable(),
  ),
  reason: about(
    'Reason for the decision. Null if the rule gives none. If several rules deny the call, it has the reason of each.',
    z.string().nullable(),
  ),
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

/** The call as a hook sees it: all of it copies. */
export interface PermissionRequest extends Call {
  readonly projectId: string
  /** The agent's slug. */
  readonly agent: string
  readonly runId: string
  /** Who asked for the run, or for the root of its tree. */
  readonly caller: RunCaller
  readonly run: CallingRun
  /** The runs above, from the root to the parent; empty for a root. */
  readonly ancestors: readonly AncestorRun[]
  /** The context of the run at this moment, copied when it is first read. Actions of the run may have written to it. */
  readonly context: JsonObject
  /** The arguments as the tool, relic, workflow or agent would get them. */
  readonly parameters: unknown
}

/** Who asked for a run, as its credentials said. */
export interface RunCaller {
  /** `null`: no caller did, as for a schedule. */
  readonly name: string | null
  /** `null`: no caller did, or the kind was not recorded. */
  readonly kind: CallerKind | null
}

/** The run that makes a call. */
export interface CallingRun {
  readonly id: string
  readonly rootId: string
  /** `null`: it is the root of its tree. */
  readonly parentId: string | null
  /** 0 for a root. */
  readonly depth: number
  /** The agent's slug. */
  readonly agent: string
  readonly agentVersion: number
  /** `null`: it is in no session. */
  readonly sessionKey: string | null
}

/** A run above the one that makes a call. */
export interface AncestorRun {
  readonly runId: string
  /** The agent's slug. */
  readonly agent: string
  readonly agentVersion: number
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

/** Formats the calls that a policy matches for people: `agent=billing, type=TOOL, target=refund_*`. */
export function describeCalls(
  policy: Pick<Policy, 'type' | 'target' | 'operation' | 'condition'>,
  agent: string | null,
): string {
  const { type, target, operation, condition } = policy
  const named = Object.entries({ agent, type, target, operation, condition }).filter(
    ([, value]) => value !== null,
  )
  return named.length === 0 ? 'every call' : named.map(([name, value]) => `${name}=${value}`).join(', ')
}
