import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type ConditionVerdict, decide, type RunRights } from '../../../src/domain/decide-call.ts'
import {
  type Call,
  callPermission,
  type Permission,
  type Policy,
  policyScope,
} from '../../../src/domain/permission.ts'
import { propertyTrials } from '../../support/trials.ts'

const call: Call = { type: 'TOOL', target: 'pay', operation: null }

/** What conditions come to, by their texts. */
const verdicts: Readonly<Record<string, ConditionVerdict>> = {
  holds: { ok: true, holds: true },
  fails: { ok: true, holds: false },
  broken: { ok: false, problem: 'is broken' },
}

const evaluate = (text: string) => verdicts[text] ?? { ok: false, problem: 'is unknown' }

const agents = ['x', 'y', 'z']
const policies = fc
  .array(
    fc.record({
      agentId: fc.constantFrom(null, ...agents),
      appliesTo: fc.constantFrom(...policyScope.options),
      type: fc.constantFrom(null, 'TOOL' as const, 'AGENT' as const),
      target: fc.constantFrom(null, 'pay', 'p*', 'look'),
      operation: fc.constant(null),
      condition: fc.constantFrom(null, ...Object.keys(verdicts)),
      permission: fc.constantFrom(...callPermission.options),
      reason: fc.constant(null),
    }),
    { maxLength: 16 },
  )
  .map((drawn) => drawn.map((fields, n): Policy => ({ ...fields, id: `${n}` })))

const everything = { tools: ['pay'], relics: [], workflows: [], subagents: [], specialists: [] }
const boundTo = (agentId: string) => ({ agentId, slug: agentId, version: 1, ...everything })
const rights = fc.record({
  agent: fc.constantFrom(...agents).map((agentId) => ({ agentId, slug: agentId, version: 1 })),
  above: fc.array(fc.constantFrom(...agents), { maxLength: 3 }),
  bound: fc.constantFrom(null, ...agents),
})

const order: readonly Permission[] = ['ALLOW', 'REQUIRE_APPROVAL', 'DENY']

/** The rule once more, from the words of docs/permission.md: by counting points, agent by agent. */
function oracle(all: readonly Policy[], fallback: Permission, of: RunRights) {
  const counts = ({ condition, permission }: Policy) =>
    condition === null || condition === 'holds' || (condition === 'broken' && permission !== 'ALLOW')
  const speaking = all.filter(
    (one) => one.type !== 'AGENT' && ['pay', 'p*', null].includes(one.target) && counts(one),
  )
  const points = (one: Policy) =>
    (one.agentId === null ? 0 : 1_000) +
    (one.target === 'pay' ? 500 : one.target === 'p*' ? 100 : 0) +
    (one.type === null ? 0 : 10) +
    (one.condition === null ? 0 : 5) +
    order.indexOf(one.permission)
  const best = (some: readonly Policy[]) => some.toSorted((a, b) => points(b) - points(a))[0]?.permission
  const ruledFor = (agentId: string) =>
    best(speaking.filter((one) => one.agentId === null || one.agentId === agentId)) ?? fallback
  const fromAbove = of.above
    .filter(({ agentId }) => agentId !== of.agent.agentId)
    .map(({ agentId }) =>
      best(speaking.filter((one) => one.agentId === agentId && one.appliesTo === 'DESCENDANTS')),
    )
  const ofToken =
    of.bound === null || of.bound.agentId === of.agent.agentId ? 'ALLOW' : ruledFor(of.bound.agentId)
  const strictest = [ruledFor(of.agent.agentId), ...fromAbove, ofToken]
    .map((permission) => order.indexOf(permission ?? 'ALLOW'))
    .reduce((a, b) => Math.max(a, b))
  return { permission: order[strictest], isFinal: ofToken === 'DENY' }
}

describe('the decision on a call below other runs', () => {
  property.prop([policies, fc.constantFrom(...callPermission.options), rights], propertyTrials(5_000))(
    'TAS-10 TAS-11 TAS-12 is the strictest of its own, of those from above and of that of the token',
    (all, fallback, { agent, above, bound }) => {
      const of: RunRights = {
        ...{ agent, bound: bound === null ? null : boundTo(bound), evaluate },
        above: above.map((agentId) => ({ agentId, slug: agentId })),
      }
      const decision = decide(call, of, { policies: all, fallback })
      expect({ permission: decision.permission, isFinal: decision.isFinal }).toEqual(
        oracle(all, fallback, of),
      )
      expect(decision.denials.length > 0).toBe(decision.permission === 'DENY')
      const deciding = all.find(({ id }) => decision.rule === `policy:${id}`)
      const ruleAgents = [deciding?.agentId ?? null, of.bound?.slug ?? null]
      if (decision.rule !== 'default') expect(deciding?.permission).toBe(decision.permission)
      expect(ruleAgents).toContain(decision.ruleAgent)
    },
  )

  const policy = (agentId: string, permission: Permission, fields: Partial<Policy> = {}): Policy => ({
    ...{
      id: `${agentId}-${permission}`,
      agentId,
      type: null,
      target: 'pay',
      operation: null,
      condition: null,
    },
    ...{ appliesTo: 'DESCENDANTS', permission, reason: `As ${agentId} says.`, ...fields },
  })

  const below: RunRights = {
    agent: { agentId: 'x', slug: 'x', version: 1 },
    above: [
      { agentId: 'z', slug: 'z' },
      { agentId: 'y', slug: 'y' },
    ],
    ...{ bound: null, evaluate },
  }

  test('TAS-10 names each rule that denies, and the nearest agent first', () => {
    const all = { policies: [policy('z', 'DENY'), policy('y', 'DENY')], fallback: 'ALLOW' } as const
    expect(decide(call, below, all)).toEqual({
      ...{ permission: 'DENY', rule: 'policy:y-DENY', ruleAgent: 'y', reason: 'As y says. As z says.' },
      ...{ denials: ['policy:y-DENY', 'policy:z-DENY'], isFinal: false },
    })
  })

  test('TAS-10 lets an ALLOW except calls from a less specific policy of its agent, and permit nothing', () => {
    const general = policy('y', 'DENY', { target: 'p*' })
    const excepted = { policies: [general, policy('y', 'ALLOW')], fallback: 'ALLOW' } as const
    expect(decide(call, below, excepted).permission).toBe('ALLOW')
    expect(decide(call, below, { ...excepted, fallback: 'DENY' }).permission).toBe('DENY')
    const denied = { ...excepted, policies: [...excepted.policies, policy('z', 'DENY')] }
    expect(decide(call, below, denied).ruleAgent).toBe('z')
  })

  test('TAS-12 says what is wrong with a condition that cannot be decided', () => {
    const all = { policies: [policy('x', 'DENY', { condition: 'broken' })], fallback: 'ALLOW' } as const
    expect(decide(call, below, all).reason).toBe('As x says. Its condition is broken.')
  })
})
