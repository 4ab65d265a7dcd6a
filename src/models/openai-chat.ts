import type { ModelProvider } from '../domain/model.ts'
import { createChatFold } from './openai-chat-fold.ts'
import { chatSettings, type TokenLimitField, toChatRequest } from './openai-chat-request.ts'
import { createOpenAiClient, eventsOf, type OpenAiServer, openAiUrl } from './openai-client.ts'
import { toModelError } from './openai-errors.ts'
import { leftOutOf } from './openai-settings.ts'
import { streamAnswer } from './stream-answer.ts'

/** Any server that speaks OpenAI's Chat Completions: Ollama, vLLM, OpenRouter, DeepSeek, Groq, Azure. */
export function createOpenAiChat(server: OpenAiServer): ModelProvider {
  const client = createOpenAiClient(server)
  const limit = tokenLimitField(server.baseUrl ?? openAiUrl)
  return {
    name: 'openai-chat',
    leavesOut: (request) => leftOutOf(request, chatSettings(request, limit)),
    stream(request) {
      return streamAnswer<unknown>({
        open: (signal) => eventsOf(client.chat.completions.create(toChatRequest(request, limit), { signal })),
        fold: createChatFold(request.messageId),
        signal: request.signal,
        toModelError,
      })
    },
  }
}

function tokenLimitField(baseUrl: string): TokenLimitField {
  return /\.(openai|azure)\.com(\/|$)/.test(baseUrl) ? 'max_completion_tokens' : 'max_tokens'
}
