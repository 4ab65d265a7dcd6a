import { X } from 'lucide-react'
import type { WorkflowVersionShownFragment } from '../../../generated/console/graphql.ts'
import { PlanGraph } from '../../charts/plan-graph.tsx'
import { useNotThere } from '../../data/not-there.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Facts } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { type Parameter, parametersOf, settingsOfAction } from './plan-json.ts'
import styles from './workflow-page.module.css'
import type { WorkflowSearch } from './workflow-search.ts'

/** The plan of a version as a graph; beside it the opened action, or the parameters and the result of the plan. */
export function PlanTab(props: {
  readonly version: WorkflowVersionShownFragment
  readonly open: string | undefined
  readonly view: WorkflowSearch
  readonly onOpen: (view: WorkflowSearch, action: string | null) => void
}) {
  const { version, open, view, onOpen } = props
  const { plan } = version
  const action = plan.actions.find(({ name }) => name === open)
  useNotThere('action', open, action === undefined)
  return (
    <div className={styles.plan}>
      <div className={styles.graph}>
        <PlanGraph
          label={`Plan of version ${version.number}`}
          nodes={plan.actions}
          edges={plan.edges}
          open={open}
          onOpen={(name) => onOpen(view, name === open ? null : name)}
        />
      </div>
      <div className={look.stack}>
        {action ? (
          <Card
            title={action.name}
            aside={<IconButton icon={X} label="Close the action" onPress={() => onOpen(view, null)} />}
          >
            <div className={look.stack}>
              <Facts
                of={{
                  Type: formatEnum(action.type),
                  Target: <code>{action.target}</code>,
                  Mode: formatEnum(action.mode),
                  'Waits for': waitsFor(plan.edges, action.name),
                }}
              />
              <JsonView
                label={`Settings of ${action.name}`}
                value={settingsOfAction(plan.json, action.name) ?? action}
              />
            </div>
          </Card>
        ) : (
          <>
            <Card title="Parameters">
              <Parameters of={parametersOf(version.parameters)} />
            </Card>
            <Card title="Output">
              {version.output == null ? (
                <p className={look.faint}>All outputs of the plan, by their keys.</p>
              ) : (
                <JsonView label="Output" value={version.output} />
              )}
            </Card>
          </>
        )}
      </div>
    </div>
  )
}

/** The actions that an action waits for, and the reason of those other than dependencies. */
function waitsFor(edges: WorkflowVersionShownFragment['plan']['edges'], name: string): string {
  const waits = edges
    .filter(({ to }) => to === name)
    .map(({ from, kind }) => (kind === 'DEPENDENCY' ? from : `${from} (${formatEnum(kind).toLowerCase()})`))
  return waits.join(', ') || 'Nothing'
}

function Parameters({ of: parameters }: { readonly of: readonly Parameter[] }) {
  if (parameters.length === 0) return <p className={look.faint}>It takes none.</p>
  return (
    <ul className={look.list}>
      {parameters.map(({ name, type, description, isRequired }) => (
        <li key={name} className={look.two}>
          <span className={look.row}>
            <code>{name}</code>
            <span className={look.faint}>{type}</span>
            {isRequired && <Label>Required</Label>}
          </span>
          {description && <span className={look.faint}>{description}</span>}
        </li>
      ))}
    </ul>
  )
}
