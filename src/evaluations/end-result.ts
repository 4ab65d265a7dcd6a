import { addDecimals } from '../domain/decimal.ts'
import type { Check, EndedResult, JudgeRun, RunFacts } from '../domain/evaluation.ts'

const unmeasured = { runStatus: null, output: null, durationMs: null, stepCount: null, costUsd: '0' } as const

/** A result of whose run nothing can be said. */
export function endAsError(
  error: string,
  run: RunFacts | null,
  judges: readonly JudgeRun[] = [],
): EndedResult {
  return { ...measured(run, judges), status: 'ERROR', score: null, checks: [], error }
}

/** A run without an answer: a replay that left its record says nothing about the agent, any other has failed. */
export function endWithoutAnswer(run: RunFacts): EndedResult {
  const { status, errorCode, errorMessage, terminationReason } = run
  const isDiverged = errorCode === 'REPLAY_DIVERGED'
  const why = errorMessage ?? terminationReason ?? ''
  return {
    ...measured(run, []),
    status: isDiverged ? 'DIVERGED' : 'FAILED',
    score: isDiverged ? null : 0,
    checks: [],
    error: isDiverged ? why : `The run is ${status}${why === '' ? '.' : `: ${why}`}`,
  }
}

/** An answer that was checked. */
export function endAsChecked(
  run: RunFacts,
  judges: readonly JudgeRun[],
  {
    checks,
    score,
    passed,
  }: { readonly checks: readonly Check[]; readonly score: number; readonly passed: boolean },
): EndedResult {
  return { ...measured(run, judges), status: passed ? 'PASSED' : 'FAILED', score, checks, error: null }
}

function measured(run: RunFacts | null, judges: readonly JudgeRun[]) {
  const judgeCostUsd = addDecimals('0', ...judges.map(({ costUsd }) => costUsd))
  if (run === null) return { ...unmeasured, judgeCostUsd }
  const { status: runStatus, output, durationMs, stepCount, costUsd } = run
  return { runStatus, output, durationMs, stepCount, costUsd, judgeCostUsd }
}
