import Anthropic from '@anthropic-ai/sdk'
import type { ModelProvider } from '../../domain/model.ts'
import { fetchProvider } from '../provider-fetch.ts'
import { streamAnswer } from '../stream-answer.ts'
import { toModelError } from './anthropic-errors.ts'
import { createAnthropicFold } from './anthropic-fold.ts'
import { toAnthropicRequest, unsupportedByAnthropic } from './anthropic-request.ts'

const anthropicUrl = 'https://api.anthropic.com'

interface AnthropicServer {
  readonly apiKey: string
  /** Without the `/v1` and without a slash at its end. Default: Anthropic's own. */
  readonly baseUrl?: string
}

/** Anthropic's Messages API. */
export function createAnthropic(server: AnthropicServer): ModelProvider {
  const client = createClient(server)
  return {
    name: 'anthropic',
    unsupportedOptions: unsupportedByAnthropic,
    stream(request) {
      return streamAnswer({
        open: (signal) => client.messages.create(toAnthropicRequest(request), { signal }),
        fold: createAnthropicFold(request.messageId),
        signal: request.signal,
        recorder: request.recorder,
        sight: request.sight,
        toModelError,
      })
    },
  }
}

/** The SDK's client, which takes no setting from the environment, and retries nothing: one place retries (MOD-4). */
function createClient({ apiKey, baseUrl = anthropicUrl }: AnthropicServer): Anthropic {
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    webhookKey: null,
    maxRetries: 0,
    fetch: fetchProvider,
    logLevel: 'off',
    // The engine makes the spans of a model call; the SDK's own would double them.
    openTelemetry: false,
  })
}
