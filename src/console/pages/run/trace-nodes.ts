import type { ActionLiveFragment, StepLiveFragment } from '../../../generated/console/graphql.ts'
import { stepMark } from './comment-marks.ts'
import { cutsIn } from './cuts.ts'
import { isAtRest, type Speaking, stepsInOrder } from './run-model.ts'
import { takeoversIn, takeoversOf } from './takeovers.ts'
import type { TracedRun } from './trace-model.ts'
import {
  type Known,
  type Span,
  type StepOfRun,
  type TraceRow,
  toActionRow,
  toCallRow,
  toCallStepRow,
  toCutRow,
  toGateRow,
  toLineRow,
  toNote,
  toSpeakingRow,
  toStepRow,
  toTakeoverRow,
} from './trace-rows.ts'

/** A line with those below it. */
export interface TraceNode {
  readonly row: TraceRow
  readonly parts: readonly TraceNode[]
  /** The run whose steps are among the parts, or will be when they are read. Null where the line starts no run. */
  readonly child: string | null
}

/** All that the trace shows: the run of the page, and what is known of those below it. */
export interface Trace extends Known {
  readonly root: Pick<TracedRun, 'run' | 'steps' | 'logged' | 'cuts'>
  /** The message that a model is writing at the moment: its call is not stored yet. */
  readonly speaking: Speaking | null
}

/**
 * The steps of a run with their model calls, their actions and the gates that they waited at; below an action that started a run, the
 * steps of that run, and so on.
 */
export function toNodes({ root, speaking, ...known }: Trace): readonly TraceNode[] {
  return nodesOf({ ...root, rest: null }, known, speaking)
}

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
    const cuts = cutsIn(traced.cuts, step)
    nodes.push(toStepNode({ traced, step, ended, known, speaking, takeovers, cuts }))
  }
  if (!isLeftShown) showLeft()
  return nodes
}

function moreText(count: number): string {
  return count === 1 ? 'Show one more step' : `Show more of ${count} steps`
}

/** The nodes of steps that change no more: a long run has a thousand of them, and an event changes one. */
const settled = new WeakMap<StepLiveFragment, TraceNode>()

function toStepNode(of: StepOfRun): TraceNode {
  const { step, takeovers, cuts } = of
  // These come to a step that has ended, too.
  const hasMore = takeovers.length > 0 || cuts.length > 0 || hasComments(of)
  const known = hasMore ? undefined : settled.get(step)
  if (known) return known
  const node = newStepNode(of)
  const isHeld = of.traced.run.gates.some((gate) => gate.step?.number === step.number)
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
  const { traced, step, ended, speaking, takeovers, cuts } = of
  const { run } = traced
  const ofActions = new Set(step.actions.map(({ id }) => id))
  const parts = [
    ...step.modelCalls
      .filter(({ action }) => !action || !ofActions.has(action.id))
      .map((call) => leaf(toCallRow(call, of))),
    ...step.actions.flatMap((action) => toActionNode(of, action)),
    ...run.gates
      .filter((gate) => gate.step?.number === step.number)
      .map((gate) => leaf(toGateRow(gate, run.id, ended))),
    ...takeovers.map((takeover) => leaf(toTakeoverRow(takeover, run.id))),
    ...cuts.map((cut) => leaf(toCutRow(cut, of))),
    ...(speaking?.stepNumber === step.number ? [leaf(toSpeakingRow(speaking, of))] : []),
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
      .map((call) => leaf(toCallRow(call, of))),
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
