import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/domain/decide-call.ts'
import {
  type Call,
  callPermission,
  describeCalls,
  type Permission,
  type Policy,
  type ProjectPolicies,
  permittedType,
  policyScope,
} from '../../../src/domain/permission.ts'
import { propertyTrials } from '../../support/trials.ts'

const anything = {
  agentId: null,
  appliesTo: 'AGENT',
  type: null,
  target: null,
  operation: null,
  condition: null,
  reason: null,
} as const

let made = 0
function policy(permission: Permission, fields: Partial<Policy> = {}): Policy {
  return { ...anything, id: `p${++made}`, permission, ...fields }
}

/** A call, and the agent that makes it in a run of its own. */
interface OwnCall extends Call {
  readonly agentId: string
}

function rule({ agentId, ...call }: OwnCall, all: ProjectPolicies) {
  const { permission, rule, reason } = decide(
    call,
    {
      agent: { agentId, slug: agentId, version: 1 },
      above: [],
      bound: null,
      evaluate: () => ({ ok: true, holds: true }),
    },
    all,
  )
  return { permission, rule, reason }
}

const call: OwnCall = { agentId: 'ann', type: 'RELIC', target: 'orders_db', operation: 'query' }

test('TAS-1 only a policy that names it holds back a tool by which an agent ends its work', () => {
  const asked = (target: string) =>
    rule(
      { agentId: 'ann', type: 'TOOL', target, operation: null },
      {
        policies: [
          policy('DENY'),
          policy('DENY', { target: 'to*' }),
          policy('REQUIRE_APPROVAL', { target: 'done' }),
        ],
        fallback: 'DENY',
      },
    ).permission
  expect(asked('todo')).toBe('ALLOW')
  expect(asked('done')).toBe('REQUIRE_APPROVAL')
  expect(asked('total')).toBe('DENY')
})

const names = fc.constantFrom('a', 'ab', 'abc', 'b', 'abcd')
const calls: fc.Arbitrary<OwnCall> = fc.record({
  agentId: fc.constantFrom('x', 'y'),
  type: fc.constantFrom(...permittedType.options),
  target: names,
  operation: fc.constantFrom(null, 'get', 'put'),
})
const policies = fc
  .array(
    fc.record({
      agentId: fc.constantFrom(null, 'x', 'y'),
      appliesTo: fc.constantFrom(...policyScope.options),
      type: fc.constantFrom(null, ...permittedType.options),
      target: fc.oneof(fc.constant(null), names, fc.constantFrom('*', 'a*', 'ab*', 'b*', 'abc*')),
      operation: fc.constantFrom(null, 'get', 'put'),
      condition: fc.constant(null),
      permission: fc.constantFrom(...callPermission.options),
      reason: fc.constantFrom(null, 'Because.'),
    }),
    { maxLength: 20 },
  )
  .map((drawn) => drawn.map((fields, n): Policy => ({ ...fields, id: `${n}`.padStart(2, '0') })))
const fallbacks = fc.constantFrom(...callPermission.options)

function isFor({ agentId, type, target, operation }: Policy, of: OwnCall): boolean {
  const pattern = target === null ? /^/ : new RegExp(`^${target.replace('*', '.*')}$`)
  return (
    (agentId ?? of.agentId) === of.agentId &&
    (type ?? of.type) === of.type &&
    pattern.test(of.target) &&
    (operation ?? of.operation) === of.operation
  )
}

/** The rule once more, by counting points. */
function points({ agentId, type, target, operation, permission }: Policy): number {
  const ofTarget = target === null ? 0 : target.endsWith('*') ? target.length - 1 : 1_000
  const ofRest = (operation === null ? 0 : 2) + (type === null ? 0 : 1)
  const ofSpecificity = (agentId === null ? 0 : 1e6) + ofTarget * 100 + ofRest * 10
  return ofSpecificity + (permission === 'DENY' ? 2 : permission === 'REQUIRE_APPROVAL' ? 1 : 0)
}

