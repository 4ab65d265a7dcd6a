import { agentDefinition, runBounds } from '../../domain/agent.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import { type Json, toJson } from '../../domain/json.ts'
import type { ForkRun } from '../../domain/operations.ts'
import type { RecordedHistory, RunOverrides, RunSource } from '../../domain/run-history.ts'
import { checkText, invalidArgument } from '../check-input.ts'
import { mayEndRun } from '../judge/criteria.ts'
import { afterPause } from '../judge/judgement.ts'
import { continuedAnew } from '../judge/partial-answer.ts'
import { initialCalls } from '../judge/repetition.ts'
import { initialApprovals, type LoopState, loopState } from '../run/loop-state.ts'
import type { EngineServices } from '../run/run-context.ts'
import { checkEdits, editedHistory, editsOf } from './edit-state.ts'
import { checkInputText } from './run-input.ts'
import { validateProvider } from './save-agent.ts'
import { pointAfter, resetLimits, runLike, type StartingPoint, withInput } from './starting-point.ts'

type Services = Pick<EngineServices, 'runs' | 'models' | 'newId'>

/**
 * Starts a new run from the state of another run after one of its completed steps, or from its start if `afterStep` is 0 (RUN-9). The
 * other run may have any status. The fork is a root run without a session, of the same agent version. It has the history, context and
 * limits of that moment, with the caller's changes.
 */
export async function forkRun(call: ForkRun, services: Services): Promise<{ readonly runId: string }> {
  const { projectId, runId: forkedFromId, afterStep, input, model, systemPrompt } = call
  const { history } = services.runs
  const source = await history.find(projectId, forkedFromId)
  if (!source) throw new RungraphError('NOT_FOUND', { kind: 'run' })
  if (source.workflow)
    throw invalid(
      'id',
      'is a run of a workflow, which is executed as it stands. Retry it, or run the workflow again.',
    )
  const changes = { input, model, systemPrompt, edits: editsOf(call) ?? undefined }
  checkChanges(changes, services)
  checkEdits(call)
  const id = services.newId()
  const edited = (recorded: RecordedHistory) => editedHistory(recorded, call, input !== undefined)
  const point = withContext(await pointAfter(source, afterStep, id, history, edited), call.context)
  refuseIdleFork(point, changes, source)
  const effectiveLimits = limitsAfter(point, source)
  const isFromStart = point.stepNumber === 0
  const begun = input === undefined ? point : withInput(point, input, source)
  await services.runs.insert({
    ...runLike(source, id, call),
    input: isFromStart ? (input ?? source.input) : source.input,
    context: point.context,
    effectiveLimits,
    beginning: {
      forkedFromId,
      forkedAfterStep: point.stepNumber,
      replayOf: null,
      overrides: overridesOf(changes, source),
      checkpoint: begun.checkpoint && {
        ...begun.checkpoint,
        loopState: forkedState(begun.checkpoint.loopState, changes),
      },
      messages: begun.messages,
      view: begun.view,
      inputs: [],
    },
  })
  return { runId: id }
}

/** The point with another context. */
function withContext(point: StartingPoint, context: Json | undefined): StartingPoint {
  return context === undefined ? point : { ...point, context: toJson(context) }
}

/** The rules by which the two are checked when an agent is saved. */
function checkChanges(
  { input, model, systemPrompt }: ForkChanges,
  { models }: Pick<Services, 'models'>,
): void {
  if (input !== undefined) checkInputText('input', input)
  for (const [field, value] of Object.entries({ model, systemPrompt })) {
    if (value === undefined) continue
    checkText(field, value, runBounds.maxInputBytes)
    const parsed = agentDefinition.shape[field === 'model' ? 'model' : 'systemPrompt'].safeParse(value)
    if (!parsed.success) throw invalidArgument(field, parsed.error)
  }
  const fault = model === undefined ? null : validateProvider(model, models)
  if (fault !== null) throw invalid('model', `cannot be asked: ${fault}`)
}

