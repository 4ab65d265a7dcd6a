import { describe, expect, test } from 'vitest'
import { nextTurn } from '../../../../src/domain/in-slices.ts'
import { type ActionOutcome, contextAfter, succeededOutcome } from '../../../../src/engine/plan/readiness.ts'
import { adapt, initialParallelism } from '../../../../src/engine/plan/schedule.ts'

import { schedulePlan } from '../../../../src/engine/plan/schedule-plan.ts'
import { type ActionDefinition, checkedPlan } from './plan-builders.ts'
import { virtualRun } from './virtual-run.ts'

const failure: ActionOutcome = { status: 'FAILED', output: null, error: 'broken', errorCode: 'TOOL_FAILED' }

/** Each takes 10 and gives its name, but for what is said of it. */
function run(
  actions: readonly ActionDefinition[],
  special: Readonly<Record<string, ActionOutcome | number>> = {},
  options: { readonly maxParallel?: number; readonly failFast?: boolean } = {},
) {
  const checked = checkedPlan(actions, { failFast: options.failFast ?? false }, ['given'])
  const performanceOf = (name: string) => {
    const said = special[name]
    const outcome = typeof said === 'object' ? said : succeededOutcome(name)
    return { duration: typeof said === 'number' ? said : 10, outcome: () => outcome }
  }
  const context = { given: 'before' }
  const result = virtualRun(checked, { maxParallel: options.maxParallel ?? 5, context, performanceOf })
  const statuses = Object.fromEntries([...result.outcomes].map(([name, { status }]) => [name, status]))
  return { ...result, checked, statuses, starts: Object.fromEntries(result.startedAt) }
}

