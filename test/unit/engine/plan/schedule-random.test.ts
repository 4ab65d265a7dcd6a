import { createHash } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { type ActionOutcome, contextAfter, succeededOutcome } from '../../../../src/engine/plan/readiness.ts'
import { propertyTrials } from '../../../support/trials.ts'
import { interpretNaively } from './naive-interpreter.ts'
import { checkedPlan } from './plan-builders.ts'
import { type RandomAction, randomPlan } from './random-plans.ts'
import { type VirtualOptions, virtualRun } from './virtual-run.ts'

const maxParallel = fc.integer({ min: 1, max: 6 })
const plans = fc.oneof(
  { arbitrary: randomPlan(1, 40), weight: 9 },
  { arbitrary: randomPlan(200, 500), weight: 1 },
)

const runs = propertyTrials(40)

describe('the scheduler on random plans', () => {
  test.prop([plans, maxParallel, fc.boolean()], runs)(
    'DAG-2 DAG-3 DAG-4 DAG-5 DAG-6 DAG-7 DAG-9 has the start times, statuses, outputs and makespan of a naive reference',
    (actions, places, failFast) => {
      const run = virtualRun(checkedOf(actions, failFast), { maxParallel: places, ...performing(actions) })
      const reference = interpretNaively(actions, { maxParallel: places, failFast, perform: performNaively })
      expect(Object.fromEntries(run.startedAt)).toEqual(Object.fromEntries(reference.startedAt))
      expect(endsOf(run.outcomes)).toEqual(endsOf(reference.ends))
      expect(run.makespan).toBe(reference.makespan)
      expect(run.mostRunning).toBeLessThanOrEqual(places)
    },
  )

  test.prop([plans, maxParallel, fc.boolean(), fc.boolean()], runs)(
    'DAG-2 DAG-9 never starts before a dependency or beyond maxParallel, and ends each action once in one final status',
    (actions, places, failFast, dynamicParallelism) => {
      const checked = checkedOf(actions, failFast, dynamicParallelism)
      const run = virtualRun(checked, { maxParallel: places, ...performing(actions) })
      expect(run.outcomes.size).toBe(actions.length)
      expect(run.mostRunning).toBeLessThanOrEqual(places)
      const positions = new Map(run.log.map((line, at) => [line.slice(line.indexOf(' ') + 1), at]))
      for (const { action, needs, after } of checked.nodes) {
        const start = positions.get(`${action.name} RUNNING`)
        if (start === undefined) continue
        const waited = [...after.map(({ position }) => position), ...(action.waitForAll ? needs : [])]
        for (const place of waited) {
          const other = checked.nodes[place]?.action
          const status =
            other?.mode === 'FIRE_AND_FORGET' ? 'RUNNING' : run.outcomes.get(other?.name ?? '')?.status
          // Recorded in the same instant at the latest: what was launched or ended is in the log before.
          expect(positions.get(`${other?.name} ${status}`)).toBeLessThan(start)
        }
      }
    },
  )

  test.prop([plans, maxParallel, fc.nat({ max: 500 })], runs)(
    'DAG-2 DAG-5 ends as it would have when another owner goes on from any cut',
    (actions, places, cutAfter) => {
      const checked = checkedOf(actions, false)
      const options: VirtualOptions = { maxParallel: places, ...performing(actions) }
      const whole = virtualRun(checked, options)
      const cut = virtualRun(checked, { ...options, cutAfter: cutAfter % (actions.length + 1) })
      const rest = virtualRun(checked, { ...options, recorded: cut.recorded })
      expect(endsOf(rest.outcomes)).toEqual(endsOf(whole.outcomes))
      expect(contextAfter(checked, {}, rest.byPosition)).toEqual(contextAfter(checked, {}, whole.byPosition))
      const again = [...rest.startedAt.keys()].filter((name) => isFinal(cut.recorded.get(name)?.status))
      expect(again).toEqual([])
    },
  )
})

function checkedOf(actions: readonly RandomAction[], failFast: boolean, dynamicParallelism = false) {
  return checkedPlan(
    actions.map(({ definition }) => ({ ...definition, target: 'search' })),
    { failFast, dynamicParallelism },
  )
}

function performing(actions: readonly RandomAction[]): Pick<VirtualOptions, 'performanceOf'> {
  const byName = new Map(actions.map((action) => [action.definition.name, action]))
  return {
    performanceOf: (name) => {
      const action = byName.get(name)
      if (!action) throw new Error(`no ${name}`)
      return {
        duration: action.duration,
        outcome: ({ read }) => {
          const { status, output } = performNaively(action, Array.isArray(read) ? read : [])
          if (status === 'SUCCEEDED') return succeededOutcome(output)
          return { status: 'FAILED', output: null, error: 'broken', errorCode: 'TOOL_FAILED' }
        },
      }
    },
  }
}

/** A digest of what it read, so that a wrong value anywhere shows in everything after it. */
function performNaively({ definition, fails, choice }: RandomAction, read: readonly Json[]) {
  if (fails) return { status: 'FAILED', output: null }
  const digest = createHash('sha256')
    .update(JSON.stringify([definition.name, read]))
    .digest('hex')
    .slice(0, 12)
  return { status: 'SUCCEEDED', output: choice ?? digest }
}

function endsOf(outcomes: ReadonlyMap<string, Pick<ActionOutcome, 'output'> & { readonly status: string }>) {
  return Object.fromEntries([...outcomes].map(([name, { status, output }]) => [name, `${status} ${output}`]))
}

function isFinal(status: string | undefined): boolean {
  return status !== undefined && status !== 'RUNNING'
}
