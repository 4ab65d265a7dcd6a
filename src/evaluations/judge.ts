import { type AgentDefinition, agentDefinition } from '../domain/agent.ts'
import type { JudgeRun, RunningResult } from '../domain/evaluation.ts'
import { indented } from '../domain/foreign-text.ts'
import type { Json } from '../domain/json.ts'
import type { Message } from '../domain/message.ts'
import { cutText } from '../engine/context/show.ts'
import { transcriptOf } from '../engine/context/summary.ts'
import { criteriaFormat, criteriaPrompt, criteriaQuestion, readCriteria } from '../engine/judge/criteria.ts'

/** One vote of the judge on one criterion. */
export interface CriterionVote {
  readonly met: boolean
  readonly evidence: string
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
export function judgeQuestion(
  { input, expectations, run }: Pick<RunningResult, 'input' | 'expectations' | 'run'>,
  conversation: readonly Message[],
): string {
  const answer = typeof run?.output === 'string' ? run.output : JSON.stringify(run?.output ?? null)
  const work = [
    `<goal>\n  ${indented(cutText(input, maxChars.goal))}\n</goal>`,
    `<conversation>\n${cutText(transcriptOf(conversation.map((message) => ({ message }))), maxChars.conversation)}\n</conversation>`,
    `<answer>\n  ${indented(cutText(answer, maxChars.answer))}\n</answer>`,
  ].join('\n\n')
  return criteriaQuestion(expectations.criteria, work)
}

/** The votes on each criterion, of the runs that gave a verdict. */
export function readVotes(
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
