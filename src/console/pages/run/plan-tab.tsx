import { useMemo, useState } from 'react'
import { PlanGraph } from '../../charts/plan-graph.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatDuration, formatEnum } from '../../ui/format.ts'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import type { LiveEvent, RunAndSteps } from './run-model.ts'
import styles from './tabs-of-run.module.css'
import { type PlanOfStep, usePlans } from './use-plans.ts'

interface Props extends RunAndSteps {
  readonly events: readonly LiveEvent[]
  /** The key of the opened object beside the plan. */
  readonly open: string | undefined
  readonly onOpen: (key: string) => void
}

/** The plans of a run as graphs: the newest one, or the one of a chosen step. The actions light up as they run. */
export function PlanTab({ run, steps, events, open, onOpen }: Props) {
  const { plans, error } = usePlans({ run, steps, events })
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = plans?.find(({ number }) => number === chosen) ?? plans?.at(-1)
  if (error && !plans) return <Problem error={error} />
  if (!plans) return <Loading />
  if (!shown)
    return (
      <Empty title="This run has no plan.">
        Its model calls tools one turn after the other. An agent with the planner PLAN writes a plan of
        dependent actions first.
      </Empty>
    )
  return (
    <div className={styles.plan}>
      <div className={styles.planLine}>
        {plans.length > 1 && (
          <SelectField
            label="Step"
            isBare
            value={String(shown.number)}
            options={plans.map(({ number }) => ({ value: String(number), label: `Step ${number}` }))}
            onChange={(number) => setChosen(Number(number))}
          />
        )}
        <Facts step={shown} steps={steps} />
      </div>
      <Drawn step={shown} steps={steps} open={open} onOpen={onOpen} />
      {shown.plan.reasoning && <p className={styles.reasoning}>{shown.plan.reasoning}</p>}
    </div>
  )
}

const sources = { CALLER: 'given with the run', MODEL: 'written by the model', WORKFLOW: 'from the workflow' }

function Facts({ step, steps }: { readonly step: PlanOfStep } & Pick<RunAndSteps, 'steps'>) {
  const { plan } = step
  const live = liveActions(steps)
  const critical = plan.nodes.filter(({ isCritical }) => isCritical)
  const length = critical.reduce((sum, { action }) => sum + (live.get(action.id)?.durationMs ?? 0), 0)
  const done = plan.nodes.filter(({ action }) => {
    const { status } = live.get(action.id) ?? action
    return status !== 'PENDING' && status !== 'RUNNING'
  })
  return (
    <>
      <span>
        {done.length} of {plan.nodes.length} actions ended
      </span>
      <span className={styles.criticalKey}>Critical path{length > 0 && `, ${formatDuration(length)}`}</span>
      <span>{sources[plan.source]}</span>
      {plan.maxParallel != null && <span>at most {plan.maxParallel} at once</span>}
      {plan.failFast && <span>the first failure cancels the rest</span>}
    </>
  )
}

function Drawn({
  step,
  steps,
  open,
  onOpen,
}: Pick<Props, 'steps' | 'open' | 'onOpen'> & { readonly step: PlanOfStep }) {
  const { plan } = step
  const live = useMemo(() => liveActions(steps), [steps])
  const nodes = plan.nodes.map(({ name, isCritical, condition, branch, action }) => {
    const { status, durationMs } = live.get(action.id) ?? action
    return {
      ...{ name, isCritical, status, type: action.type, target: action.target },
      note:
        durationMs != null && durationMs > 0
          ? formatDuration(durationMs)
          : status === 'PENDING'
            ? (condition ?? branch ?? undefined)
            : status === 'SUCCEEDED' || status === 'RUNNING'
              ? undefined
              : formatEnum(status),
    }
  })
  const idOf = new Map(plan.nodes.map(({ name, action }) => [name, action.id]))
  return (
    <PlanGraph
      label={`Plan of step ${step.number}`}
      nodes={nodes}
      edges={plan.edges}
      open={plan.nodes.find(({ action }) => open === `action:${action.id}`)?.name}
      onOpen={(name) => onOpen(`action:${idOf.get(name)}`)}
    />
  )
}

function liveActions(steps: RunAndSteps['steps']) {
  return new Map([...steps.values()].flatMap(({ actions }) => actions.map((action) => [action.id, action])))
}
