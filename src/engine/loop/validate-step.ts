import { messageOf } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { ProgressSource } from '../../domain/step-validation.ts'
import { indented } from '../../domain/text/foreign-text.ts'
import { isDone } from '../actions/finalize-action.ts'
import { cutText, show } from '../context/show.ts'
import { transcriptOf } from '../context/summary.ts'
import {
  confidenceDue,
  confidenceFormat,
  confidencePrompt,
  confidenceQuestion,
  readConfidence,
  reportedUncertainty,
} from '../judge/confidence.ts'
import {
  addTests,
  areMet,
  artifactProgress,
  criteriaFormat,
  criteriaPrompt,
  criteriaQuestion,
  mayEndRun,
  readCriteria,
  testProgress,
} from '../judge/criteria.ts'
import { isLastStage } from '../judge/flow.ts'
import { trackProgress } from '../judge/judgement.ts'
import { countErrors, noteOutcomes } from '../judge/repetition.ts'
import { modelsOf } from '../model/request.ts'
import { askForObject, type Question } from '../model/side-question.ts'
import { asText, bytesOfArtifacts, reportsOf } from '../run/action-result.ts'
import type { Entry } from '../run/journal.ts'
import { toLoopState } from '../run/loop-state.ts'
import type { ModelContext, RunCore, StepCore } from '../run/run-context.ts'
import type { LiveRun, OpenStep } from '../run/run-state.ts'
import { warn } from '../run/warn.ts'
import { stopBehind } from '../stop.ts'
import { endsWithPlan } from './accept-answer.ts'

/** A step that is judged, if need be by a model. */
type JudgeContext = StepCore & ModelContext

/**
 * Judges a step whose actions have ended: the progress of the run (JDG-2), which of its criteria are met, and its confidence (JDG-3).
 * Judgements of an earlier owner are not repeated. A model that fails to judge is a warning and no more.
 * @throws only the Stop of a run that ends here
 */
export async function validateStep(ctx: JudgeContext): Promise<void> {
  takeReports(ctx)
  await judgeCriteria(ctx)
  await judgeConfidence(ctx)
}

/**
 * Counts the actions of a closing step without a model: their errors (LIM-7), and the reports of their tools unless these were counted when
 * the step was given up. To be written with the step.
 */
export function countActions(ctx: StepCore): void {
  const { step, state } = ctx
  takeReports(ctx)
  const actions = step.actions ?? []
  state.doomLoop = noteOutcomes(state.doomLoop, actions, step.plan !== undefined)
  const failed = actions.find(({ status, skipOnError }) => status === 'FAILED' && !skipOnError)
  state.judgement = {
    ...state.judgement,
    errors: countErrors(state.judgement.errors, actions),
    failure: failed ? { action: failed.name, error: failed.error ?? '' } : null,
  }
}

/** Tests before artifacts (JDG-2); only steps in which there are any are judged by them. */
function takeReports(ctx: StepCore): void {
  const { step, state } = ctx
  if (judgedPart(step, 'source') !== undefined) return
  const { tests, artifacts } = reportsOf(step.actions ?? [])
  const added = Object.keys(artifacts)
  if (added.length > 0) keepArtifacts(artifacts, ctx)
  if (tests.length > 0) {
    const metrics = addTests(tests)
    recordProgress(testProgress(metrics), 'TESTS', { tests: { ...metrics }, artifacts: added }, ctx)
  } else if (added.length > 0) {
    const { artifactChanges } = state.judgement
    recordProgress(artifactProgress(artifactChanges), 'ARTIFACTS', { artifacts: added }, ctx)
  }
}

/** All artifacts of a run together are bounded as one result is: those that do not fit are reported, not stored. */
function keepArtifacts(artifacts: JsonObject, ctx: StepCore): void {
  const { step, state } = ctx
  const maxBytes = ctx.run.effectiveLimits.maxResultBytes.value
  for (const [name, value] of Object.entries(artifacts)) {
    const kept = { ...state.artifacts, [name]: value }
    if (bytesOfArtifacts(kept) > maxBytes) {
      const message = `${name}: the artifacts of a run are at most ${maxBytes} bytes.`
      warn({ code: 'ARTIFACT_DROPPED', message }, step.row.number, ctx)
      continue
    }
    if (Object.hasOwn(state.artifacts, name) && isSameArtifact(state.artifacts[name], value)) continue
    state.artifacts = kept
    state.judgement = { ...state.judgement, artifactChanges: state.judgement.artifactChanges + 1 }
  }
  ctx.journal.write({ run: { artifacts: state.artifacts } })
}

function isSameArtifact(known: Json | undefined, value: Json): boolean {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(value)
}

/**
 * Without any other source of progress the model judges each step by the criteria. Otherwise it is
 * asked only when the run looks finished.
 */
