import type { Json, JsonObject } from '../../../../src/domain/json.ts'
import type { CheckedPlan } from '../../../../src/engine/plan/checked-plan.ts'
import {
  type ActionOutcome,
  cancelledOutcome,
  type Outcomes,
  type RecordedAction,
} from '../../../../src/engine/plan/readiness.ts'
import { type PlanOrder, PlanSchedule } from '../../../../src/engine/plan/schedule.ts'

/** Result of an action if it were performed: the same at every attempt. */
export interface Performance {
  readonly duration: number
  readonly outcome: (parameters: JsonObject) => ActionOutcome
}

export interface VirtualOptions {
  readonly context?: JsonObject
  readonly maxParallel: number
  readonly performanceOf: (name: string) => Performance
  readonly recorded?: ReadonlyMap<string, RecordedAction>
  /** The owner dies after so many ends of performed actions. */
  readonly cutAfter?: number
}

export interface VirtualRun {
  readonly outcomes: ReadonlyMap<string, ActionOutcome>
  readonly byPosition: Outcomes
  readonly startedAt: ReadonlyMap<string, number>
  readonly parameters: ReadonlyMap<string, Json>
  /** When the plan was done, which is before what is fired and forgotten. */
  readonly makespan: number | null
  readonly mostRunning: number
  /** One line for each start and end, as they came. */
  readonly log: readonly string[]
  /** Records that a successor would find. */
  readonly recorded: ReadonlyMap<string, RecordedAction>
}

/** Executes a plan on a clock of its own: of what ends at one time, what started first ends first. */
export function virtualRun(checked: CheckedPlan, options: VirtualOptions): VirtualRun {
  const { maxParallel, performanceOf, context = {}, cutAfter = Number.POSITIVE_INFINITY } = options
  const schedule = new PlanSchedule(checked, {
    context,
    maxParallel,
    ...(options.recorded && { recorded: options.recorded }),
  })
  const recorded = new Map<string, RecordedAction>(options.recorded ?? [])
  const startedAt = new Map<string, number>()
  const parameters = new Map<string, Json>()
  const log: string[] = []
  const running: { place: number; name: string; endsAt: number; isForgotten: boolean; given: JsonObject }[] =
    []
  let [now, mostRunning, ends] = [0, 0, 0]
  let makespan: number | null = null

  function end(place: number, name: string, outcome: ActionOutcome): void {
    if (recorded.has(name) && recorded.get(name)?.status !== 'RUNNING') throw new Error(`${name} ended twice`)
    recorded.set(name, outcome)
    log.push(`${now} ${name} ${outcome.status}`)
    if (place >= 0) follow(schedule.end(place, outcome))
  }

  function follow(orders: readonly PlanOrder[]): void {
    for (const order of orders) {
      if (order.kind === 'end') end(-1, order.action.name, order.outcome)
      else if (order.kind === 'abort') abortAll(order.reason)
      else {
        const { name, mode } = order.action
        const isForgotten = mode === 'FIRE_AND_FORGET'
        startedAt.set(name, now)
        parameters.set(name, order.parameters)
        recorded.set(name, { status: 'RUNNING' })
        log.push(`${now} ${name} RUNNING`)
        const endsAt = now + performanceOf(name).duration
        running.push({ place: order.position, name, endsAt, isForgotten, given: order.parameters })
        mostRunning = Math.max(mostRunning, running.filter((each) => !each.isForgotten).length)
      }
    }
    if (schedule.isDone) makespan ??= now
  }

  function abortAll(reason: string): void {
    const stopped = running.filter(({ isForgotten }) => !isForgotten)
    running.splice(0, running.length, ...running.filter(({ isForgotten }) => isForgotten))
    for (const { place, name } of stopped) end(place, name, cancelledOutcome(reason))
  }

  follow(schedule.begin())
  while (running.length > 0 && ends < cutAfter) {
    const next = running.reduce((a, b) => (b.endsAt < a.endsAt ? b : a))
    running.splice(running.indexOf(next), 1)
    now = next.endsAt
    ends += 1
    end(next.place, next.name, performanceOf(next.name).outcome(next.given))
  }
  const byPosition = schedule.outcomes
  return {
    outcomes: byName(checked, byPosition),
    byPosition,
    startedAt,
    parameters,
    makespan,
    mostRunning,
    log,
    recorded,
  }
}

function byName({ nodes }: CheckedPlan, outcomes: Outcomes): ReadonlyMap<string, ActionOutcome> {
  return new Map(
    nodes.flatMap(({ action }, position) => {
      const outcome = outcomes[position]
      return outcome ? [[action.name, outcome] as const] : []
    }),
  )
}
