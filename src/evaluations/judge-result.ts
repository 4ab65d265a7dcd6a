import { addDecimals } from '../domain/decimal.ts'
import type { EndedResult, EvaluationRow, JudgeRun, RunFacts, RunningResult } from '../domain/evaluation.ts'
import { askEvaluator, EvaluatorFailure } from './ask-evaluator.ts'
import { arePassed, checkAnswer, meanScore } from './checks.ts'
import type { Cast, DriveServices } from './drive-services.ts'
import { type CriterionVote, judgeQuestion, readVotes } from './judge.ts'
import { startVote } from './start-trial.ts'

interface Judging {
  readonly evaluation: EvaluationRow
  readonly cast: Cast
  readonly signal: AbortSignal
}

/**
 * Ends a result whose run has ended, with its score or an error; `null` where a judge is asked first, whose votes are runs that the result
 * waits for.
 */
export async function judgeResult(
  result: RunningResult,
  judging: Judging,
  services: DriveServices,
): Promise<EndedResult | null> {
  const { run, judges } = result
  if (run === null) return endAsError('The run of the result is not stored any more.', null)
  if (run.status !== 'COMPLETED') return endWithoutAnswer(run)
  const votes = await votesOn(result, judging, services)
  if (votes === 'asked') return null
  if (votes?.some((of) => of.length === 0))
    return endAsError(`The judge came to no verdict. ${judges[0]?.errorMessage ?? ''}`.trim(), run, judges)
  try {
    const checks = await check(result, run, votes, judging, services)
    const status = arePassed(checks) ? 'PASSED' : 'FAILED'
    return { ...measured(run, judges), status, score: meanScore(checks), checks, error: null }
  } catch (error) {
    if (error instanceof EvaluatorFailure) return endAsError(error.message, run, judges)
    throw error
  }
}

type Votes = readonly (readonly CriterionVote[])[]

/** The votes on each criterion; `asked` where they were asked for just now, `null` where nobody is to be asked. */
async function votesOn(
  result: RunningResult,
  { evaluation, cast }: Judging,
  services: DriveServices,
): Promise<Votes | 'asked' | null> {
  const { id, expectations, judgeRunIds, judges, runId } = result
  const { judge } = cast
  if (expectations.criteria.length === 0 || judge === null) return null
  if (judgeRunIds.length > 0) return readVotes(judges, expectations.criteria)
  const { evaluations } = services
  const question = judgeQuestion(result, await evaluations.conversation(evaluation.projectId, runId))
  const runIds: string[] = []
  for (let number = 1; number <= evaluation.judgeVotes; number++)
    runIds.push(await startVote(evaluation, { resultId: id, number, question }, judge, services))
  await evaluations.judging(id, runIds)
  return 'asked'
}

async function check(
  { key, input, context, expectations, runId }: RunningResult,
  run: RunFacts,
  votes: Votes | null,
  { evaluation, signal }: Judging,
  { evaluations, evaluators, schemas }: DriveServices,
) {
  const { toolsCalled, toolsNotCalled, evaluators: asked, exact } = expectations
  const isAboutCalls = toolsCalled.length + toolsNotCalled.length + asked.length > 0
  const calls = isAboutCalls ? await evaluations.calls(evaluation.projectId, runId) : []
  const { output, stepCount, durationMs, costUsd } = run
  const answer = {
    ...{ input, context, output, itemKey: key, runId, stepCount, durationMs, costUsd, calls },
    ...(exact !== undefined && { expected: exact }),
  }
  const evaluate = (name: string) => askEvaluator(name, answer, { evaluators, signal })
  return checkAnswer(expectations, run, { mode: evaluation.mode, calls, votes, schemas, evaluate })
}

/** A result of whose run nothing can be said. */
export function endAsError(
  error: string,
  run: RunFacts | null,
  judges: readonly JudgeRun[] = [],
): EndedResult {
  return { ...measured(run, judges), status: 'ERROR', score: null, checks: [], error }
}

/** A run without an answer: a replay that left its record says nothing about the agent, any other has failed. */
function endWithoutAnswer(run: RunFacts): EndedResult {
  const { status, errorCode, errorMessage, terminationReason } = run
  const why = errorMessage ?? terminationReason ?? ''
  const ended = { ...measured(run, []), checks: [] }
  return errorCode === 'REPLAY_DIVERGED'
    ? { ...ended, status: 'DIVERGED', score: null, error: why }
    : { ...ended, status: 'FAILED', score: 0, error: `The run is ${status}${why === '' ? '.' : `: ${why}`}` }
}

function measured(run: RunFacts | null, judges: readonly JudgeRun[]) {
  const judgeCostUsd = addDecimals('0', ...judges.map(({ costUsd }) => costUsd))
  const { status = null, output = null, durationMs = null, stepCount = null, costUsd = '0' } = run ?? {}
  return { runStatus: status, output, durationMs, stepCount, costUsd, judgeCostUsd }
}
