import type { JsonObject } from '../../domain/json.ts'
import type { PlanAction } from '../../domain/plan.ts'
import { substitute } from '../../domain/references.ts'
import type { CheckedPlan, PlanNode } from './checked-plan.ts'
import {
  type ActionOutcome,
  cancelledOutcome,
  checkChoice,
  endOfItself,
  failedOutcome,
  lookupFor,
  type Outcomes,
  type PlanView,
  type RecordedAction,
  readableOutput,
  skippedOutcome,
} from './readiness.ts'
import { ReadyQueue } from './ready-queue.ts'

export interface ScheduleOptions {
  /** The context as the plan found it; it is not changed. */
  readonly context: JsonObject
  /** At least 1; FIRE_AND_FORGET actions are not counted. */
  readonly maxParallel: number
  /** By action name: results of earlier owners of the run. Absent: nothing has begun. */
  readonly recorded?: ReadonlyMap<string, RecordedAction>
}

/** Orders to carry out now, in this sequence. */
export type PlanOrder =
  | {
      readonly kind: 'start'
      readonly position: number
      readonly action: PlanAction
      /** Its references replaced. */
      readonly parameters: JsonObject
      /** It was started before: by an earlier owner, or by this one and then held. */
      readonly isResumed: boolean
    }
  /** The action has ended without being performed. */
  | {
      readonly kind: 'end'
      readonly position: number
      readonly action: PlanAction
      readonly outcome: ActionOutcome
    }
  /** Order to stop all running actions except FIRE_AND_FORGET ones. */
  | { readonly kind: 'abort'; readonly reason: string }

type Phase = 'WAITING' | 'READY' | 'RUNNING' | 'LAUNCHED' | 'HELD' | 'ENDED'

/**
 * A plan in progress, as a state machine without clock or I/O: it receives outcomes and gives orders (DAG-2 to DAG-9).
 * - An action is ready as soon as its dependencies are met and everything else it waits for has ended, with any outcome.
 *   SYNC: later actions wait for it; it waits itself only for its dependencies and for the SYNC action before it.
 * - Ready actions start by priority, then in plan order, as there are free slots.
 * - A FIRE_AND_FORGET action takes no slot; its launch is what its dependents wait for.
 * - Skipped: a dependency of all, or every one of any, gave nothing; another branch was taken; the condition does not hold.
 * With the outcomes recorded so far it continues where they end: actions that were running start again at once, whatever the limit.
 * A start and an end take logarithmic time, and every wait is checked once; to cancel takes a look at each action.
 */
export class PlanSchedule {
  readonly #view: PlanView & { readonly outcomes: Outcomes[number][] }
  readonly #options: ScheduleOptions
  readonly #nodes: readonly PlanNode[]
  readonly #phases: Phase[]
  readonly #openNeeds: Int32Array
  readonly #metNeeds: Int32Array
  readonly #openAfter: Int32Array
  readonly #ready: ReadyQueue
  /** Actions that ended or were launched, whose dependents are not updated yet. */
  #changed: number[] = []
  #orders: PlanOrder[] = []
  readonly #wereHeld = new Set<number>()
  #running = 0
  #unsettled: number
  #parallelism: Parallelism
  /** Why nothing more is to start. */
  #cancelReason: string | null = null

  constructor(checked: CheckedPlan, options: ScheduleOptions) {
    const { nodes } = checked
    const { context, recorded } = options
    const size = nodes.length
    const outcomes = new Array<Outcomes[number]>(size).fill(undefined)
    this.#view = { checked, context, outcomes, placeOf: placesOf(nodes) }
    this.#options = options
    this.#nodes = nodes
    this.#phases = new Array<Phase>(size).fill('WAITING')
    this.#openNeeds = countsOf(nodes, ({ needs }) => needs.length)
    this.#metNeeds = new Int32Array(size)
    this.#openAfter = countsOf(nodes, ({ after }) => after.length)
    this.#ready = new ReadyQueue(countsOf(nodes, ({ action }) => action.priority))
    this.#unsettled = size
    this.#parallelism = initialParallelism(options.maxParallel)
    if (!recorded || recorded.size === 0) return
    for (const [position, { action }] of nodes.entries()) {
      const left = recorded.get(action.name)
      if (left && left.status !== 'RUNNING') this.#settle(position, left)
    }
  }

