import { z } from 'zod'
import type { AgentDefinition } from '../../domain/agent.ts'
import { compareDecimals } from '../../domain/decimal.ts'
import { describe, type ErrorCode } from '../../domain/errors.ts'
import type { RunGateKind } from '../../domain/gate.ts'
import type { EffectiveLimits } from '../../domain/limits.ts'
import type { TerminationReason } from '../../domain/run.ts'
import { oneLine, quoted } from '../../domain/text/foreign-text.ts'
import type { TokenUsage } from '../../domain/usage.ts'
import { areMet, mayEndRun } from './criteria.ts'
import type { Judgement } from './judgement.ts'
import type { PartialAnswer } from './partial-answer.ts'
import { type DoomLoop, verdictOnCall } from './repetition.ts'

/** The input of the judge. */
export interface Evaluated {
  readonly limits: EffectiveLimits
  readonly stepCount: number
  readonly costUsd: string
  readonly tokens: TokenUsage
  readonly budgetSpent: 'COST_LIMIT' | 'TOKEN_LIMIT' | null
  /** When the time is up, by `Clock.elapsed`; `null` is never. */
  readonly deadlineAt: number | null
  readonly timeIsUp: boolean
  readonly doomLoop: DoomLoop
  /** Repetition of the model's text, if text alone does not end the run (LOOP-2). */
  readonly words: DoomLoop
  /** The problems of the answer after the last repair. */
  readonly outputProblems: readonly string[] | null
  readonly answer: {
    readonly text: string
    readonly reason: 'FINAL_ANSWER' | 'DONE_TOOL' | 'GOAL_ACHIEVED'
  } | null
  /** Whether a completion guard sent the last answer back, for another reason than the criteria (LOOP-4). */
  readonly isHeldBack: boolean
  /** Partial answer, if the answer was truncated (LOOP-10). */
  readonly partialAnswer: PartialAnswer | null
  /** The words of the last turn that had any. */
  readonly lastText: string
  /** Verdicts on the steps so far. */
  readonly judgement: Judgement
  /** Fault that ends the run in any case: a person's refusal, or the failure of a plan that is executed once. */
  readonly fault: Fault | null
  /** Why the outside monitor escalates the run to a human (LIM-8). */
  readonly escalation: string | null
  /** Termination rules of the agent's definition. */
  readonly policy: TerminationPolicy
}

export const fault = z.object({
  reason: z.enum(['GATE_REJECTED', 'PERMISSION_BLOCKED', 'TIMEOUT', 'ERROR']),
  code: z.enum(['GATE_REJECTED', 'PERMISSION_BLOCKED', 'GATE_EXPIRED', 'PLAN_FAILED']),
  error: z.string(),
})

export type Fault = z.infer<typeof fault>

export type TerminationPolicy = Pick<
  AgentDefinition,
  | 'acceptanceCriteria'
  | 'outputSchema'
  | 'terminateOnError'
  | 'terminateOnGoalAchieved'
  | 'terminateOnNoProgress'
  | 'noProgressSteps'
  | 'maxIdenticalErrors'
  | 'confidence'
>

/**
 * Verdict on a run: it ends with its answer, fails, ends with a final summary of the model (LIM-3, LIM-4), waits for a person, or
 * continues.
 */
export type Verdict =
  | { readonly kind: 'answer'; readonly reason: TerminationReason; readonly text: string }
  | {
      readonly kind: 'fail'
      readonly reason: TerminationReason
      readonly code: ErrorCode
      readonly error: string
    }
  /** `summary`: text so far, in the place of a final answer. */
  | { readonly kind: 'soft-stop'; readonly reason: SoftStop; readonly summary?: string }
  | {
      readonly kind: 'gate'
      readonly gate: RunGateKind
      /** Why the run waits, where a reason of RUN-6 says it; else the gate alone does. */
      readonly reason: 'LOW_CONFIDENCE' | null
      readonly text: string
    }

export const softStops = ['MAX_STEPS', 'TIMEOUT', 'COST_LIMIT', 'TOKEN_LIMIT', 'NO_PROGRESS'] as const

export type SoftStop = (typeof softStops)[number]

type Rule = (state: Evaluated, now: number) => Verdict | undefined

/**
 * The rules in order; the first that applies decides (JDG-1): criteria met or an answer, an ending error, limits, loops, escalation,
 * timeout, budget, confidence, no progress. Achievements of the run come before its limits, and rules that end it before those that make it
 * wait.
 */
const rules: readonly Rule[] = [
  hasAchievedGoal,
  answerGiven,
  faulted,
  actionFailed,
  outputInvalid,
  wasTruncated,
  outOfSteps,
  repeatsItself,
  erringAlike,
  escalated,
  outOfTime,
  outOfBudget,
  outOfMoney,
  outOfTokens,
  lowConfidence,
  noProgress,
]

/** Decides before each step whether there is to be one. */
export function judge(state: Evaluated, now: number): Verdict | undefined {
  for (const rule of rules) {
    const verdict = rule(state, now)
    if (verdict) return verdict
  }
  return undefined
}

/** An answer that must have a shape is waited for, and after an objection so is the next one. */
function hasAchievedGoal(state: Evaluated): Verdict | undefined {
  const { judgement, policy, answer, lastText } = state
  if (!policy.terminateOnGoalAchieved || !mayEndRun(state) || (policy.outputSchema && !answer))
    return undefined
  const text =
    answer?.text || lastText.trim() || judgement.criteria?.map(({ evidence }) => evidence).join('\n') || ''
  return { kind: 'answer', reason: 'GOAL_ACHIEVED', text }
}

