import { setTimeout as delay } from 'node:timers/promises'
import type { FinishReason, ModelChunk, ModelRequest } from '../../src/domain/model.ts'
import { answer } from './live-model.ts'
import { longerThanEntriesWait } from './slowly.ts'

/** Words that are streamed, and an answer of them that ends for this reason, and takes its time; its calls, if any, come after the words. */
export async function* finishedBy(
  request: ModelRequest,
  finishReason: FinishReason,
  text: string,
  calls: Parameters<typeof answer>[2] = [],
): AsyncGenerator<ModelChunk> {
  if (text !== '') yield { type: 'text', text }
  await delay(longerThanEntriesWait)
  const end = answer(request, text, calls)
  yield end.type === 'done' ? { ...end, finishReason, rawFinishReason: finishReason.toLowerCase() } : end
}

/** The last message of a user in what is asked. */
export function lastUserOf({ messages }: ModelRequest): string {
  const last = messages.findLast(({ role }) => role === 'user')
  return last?.role === 'user' ? last.text : ''
}
