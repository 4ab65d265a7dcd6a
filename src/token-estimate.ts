import { estimateTokenCount } from 'tokenx'
import type { AssistantPart, Message } from './domain/message.ts'

/** Overhead of one message and one call, in tokens; slightly more than providers document. */
export const perMessage = 4

const perCall = 8

/** The sum over the messages: an added message never lowers it. */
export function countMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + countMessage(message), 0)
}

/** Messages never change, so each is measured once. */
const counted = new WeakMap<Message, number>()

/** The tokens of a message, by estimate. */
export function countMessage(message: Message): number {
  const known = counted.get(message)
  if (known !== undefined) return known
  const tokens = perMessage + countContent(message)
  counted.set(message, tokens)
  return tokens
}

/**
 * The tokens of a text, by estimate: within about a quarter of o200k on prose, code and CJK. Text that tokenx takes for long words is
 * counted separately: hashes, ids, base64, scripts without spaces, emoji, long blanks.
 */
export function countText(text: string): number {
  let dense = 0
  let rest = text
  for (const { pattern, charsPerToken } of densePatterns) {
    rest = rest.replace(pattern, (run: string) => {
      dense += Math.ceil(run.length / charsPerToken)
      return ' '
    })
  }
  const jsonMarks = text.match(jsonMark)?.length ?? 0
  return dense + estimateTokenCount(rest) + Math.ceil(jsonMarks / 2)
}

/** Measured against o200k: tokenx alone is 75 % short on hexadecimal, 73 % on base64, 64 % on Thai, 28 % on UUIDs. */
const densePatterns: readonly { readonly pattern: RegExp; readonly charsPerToken: number }[] = [
  { pattern: /[A-Za-z0-9]{21,}/g, charsPerToken: 1.7 },
  { pattern: /\b(?:\d+[A-Za-z]|[A-Za-z]+\d)[A-Za-z0-9]*/g, charsPerToken: 1.75 },
  // Scripts from Armenian to Georgian, Ethiopic to Mongolian, and those of later blocks. Hangul's letters lie between them.
  { pattern: /[\u0530-\u10ff\u1200-\u1dff\ua4d0-\ua95f\ua980-\uabff]+/g, charsPerToken: 2 },
  // Symbols, and the two halves of characters beyond the first plane.
  { pattern: /[\u2190-\u2bff\ud800-\uf8ff]+/g, charsPerToken: 1 },
  { pattern: /\s{17,}/g, charsPerToken: 16 },
]

/** JSON's marks often stand as tokens of their own; tokenx takes neighbours together. */
const jsonMark = /["\]}][:,]/g

function countContent(message: Message): number {
  switch (message.role) {
    case 'system':
    case 'user':
      return countText(message.text)
    case 'tool':
      return perCall + countText(message.name) + countText(message.text)
    case 'assistant':
      return message.parts.reduce((sum, part) => sum + countPart(part), 0)
    default:
      return message satisfies never
  }
}

function countPart(part: AssistantPart): number {
  switch (part.type) {
    case 'tool-call':
      return perCall + countText(part.name) + countText(part.arguments)
    case 'reasoning':
      return part.text === '' && part.state
        ? hiddenTokens(JSON.stringify(part.state.data))
        : countText(part.text)
    case 'text':
    case 'refusal':
      return countText(part.text)
    default:
      return part satisfies never
  }
}

/** Encrypted reasoning is billed as its content: base64 of about four bytes a token. */
function hiddenTokens(encrypted: string): number {
  return Math.ceil(encrypted.length / 5)
}
