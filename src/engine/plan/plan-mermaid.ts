import { type ActionMode, type ActionStatus, actionStatuses } from '../../domain/action.ts'
import type { CheckedPlan } from './checked-plan.ts'
import { edgesOf, type ShapeEdge, type Statuses } from './plan-shape.ts'

/**
 * A plan as Mermaid text: a node for each action with its type, target and status, an arrow for each wait.
 * What actions are called cannot break out of its label.
 */
export function toMermaid(checked: CheckedPlan, statuses: Statuses): string {
  const ids = new Map(checked.nodes.map(({ action }, place) => [action.name, `a${place}`]))
  const nodes = checked.nodes.map(({ action }, place) => {
    const status = statuses.get(action.name) ?? 'PENDING'
    const label = `${entityText(action.name)}<br/>${entityText(`${action.type} ${action.target}`.trim())}`
    const [open, close] = outlines[action.type === 'DECISION' ? 'DECISION' : action.mode]
    return `  a${place}${open}"${label}"${close}:::${status}`
  })
  const edges = edgesOf(checked).map(
    ({ from, to, kind }) => `  ${ids.get(from)} ${arrows[kind]} ${ids.get(to)}`,
  )
  const classes = actionStatuses.map((status) => `  classDef ${status} ${styles[status]}`)
  return `${['flowchart LR', ...nodes, ...edges, ...classes].join('\n')}\n`
}

const outlines: Readonly<Record<ActionMode | 'DECISION', readonly [string, string]>> = {
  ASYNC: ['[', ']'],
  SYNC: ['[[', ']]'],
  FIRE_AND_FORGET: ['>', ']'],
  DECISION: ['{', '}'],
}

const arrows: Readonly<Record<ShapeEdge['kind'], string>> = {
  ALL: '-->',
  ANY: '-->|any|',
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
