import { compareDecimals } from '../domain/decimal.ts'
import { describe, type ErrorCode } from '../domain/errors.ts'
import type { EffectiveLimits } from '../domain/limits.ts'
import type { TerminationReason } from '../domain/run.ts'
import type { TokenUsage } from '../domain/usage.ts'
import { type DoomLoop, verdictOnCall } from './doom-loop.ts'

/** What the judge looks at. */
export interface Judged {
  readonly limits: EffectiveLimits
  readonly stepCount: number
  readonly costUsd: string
  readonly tokens: TokenUsage
  readonly budgetSpent: 'COST_LIMIT' | 'TOKEN_LIMIT' | null
  /** When the time is up, in milliseconds since 1970; `null` is never. */
  readonly deadlineAt: number | null
  readonly timeIsUp: boolean
  readonly doomLoop: DoomLoop
  /** What the answer has wrong, after the last try to mend it. */
  readonly outputProblems: readonly string[] | null
  readonly answer: { readonly text: string; readonly reason: 'FINAL_ANSWER' | 'DONE_TOOL' } | null
}

/** How the run ends: with its answer, in failure, or softly, with a last word of the model (LIM-3, LIM-4). */
export type Verdict =
  | { readonly kind: 'answer'; readonly reason: TerminationReason; readonly text: string }
  | {
      readonly kind: 'fail'
      readonly reason: TerminationReason
      readonly code: ErrorCode
      readonly error: string
    }
  | { readonly kind: 'soft-stop'; readonly reason: SoftStop }

export const softStops = ['MAX_STEPS', 'TIMEOUT', 'COST_LIMIT', 'TOKEN_LIMIT'] as const
export type SoftStop = (typeof softStops)[number]

type Rule = (state: Judged, now: number) => Verdict | undefined

/** The rules in order; the first that speaks decides (JDG-1). */
const rules: readonly Rule[] = [
  answered,
  doomed,
  misshapen,
  outOfTime,
  outOfBudget,
  outOfMoney,
  outOfTokens,
  outOfSteps,
]

/** Decides before each step whether there is to be one. */
export function judge(state: Judged, now: number): Verdict | undefined {
  for (const rule of rules) {
    const verdict = rule(state, now)
    if (verdict) return verdict
  }
  return undefined
}

function answered({ answer }: Judged): Verdict | undefined {
  return answer ? { kind: 'answer', ...answer } : undefined
}

function doomed({ doomLoop }: Judged): Verdict | undefined {
  if (verdictOnCall(doomLoop) !== 'fail') return undefined
  const { tool, count } = doomLoop
  return {
    kind: 'fail',
    reason: 'DOOM_LOOP',
    code: 'DOOM_LOOP',
    error: describe('DOOM_LOOP', { tool, count }),
  }
}

function misshapen({ outputProblems: problems }: Judged): Verdict | undefined {
  if (!problems) return undefined
  return {
    kind: 'fail',
    reason: 'ERROR',
    code: 'OUTPUT_INVALID',
    error: describe('OUTPUT_INVALID', { problems }),
  }
}

function outOfTime({ deadlineAt, timeIsUp }: Judged, now: number): Verdict | undefined {
  const up = timeIsUp || (deadlineAt !== null && now >= deadlineAt)
  return up ? { kind: 'soft-stop', reason: 'TIMEOUT' } : undefined
}

/** A reservation was refused: what is left, here or further up the tree, does not hold another call (LIM-9). */
function outOfBudget({ budgetSpent }: Judged): Verdict | undefined {
  return budgetSpent ? { kind: 'soft-stop', reason: budgetSpent } : undefined
}

function outOfTokens({ limits, tokens }: Judged): Verdict | undefined {
  const limit = limits.maxTokens.value
  return limit !== null && tokens.inputTokens + tokens.outputTokens >= limit
    ? { kind: 'soft-stop', reason: 'TOKEN_LIMIT' }
    : undefined
}

function outOfMoney({ limits, costUsd }: Judged): Verdict | undefined {
  const limit = limits.maxCostUsd.value
  return limit !== null && compareDecimals(costUsd, limit) >= 0
    ? { kind: 'soft-stop', reason: 'COST_LIMIT' }
    : undefined
}

function outOfSteps({ limits, stepCount }: Judged): Verdict | undefined {
  const limit = limits.maxSteps.value
  return limit !== null && stepCount >= limit ? { kind: 'soft-stop', reason: 'MAX_STEPS' } : undefined
}
