import type { Json, JsonObject } from '../../src/domain/json.ts'
import type { FilePart, Message } from '../../src/domain/message.ts'
import { toAnthropicRequest } from '../../src/models/anthropic/anthropic-request.ts'
import { noFiles } from '../../src/models/files/sent-files.ts'
import { toGoogleRequest } from '../../src/models/google/google-request.ts'
import { toResponsesRequest } from '../../src/models/openai/openai-request.ts'
import { chatDialect } from '../../src/models/openai-chat/chat-dialects.ts'
import { type TranscriptRules, transcriptRules } from '../../src/models/transcript/transcript-rules.ts'
import { chatBody } from './chat-request.ts'
import { sentFile } from './hostile-history.ts'
import { modelRequest } from './model-call.ts'
import { anthropicFaults } from './transcript-faults/anthropic-faults.ts'
import { googleFaults } from './transcript-faults/google-faults.ts'
import { openAiChatFaults } from './transcript-faults/openai-chat-faults.ts'
import { openAiFaults } from './transcript-faults/openai-faults.ts'
import { strictChatFaults } from './transcript-faults/strict-chat-faults.ts'

/** An API that a history is sent to, with what it would refuse of the body. */
export interface TranscriptTarget {
  readonly api: string
  readonly rules: TranscriptRules
  bodyOf(messages: readonly Message[]): JsonObject
  faultsOf(body: JsonObject): readonly string[]
}

export const openAi: TranscriptTarget = {
  api: 'OpenAI Responses',
  rules: transcriptRules.openai,
  bodyOf: (messages) => onWire(toResponsesRequest(modelRequest({ messages }), { files: sentFile })),
  faultsOf: openAiFaults,
}

export const openAiChat: TranscriptTarget = {
  api: 'OpenAI Chat Completions',
  rules: transcriptRules['openai-chat'],
  bodyOf: (messages) => chatBody(modelRequest({ messages }), 'openai', sentFile),
  faultsOf: (body) => openAiChatFaults(body, { maxIdLength: 40 }),
}

export const compatibleChat: TranscriptTarget = {
  api: 'any server of Chat Completions',
  rules: chatDialect('a-model', { name: 'strict', baseUrl: '' }).transcript,
  bodyOf: (messages) => chatBody(modelRequest({ messages }), 'strict', sentFile),
  faultsOf: (body) => [...openAiChatFaults(body, { maxIdLength: 9 }), ...strictChatFaults(body)],
}

export const anthropic: TranscriptTarget = {
  api: 'Anthropic Messages',
  rules: transcriptRules.anthropic,
  bodyOf: (messages) => onWire(toAnthropicRequest(modelRequest({ messages }), withoutAudio)),
  faultsOf: anthropicFaults,
}

function gemini(provider: 'google' | 'vertex', model: string): TranscriptTarget {
  const wantsSignedCalls = model.startsWith('gemini-3')
  return {
    api: `${model} of ${provider}`,
    rules: transcriptRules[provider],
    bodyOf: (messages) => onWire(toGoogleRequest(modelRequest({ model, messages }), provider, sentFile)),
    faultsOf: (body) => googleFaults(body, { provider, wantsSignedCalls }),
  }
}

export const google = gemini('google', 'gemini-3-pro')

export const transcriptTargets: readonly TranscriptTarget[] = [
  openAi,
  openAiChat,
  compatibleChat,
  anthropic,
  google,
  gemini('google', 'gemini-2.5-flash'),
  gemini('vertex', 'gemini-3-pro'),
]

/** It has no form for audio, and the rules let none through. */
function withoutAudio(file: FilePart) {
  return file.mediaType.startsWith('audio/') ? noFiles(file) : sentFile(file)
}

/** A request as the SDK writes it. */
function onWire(request: object): JsonObject {
  return JSON.parse(JSON.stringify(request))
}

/** Every text of a user in a body, in order: plain, in blocks, or in parts. */
export function userTexts({ input, messages, contents }: JsonObject): readonly string[] {
  return objects(input ?? messages ?? contents)
    .filter(({ role }) => role === 'user')
    .flatMap(({ content, parts }) =>
      typeof content === 'string' ? [content] : objects(content ?? parts).map(({ text }) => text),
    )
    .filter((text) => typeof text === 'string')
}

function objects(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list : []
}
