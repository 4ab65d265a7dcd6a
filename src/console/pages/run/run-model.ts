import { appended } from '../../../client/text-so-far.ts'
import type {
  ActionLiveFragment,
  RunLiveFragment,
  RunPageEventsSubscription,
  RunPageQuery,
  StepLiveFragment,
} from '../../../generated/console/graphql.ts'

import { type Cuts, withCuts } from './cuts.ts'
import { type LogLines, withLines } from './log-lines.ts'

export type RunOfPage = NonNullable<RunPageQuery['run']>
export type LiveEvent = RunPageEventsSubscription['runEvents']

/** Text of a model so far in a message that is not finished, or that the page has followed. */
export interface SpokenText {
  readonly messageId: string
  readonly stepNumber: number | null
  readonly answer: string
  readonly reasoning: string
}

/** What a run, or one below it, shows of its log. */
export interface OfLog {
  readonly logged: LogLines
  /** The model calls that broke off with their workers. */
  readonly cuts: Cuts
}

/** A run as its page shows it at one moment. It is never changed: each batch of events makes a new one. */
export interface RunModel extends OfLog {
  readonly run: RunOfPage
  readonly steps: ReadonlyMap<number, StepLiveFragment>
  /** By message. */
  readonly texts: ReadonlyMap<string, SpokenText>
  /** Events since the page was opened, in order: the newest of them, without a gap. */
  readonly events: readonly LiveEvent[]
}

/** What most parts of the page show: it stays the same while a model only speaks. */
export type RunAndSteps = Pick<RunModel, 'run' | 'steps'>

/** So many events are kept; when there are more, the older half is read from the server again by those who scroll back. */
const maxEvents = 10_000

export function toModel(run: RunOfPage, steps: readonly StepLiveFragment[], log: OfLog): RunModel {
  return {
    run,
    steps: withRead(new Map(), steps),
    ...log,
    texts: new Map(),
    events: [],
  }
}

/** The steps with more that were read. Those that are there have live changes, and are newer. */
export function withRead(
  steps: RunModel['steps'],
  read: readonly StepLiveFragment[],
): ReadonlyMap<number, StepLiveFragment> {
  return new Map([...read.map((step) => [step.number, step] as const), ...steps])
}

/** The run after some events. An event that comes a second time changes nothing; what did not change stays the same object. */
export function withEvents(model: RunModel, events: readonly LiveEvent[]): RunModel {
  return {
    ...withChanges(model, events),
    texts: withTexts(model.texts, events),
    events: withNewest(model.events, events),
  }
}

/** A run and its steps after some events. Each event that changes the run brings all of it that changes. */
export function withChanges<Run extends RunLiveFragment>(
  { run, steps, logged, cuts }: OfLog & { readonly run: Run; readonly steps: RunModel['steps'] },
  events: readonly LiveEvent[],
) {
  const newest = events.findLast((event) => 'run' in event && event.run)
  return {
    run: newest && 'run' in newest ? { ...run, ...newest.run } : run,
    steps: withSteps(steps, events),
    logged: withLines(logged, events),
    cuts: withCuts(cuts, events),
  }
}

function withNewest(known: RunModel['events'], events: readonly LiveEvent[]): RunModel['events'] {
  const lastSeq = known.at(-1)?.seq ?? -1
  const all = [...known, ...events.filter(({ seq }) => seq > lastSeq)]
  return all.length > maxEvents ? all.slice(-maxEvents / 2) : all
}

function withSteps(known: RunModel['steps'], events: readonly LiveEvent[]): RunModel['steps'] {
  let steps: Map<number, StepLiveFragment> | null = null
  for (const event of events) {
    const step = 'step' in event && event.step ? event.step : null
    const action = 'action' in event && event.action ? event.action : null
    if (!step && !action) continue
    steps ??= new Map(known)
    if (step) steps.set(step.number, step)
    else if (action && event.stepNumber != null) putAction(steps, event.stepNumber, action)
  }
  return steps ?? known
}

function putAction(steps: Map<number, StepLiveFragment>, number: number, action: ActionLiveFragment): void {
  const step = steps.get(number)
  if (!step) return
  const isKnown = step.actions.some(({ id }) => id === action.id)
  const actions = isKnown
    ? step.actions.map((each) => (each.id === action.id ? action : each))
    : [...step.actions, action]
  steps.set(number, { ...step, actions })
}

function withTexts(known: RunModel['texts'], events: readonly LiveEvent[]): RunModel['texts'] {
  let texts: Map<string, SpokenText> | null = null
  for (const event of events) {
    const isDelta = event.__typename === 'TextDelta' || event.__typename === 'ReasoningDelta'
    if (!isDelta && event.__typename !== 'AttemptDiscarded') continue
    texts ??= new Map(known)
    if (isDelta) texts.set(event.messageId, withDelta(texts.get(event.messageId), event))
    else texts.delete(event.messageId)
  }
  return texts ?? known
}

type Delta = Extract<LiveEvent, { readonly __typename: 'TextDelta' | 'ReasoningDelta' }>

function withDelta(
  old: SpokenText | undefined,
  { __typename, messageId, offset, text, stepNumber = null }: Delta,
): SpokenText {
  const said = old ?? { messageId, stepNumber, answer: '', reasoning: '' }
  const field = __typename === 'TextDelta' ? 'answer' : 'reasoning'
  return { ...said, [field]: appended(said[field], { offset, text }) }
}

const endings: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED'])

/** Whether nothing changes any more. A run can be resumed, and then it does. */
export function isEnded({ status }: { readonly status: string }): boolean {
  return endings.has(status)
}

/** Whether nothing happens at the moment, nor will without a caller: it has ended, or is paused. */
export function isAtRest(run: { readonly status: string }): boolean {
  return isEnded(run) || run.status === 'PAUSED'
}

/** Text of the newest message: while a run is at work, its text so far. */
export function newestText({ texts }: RunModel): SpokenText | null {
  return [...texts.values()].at(-1) ?? null
}

/** A message that a model is writing. */
export interface Speaking {
  readonly messageId: string
  readonly stepNumber: number
}

/** The message that is being written at the moment, if there is one: its model call comes with the end of the step. */
export function speakingOf({
  run,
  steps,
  texts,
}: Omit<RunModel, 'events' | 'logged' | 'cuts'>): Speaking | null {
  const { messageId, stepNumber } = [...texts.values()].at(-1) ?? {}
  const step = stepNumber != null ? steps.get(stepNumber) : undefined
  if (!step || messageId === undefined || stepNumber == null || run.status !== 'RUNNING') return null
  const isStored = step.durationMs != null || step.modelCalls.some((call) => call.messageId === messageId)
  return isStored || step.actions.some(({ startedAt }) => startedAt != null)
    ? null
    : { messageId, stepNumber }
}

export function stepsInOrder({ steps }: Pick<RunModel, 'steps'>): readonly StepLiveFragment[] {
  return [...steps.values()].toSorted((a, b) => a.number - b.number)
}
