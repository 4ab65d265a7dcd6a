import type { AssistantMessage, AssistantPart, Message, UserMessage } from '../../domain/message.ts'

export const continueMessage: UserMessage = { role: 'user', text: 'Continue.' }

export const bridgeText = 'I have read the results.'

/** Stands between results and the words of a user where those may not follow each other. */
const bridge: AssistantMessage = {
  role: 'assistant',
  messageId: '',
  parts: [{ type: 'text', text: bridgeText }],
}

/** Two answers are not joined: each provider wants its signed reasoning back in the turn that it came in. */
export function alternate(messages: readonly Message[]): readonly Message[] {
  const answered = messages.flatMap((message, index) => {
    const before = messages[index - 1]
    const needsUser = message.role === 'assistant' && (before === undefined || before.role === 'assistant')
    return needsUser ? [continueMessage, message] : [message]
  })
  return answered.at(-1)?.role === 'assistant' ? [...answered, continueMessage] : answered
}

/** User and model by turns, the user first and last: neighbours of one role become one message, with a blank line. */
export function joinTurns(messages: readonly Message[], behindResults: 'USER' | 'MODEL'): readonly Message[] {
  const turns: Message[] = []
  for (const message of messages) {
    const before = turns.at(-1)
    const joined = before && join(before, message)
    if (joined) turns[turns.length - 1] = joined
    else if (before === undefined && message.role === 'assistant') turns.push(continueMessage, message)
    else if (before?.role === 'tool' && message.role === 'user' && behindResults === 'MODEL')
      turns.push(bridge, message)
    else turns.push(message)
  }
  return turns.at(-1)?.role === 'assistant' ? [...turns, continueMessage] : turns
}

/** Two messages as one; `null` where they are of two roles. */
function join(before: Message, message: Message): Message | null {
  if (before.role === 'user' && message.role === 'user')
    return {
      role: 'user',
      text: [before.text, message.text].filter((text) => text !== '').join(blankLine),
      ...filesOfBoth(before, message),
    }
  if (before.role !== 'assistant' || message.role !== 'assistant') return null
  const first = before.parts.map(inWords)
  const isSilent = !first.some((part) => part.type === 'text')
  return {
    ...message,
    parts: [...first, ...(isSilent ? message.parts.map(inWords) : separated(message.parts))],
  }
}

function filesOfBoth(before: UserMessage, message: UserMessage): Pick<UserMessage, 'files'> {
  const files = [...(before.files ?? []), ...(message.files ?? [])]
  return files.length === 0 ? {} : { files }
}

const blankLine = '\n\n'

/** The words of an answer hide those of its refusal: joined, both are words. */
function inWords(part: AssistantPart): AssistantPart {
  return part.type === 'refusal' ? { type: 'text', text: part.text } : part
}

function separated(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  const first = parts.findIndex(({ type }) => type === 'text' || type === 'refusal')
  return parts
    .map(inWords)
    .map((part, index) =>
      index === first && part.type === 'text' ? { ...part, text: `${blankLine}${part.text}` } : part,
    )
}

/** Turns that alternate, of the parts that a vendor makes of messages: all results of parallel calls are in the one turn of the user behind them. */
export function toTurns<Part>(messages: readonly Message[], partsOf: (message: Message) => readonly Part[]) {
  const turns: { readonly isModel: boolean; readonly parts: Part[] }[] = []
  for (const message of messages) {
    const isModel = message.role === 'assistant'
    const parts = partsOf(message)
    const last = turns.at(-1)
    if (last?.isModel === isModel) last.parts.push(...parts)
    else if (parts.length > 0) turns.push({ isModel, parts: [...parts] })
  }
  return turns
}
