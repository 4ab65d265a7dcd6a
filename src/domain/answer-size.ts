import type { AssistantMessage, AssistantPart } from './message.ts'
import { ModelError } from './model.ts'

/**
 * Bounds of one answer of a model (MOD-10). The longest answers that vendors document have 128,000 tokens, about half a million characters:
 * an eighth of this bound. An answer of the maximum size takes up to 200 MiB of memory while it is received, redacted and stored.
 */
export const answerBounds = {
  /** Characters of text, reasoning, refusals, and the arguments of tool calls together. */
  maxChars: 4 * 1024 * 1024,
  /** Parts of the message: texts, reasoning and tool calls. A plan has as many actions. */
  maxParts: 10_000,
} as const

/** Counts an answer while it comes in. */
export interface AnswerMeter {
  /** @throws ModelError (ANSWER_TOO_LARGE) beyond a bound */
  add(chars: number, parts?: number): void
}

export function createAnswerMeter(): AnswerMeter {
  let charCount = 0
  let partCount = 0
  return {
    add(chars, parts = 0) {
      charCount += chars
      partCount += parts
      const error = excess(charCount, partCount)
      if (error) throw error
    },
  }
}

/** The characters of all texts in a value, and of the names in its objects. */
export function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + charsIn(item), 0)
}

function excess(chars: number, parts: number): ModelError | null {
  if (chars > answerBounds.maxChars) return answerTooLarge(tooManyChars)
  return parts > answerBounds.maxParts ? answerTooLarge(tooManyParts) : null
}

const tooManyChars = `it has more than ${answerBounds.maxChars} characters of text, reasoning and tool calls`
const tooManyParts = `it has more than ${answerBounds.maxParts} parts, such as tool calls`

/** The failure of an answer that is beyond a bound. The same request is not sent again: it would be paid for again. */
export function answerTooLarge(what: string): ModelError {
  return new ModelError(
    'ANSWER_TOO_LARGE',
    `The answer is too large: ${what}. The connection was closed. Lower maxOutputTokens of the agent, or ask for less.`,
    { retryable: false },
  )
}

/** The failure of a message that is beyond a bound: not all of it need have come in increments. `null`: it is within them. */
export function tooLargeFor({ parts }: AssistantMessage): ModelError | null {
  const chars = parts.reduce((sum, part) => sum + charsOf(part), 0)
  return excess(chars, parts.length)
}

function charsOf(part: AssistantPart): number {
  if (part.type === 'file') return 0
  return part.type === 'tool-call' ? part.name.length + part.arguments.length : part.text.length
}
