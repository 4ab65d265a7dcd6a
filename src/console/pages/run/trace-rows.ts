import type {
  ActionLiveFragment,
  CallLiveFragment,
  LogLevel,
  StepLiveFragment,
} from '../../../generated/console/graphql.ts'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import { type Tone, toneOf } from '../../ui/tone.ts'
import { isWait } from '../gates/gates-search.ts'
import type { CommentMarks } from './comment-marks.ts'
import { type Cut, workerOf } from './cuts.ts'
import { toneOfLine } from './event-text.ts'
import type { LogLine } from './log-lines.ts'
import type { Speaking } from './run-model.ts'
import { lossText, type Takeover } from './takeovers.ts'
import type { Below, Child, Children, TracedRun } from './trace-model.ts'

export type TraceKind =
  | 'step'
  | 'call'
  | 'action'
  | 'call-step'
  | 'line'
  | 'gate'
  | 'wait'
  | 'takeover'
  | 'more'
  | 'note'

/** A period of time, in milliseconds since 1970; `end` is null while it lasts. */
export interface Span {
  readonly start: number
  readonly end: number | null
}

interface Attempt extends Span {
  readonly tone: Tone
}

/** One line of the trace. */
export interface TraceRow extends Span {
  /** `kind:id`, as the address names the opened object. */
  readonly key: string
  readonly kind: TraceKind
  /** The run that it belongs to, by id. */
  readonly run: string
  /** The type of an action: TOOL, LLM, AGENT and so on. */
  readonly type?: string
  /** The level of a line of a log. */
  readonly level?: LogLevel
  readonly label: string
  readonly detail: string
  readonly tone: Tone
  /** What a search finds it by, besides its label and its detail. */
  readonly words: string
  /** Moments within it: the first token of a model call. */
  readonly marks: readonly number[]
  /** The attempts of an action that was tried more than once; between them it waited. */
  readonly attempts: readonly Attempt[]
  /** Periods within it in which it waited: at a gate, for a batch, for a worker to take the run that it started. */
  readonly waits: readonly Span[]
  /** Number of comments on it. */
  readonly comments: number
}

/** What is known besides the run whose line it is. */
export interface Known {
  readonly below: Below
  readonly children: Children
  readonly comments: CommentMarks
}

export interface StepOfRun {
  readonly traced: TracedRun
  readonly step: StepLiveFragment
  /** When the run stopped. Null while it is at work. */
  readonly ended: number | null
  readonly known: Known
  readonly speaking: Speaking | null
  /** When other workers took over the run since the step began. */
  readonly takeovers: readonly Takeover[]
  /** The model calls in it that broke off with their workers. */
  readonly cuts: readonly Cut[]
}

/** What most lines have nothing of. */
const plain = { detail: '', words: '', marks: [], attempts: [], waits: [], comments: 0 } as const

/** A line that says something about those around it. It lasts no time. */
export function toNote(key: string, run: string, at: number): TraceRow {
  return { ...plain, key, kind: 'note', run, label: '', tone: 'queued', start: at, end: at }
}

export function toStepRow(step: StepLiveFragment, run: string, ended: number | null): TraceRow {
  const start = Date.parse(step.startedAt)
  const isRunning = step.durationMs == null && ended === null
  return {
    ...{ ...plain, key: `step:${step.id}`, kind: 'step', run },
    label: `Step ${step.number}`,
    detail: step.error ?? '',
    tone: isRunning ? 'running' : step.success === false ? 'bad' : step.success ? 'good' : 'cancelled',
    start,
    end: step.durationMs == null ? ended : start + step.durationMs,
  }
}

export function toCallRow(call: CallLiveFragment, { traced: { run }, step, ended }: StepOfRun): TraceRow {
  const start = Date.parse(call.startedAt)
  const batches = run.gates.filter((gate) => gate.kind === 'BATCH' && gate.step?.number === step.number)
  return {
    ...{ ...plain, key: `call:${call.id}`, kind: 'call', run: run.id },
    label: call.model,
    detail: call.error ?? (call.purpose === 'LOOP' ? '' : formatEnum(call.purpose)),
    words: `${call.provider} ${call.errorCode ?? ''}`,
    tone: call.errorCode ? 'bad' : 'paused',
    start,
    end: call.latencyMs == null ? start : start + call.latencyMs,
    marks: call.timeToFirstTokenMs == null ? [] : [start + call.timeToFirstTokenMs],
    waits: batches.map((gate) => spanOfGate(gate, ended)),
  }
}

type GateOfRun = TracedRun['run']['gates'][number]

export function toGateRow(gate: GateOfRun, run: string, ended: number | null): TraceRow {
  const { kind, status } = gate
  const waits = isWait(kind)
  return {
    ...{ ...plain, key: `gate:${gate.id}`, kind: waits ? 'wait' : 'gate', run },
    label: waits ? 'Wait' : formatEnum(kind),
    detail:
      kind === 'TIME' && gate.expiresAt
        ? `until ${formatDateTime(gate.expiresAt)}`
        : waits
          ? gate.reason
          : (gate.resolvedBy ?? gate.reason),
    // The end of a wait is no failure.
    tone: waits && status === 'EXPIRED' ? 'good' : toneOf(status),
    ...spanOfGate(gate, ended),
  }
}

function spanOfGate({ createdAt, resolvedAt }: GateOfRun, ended: number | null): Span {
  return { start: Date.parse(createdAt), end: resolvedAt ? Date.parse(resolvedAt) : ended }
}

