import type { Json } from '../../src/domain/json.ts'
import type { AssistantPart } from '../../src/domain/message.ts'
import type { ModelChunk, ModelProvider, ModelRequest } from '../../src/domain/model.ts'
import { countRequest } from '../../src/engine/context/count-tokens.ts'

/** Behaviour of a model for one request: a generator, so that a test can hold it anywhere. */
export type Play = (request: ModelRequest) => AsyncIterable<ModelChunk>

/** The provider `live`: `live/<name>` is played by `plays[name]`, which a test may set at any time. */
export interface LiveModel extends ModelProvider {
  readonly plays: Record<string, Play>
  /** Requests so far, as they were at the time. */
  readonly requests: readonly ModelRequest[]
}

export function createLiveModel(name = 'live'): LiveModel {
  const plays: Record<string, Play> = {}
  const requests: ModelRequest[] = []
  return {
    name,
    plays,
    requests,
    async *stream(request) {
      requests.push({ ...request, messages: [...request.messages] })
      const play = plays[request.model]
      if (!play) throw new Error(`Nobody plays ${name}/${request.model}.`)
      yield* play(request)
    },
  }
}

/** The end of an answer: its words, then its tool calls. */
export function answer(
  { messageId }: ModelRequest,
  text: string,
  calls: readonly { readonly name: string; readonly arguments: Json }[] = [],
): ModelChunk {
  const said: readonly AssistantPart[] = text === '' ? [] : [{ type: 'text', text }]
  const parts = calls.map(
    (call, index): AssistantPart => ({
      type: 'tool-call',
      callId: `${messageId}-${index}`,
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    }),
  )
  return {
    type: 'done',
    message: { role: 'assistant', messageId, parts: [...said, ...parts] },
    usage: {
      inputTokens: 10,
      outputTokens: 5,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    },
    finishReason: calls.length > 0 ? 'TOOL_CALLS' : 'STOP',
    rawFinishReason: null,
  }
}

/** Makes this plan, and answers once it has been executed. */
export function planning(plan: Json, words = 'Over.'): Play {
  return async function* (request) {
    const isOver = request.messages.some(({ role }) => role === 'assistant')
    const turn = isOver ? { answer: words, plan: null } : { answer: null, plan }
    yield answer(request, JSON.stringify({ reasoning: '', goalAchieved: isOver, ...turn }))
  }
}

/** The answer of a provider that counts tokens as we do. */
export function counting(request: ModelRequest, chunk: ModelChunk): ModelChunk {
  if (chunk.type !== 'done') return chunk
  return { ...chunk, usage: { ...chunk.usage, inputTokens: countRequest(request) } }
}

/** Says nothing more until the signal aborts, and then throws its reason, as providers do. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
