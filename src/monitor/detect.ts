import type { EventType, RunEvent } from '../domain/run-event.ts'
import { type EndedCall, endCall, type StartedCall } from './ended-call.ts'
import {
  afterStep,
  findings,
  initialStall,
  isLasting,
  kindOfCode,
  type RunFinding,
  type Stall,
} from './finding.ts'
import { withCall } from './repeats.ts'

/** State of the monitor for one run: a fold over its log, of bounded size (LIM-8). */
export interface Observed {
  readonly started: readonly StartedCall[]
  readonly ended: readonly EndedCall[]
  readonly stall: Stall
  /** Warnings that still apply. They are read from the log, so that the next monitor does not repeat them. */
  readonly warned: readonly RunFinding['kind'][]
}

export const initialObservation: Observed = { started: [], ended: [], stall: initialStall, warned: [] }

/** Maximum number of calls that are remembered as started. The oldest ones are forgotten. */
const maxStarted = 100

/** The events that are read; all others do not change the state. */
export const observedTypes: readonly EventType[] = [
  'ActionStarted',
  'ActionCompleted',
  'ActionFailed',
  'ActionDenied',
  'ActionSkipped',
  'Validated',
  'StepCompleted',
  'Warning',
  'InputInjected',
  'GateResolved',
  'RunResumed',
]

/** Returns the state after one more event. */
export function observeEvent(before: Observed, event: RunEvent): Observed {
  const after = applyEvent(before, event)
  if (after === before) return before
  return { ...after, warned: after.warned.filter((kind) => isLasting(kind, after)) }
}

/** Returns the problems of the run at this point of its log, and whether each was warned of. */
export function detect(observed: Observed): readonly (RunFinding & { readonly warned: boolean })[] {
  return findings(observed).map((one) => ({ ...one, warned: observed.warned.includes(one.kind) }))
}

function applyEvent(before: Observed, event: RunEvent): Observed {
  switch (event.type) {
    case 'ActionStarted': {
      const { actionId, actionType, target, parameters } = event.data
      // A choice between branches calls nothing.
      if (actionType === 'DECISION') return before
      const started = [...without(before.started, actionId), { actionId, target, parameters }]
      return { ...before, started: started.slice(-maxStarted) }
    }
    case 'ActionCompleted':
    case 'ActionFailed':
    case 'ActionDenied': {
      const call = before.started.find((one) => one.actionId === event.data.actionId)
      if (!call) return before
      const started = without(before.started, call.actionId)
      return { ...before, started, ended: withCall(before.ended, endCall(call, event)) }
    }
    case 'ActionSkipped':
      return { ...before, started: without(before.started, event.data.actionId) }
    case 'Validated':
      return { ...before, stall: afterStep(before.stall, event.stepNumber, event.data.judgedProgress) }
    case 'StepCompleted':
      return { ...before, stall: afterStep(before.stall, event.stepNumber, event.data.progress) }
    case 'Warning': {
      const kind = kindOfCode(event.data.code)
      return kind ? { ...before, warned: [...before.warned, kind] } : before
    }
    // A human has had a say: from here on it is counted anew.
    case 'InputInjected':
    case 'GateResolved':
    case 'RunResumed':
      return { ...initialObservation, started: before.started }
    default:
      return before
  }
}

function without(started: readonly StartedCall[], actionId: string): readonly StartedCall[] {
  return started.filter((one) => one.actionId !== actionId)
}
