import { describe, expect, test } from 'vitest'
import type { BudgetState, Budgets, Reserved, Spend } from '../../../../src/domain/budget.ts'
import { toDecimal } from '../../../../src/domain/decimal.ts'
import type { PriceOf } from '../../../../src/domain/usage.ts'
import {
  assumedMaxOutputTokens,
  type CallToReserve,
  reserveBudget,
  waitMs,
} from '../../../../src/engine/model/reserve-budget.ts'
import { Stop } from '../../../../src/engine/stop.ts'
import { createFakeClock } from '../../../../src/testing/fake-clock.ts'

const run = { id: 'r', epoch: 1, projectId: 'p', ancestorIds: [] }

const nothing = { costUsd: '0', tokens: 0 }

const untouched = { key: 'run:r', scope: 'RUN', spent: nothing, reserved: nothing } as const

const limit: BudgetState = { ...untouched, maxCostUsd: '1', maxTokens: null }

const tokenLimit: BudgetState = { ...untouched, maxCostUsd: null, maxTokens: 100_000 }

/** A dollar for a thousand tokens. */
const dollarForThousand: PriceOf = ({ usage }) => ({
  costUsd: toDecimal((usage.inputTokens + usage.outputTokens) / 1_000),
  priceVersion: 'test',
  pricedAs: 'test',
})

const call = {
  messageId: 'm',
  provider: 'x',
  model: 'y',
  worstInputTokens: () => 100,
  maxOutputTokens: 500,
  floor: 50,
  signals: [new AbortController().signal],
} satisfies CallToReserve

/** Budgets that answer as a test says. */
function answering(budgets: readonly BudgetState[], answers: readonly Reserved[]) {
  const asked: Spend[] = []
  const settled: [string, Spend | null][] = []
  const fake: Budgets = {
    isProjectLimited: async () => budgets.some(({ scope }) => scope === 'PROJECT'),
    noteProjectLimited: () => undefined,
    inForce: async () => budgets,
    reserve: async ({ worst }) => {
      asked.push(worst)
      const answer = answers[asked.length - 1]
      if (!answer) throw new Error('One call too many.')
      return answer
    },
    settle: async (id, used) => {
      settled.push([id, used])
    },
    recover: async () => undefined,
    spent: async () => ({ costUsd: '0', tokens: 0 }),
  }
  return { fake, asked, settled }
}

function hold(
  fake: Budgets,
  more: Partial<CallToReserve> = {},
  priceOf = dollarForThousand,
  clock = createFakeClock(),
) {
  const journal = { durable: async () => undefined }
  return reserveBudget(
    { ...call, ...more },
    { run: { ...run }, budgets: fake, priceOf, clock, journal, random: () => 0 },
  )
}

const refused = {
  kind: 'refused',
  reason: 'COST_LIMIT',
  scope: 'RUN',
  remainingUsd: null,
  remainingTokens: null,
  mayFree: false,
} as const

