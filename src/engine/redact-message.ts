import type { AssistantMessage, AssistantPart } from '../domain/message.ts'
import type { Redactor } from '../domain/redaction.ts'

/**
 * A model's answer as it is stored and shown (TAS-7); the same object where it holds no secret. Its texts are redacted as one, as are
 * its reasoning's: so they are what the deltas were, also where a secret is in two parts. A provider's own state stays untouched; it
 * goes with reasoning that had to be changed, for its signature would not fit any more.
 */
export function redactMessage(message: AssistantMessage, redactor: Redactor): AssistantMessage {
  const texts = redactedTexts(message.parts, 'text', redactor)
  const reasoning = redactedTexts(message.parts, 'reasoning', redactor)
  const parts = message.parts.map((part, place) =>
    redactPart(part, texts[place] ?? reasoning[place], redactor),
  )
  return parts.every((part, place) => part === message.parts[place]) ? message : { ...message, parts }
}

function redactPart(part: AssistantPart, text: string | undefined, redactor: Redactor): AssistantPart {
  switch (part.type) {
    case 'text':
      return text === undefined ? part : { ...part, text }
    case 'reasoning': {
      if (text === undefined) return part
      const { state: _, ...rest } = part
      return { ...rest, text }
    }
    case 'refusal': {
      const words = redactor.text(part.text)
      return words === part.text ? part : { ...part, text: words }
    }
    case 'tool-call': {
      const args = redactor.text(part.arguments)
      return args === part.arguments ? part : { ...part, arguments: args }
    }
    default:
      return part satisfies never
  }
}

/** The texts of one kind by their place; none where nothing in them is a secret. */
function redactedTexts(
  parts: readonly AssistantPart[],
  type: 'text' | 'reasoning',
  redactor: Redactor,
): readonly (string | undefined)[] {
  const whole = parts.map((part) => (part.type === type ? part.text : '')).join('')
  if (redactor.text(whole) === whole) return []
  const stream = redactor.stream()
  const shown = parts.map((part) => (part.type === type ? stream.push(part.text) : undefined))
  const last = parts.findLastIndex((part) => part.type === type)
  return shown.with(last, (shown[last] ?? '') + stream.end())
}
