import { type ActionMode, type ActionStatus, actionStatus } from '../action.ts'
import type { PlanShape } from './plan-shape.ts'
import type { WaitKind } from './plan-waits.ts'

/**
 * A plan as Mermaid text: a node for each action with its type, target and status, an arrow for each wait, thick borders on the critical
 * path. Names of actions are escaped, so that they cannot break out of a label.
 */
export function toMermaid({ nodes, edges }: PlanShape): string {
  const positions = new Map(nodes.map(({ action }, position) => [action.name, position]))
  const boxes = nodes.map(({ action, status }, position) => {
    const { name, type, target, mode } = action
    const label = `${entityText(name)}<br/>${entityText(`${type} ${target}`.trim())}`
    const [open, close] = outlines[type === 'DECISION' ? 'DECISION' : mode]
    return `  a${position}${open}"${label}"${close}:::${status}`
  })
  const lines = edges.map(({ from, to, kind }) => {
    const target = positions.get(to) ?? 0
    const isAny = kind === 'DEPENDENCY' && nodes[target]?.action.waitForAll === false
    return `  a${positions.get(from) ?? 0} ${isAny ? '-->|any|' : arrows[kind]} a${target}`
  })
  const critical = nodes.flatMap(({ isCritical }, position) => (isCritical ? [`a${position}`] : []))
  const classes = actionStatus.options.map((status) => `  classDef ${status} ${styles[status]}`)
  const marks =
    critical.length > 0
      ? ['  classDef critical stroke-width:3px', `  class ${critical.join(',')} critical`]
      : []
  return `${['flowchart LR', ...boxes, ...lines, ...classes, ...marks].join('\n')}\n`
}

const outlines: Readonly<Record<ActionMode | 'DECISION', readonly [string, string]>> = {
  ASYNC: ['[', ']'],
  SYNC: ['[[', ']]'],
  FIRE_AND_FORGET: ['>', ']'],
  DECISION: ['{', '}'],
}

const arrows: Readonly<Record<WaitKind, string>> = {
  DEPENDENCY: '-->',
  BRANCH: '-->|branch|',
  DATA: '-.->|data|',
  CONDITION: '-.->|when|',
  BARRIER: '-.->|sync|',
}

const styles: Readonly<Record<ActionStatus, string>> = {
  PENDING: 'fill:#f5f5f5,stroke:#9e9e9e,color:#424242',
  RUNNING: 'fill:#e3f2fd,stroke:#1e88e5,color:#0d47a1',
  SUCCEEDED: 'fill:#e8f5e9,stroke:#43a047,color:#1b5e20',
  FAILED: 'fill:#ffebee,stroke:#e53935,color:#b71c1c',
  SKIPPED: 'fill:#fafafa,stroke:#bdbdbd,color:#757575,stroke-dasharray:4',
  DENIED: 'fill:#fff3e0,stroke:#fb8c00,color:#e65100',
  CANCELLED: 'fill:#eceff1,stroke:#78909c,color:#37474f',
}

/** Everything that Mermaid or HTML might read, as its entity code. */
function entityText(text: string): string {
  return text.replace(/[^A-Za-z0-9 _./:-]/gu, (character) => `#${character.codePointAt(0)};`)
}
