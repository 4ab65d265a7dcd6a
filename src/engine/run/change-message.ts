import type {
  AssistantMessage,
  AssistantPart,
  FilePart,
  Message,
  ProviderState,
} from '../../domain/message.ts'
import type { Redactor } from '../../domain/redaction.ts'
import { emptyMarks, emptyMarksIn } from '../../redaction/marker.ts'
import { type Change, changed, changedFiles } from './foreign-columns.ts'

type TextChange = Omit<Change, 'message'>

/**
 * A message as it is stored (TAS-7); the same object where it holds no secret. The texts of an answer are redacted as one, as is its reasoning:
 * so they equal the deltas, also where a secret is in two parts. A provider's own state may repeat them.
 */
export function redactMessage(message: Message, redactor: Redactor): Message {
  if (message.role !== 'assistant') return changedMessage(message, redactor)
  const texts = redactedTexts(message.parts, 'text', redactor)
  const reasoning = redactedTexts(message.parts, 'reasoning', redactor)
  return eachPart(message, (part, place) => {
    const whole = texts[place] ?? reasoning[place]
    return changedPart(part, whole === undefined ? redactor : { ...redactor, text: () => whole })
  })
}

/** Replaces marks that a model repeated by empty ones: a model's own text contains its secrets in clear. */
export function answerWithEmptyMarks(message: AssistantMessage): AssistantMessage {
  return eachPart(message, (part) => changedPart(part, { text: emptyMarksIn, value: emptyMarks }))
}

export function changedMessage(message: Message, change: TextChange): Message {
  const { text } = change
  if (message.role === 'assistant') return eachPart(message, (part) => changedPart(part, change))
  if (message.role === 'system') return changed(message, { text })
  const files = (given: readonly FilePart[]) => changedFiles(given, text)
  return message.role === 'tool'
    ? changed(message, { text, name: text, files })
    : changed(message, { text, files })
}

/** The same answer where none of its parts changes. */
export function eachPart(
  message: AssistantMessage,
  change: (part: AssistantPart, place: number) => AssistantPart,
): AssistantMessage {
  const parts = message.parts.map(change)
  return parts.every((part, place) => part === message.parts[place]) ? message : { ...message, parts }
}

function changedPart(part: AssistantPart, { text, value }: TextChange): AssistantPart {
  const state = (given: ProviderState) => changed(given, { data: value })
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return changed(part, { text, state })
    case 'tool-call':
      return changed(part, { name: text, arguments: text, state })
    case 'refusal':
      return changed(part, { text })
    case 'file':
      return changed(part, { name: (name) => name && text(name), state })
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
  const fullText = parts.map((part) => (part.type === type ? part.text : '')).join('')
  if (redactor.text(fullText) === fullText) return []
  const stream = redactor.stream()
  const shown = parts.map((part) => (part.type === type ? stream.push(part.text) : undefined))
  const last = parts.findLastIndex((part) => part.type === type)
  return shown.with(last, (shown[last] ?? '') + stream.end())
}