describe('the ruling on a call', () => {
  property.prop([policies, calls, fallbacks], propertyTrials(3_000))(
    'TAS-1 is that of the most specific policy that matches, the strictest of equals, and else the default',
    (all, of, fallback) => {
      const best = Math.max(...all.filter((one) => isFor(one, of)).map(points))
      const { permission, rule: by } = rule(of, { policies: all, fallback })
      if (best === Number.NEGATIVE_INFINITY) {
        expect({ permission, by }).toEqual({ permission: fallback, by: 'default' })
        return
      }
      const decided = all.find(({ id }) => by === `policy:${id}`)
      if (!decided) throw new Error(`No policy is ${by}.`)
      expect(isFor(decided, of)).toBe(true)
      expect(points(decided)).toBe(best)
      expect(permission).toBe(decided.permission)
    },
  )

  property.prop(
    [
      policies.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      calls,
    ],
    {
      ...propertyTrials(1_000),
    },
  )('TAS-1 does not depend on the order of the policies', ([all, shuffled], of) => {
    const fallback = 'ALLOW'
    expect(rule(of, { policies: shuffled, fallback })).toEqual(rule(of, { policies: all, fallback }))
  })

  property.prop([policies, calls, fallbacks], propertyTrials(1_000))(
    'TAS-1 is the same with and without the policies that do not match',
    (all, of, fallback) => {
      const matching = all.filter((one) => isFor(one, of))
      expect(rule(of, { policies: all, fallback })).toEqual(rule(of, { policies: matching, fallback }))
    },
  )

  property.prop([policies, calls, fc.constantFrom(...callPermission.options)], propertyTrials(1_000))(
    'TAS-1 is that of a policy for just this call, whatever else there is that is less specific',
    (all, of, permission) => {
      const { agentId, type, target, operation } = of
      const exact = policy(permission, { agentId, type, target, operation, reason: 'Just this.' })
      const others = all.filter(
        (one) => one.agentId === null || one.target === null || one.target.endsWith('*') || !isFor(one, of),
      )
      expect(rule(of, { policies: [...others, exact], fallback: 'DENY' })).toEqual({
        permission,
        rule: `policy:${exact.id}`,
        reason: 'Just this.',
      })
    },
  )

  property.prop([policies, calls], propertyTrials(1_000))(
    'TAS-1 is refused by a DENY that stands beside an equally specific policy',
    (all, of) => {
      const { rule: by } = rule(of, { policies: all, fallback: 'ALLOW' })
      const decided = all.find(({ id }) => by === `policy:${id}`)
      if (!decided) return
      const strict = { ...decided, id: 'zz', permission: 'DENY' } as const
      expect(rule(of, { policies: [...all, strict], fallback: 'ALLOW' }).permission).toBe('DENY')
    },
  )

  test.each([
    ['the agent before the name', { agentId: 'ann' }, { target: 'orders_db', operation: 'query' }],
    ['a whole name before a beginning', { target: 'orders_db' }, { target: 'orders_d*', type: 'RELIC' }],
    [
      'the longer beginning before the shorter',
      { target: 'orders*' },
      { target: 'ord*', operation: 'query' },
    ],
    ['a beginning before an operation', { target: 'o*' }, { operation: 'query', type: 'RELIC' }],
    ['an operation before a type', { operation: 'query' }, { type: 'RELIC' }],
    ['a type before a condition', { type: 'RELIC' }, { condition: 'true' }],
    ['a condition before nothing', { condition: 'true' }, {}],
    ['anything before nothing', { type: 'RELIC' }, {}],
    ['an operation before `*`, which says no more than no name', { operation: 'query' }, { target: '*' }],
  ] as const)('TAS-1 takes %s', (_, more, less) => {
    const [first, second] = [policy('ALLOW', more), policy('DENY', less)]
    expect(rule(call, { policies: [second, first], fallback: 'DENY' }).rule).toBe(`policy:${first.id}`)
  })

  test('TAS-1 holds a policy with an operation to be about relics only', () => {
    const denied = { policies: [policy('DENY', { operation: 'query' })], fallback: 'ALLOW' } as const
    expect(rule(call, denied).permission).toBe('DENY')
    expect(rule({ ...call, type: 'TOOL', operation: null }, denied).rule).toBe('default')
  })

  test('TAS-1 takes names letter by letter: no part of a pattern but its last `*` means anything', () => {
    const of = (target: string, name: string) =>
      rule({ ...call, target: name }, { policies: [policy('DENY', { target })], fallback: 'ALLOW' })
        .permission
    expect(of('a.c', 'abc')).toBe('ALLOW')
    expect(of('Orders_db', 'orders_db')).toBe('ALLOW')
    expect(of('orders', 'orders_db')).toBe('ALLOW')
    expect(of('a.*', 'a.c')).toBe('DENY')
    expect(of('a.*', 'abc')).toBe('ALLOW')
  })
})

test('TAS-1 the calls of a policy are described in words', () => {
  expect(describeCalls(policy('DENY', { type: 'TOOL', target: 'refund_*' }), 'billing')).toBe(
    'agent=billing, type=TOOL, target=refund_*',
  )
  expect(describeCalls(policy('DENY'), null)).toBe('every call')
})
