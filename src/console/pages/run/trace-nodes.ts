import type {
  ActionLiveFragment,
  CallLiveFragment,
  LogLevel,
  StepLiveFragment,
} from '../../../generated/console/graphql.ts'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import { type Tone, toneOf } from '../../ui/tone.ts'
import { isWait } from '../gates/gates-search.ts'
import { type CommentMarks, stepMark } from './comment-marks.ts'
import { toneOfLine } from './event-text.ts'
import type { LogLine } from './log-lines.ts'
import { isAtRest, type Speaking, stepsInOrder } from './run-model.ts'
import { type Takeover, takeoversIn, takeoversOf } from './takeovers.ts'
import type { Below, Children, TracedRun } from './trace-model.ts'

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
  /** Periods within it in which it waited at a gate. */
  readonly waits: readonly Span[]
  /** Number of comments on it. */
  readonly comments: number
}

/** A line with those below it. */
export interface TraceNode {
  readonly row: TraceRow
  readonly parts: readonly TraceNode[]
  /** The run whose steps are among the parts, or will be when they are read. Null where the line starts no run. */
  readonly child: string | null
}

/** All that the trace shows: the run of the page, and what is known of those below it. */
export interface Trace {
  readonly root: Pick<TracedRun, 'run' | 'steps' | 'logged'>
  /** The message that a model is writing at the moment: its call is not stored yet. */
  readonly speaking: Speaking | null
  readonly below: Below
  readonly children: Children
  readonly comments: CommentMarks
}

/**
 * The steps of a run with their model calls, their actions and the gates that they waited at; below an action that started a run, the
 * steps of that run, and so on.
 */
export function toNodes({ root, speaking, ...known }: Trace): readonly TraceNode[] {
  return nodesOf({ ...root, rest: null }, known, speaking)
}

type Known = Pick<Trace, 'below' | 'children' | 'comments'>

function nodesOf(traced: TracedRun, known: Known, speaking: Speaking | null): readonly TraceNode[] {
  const { run, rest } = traced
  const ended = isAtRest(run) ? endOf(traced) : null
  const left = rest === null ? 0 : Math.max(1, run.stepCount - traced.steps.size)
  const nodes: TraceNode[] = []
  let isLeftShown = rest === null
  const showLeft = () => {
    isLeftShown = true
    const at = nodes.at(-1)?.row.end ?? Date.parse(run.startedAt ?? run.createdAt)
    nodes.push(leaf({ ...toNote(`more:${run.id}`, run.id, at), kind: 'more', label: moreText(left) }))
  }
  const all = takeoversOf(run)
  const steps = stepsInOrder(traced)
  for (const [index, step] of steps.entries()) {
    if (!isLeftShown && rest !== null && step.number > rest.number) showLeft()
    const takeovers = takeoversIn(all, step, steps[index + 1])
    nodes.push(toStepNode({ traced, step, ended, known, speaking, takeovers }))
  }
  if (!isLeftShown) showLeft()
  return nodes
}

function moreText(count: number): string {
  return count === 1 ? 'Show one more step' : `Show more of ${count} steps`
}

interface StepOfRun {
  readonly traced: TracedRun
  readonly step: StepLiveFragment
  /** When the run stopped. Null while it is at work. */
  readonly ended: number | null
  readonly known: Known
  readonly speaking: Speaking | null
  /** When other workers took over the run since the step began. */
  readonly takeovers: readonly Takeover[]
}

/** The nodes of steps that change no more: a long run has a thousand of them, and an event changes one. */
const settled = new WeakMap<StepLiveFragment, TraceNode>()

function toStepNode(of: StepOfRun): TraceNode {
  const { step, traced, takeovers } = of
  // These come to a step that has ended, too.
  const hasMore = takeovers.length > 0 || hasComments(of)
  const known = hasMore ? undefined : settled.get(step)
  if (known) return known
  const node = newStepNode(of)
  const isHeld = traced.run.gates.some((gate) => gate.step?.number === step.number)
  if (!isHeld && !hasMore && isSettled(step)) settled.set(step, node)
  return node
}

function hasComments({ traced, step, known: { comments } }: StepOfRun): boolean {
  if (comments.size === 0) return false
  return comments.has(stepMark(traced.run.id, step.number)) || step.actions.some(({ id }) => comments.has(id))
}

function isSettled({ durationMs, actions }: StepLiveFragment): boolean {
  return durationMs != null && actions.every((action) => action.durationMs != null && !action.childRun)
}

function newStepNode(of: StepOfRun): TraceNode {
  const { traced, step, ended, speaking, takeovers } = of
  const { run } = traced
  const ofActions = new Set(step.actions.map(({ id }) => id))
  const parts = [
    ...step.modelCalls
      .filter(({ action }) => !action || !ofActions.has(action.id))
      .map((call) => leaf(toCallRow(call, run.id))),
    ...step.actions.flatMap((action) => toActionNode(of, action)),
    ...run.gates
      .filter((gate) => gate.step?.number === step.number)
      .map((gate) => leaf(toGateRow(gate, run.id, ended))),
    ...takeovers.map((takeover) => leaf(toTakeoverRow(takeover, run.id))),
    ...(speaking?.stepNumber === step.number ? [leaf(toSpeakingRow(speaking, step, run))] : []),
  ]
  const row = {
    ...toStepRow(step, run.id, ended),
    comments: of.known.comments.get(stepMark(run.id, step.number)) ?? 0,
  }
  return { row, parts: parts.toSorted(byStart), child: null }
}

