import type { ModelChunk, ModelProvider } from '../../src/domain/model.ts'
import { answer } from '../support/live-model.ts'
import { toolTurns, words } from './loop-work.ts'

/** A model that answers at once. */
export const instant: ModelProvider = {
  name: 'instant',
  async *stream(request) {
    const turn = request.messages.filter((message) => message.role === 'assistant').length
    if (turn < toolTurns) yield answer(request, '', [{ name: 'note', arguments: { turn } }])
    else yield* finalAnswer(request)
  },
}

function* finalAnswer(request: Parameters<typeof answer>[0]): Generator<ModelChunk> {
  for (const text of words) yield { type: 'text', text }
  yield answer(request, words.join(''))
}