/** The moment at which another worker took over the run. */
export function toTakeoverRow({ at, text }: Takeover, run: string): TraceRow {
  return {
    ...{ ...plain, key: `takeover:${run}:${at}`, kind: 'takeover', run },
    ...{ label: 'Taken over', detail: text, tone: 'waiting', start: at, end: at },
  }
}

/** The moment at which a step of a call was done. Its row opens the call. */
export function toCallStepRow(
  action: ActionLiveFragment,
  { key, at }: ActionLiveFragment['completedSteps'][number],
  run: string,
): TraceRow {
  const moment = Date.parse(at)
  return {
    ...{ ...plain, key: `call-step:${action.id}:${key}`, kind: 'call-step', run },
    ...{ label: key, tone: 'good', start: moment, end: moment },
  }
}

/** A line of the log of a call. Its row opens the call. */
export function toLineRow({ actionId, seq, level, message, data, loggedAt }: LogLine, run: string): TraceRow {
  const moment = Date.parse(loggedAt)
  return {
    ...{ ...plain, key: `line:${actionId}:${seq}`, kind: 'line', run, level },
    ...{ label: message, words: level, tone: toneOfLine(level), start: moment, end: moment },
    detail: data == null ? '' : JSON.stringify(data),
  }
}

/** It begins when the row before it in its step has ended. */
export function toSpeakingRow({ messageId }: Speaking, of: StepOfRun): TraceRow {
  const { run } = of.traced
  return {
    ...{ ...plain, key: `speaking:${messageId}`, kind: 'call', run: run.id, tone: 'paused', end: null },
    label: (run.overrides?.model ?? run.agent.model).replace(/^[^/]*\//, ''),
    start: lastEndIn(of, Number.POSITIVE_INFINITY),
  }
}

/** The call of a worker that died: until its last word, as far as the log has it. */
export function toCutRow(cut: Cut, of: StepOfRun): TraceRow {
  const { run } = of.traced
  const start = lastEndIn(of, cut.discardedAt)
  const worker = workerOf(cut, run)
  const whose = worker ? `: ${worker.name ?? 'its worker'} was lost, as ${lossText(worker.lost)}` : ''
  return {
    ...{ ...plain, key: `cut:${cut.messageId}`, kind: 'call', run: run.id, tone: 'bad' },
    ...{ label: 'Interrupted call', detail: `The worker died${whose}` },
    start,
    end: Math.max(start, cut.lastWordAt ?? start),
  }
}

/** When the last activity of a step had ended before a moment: the next began then. */
function lastEndIn({ step, cuts }: StepOfRun, moment: number): number {
  const ends = [
    ...step.modelCalls.map((call) => Date.parse(call.startedAt) + (call.latencyMs ?? 0)),
    ...step.actions.map(({ startedAt, durationMs }) =>
      startedAt == null ? 0 : Date.parse(startedAt) + (durationMs ?? 0),
    ),
    ...cuts.map(({ discardedAt }) => discardedAt),
  ]
  return Math.max(Date.parse(step.startedAt), ...ends.filter((end) => end < moment))
}

export function toActionRow(
  { traced, ended, known }: StepOfRun,
  action: ActionLiveFragment,
  last: number,
): TraceRow {
  const { run } = traced
  const attempts = action.attempts.length > 1 ? action.attempts.flatMap(toAttempt) : []
  const child = action.childRun ? known.children.get(action.childRun.id) : undefined
  const childText = child ? `${child.agent.name}: ${child.input.slice(0, 200)}` : ''
  const target = action.name === action.target ? '' : action.target
  return {
    ...{ ...plain, key: `action:${action.id}`, kind: 'action', run: run.id, attempts, type: action.type },
    label: action.name,
    detail: action.error ?? (childText || target),
    words: `${action.target} ${action.errorCode ?? ''} ${childText}`,
    tone: toneOf(action.status === 'RUNNING' ? childStatus(action, known) : action.status),
    comments: known.comments.get(action.id) ?? 0,
    start: attempts[0]?.start ?? last,
    end: action.durationMs == null ? (action.status === 'RUNNING' ? ended : last) : last + action.durationMs,
    waits: [
      ...run.gates.filter((gate) => gate.action?.id === action.id).map((gate) => spanOfGate(gate, ended)),
      ...(child ? [queuedOf(child, last)] : []),
    ],
  }
}

/** The time in which a run below was in the queue. */
function queuedOf({ startedAt }: Pick<Child, 'startedAt'>, from: number): Span {
  return { start: from, end: startedAt == null ? null : Math.max(from, Date.parse(startedAt)) }
}

/** The status of an action that runs: its run may wait. */
function childStatus({ childRun }: ActionLiveFragment, { below, children }: Known): string {
  if (!childRun) return 'RUNNING'
  const state = below.get(childRun.id)
  const now = state?.kind === 'shown' ? state.traced.run.status : children.get(childRun.id)?.status
  return now === 'WAITING' || now === 'QUEUED' ? now : 'RUNNING'
}

function toAttempt({
  startedAt,
  completedAt,
  status,
}: ActionLiveFragment['attempts'][number]): readonly Attempt[] {
  if (startedAt == null) return []
  const end = completedAt == null ? null : Date.parse(completedAt)
  return [{ start: Date.parse(startedAt), end, tone: toneOf(status) }]
}
