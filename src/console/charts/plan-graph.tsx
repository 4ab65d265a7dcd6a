import {
  Bot,
  Box,
  Brain,
  Database,
  GitBranch,
  type LucideIcon,
  Maximize,
  Minus,
  Plus,
  Workflow,
  Wrench,
} from 'lucide-react'
import { useId, useMemo, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { formatEnum } from '../ui/format.ts'
import look from '../ui/look.module.css'
import { toneOf } from '../ui/tone.ts'
import styles from './plan-graph.module.css'
import { type GraphEdge, type GraphNode, largerIn, layoutPlan, nodeSize } from './plan-layout.ts'
import { usePanZoom } from './use-pan-zoom.ts'
import { useSize } from './use-size.ts'

interface Props {
  /** Description of the graph, for screen readers. */
  readonly label: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** The name of the action that is open beside the graph. */
  readonly open?: string | undefined
  readonly onOpen?: (name: string) => void
}

const icons: Readonly<Record<string, LucideIcon>> = {
  TOOL: Wrench,
  LLM: Brain,
  AGENT: Bot,
  RELIC: Database,
  WORKFLOW: Workflow,
  DECISION: GitBranch,
}

/** A plan as a graph: each action a box that lights up as it runs, each dependency an arrow, the critical path marked. */
export function PlanGraph({ label, nodes, edges, open, onOpen }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const shape = JSON.stringify([nodes.map(({ name }) => name), edges.map(({ from, to }) => [from, to])])
  // A status changes often, the shape of a plan does not: only a new shape is laid out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for nodes and edges.
  const layouts = useMemo(
    () => [layoutPlan(nodes, edges, 'right'), layoutPlan(nodes, edges, 'down')] as const,
    [shape],
  )
  const plan = largerIn(useSize(frame), ...layouts)
  const { view, isSmooth, fitAll, zoomBy } = usePanZoom(frame, plan)
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const arrow = useId()

  return (
    <div className={`${look.box} ${styles.graph}`}>
      <div ref={frame} className={styles.frame} role="group" aria-label={label}>
        <div
          className={styles.inside}
          data-smooth={isSmooth}
          style={{
            width: plan.width,
            height: plan.height,
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          }}
        >
          <svg className={styles.lines} width={plan.width} height={plan.height} aria-hidden="true">
            <marker
              id={arrow}
              viewBox="0 0 8 8"
              refX="4"
              refY="4"
              markerWidth="9"
              markerHeight="9"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0,0.5 L7,4 L0,7.5 Z" fill="context-stroke" />
            </marker>
            {plan.lines.map(({ edge, path }) => (
              <path
                key={`${edge.from} ${edge.to}`}
                d={path}
                className={styles.line}
                data-kind={edge.kind}
                data-state={stateOf(byName.get(edge.from), byName.get(edge.to))}
                data-critical={byName.get(edge.from)?.isCritical && byName.get(edge.to)?.isCritical}
                markerEnd={`url(#${arrow})`}
              />
            ))}
          </svg>
          {plan.nodes.map(({ node: { name }, x, y }) => {
            const node = byName.get(name)
            return (
              node && (
                <NodeBox
                  key={name}
                  node={node}
                  x={x}
                  y={y}
                  isOpen={name === open}
                  {...(onOpen && { onOpen: () => onOpen(name) })}
                />
              )
            )
          })}
        </div>
      </div>
      <div className={`${look.box} ${styles.buttons}`}>
        <IconButton icon={Minus} label="Smaller" onPress={() => zoomBy(1 / 1.3)} />
        <IconButton icon={Plus} label="Larger" onPress={() => zoomBy(1.3)} />
        <IconButton icon={Maximize} label="Fit the whole graph" onPress={fitAll} />
      </div>
    </div>
  )
}

interface BoxProps {
  readonly node: GraphNode
  readonly x: number
  readonly y: number
  readonly isOpen: boolean
  readonly onOpen?: () => void
}

function NodeBox({ node, x, y, isOpen, onOpen }: BoxProps) {
  const { name, type, target, status, isCritical = false, note } = node
  const Icon = icons[type] ?? Box
  const shared = {
    className: styles.box,
    'data-tone': status && toneOf(status),
    'data-status': status,
    'data-critical': isCritical,
    style: { left: x, top: y, ...nodeSize },
    title: `${name}: ${formatEnum(type)} ${target}`,
  }
  const inside = (
    <>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <span className={`${look.two} ${styles.words}`}>
        <span className={`${look.cut} ${look.name}`}>{name}</span>
        <span className={`${look.cut} ${look.faint}`}>{target || formatEnum(type)}</span>
      </span>
      {status && <span className={look.hidden}>{formatEnum(status)}</span>}
      {note && <span className={`${look.cut} ${styles.note}`}>{note}</span>}
    </>
  )
  if (!onOpen) return <div {...shared}>{inside}</div>
  return (
    <button {...shared} type="button" aria-pressed={isOpen} onClick={onOpen}>
      {inside}
    </button>
  )
}

/** An arrow is done when its source is, and flows while its target runs. */
function stateOf(from: GraphNode | undefined, to: GraphNode | undefined): string {
  if (to?.status === 'RUNNING') return 'flowing'
  if (from?.status === 'SUCCEEDED' && to?.status && !['PENDING', 'SKIPPED', 'CANCELLED'].includes(to.status))
    return 'done'
  if (from?.status && ['FAILED', 'SKIPPED', 'DENIED', 'CANCELLED'].includes(from.status)) return 'dead'
  return 'waiting'
}
