import type { GenerateContentResponse, GenerateContentResponseUsageMetadata, Part } from '@google/genai'
import { type AnswerMeter, charsIn, createAnswerMeter } from '../../domain/answer-size.ts'
import type { AssistantPart, ProviderState } from '../../domain/message.ts'
import type { FinishReason, ModelAnswer, ModelChunk } from '../../domain/model.ts'
import type { TokenUsage } from '../../domain/usage.ts'
import { concludeAnswer } from '../conclude-answer.ts'
import { createMadeFiles } from '../files/made-files.ts'
import { objectsIn, sum, textIn } from '../loose-values.ts'
import { connectionLost, type Fold } from '../stream-answer.ts'
import { argumentsAmong } from '../text/call-arguments.ts'
import { toTokenUsage, withNewer } from '../token-usage.ts'

interface State {
  readonly messageId: string
  readonly provider: string
  readonly parts: AssistantPart[]
  /** Images and other files among them. */
  readonly made: ReturnType<typeof createMadeFiles>
  /** Counts parts, and what is kept of them without being shown. */
  readonly size: AnswerMeter
  usage: GenerateContentResponseUsageMetadata
  /** The end mark: a finish reason, or why the prompt was blocked. */
  end: string | null
}

/** Folds the chunks of `streamGenerateContent`. `provider` gets the signatures back. */
export function createGoogleFold(messageId: string, provider: string): Fold<GenerateContentResponse> {
  const state: State = {
    ...{ messageId, provider, parts: [], made: createMadeFiles(), size: createAnswerMeter() },
    ...{ usage: {}, end: null },
  }
  return {
    *read(chunk) {
      const candidate = chunk.candidates?.[0]
      for (const part of objectsIn(candidate?.content?.parts)) yield* readPart(state, part)
      state.usage = withNewer(state.usage, chunk.usageMetadata ?? {})
      state.end = textIn(candidate?.finishReason) ?? blockOf(chunk) ?? state.end
    },
    get ending() {
      return state.end === null ? 'open' : 'ended'
    },
    end() {
      if (state.end === null) throw connectionLost()
      return toAnswer(state, state.end)
    },
    made: state.made.list,
  }
}

/** A blocked prompt has no candidates, and its reason stands apart from the finish reasons. */
function blockOf({ promptFeedback }: GenerateContentResponse): string | undefined {
  return promptFeedback?.blockReason === undefined ? undefined : `${blocked}${promptFeedback.blockReason}`
}

const blocked = 'BLOCKED:'

function* readPart(state: State, part: Part): Iterable<ModelChunk> {
  if (part.thoughtSignature) state.size.add(charsIn(part.thoughtSignature))
  if (part.functionCall) yield takeCall(state, part.functionCall, stateOf(state, part))
  else if (part.inlineData) takeFile(state, part)
  else if (part.text !== undefined || part.thoughtSignature !== undefined) yield* takeText(state, part)
}

/** Calls come whole. Their ids are the server's own, or count the calls of the message. */
function takeCall(
  { messageId, parts, size }: State,
  { id, name = '', args }: NonNullable<Part['functionCall']>,
  signature: { state?: ProviderState },
): ModelChunk {
  const callId = textIn(id) ?? `${messageId}-${parts.filter((part) => part.type === 'tool-call').length}`
  const text = argumentsAmong(args)
  size.add(charsIn([callId, name]), 1)
  parts.push({ type: 'tool-call', callId, name, arguments: text, ...signature })
  return { type: 'tool-arguments', callId, name, text }
}

/** Images of a thought are drafts. The signature goes back with the file. */
function takeFile({ provider, parts, made }: State, { inlineData, thought, thoughtSignature }: Part): void {
  const data = textIn(inlineData?.data) ?? ''
  if (thought || data === '') return
  made.add({
    base64: [data],
    mediaType: textIn(inlineData?.mimeType) ?? 'application/octet-stream',
    place: parts.length,
    state: { provider, data: thoughtSignature ?? null },
  })
}

/** A part that has a signature joins no other: it goes back as it came. */
function* takeText(state: State, part: Part): Iterable<ModelChunk> {
  const type = part.thought ? 'reasoning' : 'text'
  const text = textIn(part.text) ?? ''
  const signature = stateOf(state, part)
  const last = state.parts.at(-1)
  const isBehindFile = state.made.list.at(-1)?.place === state.parts.length
  if (last?.type === type && !isBehindFile && last.state === undefined && signature.state === undefined)
    state.parts.splice(-1, 1, { type, text: last.text + text })
  else if (text !== '' || signature.state !== undefined) {
    state.size.add(0, 1)
    state.parts.push({ type, text, ...signature })
  }
  if (text !== '') yield { type, text }
}

function stateOf({ provider }: State, { thoughtSignature }: Part): { state?: ProviderState } {
  return thoughtSignature ? { state: { provider, data: thoughtSignature } } : {}
}

function toAnswer({ messageId, parts, usage }: State, word: string): ModelAnswer {
  return concludeAnswer({ messageId, parts, usage: toUsage(usage), word, reason: ownMeaning(word) })
}

function ownMeaning(word: string): FinishReason | undefined {
  if (word.startsWith(blocked)) return 'CONTENT_FILTER'
  // "All other reasons that stopped the token generation."
  return word.toUpperCase() === 'OTHER' ? 'ERROR' : undefined
}

/** `candidatesTokenCount` leaves out the thoughts; tool-use prompts come on top of the prompt. */
function toUsage(usage: GenerateContentResponseUsageMetadata): TokenUsage {
  return toTokenUsage({
    input: sum(usage.promptTokenCount, usage.toolUsePromptTokenCount),
    output: sum(usage.candidatesTokenCount, usage.thoughtsTokenCount),
    cached: usage.cachedContentTokenCount,
    cacheWrite: 0,
    reasoning: usage.thoughtsTokenCount,
  })
}