describe('holding a budget', () => {
  test('LIM-9 without a limit nothing is counted, priced or held', async () => {
    const { fake, asked, settled } = answering([], [])
    const worstInputTokens = () => {
      throw new Error('Not to be counted.')
    }
    const held = await hold(fake, { worstInputTokens, maxOutputTokens: null }, () => null)
    expect(held).toMatchObject({ kind: 'held', maxOutputTokens: null })
    if (held.kind === 'held') await held.settle({ costUsd: '1', inputTokens: 1, outputTokens: 1 })
    expect([asked, settled]).toEqual([[], []])
  })

  test('LIM-9 holds the worst case and books the usage', async () => {
    const { fake, asked, settled } = answering([limit], [{ kind: 'reserved' }])
    const held = await hold(fake)
    expect(held).toMatchObject({ kind: 'held', maxOutputTokens: 500 })
    expect(asked).toEqual([{ costUsd: '0.6', tokens: 600 }])
    if (held.kind === 'held') await held.settle({ costUsd: '0.12', inputTokens: 100, outputTokens: 20 })
    expect(settled).toEqual([['m', { costUsd: '0.12', tokens: 120 }]])
  })

  test('LIM-9 an answer without a bound gets one', async () => {
    const { fake, asked } = answering([tokenLimit], [{ kind: 'reserved' }])
    const held = await hold(fake, { maxOutputTokens: null })
    expect(held).toMatchObject({ maxOutputTokens: assumedMaxOutputTokens })
    expect(asked[0]?.tokens).toBe(100 + assumedMaxOutputTokens)
  })

  test('LIM-9 bounds the answer by the rest, down to the floor', async () => {
    const lower = answering([limit], [{ ...refused, remainingUsd: '0.3' }, { kind: 'reserved' }])
    expect(await hold(lower.fake)).toMatchObject({ kind: 'held', maxOutputTokens: 200 })
    const floor = answering([limit], [{ ...refused, remainingUsd: '0.15' }, { kind: 'reserved' }])
    expect(await hold(floor.fake)).toMatchObject({ kind: 'held', maxOutputTokens: 50 })
    const short = answering(
      [limit],
      [
        { ...refused, remainingUsd: '0.1499' },
        { ...refused, remainingUsd: '0.1499' },
      ],
    )
    expect(await hold(short.fake)).toMatchObject({ kind: 'refused', reason: 'COST_LIMIT', scope: 'RUN' })
    expect(short.asked.map(({ tokens }) => tokens)).toEqual([600, 150])
  })

  test('LIM-9 a check that needs no lock takes none', async () => {
    const nearlySpent = { ...limit, spent: { costUsd: '0.7', tokens: 0 } }
    const lower = answering([nearlySpent], [{ kind: 'reserved' }])
    expect(await hold(lower.fake)).toMatchObject({ kind: 'held', maxOutputTokens: 200 })
    expect(lower.asked).toEqual([{ costUsd: '0.3', tokens: 300 }])
    const spent = answering([{ ...limit, spent: { costUsd: '0.9', tokens: 0 } }], [])
    expect(await hold(spent.fake)).toMatchObject({ kind: 'refused', reason: 'COST_LIMIT' })
  })

  test('LIM-9 a shorter answer than the floor may be asked for', async () => {
    const { fake } = answering([limit], [{ kind: 'reserved' }])
    expect(await hold(fake, { maxOutputTokens: 10 })).toMatchObject({ kind: 'held', maxOutputTokens: 10 })
  })

  test('LIM-9 an unknown price cannot be held to a cost limit, and need not be known for a token limit', async () => {
    const { fake, asked } = answering([limit], [])
    expect(await hold(fake, {}, () => null)).toEqual({ kind: 'unpriced', scopes: ['RUN'] })
    expect(asked).toEqual([])
    const tokens = answering([tokenLimit], [{ kind: 'reserved' }])
    expect(await hold(tokens.fake, {}, () => null)).toMatchObject({ kind: 'held' })
    expect(tokens.asked).toEqual([{ costUsd: '0', tokens: 600 }])
  })

  test('LIM-9 waits while others hold enough, longer each time, and then asks for all again', async () => {
    const waiting = { ...refused, remainingUsd: '0', mayFree: true }
    const { fake, asked } = answering(
      [limit],
      [waiting, { ...waiting, mayFree: false }, waiting, { kind: 'reserved' }],
    )
    const clock = createFakeClock()
    const held = hold(fake, {}, dollarForThousand, clock)
    await clock.sleeperOf(25)
    await clock.advance(25)
    await clock.sleeperOf(50)
    await clock.advance(50)
    expect(await held).toMatchObject({ kind: 'held', maxOutputTokens: 500 })
    expect(asked.map(({ tokens }) => tokens)).toEqual([600, 600, 150, 600])
  })

  test('LIM-9 a waiting call is released by its signal', async () => {
    const waiting = { ...refused, remainingUsd: '0', mayFree: true }
    const { fake } = answering([limit], [waiting, waiting])
    const clock = createFakeClock()
    const controller = new AbortController()
    const held = hold(fake, { signals: [controller.signal] }, dollarForThousand, clock)
    await clock.sleeperOf(25)
    controller.abort(new Stop('ABORTED', 'Enough.'))
    await expect(held).rejects.toMatchObject({ kind: 'ABORTED' })
  })

  test('LIM-9 DUR-2 an owner that was replaced holds nothing and ends quietly', async () => {
    const { fake } = answering([limit], [{ kind: 'stale' }])
    await expect(hold(fake)).rejects.toMatchObject({ name: 'Stop', kind: 'LEASE_LOST' })
  })

  test('LIM-9 the wait doubles up to two seconds, with jitter', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map((waits) => waitMs(waits, 0))).toEqual([
      25, 50, 100, 200, 400, 800, 1_000, 1_000,
    ])
    expect(waitMs(9, 0.9999)).toBe(2_000)
  })
})
