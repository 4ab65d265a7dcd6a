import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { planWaves } from '../../../../src/domain/plan/plan-waves.ts'
import { propertyTrials } from '../../../support/trials.ts'
import { checkedPlan } from '../../engine/plan/plan-builders.ts'
import { randomPlan } from '../../engine/plan/random-plans.ts'

describe('the waves of a plan that nothing executes', () => {
  test.prop(
    [randomPlan(1, 40), fc.subarray(['shared_0', 'key_a1', 'key_a3', 'key_a7'])],
    propertyTrials(200),
  )(
    'DAG-2 DAG-8 are those that the check of the plan gives, whatever the context has',
    (actions, contextKeys) => {
      const { plan, nodes } = checkedPlan(
        actions.map(({ definition }) => definition),
        {},
        contextKeys,
      )
      expect(planWaves(plan, new Set(contextKeys))).toEqual(nodes.map(({ wave }) => wave))
    },
  )
})
