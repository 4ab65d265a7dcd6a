/** An event as a client was given it. */
export interface SeenEvent {
  readonly seq: number
  readonly cursor: string
  readonly type: string
  readonly at: string
  readonly stepNumber: number | null
  /** The fields of its type that are asked for. */
  readonly [field: string]: unknown
}

/** Events that one client received of one run, in the order in which they came, through all its connections. */
export interface Transcript {
  /** Which of the clients: `live`, `cut`, `late`. */
  readonly client: string
  readonly events: SeenEvent[]
  /** How often it had to connect again. */
  reconnects: number
  /** Whether the server said that there is nothing more to come. */
  isComplete: boolean
  /** Codes of the errors that it was given in place of events. */
  readonly errors: string[]
}

export function newTranscript(client: string): Transcript {
  return { client, events: [], reconnects: 0, isComplete: false, errors: [] }
}

/** Fields that tell the events of each type apart, so that two clients that received different events differ. */
export const runEventsSubscription = `subscription Chaos($runId: ID!, $after: String) {
  runEvents(runId: $runId, after: $after) {
    seq cursor type at stepNumber
    ... on TextDelta { messageId offset text }
    ... on ReasoningDelta { messageId offset text }
    ... on ArgumentsDelta { messageId offset text callId tool }
    ... on ActionStarted { actionId target parameters }
    ... on ActionCompleted { actionId output durationMs }
    ... on ActionFailed { actionId error errorCode attempt }
    ... on AttemptDiscarded { messageId reason }
    ... on ModelSwitched { fromModel toModel reason }
    ... on RunRecovered { recoveries }
    ... on Warning { code message }
    ... on FinalAnswer { text }
    ... on RunCompleted { status terminationReason totalSteps totalActions }
    ... on RunFailed { error errorCode }
  }
}`
