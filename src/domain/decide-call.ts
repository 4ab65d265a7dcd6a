import {
  type Call,
  isControlTool,
  type Permission,
  type Policy,
  type ProjectPolicies,
  type Ruling,
} from './permission.ts'
import { isWithin, type RightsBound } from './rights-bound.ts'

/** Whether a condition holds, or why that is undecidable. */
export type ConditionVerdict =
  | { readonly ok: true; readonly holds: boolean }
  | { readonly ok: false; readonly problem: string }

/** Evaluates the condition of a policy for the run that makes the call. */
export type EvaluateCondition = (text: string) => ConditionVerdict

/** An agent whose policies count for a call. */
interface RightfulAgent {
  readonly agentId: string
  readonly slug: string
}

/** Whose rights count for the calls of a run. */
export interface RunRights {
  /** The agent of the run. */
  readonly agent: RightfulAgent & { readonly version: number }
  /** The agents of the runs above, from the root to the parent. */
  readonly above: readonly RightfulAgent[]
  /** The agent beyond whose rights it cannot reach; `null`: there is none. */
  readonly bound: RightsBound | null
  readonly evaluate: EvaluateCondition
}

/** Rulings of several agents on one call, as one. */
export interface Decision extends Ruling {
  /** The rules by which it is denied; empty where it is not. */
  readonly denials: readonly string[]
  /** Whether no human can overrule the denial, and no specialist make the call. */
  readonly isFinal: boolean
}

/**
 * Decides on a call by the policies: those for the agent that makes it, and those of the agents above that apply to descendants (TAS-1,
 * TAS-10); in the tree of an access token also those for its agent (TAS-11). The strictest ruling holds; of equally strict ones that of the
 * nearest agent.
 */
export function decide(call: Call, rights: RunRights, all: ProjectPolicies): Decision {
  const beyond = refuseBeyond(call, rights)
  if (beyond) return beyond
  const { agent, above, evaluate } = rights
  const others = new Map(above.toReversed().map((one) => [one.agentId, one]))
  others.delete(agent.agentId)
  const policies = speakingOf(call, all)
  const inherited = [...others.values()].flatMap(
    (ancestor) => inheritedRuling(policies, ancestor, evaluate) ?? [],
  )
  return capped([rule(policies, agent, evaluate), ...inherited], rulingOfBound(policies, rights))
}

/** Decides as the check in code does, within the policies for the agent of an access token: the default of the project is none of them. */
export function decideByHook(ruling: Ruling, call: Call, rights: RunRights, all: ProjectPolicies): Decision {
  const ofBound = rulingOfBound(speakingOf(call, all), rights)
  return capped([ruling], ofBound?.rule === 'default' ? null : ofBound)
}

function rulingOfBound(policies: ProjectPolicies, { agent, bound, evaluate }: RunRights): Ruling | null {
  if (bound === null || bound.agentId === agent.agentId) return null
  return { ...rule(policies, bound, evaluate), ruleAgent: bound.slug }
}

function capped(rulings: readonly [Ruling, ...Ruling[]], ofBound: Ruling | null): Decision {
  if (ofBound === null) return strictest(rulings)
  if (ofBound.permission === 'DENY') return { ...strictest([ofBound, ...rulings]), isFinal: true }
  return strictest([...rulings, ofBound])
}

/** Refuses a call that the agent of the bound could not make by its definition, whatever hook and policies say (TAS-11). */
export function refuseBeyond(call: Call, { agent, bound }: RunRights): Decision | null {
  if (bound === null || isWithin(bound, call, agent)) return null
  const reason = `The run belongs to an access token for the agent "${bound.slug}", which cannot make this call itself.`
  const ruling = { permission: 'DENY', rule: 'token', ruleAgent: bound.slug, reason } as const
  return { ...strictest([ruling]), isFinal: true }
}

