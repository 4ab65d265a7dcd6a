import { useCallback, useMemo, useState } from 'react'
import { type Client, CombinedError, useClient } from 'urql'
import { RunPlansDocument, type RunPlansQuery } from '../../../generated/console/graphql.ts'
import { PlanGraph } from '../../charts/plan-graph.tsx'
import { readAnew, readPages, useLoaded } from '../../data/use-list.ts'
import { SelectField } from '../../ui/field.tsx'
import { formatDuration, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import type { LiveEvent, RunAndSteps, RunModel } from './run-model.ts'
import styles from './tabs-of-run.module.css'

interface Props extends RunAndSteps {
  readonly events: readonly LiveEvent[]
  /** The key of the opened object beside the plan. */
  readonly open: string | undefined
  readonly onOpen: (key: string) => void
}

/** The plans of a run as graphs: the newest one, or the one of a chosen step. The actions light up as they run. */
export function PlanTab({ run, steps, events, open, onOpen }: Props) {
  const { value: plans, error } = usePlans({ run, steps, events })
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
    <div className={`${look.column} ${styles.plan}`}>
      <div className={`${look.row} ${look.soft}`}>
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
      {shown.plan.reasoning && <p className={`${look.soft} ${styles.reasoning}`}>{shown.plan.reasoning}</p>}
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

function Drawn(props: Pick<Props, 'steps' | 'open' | 'onOpen'> & { readonly step: PlanOfStep }) {
  const { step, steps, open, onOpen } = props
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

type StepOfPlans = NonNullable<RunPlansQuery['run']>['steps']['nodes'][number]

/** A step that executes a plan. */
interface PlanOfStep extends StepOfPlans {
  readonly plan: NonNullable<StepOfPlans['plan']>
}

/** The plans of a run, in the order of their steps. They are read again when one is written, and when an action ends, which may move the critical path. */
function usePlans(model: RunAndSteps & Pick<RunModel, 'events'>) {
  const client = useClient()
  const { id } = model.run
  const version = versionOf(model)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plans are read again with each version.
  return useLoaded(useCallback(() => readPlans(client, id), [client, id, version]))
}

function versionOf({ steps, events }: Pick<RunModel, 'steps' | 'events'>): string {
  const ended = [...steps.values()]
    .flatMap(({ actions }) => actions)
    .filter(({ durationMs }) => durationMs != null)
  const written = events.filter(({ __typename }) => __typename === 'PlanGenerated')
  return `${steps.size}:${ended.length}:${written.length}`
}

async function readPlans(client: Client, id: string): Promise<readonly PlanOfStep[]> {
  let first = 50
  const read = async (after: string | null) =>
    (await readAnew(client, RunPlansDocument, { id, first, after })).run?.steps
  const steps = await readPages((after) =>
    read(after).catch((error: unknown) => {
      if (first === 1 || !isTooLarge(error)) throw error
      // The plans of several steps may be more than one response holds.
      first = 1
      return read(after)
    }),
  )
  return steps.filter(hasPlan)
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof CombinedError &&
    error.graphQLErrors.some(({ extensions }) => extensions.code === 'OPERATION_TOO_LARGE')
  )
}

function hasPlan(step: StepOfPlans): step is PlanOfStep {
  return step.plan != null
}
