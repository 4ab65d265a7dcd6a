import { z } from 'zod'
import { type ActionStatus, isSettled } from '../action.ts'
import { about, object } from '../declared.ts'
import { atOnce, mapSliced, type Sliced } from '../in-slices.ts'
import type { Plan, PlanAction } from '../plan.ts'
import { type PlanWaits, readWaits, waitKind } from './plan-waits.ts'
import { sortPlan } from './sort-plan.ts'

/** State of an action of a plan. */
export interface ActionState {
  readonly status: ActionStatus
  /** Its level, as the check of the plan gave it. */
  readonly wave: number
  /** `null` where it has not ended, or was not performed. */
  readonly durationMs: number | null
}

/** A plan as it is drawn. */
export interface PlanShape {
  /** In plan order. */
  readonly nodes: readonly ShapeNode[]
  readonly edges: readonly ShapeEdge[]
  /** The names on the longest path through the plan, first to last: only these make it shorter. */
  readonly criticalPath: readonly string[]
}

export interface ShapeNode {
  readonly action: PlanAction
  readonly status: ActionStatus
  readonly wave: number
  /** Names of the actions that it still waits for, in plan order; empty once it has started. */
  readonly blockedBy: readonly string[]
  readonly isCritical: boolean
}

export const shapeEdge = object('PlanEdge', 'Edge of a plan: one action waits for another action.', {
  from: about('Name of the action that comes first.', z.string()),
  to: about('Name of the action that waits.', z.string()),
  kind: about('Reason why the action waits.', waitKind),
})
export type ShapeEdge = Readonly<z.infer<typeof shapeEdge>>

/** A plan and its actions' states in the same order, as one. */
interface PlanStates {
  readonly actions: readonly PlanAction[]
  readonly states: readonly ActionState[]
  readonly waits: PlanWaits
}

/**
 * Nodes, edges, blocking actions, and the critical path of a plan that is executed or was; `states` are in plan order. The critical path is
 * measured by the duration of actions, and for those that have not ended by the mean of the others.
 */
export function shapeOf(plan: Plan, states: readonly ActionState[]): PlanShape {
  return atOnce(shapeSliced(plan, states))
}

/** The same, action by action. */
export function* shapeSliced(plan: Plan, states: readonly ActionState[]): Sliced<PlanShape> {
  const { actions } = plan
  const waves = states.map(({ wave }) => wave)
  const waits = yield* readWaits(plan, waves)
  const drawn = { actions, states, waits }
  const path = yield* criticalPath(drawn)
  const critical = new Set(path)
  const nodes = yield* mapSliced(states, ({ status, wave }, position): readonly ShapeNode[] => {
    const action = actions[position]
    if (!action) return []
    const blockedBy =
      status === 'PENDING' ? blockersOf(position, drawn).map((other) => nameAt(other, drawn)) : []
    return [{ action, status, wave, blockedBy, isCritical: critical.has(position) }]
  })
  const edges = yield* mapSliced(waits, (kinds, position) =>
    Array.from(kinds, ([other, kind]) => ({ from: nameAt(other, drawn), to: nameAt(position, drawn), kind })),
  )
  return {
    nodes: nodes.flat(),
    edges: edges.flat(),
    criticalPath: path.map((position) => nameAt(position, drawn)),
  }
}

function blockersOf(position: number, { actions, states, waits }: PlanStates): readonly number[] {
  const isOpen = (other: number) => {
    const status = states[other]?.status ?? 'PENDING'
    const isLaunched = actions[other]?.mode === 'FIRE_AND_FORGET' && status === 'RUNNING'
    return !isLaunched && !isSettled(status)
  }
  const kinds = [...(waits[position] ?? [])]
  const needsOne = actions[position]?.waitForAll === false
  const hasOne =
    needsOne && kinds.some(([other, kind]) => kind === 'DEPENDENCY' && states[other]?.status === 'SUCCEEDED')
  return kinds
    .filter(([other, kind]) => isOpen(other) && !(hasOne && kind === 'DEPENDENCY'))
    .map(([other]) => other)
    .sort((a, b) => a - b)
}

interface Timing {
  readonly start: number
  readonly end: number
  /** The one that it waits for longest. */
  readonly last: number | null
}

/** As if there were a free slot for every action: of any dependencies the fastest counts, of all the slowest. */
function* criticalPath({ actions, states, waits }: PlanStates): Sliced<readonly number[]> {
  const timings: Timing[] = []
  const durationOf = durationsOf(states)
  const endAt = (position: number) => {
    const timing = timings[position]
    const isLaunch = actions[position]?.mode === 'FIRE_AND_FORGET'
    return (isLaunch ? timing?.start : timing?.end) ?? 0
  }
  const later = (a: number | null, b: number) => (a === null || endAt(b) > endAt(a) ? b : a)
  const sooner = (a: number | null, b: number) => (a === null || endAt(b) < endAt(a) ? b : a)
  const { order } = sortPlan(yield* mapSliced(waits, (kinds) => [...kinds.keys()]))
  for (const position of order) {
    const kinds = [...(waits[position] ?? [])]
    const needs = kinds.flatMap(([other, kind]) => (kind === 'DEPENDENCY' ? [other] : []))
    const otherKinds = kinds.flatMap(([other, kind]) => (kind === 'DEPENDENCY' ? [] : [other]))
    const needed = needs.reduce<number | null>(actions[position]?.waitForAll === false ? sooner : later, null)
    const last = otherKinds.reduce<number | null>(later, needed)
    const start = last === null ? 0 : endAt(last)
    timings[position] = { start, end: start + durationOf(position), last }
    yield
  }
  const path: number[] = []
  let at = order.reduce<number | null>(later, null)
  for (; at !== null; at = timings[at]?.last ?? null) path.push(at)
  return path.reverse()
}

function durationsOf(states: readonly ActionState[]): (position: number) => number {
  const known = states.flatMap(({ status, durationMs }) =>
    isSettled(status) && durationMs !== null ? [durationMs] : [],
  )
  const mean = known.reduce((sum, durationMs) => sum + durationMs, 0) / known.length || 1
  return (position) => {
    const state = states[position]
    return state && isSettled(state.status) ? (state.durationMs ?? 0) : mean
  }
}

function nameAt(position: number, { actions }: PlanStates): string {
  return actions[position]?.name ?? ''
}
