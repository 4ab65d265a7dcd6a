import { lazy, Suspense, useMemo, useState } from 'react'
import type { GateShownFragment } from '../../../generated/console/graphql.ts'
import { formatEnum } from '../../ui/format.ts'
import { anObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Loading } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import styles from './gates-page.module.css'
import { useTool } from './use-tool-of-call.ts'

const PlanGraph = lazy(async () => ({ default: (await import('../../charts/plan-graph.tsx')).PlanGraph }))

interface Props {
  readonly gate: GateShownFragment
  /** The texts of the parameters that are edited, by the name of the action. Absent where the plan is only looked at. */
  readonly edits?: Readonly<Record<string, string>>
  readonly onEdit?: (name: string, text: string) => void
}

/** The plan of a gate, drawn; the action that is chosen shows its parameters, and can be edited. */
export function GatePlan({ gate: { context, step }, edits, onEdit }: Props) {
  const actions = context.__typename === 'PlanContext' ? context.actions : noActions
  const [chosen, setChosen] = useState(actions[0]?.name)
  const nodes = useMemo(
    () =>
      actions.map(({ name, type, target }) => ({
        ...{ name, type, target },
        ...(edits?.[name] !== undefined && { note: 'edited' }),
      })),
    [actions, edits],
  )
  const edges = useMemo(() => step?.plan?.edges ?? edgesOf(actions), [step, actions])
  const action = actions.find(({ name }) => name === chosen)
  const tool = useTool(action?.type, action?.target)
  if (context.__typename !== 'PlanContext') return null
  return (
    <section className={look.list} aria-label="The plan">
      <div className={look.row}>
        <h3>The plan</h3>
        <span className={look.soft}>{actions.length} actions</span>
      </div>
      {context.reasoning && <p className={look.soft}>{context.reasoning}</p>}
      <div className={`${look.box} ${styles.planFrame}`}>
        <Suspense fallback={<Loading rows={6} />}>
          <PlanGraph label="The plan to decide" {...{ nodes, edges }} open={chosen} onOpen={setChosen} />
        </Suspense>
      </div>
      {action && (
        <div className={look.list}>
          <div className={look.row}>
            <h4>{action.name}</h4>
            <Label>{formatEnum(action.type)}</Label>
            <code>{action.target}</code>
          </div>
          {onEdit ? (
            <JsonEditor
              key={action.name}
              label={`Parameters of ${action.name}`}
              value={edits?.[action.name] ?? JSON.stringify(action.parameters, null, 2)}
              onChange={(text) => onEdit(action.name, text)}
              schema={tool?.inputSchema ?? anObject}
              isReference={isReference}
            />
          ) : (
            <JsonView label={`Parameters of ${action.name}`} value={action.parameters} />
          )}
        </div>
      )}
    </section>
  )
}

const noActions: Extract<GateShownFragment['context'], { __typename: 'PlanContext' }>['actions'] = []

/** `$customers.group` or `${customers.group}`: what another action gives. */
function isReference(value: unknown): boolean {
  return typeof value === 'string' && /\$[\w{]/.test(value)
}

function edgesOf(actions: typeof noActions) {
  return actions.flatMap(({ name, dependsOn }) =>
    dependsOn.map((from) => ({ from, to: name, kind: 'DEPENDENCY' })),
  )
}