function toActionNode(of: StepOfRun, action: ActionLiveFragment): readonly TraceNode[] {
  const { traced, step, known } = of
  if (action.startedAt == null) return []
  const { run } = traced
  const child = action.childRun?.id ?? null
  const own = [
    ...step.modelCalls
      .filter((call) => call.action?.id === action.id)
      .map((call) => leaf(toCallRow(call, run.id))),
    ...action.completedSteps.map((done) => leaf(toCallStepRow(action, done, run.id))),
    ...(traced.logged.get(action.id) ?? []).map((line) => leaf(toLineRow(line, run.id))),
  ]
  const row = toActionRow(of, action, Date.parse(action.startedAt))
  return [{ row, parts: [...own.toSorted(byStart), ...toChildNodes(child, row, known)], child }]
}

function toChildNodes(id: string | null, { run, start }: TraceRow, known: Known): readonly TraceNode[] {
  const state = id === null ? undefined : known.below.get(id)
  switch (state?.kind) {
    case undefined:
      return []
    case 'reading':
      return [leaf({ ...toNote(`note:${id}`, run, start), label: 'Its steps are being read.' })]
    case 'failed':
      return [leaf({ ...toNote(`note:${id}`, run, start), label: 'Not read', detail: state.message })]
    case 'shown': {
      const nodes = nodesOf(state.traced, known, null)
      if (nodes.length > 0) return nodes
      return [leaf({ ...toNote(`note:${id}`, run, start), label: noStepsText(state.traced) })]
    }
  }
}

function noStepsText({ run }: TracedRun): string {
  return run.status === 'QUEUED' ? 'It is in the queue.' : 'It has no steps.'
}

function leaf(row: TraceRow): TraceNode {
  return { row, parts: [], child: null }
}

function byStart(a: { readonly row: Span }, b: { readonly row: Span }): number {
  return a.row.start - b.row.start
}

/** What most lines have nothing of. */
const plain = { detail: '', words: '', marks: [], attempts: [], waits: [], comments: 0 } as const

/** A line that says something about those around it. It lasts no time. */
function toNote(key: string, run: string, at: number): TraceRow {
  return { ...plain, key, kind: 'note', run, label: '', tone: 'queued', start: at, end: at }
}

function toStepRow(step: StepLiveFragment, run: string, ended: number | null): TraceRow {
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

function toCallRow(call: CallLiveFragment, run: string): TraceRow {
  const start = Date.parse(call.startedAt)
  return {
    ...{ ...plain, key: `call:${call.id}`, kind: 'call', run },
    label: call.model,
    detail: call.error ?? (call.purpose === 'LOOP' ? '' : formatEnum(call.purpose)),
    words: `${call.provider} ${call.errorCode ?? ''}`,
    tone: call.errorCode ? 'bad' : 'paused',
    start,
    end: call.latencyMs == null ? start : start + call.latencyMs,
    marks: call.timeToFirstTokenMs == null ? [] : [start + call.timeToFirstTokenMs],
  }
}

type GateOfRun = TracedRun['run']['gates'][number]

function toGateRow(gate: GateOfRun, run: string, ended: number | null): TraceRow {
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
function toTakeoverRow({ at, text }: Takeover, run: string): TraceRow {
  return {
    ...{ ...plain, key: `takeover:${run}:${at}`, kind: 'takeover', run },
    ...{ label: 'Taken over', detail: text, tone: 'waiting', start: at, end: at },
  }
}

/** The moment at which a step of a call was done. Its row opens the call. */
function toCallStepRow(
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
function toLineRow({ actionId, seq, level, message, data, loggedAt }: LogLine, run: string): TraceRow {
  const moment = Date.parse(loggedAt)
  return {
    ...{ ...plain, key: `line:${actionId}:${seq}`, kind: 'line', run, level },
    ...{ label: message, words: level, tone: toneOfLine(level), start: moment, end: moment },
    detail: data == null ? '' : JSON.stringify(data),
  }
}

/** It begins when the row before it in its step has ended. */
function toSpeakingRow({ messageId }: Speaking, step: StepLiveFragment, run: TracedRun['run']): TraceRow {
  const calls = step.modelCalls.map((call) => Date.parse(call.startedAt) + (call.latencyMs ?? 0))
  const actions = step.actions.map(({ startedAt, durationMs }) =>
    startedAt == null ? 0 : Date.parse(startedAt) + (durationMs ?? 0),
  )
  return {
    ...{ ...plain, key: `speaking:${messageId}`, kind: 'call', run: run.id, tone: 'paused', end: null },
    label: (run.overrides?.model ?? run.agent.model).replace(/^[^/]*\//, ''),
    start: Math.max(Date.parse(step.startedAt), ...calls, ...actions),
  }
}

function toActionRow(
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
    waits: run.gates.filter((gate) => gate.action?.id === action.id).map((gate) => spanOfGate(gate, ended)),
  }
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

/** The period that the trace shows, in milliseconds since 1970; `now` is its end while the run lasts, or one that it started. */
export function periodOf(
  { run, steps }: Pick<TracedRun, 'run' | 'steps'>,
  nodes: readonly TraceNode[],
  now: number,
): readonly [number, number] {
  let first = Date.parse(run.startedAt ?? run.createdAt)
  let last = isAtRest(run) ? endOf({ run, steps }) : now
  const visit = ({ row, parts }: TraceNode) => {
    first = Math.min(first, row.start)
    last = Math.max(last, row.end ?? now)
    parts.forEach(visit)
  }
  nodes.forEach(visit)
  return [first, Math.max(last, first + 50)]
}

/** Time when a run stopped: its last activity ended then. */
function endOf({ run, steps }: Pick<TracedRun, 'run' | 'steps'>): number {
  if (run.completedAt) return Date.parse(run.completedAt)
  return [...steps.values()].reduce(
    (last, { startedAt, durationMs }) => Math.max(last, Date.parse(startedAt) + (durationMs ?? 0)),
    Date.parse(run.startedAt ?? run.createdAt),
  )
}
