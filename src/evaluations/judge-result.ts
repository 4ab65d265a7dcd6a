import { type AgentDefinition, agentDefinition } from '../domain/agent.ts'
import type { EndedResult, JudgeRun, ResultInHand, RunFacts } from '../domain/evaluation.ts'
import type { EvaluatedFile } from '../domain/evaluator.ts'
import type { Json } from '../domain/json.ts'
import type { FilePart, Message } from '../domain/message.ts'
import { indented } from '../domain/text/foreign-text.ts'
import { cutText } from '../engine/context/show.ts'
import { transcriptOf } from '../engine/context/summary.ts'
import { criteriaFormat, criteriaPrompt, criteriaQuestion, readCriteria } from '../engine/judge/criteria.ts'
import { askEvaluator, EvaluatorFailure } from './ask-evaluator.ts'
import { arePassed, type CriterionVote, checkAnswer, meanScore } from './checks.ts'
import { type Driven, type DriveServices, startVote } from './evaluation-runs.ts'

/**
 * Ends a result whose run has ended, with its score or an error; `null` where a judge is asked first, whose votes are runs that the result
 * waits for.
 */
export async function judgeResult(
  result: ResultInHand,
  driven: Driven,
  services: DriveServices,
): Promise<EndedResult | null> {
  const { run, judges } = result
  if (run === null) return endAsError('The run of the result is not stored any more.')
  if (run.status !== 'COMPLETED') return endWithoutAnswer(run)
  const votes = await votesOn(result, run, driven, services)
  if (votes === 'asked') return null
  if (votes?.some((of) => of.length === 0))
    return endAsError(`The judge came to no verdict. ${judges[0]?.errorMessage ?? ''}`.trim(), run)
  try {
    const checks = await checkRun(result, run, votes, driven, services)
    const status = arePassed(checks) ? 'PASSED' : 'FAILED'
    return { status, output: run.output, score: meanScore(checks), checks, error: null }
  } catch (error) {
    if (error instanceof EvaluatorFailure) return endAsError(error.message, run)
    throw error
  }
}

type Votes = readonly (readonly CriterionVote[])[]

/** The votes on each criterion; `asked` where they were asked for just now, `null` where nobody is to be asked. */
async function votesOn(
  result: ResultInHand,
  run: RunFacts,
  { evaluation, cast }: Driven,
  services: DriveServices,
): Promise<Votes | 'asked' | null> {
  const { id, files, expectations, judgeRunIds, judges } = result
  const { judge } = cast
  if (expectations.criteria.length === 0 || judge === null) return null
  if (judgeRunIds.length > 0) return readVotes(judges, expectations.criteria)
  const { evaluations } = services
  const question = judgeQuestion(result, await evaluations.conversation(evaluation.projectId, run.id))
  const runIds: string[] = []
  for (let number = 1; number <= evaluation.judgeVotes; number++)
    runIds.push(await startVote(evaluation, { resultId: id, number, question, files }, judge, services))
  await evaluations.judging(id, runIds)
  return 'asked'
}

function checkRun(
  { key, input, files, context, expectations }: ResultInHand,
  run: RunFacts,
  votes: Votes | null,
  { evaluation, signal }: Driven,
  { evaluators, schemas }: DriveServices,
) {
  const { id: runId, output, stepCount, durationMs, costUsd, calls } = run
  const { exact } = expectations
  const answer = {
    ...{
      input,
      files: files.map(toEvaluated),
      context,
      output,
      itemKey: key,
      runId,
      stepCount,
      durationMs,
      costUsd,
      calls,
    },
    ...(exact !== undefined && { expected: exact }),
  }
  const evaluate = (name: string) => askEvaluator(name, answer, { evaluators, signal })
  return checkAnswer(expectations, run, { mode: evaluation.mode, votes, schemas, evaluate })
}

function toEvaluated({ fileId, mediaType, name, byteCount }: FilePart): EvaluatedFile {
  return { fileId, mediaType, name, byteCount }
}

/** A result of whose answer nothing can be said. */
export function endAsError(error: string, run?: RunFacts): EndedResult {
  return { status: 'ERROR', output: run?.output ?? null, score: null, checks: [], error }
}

/** A run without an answer: a replay that left its record says nothing about the agent, any other has failed. */
function endWithoutAnswer({ status, output, errorCode, ...run }: RunFacts): EndedResult {
  const why = run.errorMessage ?? run.terminationReason ?? ''
  return errorCode === 'REPLAY_DIVERGED'
    ? { status: 'DIVERGED', output, score: null, checks: [], error: why }
    : {
        ...{ status: 'FAILED', output, score: 0, checks: [] },
        error: `The run is ${status}${why === '' ? '.' : `: ${why}`}`,
      }
}

/**
 * Definition of the agent that judges where the caller names none: the judge of acceptance criteria (JDG-1) as an agent of its own, whose
 * votes are runs with a record, a cost and the project's limits.
 */
export function judgeDefinition(model: string): AgentDefinition {
  return agentDefinition.parse({
    name: 'Evaluation judge',
    description: 'Judges the answers of evaluations by their criteria.',
    systemPrompt: criteriaPrompt,
    model,
    outputSchema: criteriaFormat.schema,
    promptSections: [],
    maxSteps: 5,
  })
}

/** Maximum number of characters of a goal, an answer and a conversation that the judge reads. */
const maxChars = { goal: 20_000, answer: 40_000, conversation: 60_000 } as const

/** The question to the judge about an answer and how it came about. */
function judgeQuestion(
  { input, files, expectations, run }: Pick<ResultInHand, 'input' | 'files' | 'expectations' | 'run'>,
  conversation: readonly Message[],
): string {
  const answer = typeof run?.output === 'string' ? run.output : JSON.stringify(run?.output ?? null)
  const work = [
    `<goal>\n  ${indented(cutText(input, maxChars.goal))}\n</goal>`,
    ...(files.length > 0 ? [`<files_of_goal>\n${files.map(namedFile).join('\n')}\n</files_of_goal>`] : []),
    `<conversation>\n${cutText(transcriptOf(conversation.map((message) => ({ message }))), maxChars.conversation)}\n</conversation>`,
    `<answer>\n  ${indented(cutText(answer, maxChars.answer))}\n</answer>`,
  ].join('\n\n')
  return criteriaQuestion(expectations.criteria, work)
}

function namedFile({ name, mediaType, byteCount }: FilePart): string {
  return `  ${indented(name ?? 'without a name')}: ${mediaType}, ${byteCount} bytes`
}

/** The votes on each criterion, of the runs that gave a verdict. */
function readVotes(
  judges: readonly JudgeRun[],
  criteria: readonly string[],
): readonly (readonly CriterionVote[])[] {
  const ballots = judges.flatMap(({ status, summary }) => {
    const verdicts = status === 'COMPLETED' && summary !== null ? readBallot(summary, criteria) : null
    return verdicts === null ? [] : [verdicts]
  })
  return criteria.map((_, index) => ballots.flatMap((ballot) => ballot[index] ?? []))
}

/** `null` where the text is no verdict: a judge that the caller chose may answer in a form of its own. */
function readBallot(summary: string, criteria: readonly string[]): readonly CriterionVote[] | null {
  try {
    const answered: Json = JSON.parse(summary)
    return readCriteria(answered, criteria).criteria
  } catch {
    return null
  }
}
