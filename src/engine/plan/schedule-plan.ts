import { pauseWhenLong } from '../../domain/in-slices.ts'
import type { PlanAction } from '../../domain/plan.ts'
import type { CheckedPlan } from './checked-plan.ts'
import { type ActionOutcome, cancelledOutcome, type Outcomes } from './readiness.ts'
import { type PlanOrder, PlanSchedule, type ScheduleOptions } from './schedule.ts'

/** So many orders are carried out without a look at the time: the calls of a turn begin together. */
const stretch = 32

/** Why actions are cancelled that had not begun. */
const runStopped = 'The run stopped.'

export type StartOrder = Extract<PlanOrder, { kind: 'start' }>
export type EndOrder = Extract<PlanOrder, { kind: 'end' }>

export interface PlanExecution extends ScheduleOptions {
  /** Aborted: nothing more starts, running actions are aborted, the others end CANCELLED. */
  readonly signal: AbortSignal
  /** For FIRE_AND_FORGET actions, which outlive the plan. */
  readonly backgroundSignal: AbortSignal
  /**
   * Takes an action to its end, retries included, and records it. When aborted it should soon give CANCELLED.
   * `held`: it waits for a human; the rest of the plan continues as far as it can without it.
   * A throw is no failure of the action: it ends the plan.
   */
  perform(start: StartOrder, signal: AbortSignal): Promise<ActionOutcome | 'held'>
  /** Calls `again` once when a held action can continue, as long as the plan has not resolved; then it is performed again. */
  onHeld?(start: StartOrder, again: () => void): void
  /** Running FIRE_AND_FORGET actions. While a gate is open, the plan stays for the person as long as they run. */
  fired?(): readonly Promise<void>[]
  /** Takes over a FIRE_AND_FORGET action, from its launch on; it rejects when its `perform` throws. */
  adopt(settled: Promise<void>, action: PlanAction): void
  /** Records an action that ended without being performed. A throw ends the plan. */
  record(end: EndOrder): void
}

/**
 * Executes a checked plan and resolves when everything has ended, except FIRE_AND_FORGET actions (DAG-2). Fired actions that have not ended
 * yet, held actions, and those that wait for them have no outcome. A throw of `perform` or `record` aborts the rest and, once that has
 * ended, is thrown.
 */
export async function schedulePlan(checked: CheckedPlan, execution: PlanExecution): Promise<Outcomes> {
  const { signal } = execution
  const schedule = new PlanSchedule(checked, execution)
  const stop = new AbortController()
  const idle = Promise.withResolvers<void>()
  const thrown: unknown[] = []
  /** Orders in their sequence, carried out up to `next`. Where a slice of the event loop is not enough, the rest waits for its next turn. */
  let orders: readonly PlanOrder[] = []
  let next = 0
  let isPaused = false
  let running = 0
  let hasBegun = false
  let isOver = false

  function follow(give: () => readonly PlanOrder[]): void {
    try {
      append(give())
    } catch (error) {
      giveUp(error)
    }
    if (!isPaused) carryOut()
  }

  function append(more: readonly PlanOrder[]): void {
    if (more.length === 0) return
    orders = next < orders.length ? [...orders.slice(next), ...more] : more
    next = 0
  }

  /** Never throws. */
  function carryOut(): void {
    for (let order = orders[next]; order; order = orders[next]) {
      next += 1
      try {
        dispatch(order)
      } catch (error) {
        giveUp(error)
      }
      const pause = next < orders.length ? pauseAfter(order) : null
      if (pause) {
        goOnAfter(pause)
        return
      }
    }
  }

  /** A fired action takes no slot: lest thousands of them compute at once, each has begun its work before the next has its turn. */
  function pauseAfter(order: PlanOrder): Promise<void> | null {
    if (order.kind === 'start' && order.action.mode === 'FIRE_AND_FORGET')
      return pauseWhenLong() ?? Promise.resolve()
    return next % stretch === 0 ? pauseWhenLong() : null
  }

  function goOnAfter(pause: Promise<void>): void {
    isPaused = true
    void pause.then(() => {
      isPaused = false
      carryOut()
      endIfIdle()
    })
  }

  function dispatch(order: PlanOrder): void {
    if (order.kind === 'abort') stop.abort(new DOMException(order.reason, 'AbortError'))
    else if (order.kind === 'end') execution.record(order)
    else if (signal.aborted && !order.isResumed) leaveOut(order)
    else if (order.action.mode === 'FIRE_AND_FORGET') execution.adopt(launch(order), order.action)
    else void run(order)
  }

  /** The run stopped before this action had its turn. */
  function leaveOut({ position, action }: StartOrder): void {
    const outcome = cancelledOutcome(runStopped)
    execution.record({ kind: 'end', position, action, outcome })
    append(schedule.end(position, outcome))
  }

  async function launch(order: StartOrder): Promise<void> {
    report(order, await execution.perform(order, execution.backgroundSignal))
  }

  /** Never rejects. */
  async function run(order: StartOrder): Promise<void> {
    running += 1
    try {
      const outcome = await execution.perform(order, stop.signal)
      // Actions that wait for nothing would hold up all others until the last of them has ended.
      const pause = pauseWhenLong()
      if (pause) await pause
      report(order, outcome)
    } catch (error) {
      giveUp(error)
    }
    running -= 1
    endIfIdle()
  }

  function report(order: StartOrder, outcome: ActionOutcome | 'held'): void {
    const { position, action } = order
    follow(() => (outcome === 'held' ? schedule.hold(position) : schedule.end(position, outcome)))
    if (outcome !== 'held') return
    if (action.mode !== 'FIRE_AND_FORGET') execution.onHeld?.(order, () => resume(position))
  }

  function resume(position: number): void {
    if (!isOver) follow(() => schedule.resume(position))
  }

  function endIfIdle(): void {
    if (!hasBegun || running > 0 || isPaused || isOver) return
    const fired = schedule.isHeldUp ? (execution.fired?.() ?? []) : []
    if (fired.length > 0) return void Promise.all(fired).then(endIfIdle)
    isOver = true
    idle.resolve()
  }

  function giveUp(error: unknown): void {
    thrown.push(error)
    stop.abort(error)
    schedule.cancel('The plan was given up.')
    orders = []
  }

  function cancel(): void {
    stop.abort(signal.reason)
    follow(() => schedule.cancel(runStopped))
    endIfIdle()
  }

  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) cancel()
    follow(() => schedule.begin())
    hasBegun = true
    endIfIdle()
    await idle.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (thrown.length > 0) throw thrown[0]
  return schedule.outcomes
}
