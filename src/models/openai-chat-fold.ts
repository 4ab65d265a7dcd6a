import type { AssistantPart } from '../domain/message.ts'
import type { FinishReason, ModelAnswer, ModelChunk } from '../domain/model.ts'
import { ModelError } from '../domain/model.ts'
import { noTokens, type TokenUsage } from '../domain/usage.ts'
import { type ChatDelta, type ChatUsage, chatChunk, type ToolCallDelta } from './openai-chat-chunk.ts'
import { addReasoning, type ReasoningDraft, toReasoningPart } from './openai-chat-reasoning.ts'
import { connectionLost, type Fold } from './stream-answer.ts'
import { toTokenUsage } from './token-usage.ts'

interface CallDraft {
  readonly callId: string
  /** The server's own id, where it gives one. */
  readonly id: string | null
  readonly index: number | null
  name: string
  arguments: string
}

interface State {
  readonly messageId: string
  readonly reasoning: ReasoningDraft
  readonly calls: CallDraft[]
  text: string
  refusal: string
  finish: string | null
  usage: TokenUsage
}

/** Folds the chunks of Chat Completions, in any dialect; of several choices it reads the first. */
export function createChatFold(messageId: string): Fold<unknown> {
  const state: State = {
    messageId,
    reasoning: { text: '', field: 'reasoning_content', details: new Map() },
    calls: [],
    text: '',
    refusal: '',
    finish: null,
    usage: noTokens,
  }
  return {
    *read(event) {
      const chunk = chatChunk.parse(event)
      const usage = chunk.usage ?? chunk.x_groq?.usage
      if (usage) state.usage = toUsage(usage)
      for (const choice of chunk.choices ?? []) {
        if ((choice.index ?? 0) !== 0) continue
        if (choice.delta) yield* readDelta(state, choice.delta)
        state.finish = choice.finish_reason || state.finish
      }
    },
    end: () => toAnswer(state),
  }
}

function toUsage(usage: ChatUsage): TokenUsage {
  return toTokenUsage({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    cached: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens,
    cacheWrite: usage.prompt_tokens_details?.cache_write_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens,
  })
}

function* readDelta(state: State, delta: ChatDelta): Generator<ModelChunk> {
  const reasoning = addReasoning(state.reasoning, delta)
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning }
  if (delta.content) {
    state.text += delta.content
    yield { type: 'text', text: delta.content }
  }
  state.refusal += delta.refusal ?? ''
  for (const piece of delta.tool_calls ?? []) yield* readToolCall(state, piece)
}

function* readToolCall(state: State, delta: ToolCallDelta): Generator<ModelChunk> {
  const call = callOf(state, delta)
  const text = toText(delta.function?.arguments)
  call.name ||= delta.function?.name ?? ''
  call.arguments += text
  if (text !== '') yield { type: 'tool-arguments', callId: call.callId, name: call.name, text }
}

function toText(args: NonNullable<ToolCallDelta['function']>['arguments']): string {
  return typeof args === 'object' && args !== null ? JSON.stringify(args) : (args ?? '')
}

/** The call that a piece belongs to, or a new one. */
function callOf(state: State, delta: ToolCallDelta): CallDraft {
  const { calls, messageId } = state
  const { index = null, id } = delta
  const known = index === null ? calls.at(-1) : calls.findLast((call) => call.index === index)
  if (known !== undefined && !isAnother(known, delta)) return known
  const callId = id || `${messageId}-${calls.length}`
  const call: CallDraft = { callId, id: id || null, index, name: '', arguments: '' }
  calls.push(call)
  return call
}

/**
 * Whether a piece with a call's index begins another: some servers give every call the index 0, or none. Only a piece
 * that names its function can: old vLLM gives each piece a new id, and others repeat id and name in every piece.
 */
function isAnother(known: CallDraft, { index, id, function: named }: ToolCallDelta): boolean {
  if (!named?.name) return false
  return id ? known.id !== null && id !== known.id : index == null
}

function toAnswer(state: State): ModelAnswer {
  const { finish, messageId, usage } = state
  if (finish === null) throw connectionLost()
  const failure = failures.get(finish)
  if (failure !== undefined) {
    throw new ModelError(failure, `The server stopped its answer: ${finish}.`, { retryable: true })
  }
  const parts = toParts(state)
  return {
    type: 'done',
    message: { role: 'assistant', messageId, parts },
    usage,
    finishReason: toFinishReason(finish, state),
    rawFinishReason: finish,
  }
}

function toParts({ reasoning, text, refusal, calls }: State): readonly AssistantPart[] {
  return [
    ...toReasoningPart(reasoning),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...(refusal === '' ? [] : [{ type: 'refusal', text: refusal } as const]),
    ...calls.map((call): AssistantPart => {
      return { type: 'tool-call', callId: call.callId, name: call.name, arguments: call.arguments || '{}' }
    }),
  ]
}

/** A forced tool call and a refusal both finish with a plain `stop`. */
function toFinishReason(finish: string, { calls, refusal }: State): FinishReason {
  const reason = finishReasons.get(finish) ?? 'OTHER'
  if (reason === 'LENGTH' || reason === 'CONTENT_FILTER') return reason
  if (calls.length > 0) return 'TOOL_CALLS'
  return refusal === '' ? reason : 'REFUSAL'
}

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'STOP'],
  ['eos', 'STOP'],
  ['end_turn', 'STOP'],
  ['stop_sequence', 'STOP'],
  ['length', 'LENGTH'],
  ['max_tokens', 'LENGTH'],
  ['model_length', 'LENGTH'],
  ['content_filter', 'CONTENT_FILTER'],
  ['sensitive', 'CONTENT_FILTER'],
])

/** Finish reasons that tell of a failure: Z.AI's, DeepSeek's, OpenRouter's. */
const failures: ReadonlyMap<string, 'NETWORK' | 'OVERLOADED' | 'UNKNOWN'> = new Map([
  ['network_error', 'NETWORK'],
  ['insufficient_system_resource', 'OVERLOADED'],
  ['error', 'UNKNOWN'],
])
