import type { Json } from '../domain/json.ts'
import type { AssistantMessage, AssistantPart, Message } from '../domain/message.ts'
import { emptyMarks, emptyMarksIn } from '../domain/redaction/empty-marks.ts'
import type { Redactor } from '../domain/redaction.ts'
import { hasMark, type RunSecrets } from './run-secrets.ts'

/** A message as it is stored (TAS-7); the same object where it holds no secret. */
export function redactMessage(message: Message, redactor: Redactor): Message {
  if (message.role === 'assistant') return redactAnswer(message, redactor)
  const text = redactor.text(message.text)
  return text === message.text ? message : { ...message, text }
}

/**
 * Its texts are redacted as one, as are its reasoning's: so they are what the deltas were, also where a secret is in two parts. A
 * provider's own state may repeat them.
 */
function redactAnswer(message: AssistantMessage, redactor: Redactor): AssistantMessage {
  const texts = redactedTexts(message.parts, 'text', redactor)
  const reasoning = redactedTexts(message.parts, 'reasoning', redactor)
  const parts = message.parts.map((part, place) => {
    const whole = texts[place] ?? reasoning[place]
    return changed(part, { text: (text) => whole ?? redactor.text(text), value: redactor.value })
  })
  return parts.every((part, place) => part === message.parts[place]) ? message : { ...message, parts }
}

interface Change {
  readonly text: (text: string) => string
  readonly value: (value: Json) => Json
}

function changed(part: AssistantPart, { text, value }: Change): AssistantPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-call': {
      const data = part.state && value(part.state.data)
      const state =
        part.state && data !== part.state.data ? { ...part.state, data: data ?? null } : part.state
      const words = text(part.type === 'tool-call' ? part.arguments : part.text)
      if (part.type === 'tool-call')
        return words === part.arguments && state === part.state
          ? part
          : { ...part, arguments: words, ...(state && { state }) }
      return words === part.text && state === part.state
        ? part
        : { ...part, text: words, ...(state && { state }) }
    }
    case 'refusal': {
      const words = text(part.text)
      return words === part.text ? part : { ...part, text: words }
    }
    default:
      return part satisfies never
  }
}

/** What a model said, of which no mark stands for a secret: it has secrets as they are, and a mark that it repeats is not its own. */
export function withEmptyMarks(message: AssistantMessage): AssistantMessage {
  const parts = message.parts.map((part) => changed(part, { text: emptyMarksIn, value: emptyMarks }))
  return parts.every((part, place) => part === message.parts[place]) ? message : { ...message, parts }
}

/** A stored message as it was; a signature goes with words that cannot be had any more, for it would not fit them. */
export async function revealMessage(
  message: Message,
  { revealText, reveal }: Pick<RunSecrets, 'revealText' | 'reveal'>,
): Promise<Message> {
  if (message.role !== 'assistant') {
    const text = await revealText(message.text)
    return text === message.text ? message : { ...message, text }
  }
  const texts = new Map<string, string>()
  const values = new Map<Json, Json>()
  for (const part of message.parts) {
    const text = part.type === 'tool-call' ? part.arguments : part.text
    texts.set(text, await revealText(text))
    if ('state' in part && part.state) values.set(part.state.data, await reveal(part.state.data))
  }
  const change = {
    text: (text: string) => texts.get(text) ?? text,
    value: (value: Json) => values.get(value) ?? value,
  }
  const parts = message.parts.map((part) => withoutMisfit(changed(part, change)))
  return parts.every((part, place) => part === message.parts[place]) ? message : { ...message, parts }
}

function withoutMisfit(part: AssistantPart): AssistantPart {
  if (part.type !== 'reasoning' || !part.state || !hasMark([part.text, part.state.data])) return part
  const { state: _, ...rest } = part
  return rest
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