/** The strictest of the rulings, the first of equally strict ones; with the reasons of all that deny. */
function strictest([first, ...others]: readonly [Ruling, ...Ruling[]]): Decision {
  const deciding = others.reduce(
    (strict, other) => (strictness(other) > strictness(strict) ? other : strict),
    first,
  )
  if (deciding.permission !== 'DENY') return { ...deciding, denials: [], isFinal: false }
  const denying = [first, ...others].filter(({ permission }) => permission === 'DENY')
  const reasons = new Set(denying.flatMap(({ reason }) => reason ?? []))
  return {
    ...deciding,
    reason: reasons.size === 0 ? null : [...reasons].join(' '),
    denials: denying.map((denial) => denial.rule),
    isFinal: false,
  }
}

/** The policies about a call, whichever agents they are of. Only one that names it holds back a call with which an agent ends its work. */
function speakingOf(call: Call, { policies, fallback }: ProjectPolicies): ProjectPolicies {
  const speaking = policies.filter((policy) => speaksOf(policy, call))
  if (!isControlTool(call)) return { policies: speaking, fallback }
  return { policies: speaking.filter(({ target }) => target === call.target), fallback: 'ALLOW' }
}

/**
 * The ruling on a call of an agent: of its policies about the call, the most specific; of equally specific ones, the strictest (TAS-1).
 * The order of the policies is of no account.
 */
function rule(all: ProjectPolicies, agent: RightfulAgent, evaluate: EvaluateCondition): Ruling {
  const own = all.policies.filter(({ agentId }) => agentId === null || agentId === agent.agentId)
  const ruling = mostSpecific(own, agent, evaluate)
  return ruling ?? { permission: all.fallback, rule: 'default', ruleAgent: null, reason: null }
}

/** What an agent above has against a call of a run below; `null` where nothing. An ALLOW permits nothing there. */
function inheritedRuling(
  { policies }: ProjectPolicies,
  ancestor: RightfulAgent,
  evaluate: EvaluateCondition,
): Ruling | null {
  const travelling = policies.filter(
    ({ agentId, appliesTo }) => agentId === ancestor.agentId && appliesTo !== 'AGENT',
  )
  const ruling = mostSpecific(travelling, ancestor, evaluate)
  return ruling?.permission === 'ALLOW' ? null : ruling
}

/** By the first policy whose condition holds. One that cannot be decided holds against the call, and never for it (TAS-12). */
function mostSpecific(
  policies: readonly Policy[],
  agent: RightfulAgent,
  evaluate: EvaluateCondition,
): Ruling | null {
  for (const { id, agentId, condition, permission, reason } of policies.toSorted(byWeight)) {
    const verdict: ConditionVerdict = condition === null ? { ok: true, holds: true } : evaluate(condition)
    if (verdict.ok ? !verdict.holds : permission === 'ALLOW') continue
    const problem = verdict.ok ? [] : [`Its condition ${verdict.problem}.`]
    const reasons = [...(reason === null ? [] : [reason]), ...problem]
    return {
      ...{ permission, rule: `policy:${id}`, ruleAgent: agentId === null ? null : agent.slug },
      reason: reasons.length === 0 ? null : reasons.join(' '),
    }
  }
  return null
}

function speaksOf({ type, target, operation }: Policy, call: Call): boolean {
  return (
    (type === null || type === call.type) &&
    (target === null || isNamed(call.target, target)) &&
    (operation === null || operation === call.operation)
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
 * longer prefix a shorter one, then come operation, type and condition. `*` alone weighs no more than no name.
 */
function weights({ agentId, target, operation, type, condition }: Policy): readonly number[] {
  const isBeginning = target?.endsWith('*') ?? false
  return [
    agentId === null ? 0 : 1,
    target === null || isBeginning ? 0 : 1,
    target !== null && isBeginning ? target.length - 1 : 0,
    operation === null ? 0 : 1,
    type === null ? 0 : 1,
    condition === null ? 0 : 1,
  ]
}

function strictness({ permission }: { readonly permission: Permission }): number {
  return { ALLOW: 0, REQUIRE_APPROVAL: 1, DENY: 2 }[permission]
}
