import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import type { Message, ToolMessage } from '../domain/message.ts'
import type { ScriptedTurn } from '../models/scripted.ts'

/** Request and results that a script reads from the conversation. */
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

/** A result that is an object; empty where it is none. */
export function dataOf(result: Pick<ToolMessage, 'text'> | undefined): JsonObject {
  const data = parsed(result?.text ?? '')
  return isJsonObject(data) ? data : {}
}

export function usd(amount: Json | undefined): string {
  return `${Number(amount ?? 0).toFixed(2)} USD`
}

/** At most 200 characters of a text. */
export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Turn of a scripted planner: a plan, or the answer. */
export function plannerTurn(
  reasoning: string,
  turn: { readonly goalAchieved: boolean; readonly answer: string | null; readonly plan: JsonObject | null },
): ScriptedTurn {
  return { reasoning, text: JSON.stringify({ reasoning, ...turn }) }
}
