import type { Json } from '../../../src/domain/json.ts'
import type { NewEvent, RunEvent } from '../../../src/domain/run-event.ts'

/** Events of one step of a run: calls with their outcomes, and its progress where it was judged. */
export interface PlayedStep {
  readonly calls?: readonly PlayedCall[]
  readonly progress?: number
}

export interface PlayedCall {
  readonly target: string
  readonly parameters: Json
  /** Default: `{ found: [] }`. */
  readonly output?: Json
  /** It failed with this. */
  readonly error?: string
}

/** The events of steps that do this, numbered from 1. */
export function logOf(steps: readonly PlayedStep[]): readonly RunEvent[] {
  const events = steps.flatMap((step, index) => eventsOf(step, index + 1))
  return numbered(events)
}

export function numbered(events: readonly NewEvent[], after = 0): readonly RunEvent[] {
  return events.map((event, index) => ({ ...event, runId: 'r', seq: after + index + 1, at: new Date(0) }))
}

export function eventsOf({ calls = [], progress }: PlayedStep, stepNumber: number): readonly NewEvent[] {
  const judged = progress ?? null
  return [
    ...calls.map((call, index) => begun(call, stepNumber, index)),
    ...calls.map((call, index) => ended(call, stepNumber, index)),
    ...(judged === null
      ? []
      : [{ type: 'Validated', stepNumber, data: { judgedProgress: judged, source: 'MODEL' } } as const]),
    { type: 'StepCompleted', stepNumber, data: { actionsCompleted: calls.length, progress: judged } },
  ]
}

function begun({ target, parameters }: PlayedCall, stepNumber: number, index: number): NewEvent {
  const call = { actionType: 'TOOL', mode: 'ASYNC', target, parameters } as const
  const data = { ...named(stepNumber, index), attempt: 1, ...call }
  return { type: 'ActionStarted', stepNumber, data }
}

function ended({ output = { found: [] }, error }: PlayedCall, stepNumber: number, index: number): NewEvent {
  const action = named(stepNumber, index)
  if (error === undefined)
    return { type: 'ActionCompleted', stepNumber, data: { ...action, output, attempt: 1, durationMs: 3 } }
  return {
    type: 'ActionFailed',
    stepNumber,
    data: { ...action, error, errorCode: 'TOOL_FAILED', attempt: 1 },
  }
}

function named(stepNumber: number, index: number) {
  return { actionId: `action-${stepNumber}-${index}`, name: `call-${index}` }
}

/** The warning that the monitor leaves. */
export function warning(code: string): NewEvent {
  return { type: 'Warning', stepNumber: null, data: { code, message: 'Something repeats.' } }
}
