import { describe, expect, test } from 'vitest'
import { type ActionOutcome, succeededOutcome } from '../../../../src/engine/plan/readiness.ts'
import { type PlanExecution, schedulePlan } from '../../../../src/engine/plan/schedule-plan.ts'
import { checkedPlan } from './plan-builders.ts'

const count = 128

const failure: ActionOutcome = { status: 'FAILED', output: null, error: 'broken', errorCode: 'TOOL_FAILED' }

describe('orders that take longer than a slice of the event loop', () => {
  test('DAG-2 fired actions begin in several turns, and the plan stays until the last has begun', async () => {
    const adopted: Promise<void>[] = []
    const turnOf: number[] = []
    const turns = countTurns()
    const outcomes = await schedulePlan(planOf({ mode: 'FIRE_AND_FORGET' }), {
      ...executionOf(),
      perform: async ({ action }) => {
        turnOf.push(turns.count)
        work()
        return succeededOutcome(action.name)
      },
      adopt: (settled) => adopted.push(settled),
    })
    turns.stop()
    expect(adopted).toHaveLength(count)
    expect(new Set(turnOf).size).toBeGreaterThan(1)
    await Promise.all(adopted)
    expect(outcomes).toHaveLength(count)
  })

  test('DAG-6 a failure ends the others in several turns, in their order', async () => {
    const ended: string[] = []
    const turnOf: number[] = []
    const turns = countTurns()
    const outcomes = await schedulePlan(planOf({}, { failFast: true }), {
      ...executionOf(),
      perform: async () => failure,
      record: ({ action, outcome }) => {
        turnOf.push(turns.count)
        work()
        ended.push(`${action.name} ${outcome.status}`)
      },
    })
    turns.stop()
    expect(ended).toEqual(names.slice(1).map((name) => `${name} CANCELLED`))
    expect(new Set(turnOf).size).toBeGreaterThan(1)
    expect(outcomes.map((outcome) => outcome?.status)).toEqual([
      'FAILED',
      ...Array(count - 1).fill('CANCELLED'),
    ])
  })

  test('DAG-6 an abort between two turns cancels what was to begin', async () => {
    const abort = new AbortController()
    const performed: string[] = []
    const ended: string[] = []
    const outcomes = await schedulePlan(planOf({ mode: 'FIRE_AND_FORGET' }), {
      ...executionOf(abort.signal),
      perform: async ({ action }) => {
        if (performed.length === 0) setImmediate(() => abort.abort())
        performed.push(action.name)
        work()
        return succeededOutcome(action.name)
      },
      adopt: () => undefined,
      record: ({ action, outcome }) => ended.push(`${action.name} ${outcome.status}`),
    })
    expect(performed.length).toBeLessThan(count)
    expect(ended).toEqual(names.slice(performed.length).map((name) => `${name} CANCELLED`))
    expect(outcomes.every((outcome) => outcome !== undefined)).toBe(true)
  })

  test('DAG-2 a throw between two turns ends the plan, and nothing more begins', async () => {
    let performed = 0
    const executed = schedulePlan(planOf({ mode: 'FIRE_AND_FORGET' }), {
      ...executionOf(),
      perform: async () => {
        performed += 1
        work()
        return succeededOutcome(null)
      },
      adopt: () => {
        if (performed === count / 2) throw new Error('lost')
      },
    })
    await expect(executed).rejects.toThrow('lost')
    expect(performed).toBe(count / 2)
  })
})

const names = Array.from({ length: count }, (_, position) => `action-${position}`)

const planOf = (action: { readonly mode?: string }, options: { readonly failFast?: boolean } = {}) =>
  checkedPlan(
    names.map((name) => ({ name, ...action })),
    options,
  )

const executionOf = (signal = new AbortController().signal): Omit<PlanExecution, 'perform'> => ({
  context: {},
  maxParallel: 1,
  signal,
  backgroundSignal: new AbortController().signal,
  adopt: unexpected,
  record: unexpected,
})

function unexpected(): never {
  throw new Error('Nothing of this kind was to happen.')
}

/** Computes for a millisecond: a slice has room for a few of these. */
function work(): void {
  const until = performance.now() + 1
  while (performance.now() < until);
}

/** Counts the turns of the event loop. */
function countTurns(): { readonly count: number; stop(): void } {
  const turns = { count: 0, stop: () => clearImmediate(immediate) }
  const next = () => {
    turns.count += 1
    immediate = setImmediate(next)
  }
  let immediate = setImmediate(next)
  return turns
}
