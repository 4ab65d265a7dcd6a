import type {
  ChildFactsFragment,
  RunPageEventsSubscriptionVariables,
  StepLiveFragment,
  TracedRunQuery,
} from '../../../generated/console/graphql.ts'
import {
  type LiveEvent,
  type OfLog,
  type RunModel,
  type RunOfPage,
  withChanges,
  withRead,
} from './run-model.ts'

type RunBelow = NonNullable<TracedRunQuery['run']>

/** A run as the trace shows it: the one of the page, or one below it. */
export interface TracedRun extends OfLog {
  readonly run: Omit<RunBelow, 'cursor'> | RunOfPage
  readonly steps: RunModel['steps']
  /** The steps that are not read; null where none is left out. Steps that came live can stand behind them. */
  readonly rest: StepsLeft | null
}

interface StepsLeft {
  /** Cursor of the last step that was read from the beginning on. */
  readonly after: string
  /** Its number. */
  readonly number: number
}

/** A run below, from the moment on at which the trace asks for it. */
export type BelowState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'shown'; readonly traced: TracedRun }

/** Runs below, by id. */
export type Below = ReadonlyMap<string, BelowState>

/** What is known of a run below before its steps are read. */
export interface Child extends ChildFactsFragment {
  /** Whether the trace shows its steps from the first. It was decided when the page first saw it: it does not close while it grows. */
  readonly isOpenAtFirst: boolean
}

export type Children = ReadonlyMap<string, Child>

/** A run with more steps is opened by its reader. */
const maxStepsAtFirst = 6
/** So many runs are open from the first: more would ask for many steps that nobody reads. */
const maxOpenAtFirst = 8

export function withChildren(known: Children, news: readonly ChildFactsFragment[]): Children {
  const children = new Map(known)
  let openCount = [...known.values()].filter(({ isOpenAtFirst }) => isOpenAtFirst).length
  for (const facts of news) {
    const before = children.get(facts.id)
    const isOpenAtFirst =
      before?.isOpenAtFirst ?? (facts.stepCount <= maxStepsAtFirst && openCount < maxOpenAtFirst)
    if (!before && isOpenAtFirst) openCount += 1
    children.set(facts.id, { ...facts, isOpenAtFirst })
  }
  return children
}

interface PageOfSteps {
  readonly nodes: readonly StepLiveFragment[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export function toTracedRun(run: RunBelow, page: PageOfSteps, log: OfLog): TracedRun {
  return withPage({ run, steps: new Map(), ...log, rest: null }, page)
}

/** The run with one more page of its steps. */
export function withPage(traced: TracedRun, { nodes, pageInfo }: PageOfSteps): TracedRun {
  const last = nodes.at(-1)
  const { hasNextPage, endCursor } = pageInfo
  return {
    ...traced,
    steps: withRead(traced.steps, nodes),
    rest: hasNextPage && endCursor !== null && last ? { after: endCursor, number: last.number } : null,
  }
}

export function withEventsBelow(traced: TracedRun, events: readonly LiveEvent[]): TracedRun {
  return { ...traced, ...withChanges(traced, events) }
}

/** The events that change what the trace shows of a run below: what a model says, word by word, is on the page of that run. */
export const tracedTypes = [
  ...['RunStarted', 'RunWaiting', 'RunResumed', 'RunContinued', 'RunRecovered', 'RunFailed', 'RunCompleted'],
  ...['GateOpened', 'GateResolved', 'StepStarted', 'StepCompleted', 'ChildRunStarted', 'ChildRunEnded'],
  ...[
    'ActionStarted',
    'ActionAttemptFailed',
    'ActionCompleted',
    'ActionDenied',
    'ActionFailed',
    'ActionSkipped',
  ],
  ...['ActionStepCompleted', 'ActionLogged', 'AttemptDiscarded'],
] as const satisfies NonNullable<RunPageEventsSubscriptionVariables['types']>