/** Another model that is never asked, another prompt that nobody reads. */
function refuseIdleFork(
  { checkpoint, stepNumber }: StartingPoint,
  changes: ForkChanges,
  { agent }: RunSource,
): void {
  const isChanged = Object.values(changes).some((change) => change !== undefined)
  if (!isChanged || isAskedAgain(changes) || !checkpoint) return
  if (!isAnswered(checkpoint.loopState, agent.definition)) return
  throw invalid(
    'afterStep',
    `is ${stepNumber}; that step gave the run's answer, and nothing would be asked any more. Give an \`input\` to go on with, or fork after an earlier step.`,
  )
}

/** As the original's; time and budget are granted anew, and a step limit counts the steps that were taken over. */
function limitsAfter({ stepNumber }: StartingPoint, { effectiveLimits }: RunSource) {
  const maxSteps = effectiveLimits.maxSteps.value
  if (maxSteps === null || stepNumber < maxSteps)
    return { ...resetLimits(effectiveLimits), maxSteps: effectiveLimits.maxSteps }
  throw invalid(
    'afterStep',
    `is ${stepNumber}; the run may take ${maxSteps} steps, so that none would be left. Fork after step ${maxSteps - 1} at most, or resume the run with more.`,
  )
}

/** Whether the answer that was given before counts no longer. */
function isAskedAgain({ input, edits }: ForkChanges): boolean {
  return input !== undefined || (edits?.droppedFrom ?? null) !== null
}

/** Overrides of the original run also apply to the fork, but for the changes that it was made with. */
function overridesOf({ model, systemPrompt, edits }: ForkChanges, source: RunSource): RunOverrides | null {
  const { edits: _, ...overrides } = source.overrides ?? {}
  const all = {
    ...overrides,
    ...(edits && { edits }),
    ...(model !== undefined && { model }),
    ...(systemPrompt !== undefined && { systemPrompt }),
  }
  return Object.keys(all).length === 0 ? null : all
}

/** Changes that a fork makes. */
interface ForkChanges extends RunOverrides {
  readonly input?: string | undefined
}

/** Whether nothing is left to do after a checkpoint: the run has its answer. */
function isAnswered(
  stored: Json,
  { terminateOnGoalAchieved }: { terminateOnGoalAchieved: boolean },
): boolean {
  const state = loopState.parse(stored)
  return state.answer !== null || (terminateOnGoalAchieved && mayEndRun(state))
}

/** The codes of failures that a human decided, or nobody in time. */
const decidedFaults: ReadonlySet<string> = new Set(['GATE_REJECTED', 'GATE_EXPIRED', 'PERMISSION_BLOCKED'])

/** Removes the decisions that ended the original run. The fork has none of its gates and opens its own (JDG-4). */
function withoutDecisions({ fault, approvals, ...state }: LoopState): LoopState {
  return {
    ...state,
    fault: fault && decidedFaults.has(fault.code) ? null : fault,
    approvals: { ...initialApprovals, denials: approvals.denials },
  }
}

/**
 * State of the loop for a fork (RUN-9). A fork with changes starts without the verdicts on the original. A new message, and one that is
 * dropped, withdraws the answer that was given.
 */
function forkedState(stored: Json, changes: ForkChanges): Json {
  const before = withoutDecisions({
    ...loopState.parse(stored),
    finalSummary: null,
    announced: null,
    backoff: null,
  })
  const partialAnswer = continuedAnew(before.partialAnswer)
  if (Object.values(changes).every((change) => change === undefined))
    return toJson({ ...before, partialAnswer })
  const judgement = afterPause(before.judgement)
  const reset = {
    ...before,
    partialAnswer,
    judgement,
    doomLoop: initialCalls,
    words: initialCalls,
    modelInUse: changes.model ? null : before.modelInUse,
  }
  if (!isAskedAgain(changes)) return toJson(reset)
  return toJson({
    ...reset,
    answer: null,
    partialAnswer: null,
    outputRepairs: 0,
    guardRounds: 0,
    isHeldBack: false,
    unmet: null,
    judgement: { ...judgement, criteria: null },
  })
}
