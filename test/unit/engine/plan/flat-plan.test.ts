import { fc, test } from '@fast-check/vitest'
import { describe, expect, vi } from 'vitest'
import { flatPlan } from '../../../../src/engine/plan/checked-plan.ts'
import type { ActionOutcome } from '../../../../src/engine/plan/readiness.ts'
import { type PlanExecution, schedulePlan } from '../../../../src/engine/plan/schedule-plan.ts'

describe('the calls of a turn, as a flat plan', () => {
  test.prop([fc.nat({ max: 12 }), fc.integer({ min: 1, max: 6 }), fc.scheduler()])(
    'DAG-2 LIM-12 never runs more than maxParallel, each call once, in the order of the turn',
    async (count, maxParallel, s) => {
      const names = namesOf(count)
      const begun: string[] = []
      let running = 0
      let most = 0
      const results = schedulePlan(planOf(names), {
        ...execution(maxParallel),
        perform: async ({ action }) => {
          begun.push(action.name)
          running += 1
          most = Math.max(most, running)
          await s.schedule(Promise.resolve())
          running -= 1
          return outcomeOf(`result of ${action.name}`)
        },
      })
      await s.waitFor(results)
      expect(most).toBe(Math.min(maxParallel, count))
      expect(begun).toEqual(names)
      const outputs = (await results).map((outcome) => outcome?.output)
      expect(outputs.toSorted()).toEqual(names.map((name) => `result of ${name}`).toSorted())
    },
  )

  test('DAG-2 a free place is taken at once, not when a whole wave has ended', async () => {
    const names = namesOf(4)
    const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]))
    const begun: string[] = []
    const all = schedulePlan(planOf(names), {
      ...execution(2),
      perform: async ({ action }) => {
        begun.push(action.name)
        await gates.get(action.name)?.promise
        return outcomeOf(null)
      },
    })
    gates.get('call-1')?.resolve()
    await vi.waitFor(() => expect(begun).toEqual(['call-0', 'call-1', 'call-2']))
    gates.get('call-2')?.resolve()
    await vi.waitFor(() => expect(begun).toEqual(names))
    for (const { resolve } of gates.values()) resolve()
    await all
  })

  test('TAS-4 the arguments of a call are no references', async () => {
    const started: unknown[] = []
    await schedulePlan(flatPlan([{ name: 'price', type: 'TOOL' }]), {
      ...execution(1),
      perform: async ({ parameters }) => {
        started.push(parameters)
        return outcomeOf('$5')
      },
    })
    expect(started).toEqual([{}])
  })
})

const namesOf = (count: number) => Array.from({ length: count }, (_, place) => `call-${place}`)

const planOf = (names: readonly string[]) => flatPlan(names.map((name) => ({ name, type: 'TOOL' })))

const outcomeOf = (output: string | null): ActionOutcome => ({
  status: 'SUCCEEDED',
  output,
  error: null,
  errorCode: null,
})

const execution = (maxParallel: number): Omit<PlanExecution, 'perform'> => ({
  context: {},
  maxParallel,
  signal: new AbortController().signal,
  backgroundSignal: new AbortController().signal,
  adopt: () => undefined,
  record: () => undefined,
})
