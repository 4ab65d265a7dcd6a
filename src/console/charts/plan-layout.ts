import { Graph, layout } from '@dagrejs/dagre'
import type { Size } from './use-size.ts'

/** An action as it is drawn. */
export interface GraphNode {
  readonly name: string
  /** TOOL, LLM, AGENT, RELIC, WORKFLOW or DECISION. */
  readonly type: string
  /** Tool, agent, relic or workflow that performs it. */
  readonly target: string
  /** Status of the action. Absent where nothing runs: in a workflow, in a plan to approve. */
  readonly status?: string
  readonly isCritical?: boolean
  /** A short line below: a duration, a condition. */
  readonly note?: string | undefined
}

/** Reason for which an action waits for another one. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** BARRIER, BRANCH, CONDITION, DATA or DEPENDENCY. */
  readonly kind: string
}

type Direction = 'right' | 'down'

interface Placed {
  /** Left upper corner. */
  readonly x: number
  readonly y: number
  readonly node: GraphNode
}

interface Line {
  readonly edge: GraphEdge
  /** The `d` of an SVG path. */
  readonly path: string
}

interface PlanLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly Placed[]
  readonly lines: readonly Line[]
}

/** Of every node, in CSS pixels. */
export const nodeSize = { width: 196, height: 58 }

const margin = 24

/**
 * Where the actions of a plan stand: those that depend on others after them, with few crossings (Sugiyama's method, by dagre). An edge
 * to an action that the plan does not hold is left out.
 */
export function layoutPlan(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  direction: Direction,
): PlanLayout {
  const graph = new Graph({ multigraph: false })
  const isDown = direction === 'down'
  graph.setGraph({
    rankdir: isDown ? 'TB' : 'LR',
    nodesep: isDown ? 24 : 18,
    ranksep: isDown ? 44 : 64,
    marginx: margin,
    marginy: margin,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { name } of nodes) graph.setNode(name, { ...nodeSize })
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to))
  for (const { from, to } of drawn) graph.setEdge(from, to)
  layout(graph)

  const placed = nodes.map((node) => {
    const { x = 0, y = 0 } = graph.node(node.name)
    return { node, x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }
  })
  const corners = new Map(placed.map((each) => [each.node.name, each]))
  const lines = drawn.map((edge) => {
    const [from, to] = [corners.get(edge.from), corners.get(edge.to)]
    const bends = graph.edge(edge.from, edge.to)?.points?.slice(1, -1) ?? []
    return { edge, path: from && to ? pathBetween(from, to, bends, isDown) : '' }
  })
  const { width = 0, height = 0 } = graph.graph()
  return { width, height, nodes: placed, lines }
}

/** The one of two layouts that is drawn larger in a frame: a long plan runs to the right where there is width, and down otherwise. */
export function largerIn(frame: Size | null, right: PlanLayout, down: PlanLayout): PlanLayout {
  if (!frame) return right
  const scaleOf = ({ width, height }: PlanLayout) => Math.min(frame.width / width, frame.height / height, 1)
  return scaleOf(down) > scaleOf(right) * 1.05 ? down : right
}

interface Point {
  readonly x: number
  readonly y: number
}

/** From the middle of one side to the middle of the opposite side, through the bends that keep it away from other nodes. */
function pathBetween(from: Point, to: Point, bends: readonly Point[], isDown: boolean): string {
  const { width, height } = nodeSize
  const start = isDown
    ? { x: from.x + width / 2, y: from.y + height }
    : { x: from.x + width, y: from.y + height / 2 }
  // The arrowhead needs room before the node.
  const end = isDown ? { x: to.x + width / 2, y: to.y - 5 } : { x: to.x - 5, y: to.y + height / 2 }
  // An edge to the next level has no bend of its own except the one in the middle, which a curve makes automatically.
  const points = [start, ...(bends.length > 1 ? bends : []), end]
  return points.slice(1).reduce(
    (path, point, index) => {
      const before = points[index] ?? start
      return `${path} ${curve(before, point, isDown)}`
    },
    `M${round(start.x)},${round(start.y)}`,
  )
}

/** A curve that leaves and arrives in the direction of the graph. */
function curve(a: Point, b: Point, isDown: boolean): string {
  const half = isDown ? (b.y - a.y) / 2 : (b.x - a.x) / 2
  const [first, second] = isDown
    ? [
        { x: a.x, y: a.y + half },
        { x: b.x, y: b.y - half },
      ]
    : [
        { x: a.x + half, y: a.y },
        { x: b.x - half, y: b.y },
      ]
  return `C${[first, second, b].map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
