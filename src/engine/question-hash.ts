import { createHash } from 'node:crypto'
import { type Message, textOf } from '../domain/message.ts'
import type { Asked, ModelCall } from './model-call.ts'

/**
 * Tells questions of one step apart whose answers do not enter the history (RUN-9): a hash of the purpose and the question's own
 * words. `null` for the run's own turns. The last word is asked on the history too; of that its last message alone is its own.
 */
export function questionHash({ purpose, context }: ModelCall, asked: Asked): string | null {
  if (context !== null && purpose !== 'FINAL') return null
  const own = context === null ? [asked.systemPrompt, asked.messages.map(words)] : asked.messages.slice(-1)
  return createHash('sha256')
    .update(JSON.stringify([purpose, own]))
    .digest('hex')
}

/** A part of the answer that is gone on with is told by what it says: it is stored in other letters, and has another id in a replay. */
function words(message: Message): Message | readonly [role: string, text: string] {
  return message.role === 'assistant' ? [message.role, textOf(message)] : message
}
