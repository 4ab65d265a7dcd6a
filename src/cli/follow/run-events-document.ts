import type { EventData, EventType } from '../../domain/run-event.ts'

const gate = 'gate { id kind status reason resolvedBy action { name target parameters } }'

/** The events that the terminal shows, with their fields. The others repeat these, or have too many details. */
const shown = {
  RunStarted: 'agentName maxSteps',
  RunRecovered: 'recoveries',
  RunResumed: 'maxSteps timeoutMs',
  StageStarted: 'name index total',
  StepStarted: 'maxSteps',
  ReasoningDelta: 'messageId offset text',
  TextDelta: 'messageId offset text',
  ActionStarted: 'name actionId actionType attempt target parameters',
  ActionCompleted: 'name actionId attempt durationMs output',
  ActionAttemptFailed: 'name actionId attempt target error errorCode delayMs',
  ActionFailed: 'name actionId attempt error errorCode',
  ActionSkipped: 'name actionId reason',
  ActionDenied: 'name actionId reason',
  ModelSwitched: 'fromModel toModel switchReason: reason fromProfile toProfile',
  AttemptDiscarded: 'messageId discardReason: reason',
  InputInjected: 'text',
  ContextCompacted: 'tokensBefore tokensAfter',
  ChildRunStarted: 'name childRunId agentName',
  ChildRunEnded: 'name childRunId status terminationReason',
  RunWaiting: 'gates childRuns',
  GateOpened: `gateId ${gate}`,
  GateResolved: `gateId ${gate}`,
  Warning: 'code message',
  ErrorOccurred: 'code message',
  FinalAnswer: 'text',
  RunCompleted: 'status terminationReason totalSteps totalActions',
  RunFailed: 'error errorCode',
  HistoryTruncated: 'removed fromSeq toSeq',
  RunContinued: '',
} as const satisfies Readonly<Partial<Record<EventType, string>>>

type ShownType = keyof typeof shown

export const shownTypes = Object.keys(shown)

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

/** Follows a run, with the fields of each event that the terminal shows. */
export const runEventsDocument = `subscription TailRun($runId: ID!, $after: String, $types: [RunEventType!]) {
  runEvents(runId: $runId, after: $after, types: $types) {
    __typename seq cursor at stepNumber
    ${Object.entries(shown)
      .flatMap(([type, fields]) => (fields === '' ? [] : [`... on ${type} { ${fields} }`]))
      .join('\n    ')}
  }
}`
