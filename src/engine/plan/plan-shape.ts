import { type ActionMode, type ActionStatus, type ActionType, isSettled } from '../../domain/action.ts'
import type { CheckedPlan, PlanNode, WaitReason } from './checked-plan.ts'

/** A plan as it is drawn. */
export interface PlanShape {
  readonly nodes: readonly ShapeNode[]
  readonly edges: readonly ShapeEdge[]
  /** The names of the longest way through the plan, first to last: only these make it shorter. */
  readonly criticalPath: readonly string[]
  /** How long that way takes, in the unit of the durations given. */
  readonly criticalDuration: number
}

export interface ShapeNode {
  readonly name: string
  readonly type: ActionType
  readonly mode: ActionMode
  readonly target: string
  readonly wave: number
  readonly status: ActionStatus
  /** What it still waits for, in plan order; empty once it has started. */
  readonly blockedBy: readonly string[]
}

export interface ShapeEdge {
  /** Ends, or is launched, before `to` starts. */
  readonly from: string
  readonly to: string
  /** ANY: one of several dependencies is enough. */
  readonly kind: 'ALL' | 'ANY' | WaitReason
}

export type Statuses = ReadonlyMap<string, ActionStatus>

/** Nodes, edges, what blocks what, and the critical path by `durationOf` (default: each takes 1). Without a status: PENDING. */
export function shapeOf(
  checked: CheckedPlan,
  statuses: Statuses,
  durationOf: (name: string) => number = () => 1,
): PlanShape {
  const statusAt = (place: number) => statuses.get(nameAt(checked, place)) ?? 'PENDING'
  const nodes = checked.nodes.map((node, place): ShapeNode => {
    const { name, type, mode, target } = node.action
    const status = statusAt(place)
    const blockers = status === 'PENDING' ? blockersOf(node, checked, statusAt) : []
    const blockedBy = blockers.map((other) => nameAt(checked, other))
    return { name, type, mode, target, wave: node.wave, status, blockedBy }
  })
  const { path, duration } = criticalPath(checked, durationOf)
  return { nodes, edges: edgesOf(checked), criticalPath: path, criticalDuration: duration }
}

/** Every wait once; a dependency that is also waited for otherwise shows as the dependency. */
export function edgesOf(checked: CheckedPlan): readonly ShapeEdge[] {
  return checked.nodes.flatMap(({ action, needs, after }) => {
    const kinds = new Map<number, ShapeEdge['kind']>()
    for (const { place, why } of after) kinds.set(place, why)
    for (const place of needs) kinds.set(place, action.waitForAll ? 'ALL' : 'ANY')
    return [...kinds].map(([place, kind]) => ({ from: nameAt(checked, place), to: action.name, kind }))
  })
}

function blockersOf(
  { action, needs, after }: PlanNode,
  { nodes }: CheckedPlan,
  statusAt: (place: number) => ActionStatus,
): readonly number[] {
  const isOpen = (place: number) => {
    const isLaunched = nodes[place]?.action.mode === 'FIRE_AND_FORGET' && statusAt(place) === 'RUNNING'
    return !isLaunched && !isSettled(statusAt(place))
  }
  const hasOne = !action.waitForAll && needs.some((place) => statusAt(place) === 'SUCCEEDED')
  const blockers = [...(hasOne ? [] : needs), ...after.map(({ place }) => place)].filter(isOpen)
  return [...new Set(blockers)].sort((a, b) => a - b)
}

interface Timing {
  readonly start: number
  readonly end: number
  /** The one that it waits for longest. */
  readonly last: number | null
}

/** As if there were free places for all: of any dependencies the fastest counts, of all the slowest. */
function criticalPath(
  checked: CheckedPlan,
  durationOf: (name: string) => number,
): { readonly path: readonly string[]; readonly duration: number } {
  const timings: Timing[] = []
  const endAt = (place: number) => {
    const timing = timings[place]
    const isLaunch = checked.nodes[place]?.action.mode === 'FIRE_AND_FORGET'
    return (isLaunch ? timing?.start : timing?.end) ?? 0
  }
  const later = (a: number | null, b: number) => (a === null || endAt(b) > endAt(a) ? b : a)
  const sooner = (a: number | null, b: number) => (a === null || endAt(b) < endAt(a) ? b : a)
  for (const place of checked.order) {
    const node = checked.nodes[place]
    if (!node) continue
    const needed = node.needs.reduce<number | null>(node.action.waitForAll ? later : sooner, null)
    const last = node.after.reduce<number | null>((a, wait) => later(a, wait.place), needed)
    const start = last === null ? 0 : endAt(last)
    timings[place] = { start, end: start + durationOf(node.action.name), last }
  }
  const final = checked.order.reduce<number | null>(later, null)
  const path: string[] = []
  for (let at = final; at !== null; at = timings[at]?.last ?? null) path.push(nameAt(checked, at))
  return { path: path.reverse(), duration: final === null ? 0 : endAt(final) }
}

function nameAt({ nodes }: CheckedPlan, place: number): string {
  return nodes[place]?.action.name ?? ''
}