describe('the scheduler', () => {
  test('DAG-4 SYNC holds back later actions, not earlier ones, and waits for neither', () => {
    const { starts } = run([{ name: 'long' }, { name: 'sync', mode: 'SYNC' }, { name: 'next' }], { long: 99 })
    expect(starts).toEqual({ long: 0, sync: 0, next: 10 })
  })

  test('DAG-4 nothing waits for a FIRE_AND_FORGET action, nor does it take a place', () => {
    const { starts, makespan, statuses } = run(
      [
        { name: 'log', mode: 'FIRE_AND_FORGET' },
        { name: 'work' },
        { name: 'after', dependsOn: ['log', 'work'] },
      ],
      { log: 500 },
      { maxParallel: 1 },
    )
    expect(starts).toEqual({ log: 0, work: 0, after: 10 })
    expect(makespan).toBe(20)
    expect(statuses).toEqual({ log: 'SUCCEEDED', work: 'SUCCEEDED', after: 'SUCCEEDED' })
  })

  test('DAG-3 a racing action starts with the first success and reads the outputs so far', () => {
    const race: ActionDefinition = {
      name: 'use',
      dependsOn: ['slow', 'fast'],
      waitForAll: false,
      parameters: { x: '$won' },
    }
    const { starts, parameters } = run(
      [{ name: 'slow', outputKey: 'won' }, { name: 'fast', outputKey: 'won' }, race],
      { slow: 90 },
    )
    expect(starts.use).toBe(10)
    expect(parameters.get('use')).toEqual({ x: 'fast' })
  })

  test('DAG-6 a dependent of a failure is skipped, with skipOnError it reads null; any-of takes another branch', () => {
    const { statuses, parameters, outcomes } = run(
      [
        { name: 'bad', outputKey: 'nothing' },
        { name: 'child', dependsOn: ['bad'] },
        { name: 'grandchild', dependsOn: ['child'] },
        { name: 'reader', parameters: { x: '$nothing' } },
        { name: 'soft', skipOnError: true, outputKey: 'soft' },
        { name: 'goesOn', dependsOn: ['soft'], parameters: { x: '$soft' } },
        { name: 'rescue', dependsOn: ['child', 'goesOn'], waitForAll: false },
        { name: 'handler', when: 'results.bad.status == "FAILED"' },
      ],
      { bad: failure, soft: failure },
    )
    expect(statuses).toEqual({
      bad: 'FAILED',
      child: 'SKIPPED',
      grandchild: 'SKIPPED',
      reader: 'SKIPPED',
      soft: 'FAILED',
      goesOn: 'SUCCEEDED',
      rescue: 'SUCCEEDED',
      handler: 'SUCCEEDED',
    })
    expect(parameters.get('goesOn')).toEqual({ x: null })
    expect(outcomes.get('child')?.error).toBe('It depends on "bad", which gave nothing.')
    expect(outcomes.get('reader')?.error).toBe('Nothing wrote "$nothing".')
  })

  test('DAG-6 fail-fast cancels running and waiting actions', () => {
    const { statuses, makespan } = run(
      [{ name: 'bad' }, { name: 'runs' }, { name: 'waits', dependsOn: ['runs'] }, { name: 'done' }],
      { bad: failure, runs: 99, done: 1 },
      { failFast: true },
    )
    expect(statuses).toEqual({ bad: 'FAILED', runs: 'CANCELLED', waits: 'CANCELLED', done: 'SUCCEEDED' })
    expect(makespan).toBe(10)
  })

  test('DAG-7 a decision takes the first branch that holds, or the last without condition; the others are skipped', () => {
    const branches = [{ name: 'deep', when: 'score < 0.5' }, { name: 'quick' }]
    const { statuses, outcomes, starts } = run(
      [
        { name: 'rate', outputKey: 'score' },
        { name: 'route', type: 'DECISION', branches },
        { name: 'dig', branch: 'route/deep' },
        { name: 'digMore', dependsOn: ['dig'] },
        { name: 'skim', branch: 'route/quick' },
        { name: 'answer', dependsOn: ['digMore', 'skim'], waitForAll: false },
      ],
      { rate: succeededOutcome(0.9) },
    )
    expect(outcomes.get('route')).toEqual(succeededOutcome('quick'))
    expect(starts.route).toBeUndefined()
    expect(statuses).toMatchObject({
      dig: 'SKIPPED',
      digMore: 'SKIPPED',
      skim: 'SUCCEEDED',
      answer: 'SUCCEEDED',
    })
  })

  test('DAG-7 the model chooses where no branch has a condition, and only existing branches', () => {
    const plan: readonly ActionDefinition[] = [
      { name: 'route', type: 'DECISION', branches: [{ name: 'yes' }, { name: 'no' }] },
      { name: 'onYes', branch: 'route/yes' },
      { name: 'onNo', branch: 'route/no' },
    ]
    expect(run(plan, { route: succeededOutcome('no') }).statuses).toMatchObject({
      onYes: 'SKIPPED',
      onNo: 'SUCCEEDED',
    })
    const wrong = run(plan, { route: succeededOutcome('maybe') })
    expect(wrong.outcomes.get('route')).toMatchObject({ status: 'FAILED', errorCode: 'BRANCH_UNKNOWN' })
    expect(wrong.statuses).toMatchObject({ onYes: 'SKIPPED', onNo: 'SKIPPED' })
  })

  test('DAG-5 DAG-7 a path to nothing and a condition that cannot be evaluated fail the action, by name', () => {
    const { outcomes } = run([
      { name: 'path', parameters: { x: '$given.no' } },
      { name: 'test', when: 'given > 1' },
    ])
    expect(outcomes.get('path')).toMatchObject({
      errorCode: 'REFERENCE_MISSING',
      error: 'There is no value for $given.no.',
    })
    expect(outcomes.get('test')).toMatchObject({ errorCode: 'CONDITION_FAILED' })
  })

  test('DAG-5 the context afterwards has the outputs in plan order, whichever was faster', () => {
    const { checked, byPosition } = run(
      [
        { name: 'a', outputKey: 'given' },
        { name: 'b', outputKey: 'given' },
      ],
      { a: 99 },
    )
    expect(contextAfter(checked, { given: 'before', other: 1 }, byPosition)).toEqual({ given: 'b', other: 1 })
  })

  test('DAG-9 the highest priority starts first, then plan order', () => {
    const { starts } = run(
      [{ name: 'a' }, { name: 'b', priority: 1 }, { name: 'c', priority: 1 }],
      {},
      { maxParallel: 1 },
    )
    expect(starts).toEqual({ b: 0, c: 10, a: 20 })
  })

  test('DAG-9 parallelism halves after a failure, and widens by one after as many successes as run', () => {
    let state = adapt(initialParallelism(8), false, 8)
    expect(state.limit).toBe(4)
    const limits = Array.from({ length: 9 }, () => {
      state = adapt(state, true, 8)
      return state.limit
    })
    expect(limits).toEqual([4, 4, 4, 5, 5, 5, 5, 5, 6])
    expect(adapt({ limit: 1, successes: 0 }, false, 8).limit).toBe(1)
  })

  test('DAG-2 looks at each of 10,000 actions no more often than at each of 1,000', () => {
    const looks = (count: number) => {
      const checked = checkedPlan(
        Array.from({ length: count }, (_, n) => ({ name: `a${n}`, dependsOn: n > 9 ? [`a${n - 10}`] : [] })),
      )
      let total = 0
      const nodes = new Proxy(checked.nodes, {
        get: (target, property, receiver) => {
          if (typeof property === 'string' && /^\d+$/.test(property)) total += 1
          return Reflect.get(target, property, receiver)
        },
      })
      const performanceOf = () => ({ duration: 1, outcome: () => succeededOutcome(null) })
      expect(virtualRun({ ...checked, nodes }, { maxParallel: 5, performanceOf }).makespan).toBe(count / 5)
      return total / count
    }
    // The queue of ready actions is a heap of at most ten.
    expect(looks(10_000)).toBeLessThanOrEqual(looks(1_000) + 1)
  })
})