  /** To be called once: starts again the actions that were running, and those that can start. */
  begin(): readonly PlanOrder[] {
    const started = this.#wereRunning()
    for (const position of started) if (this.#isForgotten(position)) this.#start(position, 'again')
    // A failure that was to cancel the rest has done so, even if a dead owner had started some of it.
    const fatal = this.#nodes.findIndex((_, position) => this.#isFatal(position))
    if (fatal >= 0) this.#cancelAfter(fatal)
    for (const position of started) if (this.#phases[position] === 'WAITING') this.#start(position, 'again')
    for (let position = 0; position < this.#nodes.length; position++) this.#consider(position)
    return this.#advance()
  }

  #wereRunning(): readonly number[] {
    const { recorded } = this.#options
    if (!recorded || recorded.size === 0) return []
    const isLeft = (position: number, { action }: PlanNode) =>
      recorded.get(action.name)?.status === 'RUNNING' && this.#phases[position] === 'WAITING'
    return [...this.#nodes.entries()]
      .filter(([position, node]) => isLeft(position, node))
      .map(([position]) => position)
  }

  /** The started action at `position` has ended. */
  end(position: number, outcome: ActionOutcome): readonly PlanOrder[] {
    const node = this.#nodes[position]
    const phase = this.#phases[position]
    if (!node || (phase !== 'RUNNING' && phase !== 'LAUNCHED')) return []
    if (phase === 'RUNNING') {
      this.#running -= 1
      this.#adapt(outcome)
    }
    this.#settle(position, checkChoice(node, outcome))
    if (phase === 'RUNNING' && this.#isFatal(position)) this.#cancelAfter(position)
    return this.#advance()
  }

  /** The started action at `position` waits for a human: it takes no slot meanwhile, and its dependents wait too. */
  hold(position: number): readonly PlanOrder[] {
    // A FIRE_AND_FORGET action has been launched, and its plan does not wait for it.
    if (this.#phases[position] !== 'RUNNING') return []
    this.#running -= 1
    this.#phases[position] = 'HELD'
    if (this.#cancelReason !== null) this.#conclude(position, cancelledOutcome(this.#cancelReason))
    return this.#advance()
  }

  /** The action at `position` is no longer held: it continues as soon as there is a free slot. */
  resume(position: number): readonly PlanOrder[] {
    if (this.#phases[position] !== 'HELD') return []
    this.#phases[position] = 'READY'
    this.#wereHeld.add(position)
    this.#ready.push(position)
    return this.#advance()
  }

  /** Whether a human is waited for. */
  get isHeldUp(): boolean {
    return this.#phases.includes('HELD')
  }

  /** Nothing more is to start; actions that have not started are CANCELLED, running ones are to be aborted. */
  cancel(reason: string): readonly PlanOrder[] {
    this.#cancelRest(reason)
    return this.#advance()
  }

  /** Everything has ended, except FIRE_AND_FORGET actions. */
  get isDone(): boolean {
    return this.#unsettled === 0
  }

  /** As they are now. */
  get outcomes(): Outcomes {
    return this.#view.outcomes.slice()
  }

  /** Propagates outcomes until there are none and no free slot can be filled. */
  #advance(): readonly PlanOrder[] {
    do this.#spread()
    while (this.#fill())
    const orders = this.#orders
    if (orders.length > 0) this.#orders = []
    return orders
  }

  #spread(): void {
    const { neededBy, awaitedBy } = this.#view.checked
    // Grows during the iteration.
    for (const position of this.#changed) {
      const isMet = this.#isMet(position)
      for (const other of neededBy[position] ?? []) {
        const open = addToCount(this.#openNeeds, other, -1)
        if (isMet) addToCount(this.#metNeeds, other, 1)
        // Nothing is decided for an action that waits for all, before the last of them or the first that gave nothing.
        if (!isMet || open === 0 || !this.#nodes[other]?.action.waitForAll) this.#consider(other)
      }
      for (const other of awaitedBy[position] ?? []) {
        addToCount(this.#openAfter, other, -1)
        this.#consider(other)
      }
    }
    if (this.#changed.length > 0) this.#changed = []
  }

  /** Whether dependents may continue. */
  #isMet(position: number): boolean {
    const node = this.#nodes[position]
    const outcome = this.#view.outcomes[position]
    if (!node) return false
    return this.#isForgotten(position)
      ? outcome?.status !== 'SKIPPED'
      : readableOutput(node, outcome) !== undefined
  }

  #isForgotten(position: number): boolean {
    return this.#nodes[position]?.action.mode === 'FIRE_AND_FORGET'
  }

  /** Ends or starts the action at `position`, if it is time. */
  #consider(position: number): void {
    const node = this.#nodes[position]
    if (!node || this.#phases[position] !== 'WAITING') return
    const reason = this.#skipReason(position, node)
    if (reason === null && this.#isOpen(position, node)) return
    const outcome = reason === null ? endOfItself(node, this.#view) : skippedOutcome(reason)
    if (outcome) this.#conclude(position, outcome)
    else if (this.#isForgotten(position)) this.#start(position, 'first')
    else {
      this.#phases[position] = 'READY'
      this.#ready.push(position)
    }
  }

  #skipReason(position: number, { action, needs, branch }: PlanNode): string | null {
    const decision = branch && this.#view.outcomes[branch.decision]
    if (decision && (decision.status !== 'SUCCEEDED' || decision.output !== branch.name)) {
      return `The branch "${action.branch}" was not taken.`
    }
    const open = this.#openNeeds[position] ?? 0
    const met = this.#metNeeds[position] ?? 0
    if (action.waitForAll && met + open < needs.length) {
      const failing = needs.find((other) => this.#phases[other] === 'ENDED' && !this.#isMet(other))
      return `It depends on "${this.#nodes[failing ?? -1]?.action.name}", which gave nothing.`
    }
    const isHopeless = needs.length > 0 && open === 0 && met === 0
    return isHopeless ? 'Nothing that it depends on succeeded.' : null
  }

  /** Whether there is something to wait for. */
  #isOpen(position: number, { action, needs }: PlanNode): boolean {
    if ((this.#openAfter[position] ?? 0) > 0) return true
    if (action.waitForAll) return (this.#openNeeds[position] ?? 0) > 0
    return needs.length > 0 && this.#metNeeds[position] === 0
  }

  /** Fills the free slots. Returns whether that changed anything. */
  #fill(): boolean {
    const { dynamicParallelism } = this.#view.checked.plan
    const limit = dynamicParallelism ? this.#parallelism.limit : this.#options.maxParallel
    while (this.#running < limit) {
      const position = this.#ready.pop()
      if (position === undefined) break
      this.#start(position, this.#wereHeld.size > 0 && this.#wereHeld.has(position) ? 'again' : 'first')
    }
    return this.#changed.length > 0
  }

  #start(position: number, time: 'first' | 'again'): void {
    const node = this.#nodes[position]
    if (!node) return
    const { action } = node
    let parameters: JsonObject = action.parameters
    if (!node.isLiteral) {
      const substituted = substitute(parameters, lookupFor(node, this.#view))
      if (!substituted.ok) {
        this.#conclude(position, failedOutcome('REFERENCE_MISSING', substituted.problem))
        return
      }
      parameters = substituted.value
    }
    this.#orders.push({ kind: 'start', position, action, parameters, isResumed: time === 'again' })
    if (this.#isForgotten(position)) {
      this.#phases[position] = 'LAUNCHED'
      this.#unsettled -= 1
      this.#changed.push(position)
    } else {
      this.#phases[position] = 'RUNNING'
      this.#running += 1
    }
  }

  /** Ends an action that was not performed. */
  #conclude(position: number, outcome: ActionOutcome): void {
    const action = this.#nodes[position]?.action
    if (action) this.#orders.push({ kind: 'end', position, action, outcome })
    this.#settle(position, outcome)
    if (this.#isFatal(position)) this.#cancelAfter(position)
  }

  #settle(position: number, outcome: ActionOutcome): void {
    const wasLaunched = this.#phases[position] === 'LAUNCHED'
    this.#phases[position] = 'ENDED'
    this.#view.outcomes[position] = outcome
    // Dependent actions already know of a launch.
    if (wasLaunched) return
    this.#unsettled -= 1
    this.#changed.push(position)
  }

  /** DAG-6: a failure that nobody allowed for, in a plan that wants none. */
  #isFatal(position: number): boolean {
    if (!this.#view.checked.plan.failFast) return false
    const status = this.#view.outcomes[position]?.status
    const hasFailed = status === 'FAILED' || status === 'DENIED'
    return hasFailed && !this.#isMet(position)
  }

  #cancelAfter(position: number): void {
    this.#cancelRest(`"${this.#nodes[position]?.action.name}" failed, and the plan is to fail fast.`)
  }

  #cancelRest(reason: string): void {
    if (this.#cancelReason !== null) return
    this.#cancelReason = reason
    this.#ready.clear()
    if (this.#running > 0) this.#orders.push({ kind: 'abort', reason })
    for (const [position, phase] of this.#phases.entries()) {
      if (phase === 'WAITING' || phase === 'READY' || phase === 'HELD')
        this.#conclude(position, cancelledOutcome(reason))
    }
  }

  #adapt({ status }: ActionOutcome): void {
    if (status !== 'SUCCEEDED' && status !== 'FAILED') return
    this.#parallelism = adapt(this.#parallelism, status === 'SUCCEEDED', this.#options.maxParallel)
  }
}

/** The positions by name, looked up by conditions alone. */
function placesOf(nodes: readonly PlanNode[]): (name: string) => number | undefined {
  let places: Map<string, number> | undefined
  return (name) => {
    places ??= new Map(nodes.map(({ action }, position) => [action.name, position]))
    return places.get(name)
  }
}

function countsOf(nodes: readonly PlanNode[], of: (node: PlanNode) => number): Int32Array {
  const counts = new Int32Array(nodes.length)
  let position = 0
  for (const node of nodes) counts[position++] = of(node)
  return counts
}

/** The count as it is then. */
function addToCount(counts: Int32Array, position: number, change: number): number {
  const changed = (counts[position] ?? 0) + change
  counts[position] = changed
  return changed
}

/** Number of actions that may run concurrently, as it follows from their outcomes (DAG-9). */
interface Parallelism {
  readonly limit: number
  /** Successes since the limit last changed. */
  readonly successes: number
}

/** Begins wide: a plan that goes well is not slowed. */
export function initialParallelism(max: number): Parallelism {
  return { limit: max, successes: 0 }
}

/** Half as many after a failure, down to 1; one more after as many successes as may run at a time, up to `max`. */
export function adapt({ limit, successes }: Parallelism, hasSucceeded: boolean, max: number): Parallelism {
  if (!hasSucceeded) return { limit: Math.max(1, Math.floor(limit / 2)), successes: 0 }
  if (successes + 1 < limit) return { limit, successes: successes + 1 }
  return { limit: Math.min(max, limit + 1), successes: 0 }
}
