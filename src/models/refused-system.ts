import type { Message } from '../domain/message.ts'
import type { ModelRequest } from '../domain/model.ts'

const role = /(?:system|developer)/.source
const noun = /(?:[ _-]?(?:roles?|messages?|prompts?|instructions?))/.source
const is = /(?:is |are )?(?:currently )?/.source
const refusedWords =
  /(?:not (?:yet |currently )?(?:enabled|supported|allowed|available|permitted|implemented|accepted)|unsupported|disabled)/
    .source
const cannot =
  /(?:does not|doesn't|do not|don't|cannot|can't) (?:yet |currently )?(?:support|accept|allow|take|handle|use|have)/
    .source

/**
 * "System role not supported" (Gemma's template), "'messages[0].role' does not support 'system' with this model." (OpenAI's o1),
 * "Developer instruction is not enabled for models/gemma-3-27b-it" (Google), "Only user and assistant roles are supported!"
 */
const patterns: readonly RegExp[] = [
  new RegExp(`\\b${role}['"\`]?${noun}['"\`]?,? ${is}${refusedWords}`, 'i'),
  new RegExp(`\\b${cannot} (?:a |an |any |the )?['"\`]?${role}\\b`, 'i'),
  new RegExp(`\\b(?:unsupported|invalid|unknown|unexpected) role:? ?['"\`]?${role}\\b`, 'i'),
  new RegExp(`\\broles? ['"\`]?${role}['"\`]?,? ${is}${refusedWords}`, 'i'),
  /only user(,| and) (model|assistant)( and tool)? roles are supported/i,
]

/** Whether a refusal says that a model has no role for instructions: those stand before the user's first words from then on. */
export function refusesSystem(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

/** The lesson, for the log. */
export const systemInFirst = 'the system prompt opens the first message'

/** The same request for a model without a role for instructions. */
export function withSystemInFirst(request: ModelRequest): ModelRequest {
  const { systemPrompt } = request
  const [first, ...rest] = request.messages.map(inUserRole)
  if (!systemPrompt?.trim()) return { ...request, messages: first ? [first, ...rest] : [] }
  const messages: Message[] =
    first?.role === 'user'
      ? [{ ...first, text: `${systemPrompt}\n\n${first.text}` }, ...rest]
      : [{ role: 'user', text: systemPrompt }, ...(first ? [first, ...rest] : [])]
  return { ...request, systemPrompt: null, messages }
}

function inUserRole(message: Message): Message {
  return message.role === 'system' ? { role: 'user', text: message.text } : message
}
