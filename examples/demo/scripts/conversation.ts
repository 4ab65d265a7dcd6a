import type { Message, ScriptedTurn } from 'rungraph'

/** An object of JSON. */
export type Data = NonNullable<ScriptedTurn['plan']>
type ToolMessage = Extract<Message, { readonly role: 'tool' }>

/** What a script reads from the messages. */
interface Conversation {
  /** Last message of the user. */
  readonly request: string
  /** Results of calls since then, oldest first. */
  readonly results: readonly ToolMessage[]
  /** Messages of the engine in the role of the user since then, oldest first. */
  readonly userTexts: readonly string[]
}

/** The conversation since the user spoke last; the engine's own words in between begin nothing anew. */
export function conversationOf(messages: readonly Message[]): Conversation {
  const start = messages.findLastIndex((message) => message.role === 'user' && !message.byEngine)
  const first = messages[start]
  const since = messages.slice(start + 1)
  return {
    request: first?.role === 'user' ? first.text : '',
    results: since.filter((message) => message.role === 'tool'),
    userTexts: since.flatMap((message) => (message.role === 'user' ? [message.text] : [])),
  }
}

/** The last result of a tool; `undefined` where it gave none. */
export function resultOf(name: string, { results }: Conversation): ToolMessage | undefined {
  return results.findLast((result) => result.name === name)
}

/** A text that is an object in JSON; empty where it is none. */
export function dataOf(text = ''): Data {
  try {
    const data: unknown = JSON.parse(text)
    return isData(data) ? data : {}
  } catch {
    return {}
  }
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error without the word that begins it. */
export function wordsOf(error: string): string {
  return error.replace(/^Error: /, '')
}

export function usd(amount: unknown): string {
  return `${Number(amount ?? 0).toFixed(2)} USD`
}

/** At most 200 characters of a text. */
export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