async function judgeCriteria(ctx: JudgeContext): Promise<void> {
  const { step, state } = ctx
  const { definition } = ctx.run.agent
  const { acceptanceCriteria } = definition
  if (acceptanceCriteria.length === 0 || judgedPart(step, 'criteria') !== undefined) return
  // Criteria are of the whole flow: the result of a stage before the last meets none (LOOP-6).
  if (!isLastStage(state.flow, definition)) return
  const isMeasured = judgedPart(step, 'source') !== undefined
  if (isMeasured && !isLast(step) && !endsWithPlan(step, ctx) && step.row.progress !== 1) return
  const question = {
    purpose: 'VALIDATION',
    systemPrompt: criteriaPrompt,
    text: criteriaQuestion(acceptanceCriteria, formatWorkSoFar(state, step.actions ?? [], ctx)),
    format: criteriaFormat,
    models: modelsOf(ctx),
  } as const
  const read = (answer: Json) => readCriteria(answer, acceptanceCriteria)
  const verdict = await askJudge(question, read, ctx)
  state.judgement = { ...state.judgement, criteria: verdict ? [...verdict.criteria] : null }
  if (!verdict) return
  const criteria = acceptanceCriteria.map((criterion, index) => ({ criterion, ...verdict.criteria[index] }))
  if (isMeasured) recordVerdict({ criteria, met: areMet(verdict.criteria) }, ctx)
  else recordProgress(verdict.progress, 'MODEL', { criteria, met: areMet(verdict.criteria) }, ctx)
}

async function judgeConfidence(ctx: JudgeContext): Promise<void> {
  const { step, state } = ctx
  const { confidence: settings } = ctx.run.agent.definition
  const actions = step.actions ?? []
  // A run that ends with this step needs no confidence to continue.
  if (judgedPart(step, 'confidence') !== undefined || isLast(step) || mayEndRun(state)) return
  const cause = confidenceDue({ number: step.row.number, actions }, state.judgement, settings)
  if (cause === null) return
  const question = {
    purpose: 'CONFIDENCE',
    systemPrompt: confidencePrompt,
    text: confidenceQuestion(formatWorkSoFar(state, actions, ctx), reportedUncertainty(actions)),
    format: confidenceFormat,
    models: settings && settings.models.length > 0 ? settings.models : modelsOf(ctx),
  } as const
  const verdict = await askJudge(question, readConfidence, ctx)
  state.judgement = {
    ...state.judgement,
    confidence: verdict,
    confidenceAskedAt: step.row.number,
    isConfidenceAskedFor: false,
  }
  if (verdict) recordVerdict({ confidence: { ...verdict, cause } }, ctx)
}

/** A turn that called nothing, or called `done`. */
function isLast(step: OpenStep): boolean {
  const actions = step.actions ?? []
  return actions.length === 0 || actions.some(isDone)
}

/** Asks one who judges; `null`, with a warning, where no usable answer came. */
async function askJudge<Result>(
  question: Omit<Question, 'step' | 'signal'> & Pick<Parameters<typeof askForObject>[0], 'format'>,
  read: (answer: Json) => Result,
  ctx: JudgeContext,
): Promise<Result | null> {
  const { step, state, stepSignal: signal } = ctx
  try {
    return read(await askForObject({ ...question, step: step.row, signal }, state, ctx))
  } catch (error) {
    const stop = stopBehind(error, signal)
    // At the time limit the step still closes with its results so far.
    if (stop && stop.kind !== 'TIME_UP') throw stop
    const message = `The step could not be judged: ${messageOf(error)}`
    warn({ code: `${question.purpose}_FAILED`, message }, step.row.number, ctx)
    return null
  }
}

function recordProgress(progress: number, source: ProgressSource, part: JsonObject, ctx: StepCore): void {
  const { step, state } = ctx
  state.judgement = { ...state.judgement, track: trackProgress(state.judgement.track, progress) }
  step.row = { ...step.row, progress }
  const event = {
    type: 'Validated',
    stepNumber: step.row.number,
    data: { judgedProgress: progress, source },
  } as const
  recordVerdict({ source, progress, ...part }, ctx, {
    run: { progress },
    events: [event],
  })
}

/** Adds the judgement to the step, durable with the state that the run must remember of it: so the step is judged once. */
function recordVerdict(
  part: JsonObject,
  ctx: StepCore,
  { run = {}, events = [] }: Pick<Entry, 'run' | 'events'> = {},
): void {
  const { step, state } = ctx
  const { validation } = step.row
  step.row = { ...step.row, validation: { ...(isJsonObject(validation) ? validation : {}), ...part } }
  ctx.journal.write({ steps: [step.row], run: { ...run, loopState: toLoopState(state) }, events })
}

function judgedPart({ row }: OpenStep, part: string): Json | undefined {
  return isJsonObject(row.validation) ? row.validation[part] : undefined
}

/** Maximum number of characters of a conversation that a judge reads: its beginning and its end. */
const maxConversationChars = 60_000

const maxArtifactsChars = 20_000

/** The work of a run as its judge reads it: the request, the messages, the actions, and the artifacts. */
function formatWorkSoFar(state: LiveRun, actions: readonly ActionRow[], ctx: RunCore): string {
  const conversation = transcriptOf(show(state.history, state.view).map((message) => ({ message })))
  const done = actions.map(
    ({ target, status, output, error }) =>
      `result of ${target} (${status.toLowerCase()}): ${indented(cutText(error ?? asText(output), 4_000))}`,
  )
  return [
    `<goal>\n  ${indented(cutText(ctx.run.input, maxArtifactsChars))}\n</goal>`,
    `<conversation>\n${cutText([conversation, ...done].join('\n'), maxConversationChars)}\n</conversation>`,
    ...(Object.keys(state.artifacts).length === 0
      ? []
      : [`<artifacts>\n${cutText(JSON.stringify(state.artifacts), maxArtifactsChars)}\n</artifacts>`]),
  ].join('\n\n')
}
