import type { EventData, EventType } from '../../domain/run-event.ts'

/** The types of events that the terminal shows. The others repeat these, or have too many details. */
export const shownTypes = [
  'RunStarted',
  'RunRecovered',
  'RunResumed',
  'StageStarted',
  'StepStarted',
  'ReasoningDelta',
  'TextDelta',
  'ActionStarted',
  'ActionCompleted',
  'ActionAttemptFailed',
  'ActionFailed',
  'ActionSkipped',
  'ActionDenied',
  'ModelSwitched',
  'AttemptDiscarded',
  'InputInjected',
  'ContextCompacted',
  'ChildRunStarted',
  'ChildRunEnded',
  'RunWaiting',
  'RunContinued',
  'GateOpened',
  'GateResolved',
  'Warning',
  'ErrorOccurred',
  'FinalAnswer',
  'RunCompleted',
  'RunFailed',
  'HistoryTruncated',
] as const satisfies readonly EventType[]

type ShownType = (typeof shownTypes)[number]

/** Fields that all events of the subscription have. */
interface Common {
  readonly seq: number
  readonly cursor: string
  readonly at: string
  readonly stepNumber: number | null
}

/** A gate, as the subscription selects it. */
export interface ShownGate {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly reason: string
  readonly resolvedBy: string | null
  readonly action: { readonly name: string; readonly target: string; readonly parameters: unknown } | null
}

/** Names of the document for fields that have another type elsewhere. */
interface Renamed {
  readonly ModelSwitched: { readonly switchReason: string }
  readonly AttemptDiscarded: { readonly discardReason: string }
  readonly GateOpened: { readonly gate: ShownGate }
  readonly GateResolved: { readonly gate: ShownGate }
}

/** An event as the server sends it. */
export type ShownEvent = {
  readonly [Type in ShownType]: Common & { readonly __typename: Type } & Omit<
      EventData<Type>,
      'usage' | 'reason'
    > &
    (Type extends keyof Renamed ? Renamed[Type] : Pick<EventData<Type>, keyof EventData<Type> & 'reason'>)
}[ShownType]

const gate = 'gate { id kind status reason resolvedBy action { name target parameters } }'

/** Follows a run, with the fields of each event that the terminal shows. */
export const runEventsDocument = `subscription TailRun($runId: ID!, $after: String, $types: [RunEventType!]) {
  runEvents(runId: $runId, after: $after, types: $types) {
    __typename seq cursor at stepNumber
    ... on RunStarted { agentName maxSteps }
    ... on RunRecovered { recoveries }
    ... on RunResumed { maxSteps timeoutMs }
    ... on StageStarted { name index total }
    ... on StepStarted { maxSteps }
    ... on ReasoningDelta { messageId offset text }
    ... on TextDelta { messageId offset text }
    ... on ActionStarted { name actionId actionType attempt target parameters }
    ... on ActionCompleted { name actionId attempt durationMs output }
    ... on ActionAttemptFailed { name actionId attempt target error errorCode delayMs }
    ... on ActionFailed { name actionId attempt error errorCode }
    ... on ActionSkipped { name actionId reason }
    ... on ActionDenied { name actionId reason }
    ... on ModelSwitched { fromModel toModel switchReason: reason fromProfile toProfile }
    ... on AttemptDiscarded { messageId discardReason: reason }
    ... on InputInjected { text }
    ... on ContextCompacted { tokensBefore tokensAfter }
    ... on ChildRunStarted { name childRunId agentName }
    ... on ChildRunEnded { name childRunId status terminationReason }
    ... on RunWaiting { gates childRuns }
    ... on GateOpened { gateId ${gate} }
    ... on GateResolved { gateId ${gate} }
    ... on Warning { code message }
    ... on ErrorOccurred { code message }
    ... on FinalAnswer { text }
    ... on RunCompleted { status terminationReason totalSteps totalActions }
    ... on RunFailed { error errorCode }
    ... on HistoryTruncated { removed fromSeq toSeq }
  }
}`
