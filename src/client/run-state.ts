import type { RunEventsSubscription, RunStatus, TerminationReason } from '../generated/follower/graphql.ts'
import { appended } from './text-so-far.ts'

/** An event of a run. `__typename` is its type; later servers may have more of them. */
export type RunEvent = RunEventsSubscription['runEvents']

/** The event of this name: `RunEventOf<'TextDelta'>`. */
export type RunEventOf<Name extends RunEvent['__typename']> = Extract<RunEvent, { readonly __typename: Name }>

/** A gate of a run, as its events describe it. */
export type RunGate = RunEventOf<'GateOpened'>['gate']

/** An action of a run. */
export interface RunAction {
  readonly id: string
  readonly name: string
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'DENIED' | 'SKIPPED'
  /** Tool, agent or endpoint that it calls; null if the action never began. */
  readonly target: string | null
  readonly parameters: unknown
  readonly output: unknown
  /** Why it failed, or was not performed. */
  readonly error: string | null
}

/** A run, as far as its events were received. */
export interface RunState {
  readonly status: RunStatus
  readonly terminationReason: TerminationReason | null
  /** Text of the newest message of the model, so far: at the end, the answer. */
  readonly text: string
  /** Reasoning of the model about the newest message, so far. */
  readonly reasoning: string
  /** Number of the step; 0 before the first one. */
  readonly step: number
  /** In the order in which they began. */
  readonly actions: readonly RunAction[]
  /** Gates that wait for a person. */
  readonly gates: readonly RunGate[]
  /** Why the run failed. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** Usage of the whole run; null until it ended. */
  readonly usage: RunEventOf<'RunCompleted'>['usage'] | null
  /** Number of the last event; 0 before the first one. */
  readonly seq: number
  /** Message that `text` and `reasoning` belong to. */
  readonly messageId: string | null
}

/** A run of which no event was received. */
export const queuedRun: RunState = {
  ...{ status: 'QUEUED', terminationReason: null, text: '', reasoning: '', step: 0, actions: [], gates: [] },
  ...{ error: null, usage: null, seq: 0, messageId: null },
}

/** The state of a run after one more event. Pure; an unknown event changes only `seq`. */
export function nextRunState(state: RunState, event: RunEvent): RunState {
  return { ...state, seq: event.seq, ...changes(state, event) }
}

function changes(state: RunState, event: RunEvent): Partial<RunState> {
  switch (event.__typename) {
    case 'RunStarted':
    case 'RunRecovered':
    case 'RunContinued':
    case 'RunResumed':
      return { status: 'RUNNING', terminationReason: null, error: null }
    case 'RunWaiting':
      return { status: 'WAITING' }
    case 'StepStarted':
      return { step: event.stepNumber ?? state.step }
    case 'TextDelta':
      return message(state, event.messageId, ({ text }) => ({ text: appended(text, event) }))
    case 'ReasoningDelta':
      return message(state, event.messageId, ({ reasoning }) => ({ reasoning: appended(reasoning, event) }))
    case 'AttemptDiscarded':
      return event.messageId === state.messageId ? { text: '', reasoning: '' } : {}
    case 'FinalAnswer':
      return { text: event.text }
    case 'GateOpened':
      return isWait(event.gate) ? {} : { gates: [...without(state.gates, event.gateId), event.gate] }
    case 'GateResolved':
      return { gates: without(state.gates, event.gateId) }
    case 'RunCompleted':
      return {
        ...{ status: event.status, terminationReason: event.terminationReason, usage: event.usage },
        ...(event.status === 'PAUSED' ? {} : { gates: [] }),
      }
    case 'RunFailed':
      return {
        ...{ status: 'FAILED', terminationReason: 'ERROR', gates: [] },
        usage: event.usage,
        error: { code: event.errorCode, message: event.error },
      }
    default:
      return actionChanges(state, event)
  }
}

function actionChanges({ actions }: RunState, event: RunEvent): Partial<RunState> {
  switch (event.__typename) {
    case 'ActionStarted': {
      const { target, parameters } = event
      return { actions: changed(actions, event, { status: 'RUNNING', target, parameters, error: null }) }
    }
    case 'ActionCompleted':
      return { actions: changed(actions, event, { status: 'SUCCEEDED', output: event.output }) }
    case 'ActionFailed':
      return { actions: changed(actions, event, { status: 'FAILED', error: event.error }) }
    case 'ActionDenied':
      return { actions: changed(actions, event, { status: 'DENIED', error: event.reason }) }
    case 'ActionSkipped':
      return { actions: changed(actions, event, { status: 'SKIPPED', error: event.reason }) }
    default:
      return {}
  }
}

type ActionEvent = RunEventOf<
  'ActionStarted' | 'ActionCompleted' | 'ActionFailed' | 'ActionDenied' | 'ActionSkipped'
>

function changed(
  actions: readonly RunAction[],
  { actionId: id, name }: ActionEvent,
  change: Pick<RunAction, 'status'> & Partial<RunAction>,
): readonly RunAction[] {
  const blank = { id, name, target: null, parameters: null, output: null, error: null }
  const known = actions.findIndex((action) => action.id === id)
  if (known === -1) return [...actions, { ...blank, ...change }]
  return actions.map((action, place) => (place === known ? { ...action, ...change } : action))
}

/** A new message begins with nothing. */
function message(
  state: RunState,
  messageId: string,
  change: (current: Pick<RunState, 'text' | 'reasoning'>) => Partial<RunState>,
): Partial<RunState> {
  const blank = { text: '', reasoning: '' }
  const current = messageId === state.messageId ? state : blank
  return { messageId, ...(current === blank && blank), ...change(current) }
}

/** Nobody decides where a call waits for a time or an event, or a turn for its batch. */
function isWait({ kind }: RunGate): boolean {
  return kind === 'TIME' || kind === 'EVENT' || kind === 'BATCH'
}

function without(gates: readonly RunGate[], id: string): readonly RunGate[] {
  return gates.filter((gate) => gate.id !== id)
}