function answerGiven({ answer }: Evaluated): Verdict | undefined {
  return answer ? { kind: 'answer', ...answer } : undefined
}

/** JDG-4, LOOP-7: it was decided already. */
function faulted({ fault }: Evaluated): Verdict | undefined {
  return fault ? { kind: 'fail', ...fault } : undefined
}

/** LOOP-10: half an answer is none; the limit that cut it off stops the run, which can be resumed to continue with it. */
function wasTruncated({ partialAnswer, budgetSpent, lastText }: Evaluated): Verdict | undefined {
  if (!partialAnswer?.limit) return undefined
  const reason = partialAnswer.isGivenUp ? partialAnswer.limit : budgetSpent
  if (!reason) return undefined
  const summary = partialAnswer.text.trim() || lastText.trim() || cutBeforeFirstWord
  return { kind: 'soft-stop', reason, summary }
}

const cutBeforeFirstWord = 'The answer was cut off at the output limit before its first word.'

function repeatsItself({ doomLoop, words }: Evaluated): Verdict | undefined {
  const isOfWords = verdictOnCall(words) === 'fail'
  if (!isOfWords && verdictOnCall(doomLoop) !== 'fail') return undefined
  const { tool, count, period, round } = isOfWords ? words : doomLoop
  const repeated = { what: isOfWords ? 'words' : 'calls', tool, period: count >= round ? 1 : period } as const
  return {
    kind: 'fail',
    reason: 'DOOM_LOOP',
    code: 'DOOM_LOOP',
    error: describe('DOOM_LOOP', { ...repeated, count: Math.max(count, round) }),
  }
}

function outputInvalid({ outputProblems: problems }: Evaluated): Verdict | undefined {
  if (!problems) return undefined
  return {
    kind: 'fail',
    reason: 'ERROR',
    code: 'OUTPUT_INVALID',
    error: describe('OUTPUT_INVALID', { problems }),
  }
}

function actionFailed({ judgement: { failure }, policy }: Evaluated): Verdict | undefined {
  if (!policy.terminateOnError || !failure) return undefined
  return { kind: 'fail', reason: 'ERROR', code: 'ACTION_FAILED', error: describe('ACTION_FAILED', failure) }
}

/** LIM-7: the run makes no progress on its own; a human sees why. */
function erringAlike({ judgement: { errors }, policy }: Evaluated): Verdict | undefined {
  if (errors.count < policy.maxIdenticalErrors) return undefined
  const text = `${quoted(errors.target)} failed ${errors.count} times in a row with the same error: ${quoted(errors.error)}`
  return { kind: 'gate', gate: 'IDENTICAL_ERRORS', reason: null, text }
}

function escalated({ escalation }: Evaluated): Verdict | undefined {
  if (escalation === null) return undefined
  return { kind: 'gate', gate: 'MONITOR', reason: null, text: escalation }
}

/** Below it a run is put before a human, where its agent says nothing else (JDG-3). */
const defaultConfidence = 0.5

/** JDG-3: below the threshold, not at it. */
function lowConfidence({ judgement, policy }: Evaluated): Verdict | undefined {
  const estimate = judgement.confidence
  // An agent without a threshold of its own is asked only where a caller wants it.
  const threshold = policy.confidence?.threshold ?? defaultConfidence
  if (!estimate || estimate.confidence >= threshold) return undefined
  const text = `Low confidence (${estimate.confidence.toFixed(2)}): ${oneLine(estimate.reason)}`
  return { kind: 'gate', gate: 'LOW_CONFIDENCE', reason: 'LOW_CONFIDENCE', text }
}

/** LIM-10. Where the criteria are met and a guard wants more, progress has no measure left. */
function noProgress({ judgement, policy, isHeldBack }: Evaluated): Verdict | undefined {
  const isStuck = policy.terminateOnNoProgress && judgement.track.stale >= policy.noProgressSteps
  return isStuck && !(isHeldBack && areMet(judgement.criteria))
    ? { kind: 'soft-stop', reason: 'NO_PROGRESS' }
    : undefined
}

function outOfTime({ deadlineAt, timeIsUp }: Evaluated, now: number): Verdict | undefined {
  const up = timeIsUp || (deadlineAt !== null && now >= deadlineAt)
  return up ? { kind: 'soft-stop', reason: 'TIMEOUT' } : undefined
}

/** A reservation was refused: the remaining budget, of this run or of an ancestor, does not cover another call (LIM-9). */
function outOfBudget({ budgetSpent }: Evaluated): Verdict | undefined {
  return budgetSpent ? { kind: 'soft-stop', reason: budgetSpent } : undefined
}

function outOfTokens({ limits, tokens }: Evaluated): Verdict | undefined {
  const limit = limits.maxTokens.value
  return limit !== null && tokens.inputTokens + tokens.outputTokens >= limit
    ? { kind: 'soft-stop', reason: 'TOKEN_LIMIT' }
    : undefined
}

function outOfMoney({ limits, costUsd }: Evaluated): Verdict | undefined {
  const limit = limits.maxCostUsd.value
  return limit !== null && compareDecimals(costUsd, limit) >= 0
    ? { kind: 'soft-stop', reason: 'COST_LIMIT' }
    : undefined
}

function outOfSteps({ limits, stepCount }: Evaluated): Verdict | undefined {
  const limit = limits.maxSteps.value
  return limit !== null && stepCount >= limit ? { kind: 'soft-stop', reason: 'MAX_STEPS' } : undefined
}
