import type {
  ActionLiveFragment,
  CallLiveFragment,
  StepLiveFragment,
} from '../../../generated/console/graphql.ts'
import { formatEnum } from '../../ui/format.ts'
import { type Tone, toneOf } from '../../ui/status.tsx'
import { isEnded, type RunModel, type Speaking, stepsInOrder } from './run-model.ts'

export type TimelineKind = 'step' | 'call' | 'action' | 'gate'

/** One line of the timeline. Times are milliseconds since 1970; `end` is null while it lasts. */
export interface TimelineRow {
  /** `kind:id`, as the address names what is open. */
  readonly key: string
  readonly kind: TimelineKind
  readonly depth: 0 | 1
  readonly label: string
  readonly detail: string
  readonly tone: Tone
  readonly start: number
  readonly end: number | null
  /** Moments within it: the first token of a model call. */
  readonly marks: readonly number[]
}

/**
 * What happened in a run, line by line: each step with its model calls, its actions, and the gates that it waited at. `speaking` is the
 * message that a model is at the moment writing: its call is not stored yet.
 */
export function toRows(
  model: Pick<RunModel, 'run' | 'steps'>,
  speaking: Speaking | null,
): readonly TimelineRow[] {
  const ended = isEnded(model.run) ? endOf(model) : null
  return stepsInOrder(model).flatMap((step) => {
    const gates = model.run.gates.filter((gate) => gate.step?.number === step.number)
    const parts = [
      ...step.modelCalls.map(toCallRow),
      ...step.actions.flatMap((action) => toActionRow(action, ended)),
      ...gates.map((gate) => ({
        ...{ key: `gate:${gate.id}`, kind: 'gate' as const, depth: 1 as const, marks: [] },
        label: formatEnum(gate.kind),
        detail: gate.resolvedBy ?? gate.reason,
        tone: toneOf(gate.status),
        start: Date.parse(gate.createdAt),
        end: gate.resolvedAt ? Date.parse(gate.resolvedAt) : ended,
      })),
      ...(speaking?.stepNumber === step.number ? [toSpeakingRow(speaking, step, model.run)] : []),
    ]
    return [toStepRow(step, ended), ...parts.toSorted((a, b) => a.start - b.start)]
  })
}

function toStepRow(step: StepLiveFragment, ended: number | null): TimelineRow {
  const start = Date.parse(step.startedAt)
  const isRunning = step.durationMs == null && ended === null
  return {
    ...{ key: `step:${step.id}`, kind: 'step', depth: 0, label: `Step ${step.number}`, marks: [] },
    detail: step.error ?? '',
    tone: isRunning ? 'running' : step.success === false ? 'bad' : step.success ? 'good' : 'cancelled',
    start,
    end: step.durationMs == null ? ended : start + step.durationMs,
  }
}

function toCallRow(call: CallLiveFragment): TimelineRow {
  const start = Date.parse(call.startedAt)
  return {
    ...{ key: `call:${call.id}`, kind: 'call', depth: 1 },
    label: call.model,
    detail: call.error ?? (call.purpose === 'LOOP' ? '' : formatEnum(call.purpose)),
    tone: call.errorCode ? 'bad' : 'paused',
    start,
    end: call.latencyMs == null ? start : start + call.latencyMs,
    marks: call.timeToFirstTokenMs == null ? [] : [start + call.timeToFirstTokenMs],
  }
}

/** It begins when what was before it in its step has ended. */
function toSpeakingRow({ messageId }: Speaking, step: StepLiveFragment, run: RunModel['run']): TimelineRow {
  const calls = step.modelCalls.map((call) => Date.parse(call.startedAt) + (call.latencyMs ?? 0))
  const actions = step.actions.map(({ startedAt, durationMs }) =>
    startedAt == null ? 0 : Date.parse(startedAt) + (durationMs ?? 0),
  )
  return {
    ...{ key: `speaking:${messageId}`, kind: 'call', depth: 1, tone: 'paused', marks: [], end: null },
    label: (run.overrides?.model ?? run.agent.model).replace(/^[^/]*\//, ''),
    detail: '',
    start: Math.max(Date.parse(step.startedAt), ...calls, ...actions),
  }
}

function toActionRow(action: ActionLiveFragment, ended: number | null): readonly TimelineRow[] {
  if (action.startedAt == null) return []
  const start = Date.parse(action.startedAt)
  return [
    {
      ...{ key: `action:${action.id}`, kind: 'action', depth: 1, marks: [] },
      label: action.name,
      detail: action.error ?? (action.name === action.target ? '' : action.target),
      tone: toneOf(action.status),
      start,
      end:
        action.durationMs == null ? (action.status === 'RUNNING' ? ended : start) : start + action.durationMs,
    },
  ]
}

/** The span that the timeline shows; `now` is its end while the run lasts. */
export function spanOf(
  model: RunModel,
  rows: readonly TimelineRow[],
  now: number,
): readonly [number, number] {
  const start = Date.parse(model.run.startedAt ?? model.run.createdAt)
  const first = rows.reduce((least, row) => Math.min(least, row.start), start)
  const end = isEnded(model.run) ? endOf(model) : now
  return [first, Math.max(end, first + 50)]
}

function endOf({ run }: Pick<RunModel, 'run'>): number {
  return run.completedAt ? Date.parse(run.completedAt) : Date.now()
}
