import { z } from 'zod'
import { answerBounds } from '../../domain/answer-size.ts'
import type { BudgetRefusal } from '../../domain/budget.ts'
import { isBlank } from '../../domain/message.ts'

/** An answer that is not whole yet, as the run's `loopState` keeps it (LOOP-10). */
export const partialAnswer = z.object({
  /** Its words so far, joined and without secrets. */
  text: z.string(),
  /** Number of truncated messages since the run was triggered or resumed. */
  truncations: z.int(),
  /** The limit that cut off the last of them; null: that one was empty. */
  limit: z.enum(['COST_LIMIT', 'TOKEN_LIMIT']).nullable(),
  /** Whether the model is asked for the rest no more. */
  isGivenUp: z.boolean(),
})

export type PartialAnswer = z.infer<typeof partialAnswer>

/** Result of adding one more message to an answer. */
export type JoinedAnswer =
  | { readonly kind: 'complete'; readonly text: string }
  /** The model was asked once more and said nothing again. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'partial'; readonly partial: PartialAnswer }

/** Appends a message to the answer so far, which is continued at most this often. */
export function joinAnswer(
  before: PartialAnswer | null,
  words: string,
  { truncatedBy: limit }: { readonly truncatedBy: BudgetRefusal['reason'] | null },
  maxContinuations: number,
): JoinedAnswer {
  const text = (before?.text ?? '') + words
  if (limit !== null) {
    const truncations = (before?.truncations ?? 0) + 1
    return {
      kind: 'partial',
      partial: { text, truncations, limit, isGivenUp: truncations > maxContinuations || isTooLong(text) },
    }
  }
  if (!isBlank(text)) return { kind: 'complete', text }
  if (before?.limit === null) return { kind: 'empty' }
  const truncations = before?.truncations ?? 0
  return { kind: 'partial', partial: { text: '', truncations, limit, isGivenUp: false } }
}

/** The parts of an answer are joined up to the size of one (MOD-10). */
function isTooLong(text: string): boolean {
  return text.length > answerBounds.maxChars
}

/** The message that asks the model to complete the answer. */
export function continuationPrompt({ text, limit }: PartialAnswer): string {
  if (limit === null) return 'Your answer was empty. Give your answer now.'
  if (isBlank(text))
    return 'Your turn was cut off at the output limit before its first word. Answer now, and think less before you do.'
  return 'Your answer was cut off at the output limit. Continue exactly where it stopped. Do not repeat anything.'
}

/** The event about an answer that was cut off. */
export function truncationWarning(
  { truncations, limit, isGivenUp }: PartialAnswer,
  maxContinuations: number,
): { readonly code: 'ANSWER_TRUNCATED'; readonly message: string } {
  const code = 'ANSWER_TRUNCATED'
  const cut = `The answer was cut off at ${limit === 'COST_LIMIT' ? 'what the budget allows' : 'the output limit'}`
  if (!isGivenUp)
    return { code, message: `${cut} and is continued (${truncations} of at most ${maxContinuations} times).` }
  return { code, message: `${cut}, and the run is PAUSED, ${limit}: resumeRun continues the answer.` }
}

/** The event in the log where the second answer was empty too. */
export const emptyAnswer = {
  code: 'EMPTY_ANSWER',
  message:
    'The model wrote no text and no calls, and again none when it was asked once more. The answer is empty.',
} as const

/** A run that is resumed, forked or replayed past a pause may continue with its answer as often as at first. */
export function continuedAnew(partial: PartialAnswer | null): PartialAnswer | null {
  return partial && { ...partial, truncations: 0, isGivenUp: false }
}
