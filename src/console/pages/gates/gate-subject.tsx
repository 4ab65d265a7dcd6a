import { lazy, Suspense, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import {
  type ActionType,
  type GateShownFragment,
  ToolOfCallDocument,
  type ToolOfCallQuery,
} from '../../../generated/console/graphql.ts'
import { formatCounted, formatEnum, formatPercent } from '../../ui/format.ts'
import { anObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Meter } from '../../ui/meter.tsx'
import { Loading } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { QuestionText } from './answer.tsx'
import styles from './gates-page.module.css'

/** Subject of the decision, by the kind of the gate. */
export function GateSubject({ gate }: { readonly gate: GateShownFragment }) {
  const { context } = gate
  switch (context.__typename) {
    case 'CallContext':
      return (
        <section className={look.list} aria-label="The call">
          <CallHead gate={gate} />
          <JsonView label={`Arguments of ${context.target}`} value={context.arguments} />
        </section>
      )
    case 'PlanContext':
      return <GatePlan gate={gate} />
    case 'LowConfidenceContext':
      return (
        <section className={look.list} aria-label="How sure the agent is">
          {context.confidenceReason && <p>{context.confidenceReason}</p>}
          <Share name="Confidence" value={context.confidence} />
          <Share name="Progress" value={context.progress} />
        </section>
      )
    case 'IdenticalErrorsContext':
      return (
        <section className={look.list} aria-label="The error">
          <h3>
            {context.target} failed {context.count} times in a row
          </h3>
          <JsonView label="The error" value={context.error} />
          <Share name="Progress" value={context.progress} />
        </section>
      )
    case 'MonitorContext':
      return (
        <section className={look.list} aria-label="What the monitor saw">
          {context.escalation && <p>{formatEnum(context.escalation)}</p>}
          <Share name="Progress" value={context.progress} />
        </section>
      )
    case 'QuestionContext':
      return <QuestionText question={context} />
    case 'TimeContext':
    case 'EventContext':
    case 'BatchContext':
      return null
    default:
      return context satisfies never
  }
}

/** The type of a call, and what its tool is for and does. */
export function CallHead({ gate }: { readonly gate: GateShownFragment }) {
  const tool = useToolOfCall(gate)
  if (gate.context.__typename !== 'CallContext') return null
  return (
    <>
      <div className={look.row}>
        <h3>The call</h3>
        <Label>{formatEnum(gate.context.type)}</Label>
        {tool && <Label>{effects[tool.effect]}</Label>}
      </div>
      {tool && <p className={look.soft}>{tool.description}</p>}
    </>
  )
}

const effects = {
  READ: 'Changes nothing',
  IDEMPOTENT: 'Same effect if made twice',
  ONCE: 'Made at most once',
} as const

function Share({ name, value }: { readonly name: string; readonly value: number | null | undefined }) {
  if (value == null) return null
  return <Meter label={name} value={value} max={1} text={formatPercent(value)} isPlain />
}

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
        <span className={look.soft}>{formatCounted(actions.length, 'action')}</span>
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

type Tool = ToolOfCallQuery['tools'][number]

/** The tool that an action calls; nothing where it calls something else, or a tool that the server no longer has. */
function useTool(type: ActionType | undefined, target: string | undefined): Tool | undefined {
  const name = type === 'TOOL' && target ? target : ''
  const [{ data }] = useQuery({ query: ToolOfCallDocument, variables: { name }, pause: name === '' })
  return name === '' ? undefined : data?.tools.find((tool) => tool.name === name)
}

/** The tool that the call of a gate names. */
export function useToolOfCall({ context }: Pick<GateShownFragment, 'context'>): Tool | undefined {
  const call = context.__typename === 'CallContext' ? context : undefined
  return useTool(call?.type, call?.target)
}
