import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type BudgetState, decideReservation, projectBudgetKey } from '../../../src/domain/budget.ts'
import { addDecimals, compareDecimals } from '../../../src/domain/decimal.ts'

const nothing = { costUsd: '0', tokens: 0 }

function budget(fields: Partial<BudgetState> = {}): BudgetState {
  return {
    key: 'run:1',
    scope: 'RUN',
    maxCostUsd: null,
    maxTokens: null,
    spent: nothing,
    reserved: nothing,
    ...fields,
  }
}

const cents = fc.nat({ max: 200 }).map((n) => (n / 100).toFixed(2))
const tokens = fc.nat({ max: 200 })
const spend = fc.record({ costUsd: cents, tokens })
const state = fc.record({
  key: fc.uuid(),
  scope: fc.constantFrom('RUN', 'TREE', 'PROJECT'),
  maxCostUsd: fc.option(cents),
  maxTokens: fc.option(tokens),
  spent: spend,
  reserved: spend,
}) satisfies fc.Arbitrary<BudgetState>

describe('the decision about a hold', () => {
  test('LIM-9 the rest to the last fraction of a cent fits, one more does not', () => {
    const third = budget({ maxCostUsd: '0.3', spent: { costUsd: '0.1', tokens: 0 } })
    expect(decideReservation({ costUsd: '0.2', tokens: 9 }, [third])).toEqual({ kind: 'fits' })
    expect(decideReservation({ costUsd: '0.2000000001', tokens: 9 }, [third])).toEqual({
      kind: 'refused',
      reason: 'COST_LIMIT',
      scope: 'RUN',
      remainingUsd: '0.2',
      remainingTokens: null,
      mayFree: false,
    })
  })

  test('LIM-9 the tightest of all budgets determines the rest', () => {
    const budgets = [
      budget({ maxTokens: 100, spent: { costUsd: '1', tokens: 40 } }),
      budget({ scope: 'TREE', maxTokens: 80, maxCostUsd: '5', spent: { costUsd: '3', tokens: 70 } }),
      budget({ scope: 'PROJECT', maxCostUsd: '2.5', spent: { costUsd: '1', tokens: 70 } }),
    ]
    expect(decideReservation({ costUsd: '0', tokens: 11 }, budgets)).toMatchObject({
      reason: 'TOKEN_LIMIT',
      scope: 'TREE',
      remainingUsd: '1.5',
      remainingTokens: 10,
    })
  })

  test('LIM-9 names a final refusal before one by present holds', () => {
    const held = budget({ maxTokens: 10, reserved: { costUsd: '0', tokens: 10 } })
    const spent = budget({ scope: 'PROJECT', maxCostUsd: '1', spent: { costUsd: '1', tokens: 0 } })
    const worst = { costUsd: '0.5', tokens: 5 }
    expect(decideReservation(worst, [held])).toMatchObject({ reason: 'TOKEN_LIMIT', mayFree: true })
    expect(decideReservation(worst, [held, spent])).toMatchObject({ reason: 'COST_LIMIT', mayFree: false })
  })

  test.prop([spend, fc.array(state, { maxLength: 4 })])(
    'LIM-9 fits exactly where no limit is exceeded, and then spent and reserved stay within each',
    (worst, budgets) => {
      const within = (maximum: (of: BudgetState) => boolean) => budgets.every(maximum)
      const expected = within(
        ({ maxCostUsd, maxTokens, spent, reserved }) =>
          (maxCostUsd === null ||
            compareDecimals(addDecimals(spent.costUsd, reserved.costUsd, worst.costUsd), maxCostUsd) <= 0) &&
          (maxTokens === null || spent.tokens + reserved.tokens + worst.tokens <= maxTokens),
      )
      expect(decideReservation(worst, budgets).kind === 'fits').toBe(expected)
    },
  )

  test.prop([spend, fc.array(state, { minLength: 1, maxLength: 4 })])(
    'LIM-9 may be freed exactly where it would fit without any reservation',
    (worst, budgets) => {
      const refusal = decideReservation(worst, budgets)
      const freed = decideReservation(
        worst,
        budgets.map((each) => ({ ...each, reserved: nothing })),
      )
      if (refusal.kind === 'refused') expect(refusal.mayFree).toBe(freed.kind === 'fits')
    },
  )
})

test('LIM-9 the day of a project ends at midnight UTC', () => {
  expect(projectBudgetKey('p', new Date('2026-11-21T23:59:59.999Z'))).toBe('project:p:2026-11-21')
  expect(projectBudgetKey('p', new Date('2026-11-22T00:00:00.000Z'))).toBe('project:p:2026-11-22')
})