describe('executing a plan', () => {
  const live = {
    signal: new AbortController().signal,
    backgroundSignal: new AbortController().signal,
    context: {},
    maxParallel: 2,
  }
  const unused = () => {
    throw new Error('nothing of this kind was to happen')
  }

  test('DAG-2 DAG-4 resolves when all has ended except FIRE_AND_FORGET actions, which it hands over', async () => {
    const forgotten = Promise.withResolvers<ActionOutcome>()
    const adopted: Promise<void>[] = []
    const outcomes = await schedulePlan(
      checkedPlan([{ name: 'log', mode: 'FIRE_AND_FORGET' }, { name: 'a' }, { name: 'b', dependsOn: ['a'] }]),
      {
        ...live,
        perform: async ({ action }) =>
          action.name === 'log' ? forgotten.promise : succeededOutcome(action.name),
        adopt: (settled) => adopted.push(settled),
        record: unused,
      },
    )
    expect(outcomes.map((outcome) => outcome?.output)).toEqual([undefined, 'a', 'b'])
    forgotten.resolve(succeededOutcome(null))
    await Promise.all(adopted)
    expect(adopted).toHaveLength(1)
  })

  test('DAG-6 an action that is held after the plan failed fast is cancelled, and does not start again', async () => {
    const failing = Promise.withResolvers<ActionOutcome>()
    const holding = Promise.withResolvers<'held'>()
    const performed: string[] = []
    const ended: string[] = []
    const executed = schedulePlan(checkedPlan([{ name: 'bad' }, { name: 'asks' }], { failFast: true }), {
      ...live,
      perform: ({ action }) => {
        performed.push(action.name)
        return action.name === 'bad' ? failing.promise : holding.promise
      },
      adopt: unused,
      record: ({ action, outcome }) => ended.push(`${action.name} ${outcome.status}`),
      onHeld: (_, again) => again(),
    })
    failing.resolve({ status: 'FAILED', output: null, error: 'It is bad.', errorCode: 'TOOL_FAILED' })
    await nextTurn()
    holding.resolve('held')
    expect((await executed).map((outcome) => outcome?.status)).toEqual(['FAILED', 'CANCELLED'])
    expect(performed).toEqual(['bad', 'asks'])
    expect(ended).toEqual(['asks CANCELLED'])
  })

  test('DAG-6 an aborted run starts nothing more and cancels the rest', async () => {
    const stop = new AbortController()
    const recorded: string[] = []
    const outcomes = await schedulePlan(checkedPlan([{ name: 'a' }, { name: 'b', dependsOn: ['a'] }]), {
      ...live,
      signal: stop.signal,
      perform: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () =>
            resolve({ status: 'CANCELLED', output: null, error: 'stopped', errorCode: null }),
          )
          stop.abort()
        }),
      adopt: unused,
      record: ({ action, outcome }) => recorded.push(`${action.name} ${outcome.status}`),
    })
    expect(recorded).toEqual(['b CANCELLED'])
    expect(outcomes.map((outcome) => outcome?.status)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('DAG-2 a throw aborts the others, waits for their end and is thrown', async () => {
    let hasEnded = false
    const plan = checkedPlan([
      { name: 'other' },
      { name: 'thrower' },
      { name: 'later', dependsOn: ['other'] },
    ])
    const execution = schedulePlan(plan, {
      ...live,
      perform: async ({ action }, signal) => {
        if (action.name === 'thrower') throw new Error('lost')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        hasEnded = true
        return succeededOutcome(null)
      },
      adopt: unused,
      record: unused,
    })
    await expect(execution).rejects.toThrow('lost')
    expect(hasEnded).toBe(true)
  })
})
