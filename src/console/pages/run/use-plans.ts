import { useEffect, useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import {
  RunPlansDocument,
  type RunPlansQuery,
  type RunPlansQueryVariables,
} from '../../../generated/console/graphql.ts'
import type { RunModel } from './run-model.ts'

type StepOfPlans = NonNullable<RunPlansQuery['run']>['steps']['nodes'][number]

/** A step that executes a plan. */
export interface PlanOfStep extends StepOfPlans {
  readonly plan: NonNullable<StepOfPlans['plan']>
}

interface Plans {
  /** In the order of their steps. Null until they are read. */
  readonly plans: readonly PlanOfStep[] | null
  readonly error: Error | undefined
}

/** The plans of a run. They are read again when a plan is written, and when an action ends, which may move the critical path. */
export function usePlans(model: Omit<RunModel, 'texts'>): Plans {
  const client = useClient()
  const [plans, setPlans] = useState<readonly PlanOfStep[] | null>(null)
  const [error, setError] = useState<Error>()
  const { id } = model.run
  const version = versionOf(model)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the plans are read again with each version.
  useEffect(() => {
    let isCurrent = true
    void readPlans(client, id)
      .then((read) => isCurrent && setPlans(read))
      .catch((reason: Error) => isCurrent && setError(reason))
    return () => {
      isCurrent = false
    }
  }, [client, id, version])

  return { plans, error }
}

function versionOf({ steps, events }: Pick<RunModel, 'steps' | 'events'>): string {
  const ended = [...steps.values()]
    .flatMap(({ actions }) => actions)
    .filter(({ durationMs }) => durationMs != null)
  const written = events.filter(({ __typename }) => __typename === 'PlanGenerated')
  return `${steps.size}:${ended.length}:${written.length}`
}

async function readPlans(client: Client, id: string): Promise<readonly PlanOfStep[]> {
  const plans: PlanOfStep[] = []
  let after: string | null = null
  let first = 50
  for (;;) {
    const { data, error }: Awaited<ReturnType<typeof readPage>> = await readPage(client, { id, first, after })
    // The plans of several steps may be more than one response holds.
    if (error && first > 1 && isTooLarge(error)) {
      first = 1
      continue
    }
    if (error) throw error
    const page = data?.run?.steps
    plans.push(...(page?.nodes.filter(hasPlan) ?? []))
    after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null
    if (after === null) return plans
  }
}

function isTooLarge({ graphQLErrors }: CombinedError): boolean {
  return graphQLErrors.some(({ extensions }) => extensions.code === 'OPERATION_TOO_LARGE')
}

function readPage(client: Client, variables: RunPlansQueryVariables) {
  return client.query(RunPlansDocument, variables, { requestPolicy: 'network-only' }).toPromise()
}

function hasPlan(step: StepOfPlans): step is PlanOfStep {
  return step.plan != null
}
