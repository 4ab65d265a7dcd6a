import { compareDecimals } from '../domain/decimal.ts'
import type { EffectiveLimits } from '../domain/limits.ts'
import type { TerminationReason } from '../domain/run.ts'
import { type DoomLoop, verdictOnCall } from './doom-loop.ts'

/** What the judge looks at. */
export interface Judged {
  readonly limits: EffectiveLimits
  readonly stepCount: number
  readonly costUsd: string
  /** When the time is up, in milliseconds since 1970; `null` is never. */
  readonly deadlineAt: number | null
  readonly timeIsUp: boolean
  readonly doomLoop: DoomLoop
  readonly answer: { readonly text: string; readonly reason: 'FINAL_ANSWER' | 'DONE_TOOL' } | null
}

/** How the run ends: with its answer, in failure, or softly, with a last word of the model (LIM-3, LIM-4). */
export type Verdict =
  | { readonly kind: 'answer'; readonly reason: TerminationReason; readonly text: string }
  | { readonly kind: 'fail'; readonly reason: 'DOOM_LOOP' }
  | { readonly kind: 'soft-stop'; readonly reason: SoftStop }

export type SoftStop = 'MAX_STEPS' | 'TIMEOUT' | 'COST_LIMIT'

type Rule = (state: Judged, now: number) => Verdict | undefined

/** The rules in order; the first that speaks decides (JDG-1). */
const rules: readonly Rule[] = [answered, doomed, outOfTime, outOfMoney, outOfSteps]

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
  return verdictOnCall(doomLoop) === 'fail' ? { kind: 'fail', reason: 'DOOM_LOOP' } : undefined
}

function outOfTime({ deadlineAt, timeIsUp }: Judged, now: number): Verdict | undefined {
  const up = timeIsUp || (deadlineAt !== null && now >= deadlineAt)
  return up ? { kind: 'soft-stop', reason: 'TIMEOUT' } : undefined
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
