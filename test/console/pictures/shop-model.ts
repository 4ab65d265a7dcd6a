import type { ModelChunk, ModelProvider, ModelRequest } from '../../../src/domain/model.ts'
import { createScripted } from '../../../src/index.ts'
import { numberOf } from './number-of.ts'
import { shopScripts } from './shop-scripts.ts'
import { pace } from './shop-tools.ts'

/** Providers with well-known names. Their answers are scripted, and counted as if the prompts were as long as in a shop. */
export const shopProviders: readonly ModelProvider[] = ['anthropic', 'openai', 'google'].map(shopProvider)

function shopProvider(name: string): ModelProvider {
  return {
    name,
    async *stream(request) {
      const scripted = createScripted({ scripts: shopScripts, chunkDelayMs: 90 / pace.speed })
      // An action of a plan asks with a prompt of its own, and without that of the agent.
      const text = [
        request.systemPrompt,
        ...request.messages.map((message) => ('text' in message ? message.text : '')),
      ]
      const model =
        Object.keys(shopScripts).find((words) => text.some((each) => each?.startsWith(words))) ?? ''
      for await (const chunk of scripted.stream({ ...request, model })) yield withTokens(chunk, request)
    },
  }
}

function withTokens(chunk: ModelChunk, { messageId, messages }: ModelRequest): ModelChunk {
  if (chunk.type !== 'done') return chunk
  const { usage } = chunk
  const inputTokens = 1_200 + numberOf(messageId, 2_400) + messages.length * 350 + usage.inputTokens
  return {
    ...chunk,
    usage: {
      ...usage,
      inputTokens,
      cachedInputTokens: messages.length > 2 ? Math.round(inputTokens * 0.6) : 0,
      outputTokens: usage.outputTokens * 3 + numberOf(`${messageId}out`, 200),
    },
  }
}
