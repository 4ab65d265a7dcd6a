import { type AnswerMeter, charsIn, createAnswerMeter } from '../../domain/answer-size.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { AssistantPart } from '../../domain/message.ts'
import type { FinishReason, ModelAnswer, ModelChunk } from '../../domain/model.ts'
import { noTokens, type TokenUsage } from '../../domain/usage.ts'
import { concludeAnswer } from '../conclude-answer.ts'
import { failureIn } from '../failed-event.ts'
import { createMadeFiles, type MadeFile, readDataUrl, typeOfBytes } from '../files/made-files.ts'
import { isMalformedCallWord, saysCut } from '../finish-words.ts'
import { connectionLost, type Fold } from '../stream-answer.ts'
import { isCounted, toTokenUsage, withNewer } from '../token-usage.ts'
import { otherForm } from '../whole-answer.ts'
import {
  argumentsText,
  type CallDraft,
  emptyObject,
  hasRestOfName,
  isAnother,
  isRepeated,
  isRestOfName,
  isWhole,
} from './call-pieces.ts'
import {
  type ChatChoice,
  type ChatChunk,
  type ChatDelta,
  type ChatUsage,
  readContent,
  saysAnything,
  type ToolCallDelta,
  thoughtIn,
  withFunction,
} from './openai-chat-chunk.ts'
import { addReasoning, keepExtra, type ReasoningDraft, toReasoningPart } from './openai-chat-reasoning.ts'
import { createOtherChoices } from './other-choices.ts'
import { readChunk } from './readable-chunk.ts'
import { createRepeatedText } from './repeated-message.ts'

interface State {
  readonly messageId: string
  readonly origin: string
  /** The names of the tools that were offered. */
  readonly tools: readonly string[]
  readonly reasoning: ReasoningDraft
  readonly calls: CallDraft[]
  /** The last call of each index: a piece is found without a search of all. */
  readonly callsByIndex: Map<number, CallDraft>
  /** Images and speech. */
  readonly made: ReturnType<typeof createMadeFiles>
  /** Takes a further piece of the speech; `null`: there was none yet. */
  speech: ((piece: string) => void) | null
  /** Counts calls, and what is kept without being shown. */
  readonly size: AnswerMeter
  /** The index of the choice that is read: the first that says anything; `null`: there was none yet. */
  choice: number | null
  /** What came under other indexes. */
  readonly others: ReturnType<typeof createOtherChoices>
  /** The texts of choices that have a message in place of a delta. */
  readonly messages: Readonly<Record<'text' | 'reasoning', ReturnType<typeof createRepeatedText>>>
  text: string
  refusal: string
  finish: string | null
  /** Whether the answer has ended: by a finish reason, in one piece, or by a count behind its last choice. */
  hasEnded: boolean
  /** Whether any event was of this API; `null`: there was none. */
  isChat: boolean | null
  /** What was read otherwise than it was written. */
  readonly repaired: string[]
  /** Gemini's signature of the message, which belongs to its first call. */
  extra: JsonObject | null
  reasonedUnseen: boolean
  cutsPrompts: boolean
  usage: TokenUsage
}

interface FoldOptions {
  readonly messageId: string
  /** The server and the model: state that they want back goes to no other. */
  readonly origin: string
  /** The names of the tools that were offered. */
  readonly tools: readonly string[]
  /** Whether `[DONE]` was there, at the end of the stream: some servers send no finish reason before it. */
  hasEndMark(): boolean
}

/** Folds the chunks of Chat Completions, in any dialect. */
export function createChatFold({ messageId, origin, tools, hasEndMark }: FoldOptions): Fold<unknown> {
  const state: State = {
    ...{ messageId, origin, tools },
    reasoning: { text: '', field: 'reasoning_content', details: new Map() },
    calls: [],
    callsByIndex: new Map(),
    made: createMadeFiles(),
    speech: null,
    size: createAnswerMeter(),
    choice: null,
    others: createOtherChoices(),
    messages: { text: createRepeatedText(), reasoning: createRepeatedText() },
    text: '',
    refusal: '',
    finish: null,
    hasEnded: false,
    isChat: null,
    repaired: [],
    extra: null,
    reasonedUnseen: false,
    cutsPrompts: false,
    usage: noTokens,
  }
  return {
    *read(event) {
      const chunk = readChunk(event)
      const failure = chunk.choices?.length ? null : failureIn(event, { isAnswered: state.isChat === true })
      if (failure) throw failure
      for (const choice of chunk.choices ?? []) yield* readChoice(state, choice)
      readEnd(state, chunk)
    },
    rest: () => readRest(state),
    // A count without a finish reason may be one of several.
    get ending() {
      return state.finish ? 'ended' : 'open'
    },
    end: () => toAnswer(state, hasEndMark),
    get made() {
      return madeIn(state)
    },
  }
}

/** One choice was asked for. Some servers count from 1, or put the role or the finish reason into a choice that says nothing else. */
function* readChoice(state: State, choice: ChatChoice): Generator<ModelChunk> {
  const { others } = state
  const index = choice.index ?? state.choice ?? 0
  const isOther = state.choice !== null && index !== state.choice
  const delta = isOther ? ownPiece(choice) : pieceOf(state, choice)
  const says = saysAnything(delta)
  if (isOther && (says || others.has(index))) {
    state.size.add(charsIn(delta))
    return others.keep(index, delta, choice.finish_reason ?? null)
  }
  if (says) {
    state.choice = index
    if (others.size > 0) others.resumed(delta)
  }
  yield* readDelta(state, delta)
  state.finish = choice.finish_reason || (state.finish ?? choice.finish_reason ?? null)
}

/** What is kept until the end of the stream. */
function* readRest(state: State): Generator<ModelChunk> {
  const { others, messages, finish, repaired } = state
  const reasoning = messages.reasoning.rest(state.reasoning.text)
  yield* readDelta(state, { reasoning_content: reasoning, content: messages.text.rest(state.text) })
  if (others.size === 0) return
  const kinds = [
    ...(state.reasoning.text === '' ? [] : ['reasoning' as const]),
    ...(state.text === '' && state.refusal === '' ? [] : ['text' as const]),
    ...(state.calls.length === 0 ? [] : ['call' as const]),
  ]
  const settled = others.settle({ kinds, finish })
  for (const piece of settled.pieces) yield* readDelta(state, piece)
  if (!finish || !saysCut(finish)) state.finish = settled.finish ?? finish
  state.hasEnded ||= Boolean(settled.finish)
  if (settled.pieces.length > 0) repaired.push('pieces under several choice indexes were read as one answer')
  if (settled.isLeftOut) repaired.push('a second answer, which was not asked for, was left out')
}

/** What a choice adds to the answer: of a message that repeats what came before, the rest. */
function pieceOf(state: State, choice: ChatChoice): ChatDelta {
  const { message, finish_reason } = choice
  const piece = ownPiece(choice)
  if (!message || piece === choice.delta) return piece
  const { text, reasoning, messages, calls } = state
  const isLast = Boolean(finish_reason)
  const thought = thoughtIn(piece)
  const isKnown = isLast && reasoning.text !== ''
  const added = thought && !isKnown ? messages.reasoning.added(reasoning.text, thought, isLast) : null
  return {
    ...piece,
    content: messages.text.added(text, readContent(message).text, isLast),
    ...(thought && { reasoning: null, reasoning_content: null, reasoning_text: null, thinking: null }),
    ...(added && { [piece.reasoning_content ? 'reasoning_content' : 'reasoning']: added }),
    tool_calls: (piece.tool_calls ?? []).map(withFunction).filter((call, at) => !isGiven(calls[at], call)),
  }
}

/** The piece of a choice, in whichever place it stands. */
function ownPiece({ delta, message, text }: ChatChoice): ChatDelta {
  if (delta && (!message || saysAnything(delta))) return delta
  if (!message) return { content: text }
  // Whole calls have no index, and their ids may be alike.
  return { ...message, tool_calls: (message.tool_calls ?? []).map((call, index) => ({ ...call, index })) }
}

function isGiven(known: CallDraft | undefined, { function: named }: ToolCallDelta): boolean {
  const args = argumentsText(named?.arguments) || '{}'
  return known !== undefined && known.name === named?.name && (known.arguments || '{}') === args
}

function readEnd(state: State, chunk: ChatChunk): void {
  const usage = chunk.usage ?? chunk.x_groq?.usage
  const newer = usage ? toChatUsage(usage, chunk.timings?.cache_n) : noTokens
  if (usage && isCounted(newer)) {
    // Gateways send a count of zeros behind the real one, or the output as 0.
    state.usage = withNewer(state.usage, newer)
    state.reasonedUnseen = countsReasoningSeparately(usage)
  }
  // Snowflake sends no finish reason: there the count, which follows the last choice, is the end.
  const isLast = (chunk.choices ?? []).length === 0 && state.usage.outputTokens > 0 && hasContent(state)
  state.hasEnded ||= Boolean(state.finish) || isLast || chunk.isWhole === true
  if (!state.isChat) state.isChat = Boolean(chunk.choices ?? usage)
  if (chunk.system_fingerprint === 'fp_ollama') state.cutsPrompts = true
}

function hasContent({ text, refusal, calls, made, speech }: State): boolean {
  return text !== '' || refusal !== '' || calls.length > 0 || made.list.length > 0 || speech !== null
}

function* readDelta(state: State, delta: ChatDelta): Generator<ModelChunk> {
  const reasoning = addReasoning(state.reasoning, delta, state.size)
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning }
  const { text } = readContent(delta)
  // The words of speech are those of an answer that has no others.
  const words = text || (delta.audio?.transcript ?? '')
  if (words !== '') {
    state.text += words
    yield { type: 'text', text: words }
  }
  readFiles(state, delta)
  state.extra ??= delta.extra_content ?? null
  if (delta.refusal) {
    state.size.add(delta.refusal.length)
    state.refusal += delta.refusal
  }
  // OpenAI's older name for a single call.
  const pieces =
    delta.tool_calls?.map(withFunction) ?? (delta.function_call ? [{ function: delta.function_call }] : [])
  for (const piece of pieces) yield* readToolCall(state, piece)
}

/** What stands at an address is not fetched: the address is the server's word alone. */
function readFiles(state: State, { images, audio }: ChatDelta): void {
  const { made, repaired } = state
  for (const image of images ?? []) {
    const url = readDataUrl(image.image_url?.url ?? '')
    if (url === null) repaired.push('an image that is no data URL was left out')
    // Some servers end with the whole message once more.
    else if (!made.list.some(({ base64 }) => base64[0] === url.base64))
      made.add({ base64: [url.base64], mediaType: url.mediaType, place: 0 })
  }
  if (!audio?.data) return
  if (state.speech) state.speech(audio.data)
  else state.speech = beginSpeech(state, audio.data)
}

/** The first piece has the head of the file. OpenAI streams sound without one, as PCM, and no file is kept of that. */
function beginSpeech({ made, repaired }: State, piece: string): (piece: string) => void {
  const head = Buffer.from(piece.slice(0, headBase64), 'base64')
  if (piece.length < headBase64 || typeOfBytes(head) !== null)
    return made.add({ base64: [piece], mediaType: 'application/octet-stream', place: 0 })
  repaired.push('sound that it made is left out, as its bytes are of no type that is kept')
  return () => undefined
}

/** Characters of base64 that show the type of a file. */
const headBase64 = 24

/** The files stand behind the words, before the calls. */
function madeIn(state: State): readonly MadeFile[] {
  if (state.made.list.length === 0) return []
  const place = toParts(state).filter(({ type }) => type !== 'tool-call').length
  return state.made.list.map((file) => ({ ...file, place }))
}

function* readToolCall(state: State, delta: ToolCallDelta): Generator<ModelChunk> {
  const call = callOf(state, delta)
  if (isRepeated(call, delta)) return
  const given = argumentsText(delta.function?.arguments)
  // Some servers begin or end the arguments with an empty object. It is none of them, but where it stands among their pieces.
  const isAside = emptyObject.test(given) && (call.arguments === '' || isWhole(call.arguments))
  const text = isAside ? '' : given
  const named = delta.function?.name ?? ''
  call.name = isRestOfName(call, named, state.tools) ? call.name + named : call.name || named
  call.arguments += text
  call.extra ??= delta.extra_content ?? null
  if (text !== '') yield { type: 'tool-arguments', callId: call.callId, name: call.name, text }
}

/** The call that a piece belongs to, or a new one. */
function callOf(state: State, delta: ToolCallDelta): CallDraft {
  const { calls, callsByIndex, size, messageId, tools } = state
  const { index = null, id } = delta
  const known = index === null ? calls.at(-1) : callsByIndex.get(index)
  const goesOn = known !== undefined && (!isAnother(known, delta) || hasRestOfName(known, delta, tools))
  if (goesOn) return known
  const callId = id || `${messageId}-${calls.length}`
  const isNameAlone = !id && index !== null && argumentsText(delta.function?.arguments) === ''
  const mayBeRepeated = isNameAlone && known !== undefined && known.name === delta.function?.name
  const call: CallDraft = {
    ...{ callId, id: id || null, index, mayBeRepeated },
    ...{ name: '', arguments: '', extra: null },
  }
  size.add(charsIn(delta), 1)
  calls.push(call)
  if (index !== null) callsByIndex.set(index, call)
  return call
}

function toAnswer(state: State, hasEndMark: () => boolean): ModelAnswer {
  const { finish, messageId, usage, cutsPrompts, repaired } = state
  if (!state.hasEnded) {
    if (state.isChat === false) throw otherForm('Chat Completions')
    if (!hasWhole(state) || !hasEndMark()) throw connectionLost()
    repaired.push('it ended without a finish reason, and was read as whole')
  }
  const parts = toParts(state)
  const reason = meaningOf(finish, parts)
  const answer = concludeAnswer({ messageId, parts, usage, word: finish, reason, repaired })
  return cutsPrompts ? { ...answer, cutsPrompts } : answer
}

/** What a word means here alone: some servers say of one call that it is malformed, and send others that are not. */
function meaningOf(finish: string | null, parts: readonly AssistantPart[]): FinishReason | undefined {
  if (!finish) return 'STOP'
  const hasOther = parts.some(({ type }) => type === 'tool-call' || type === 'refusal')
  return hasOther && isMalformedCallWord(finish) ? 'STOP' : undefined
}

/** Words, or calls to their ends. */
function hasWhole(state: State): boolean {
  return hasContent(state) && state.calls.every((call) => call.arguments === '' || isWhole(call.arguments))
}

function toParts(state: State): readonly AssistantPart[] {
  const { text, refusal, origin } = state
  // A repeated name that got no arguments was no call.
  const calls = state.calls.filter((call) => call.arguments !== '' || !call.mayBeRepeated)
  return [
    ...toReasoning(state),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...(refusal === '' ? [] : [{ type: 'refusal', text: refusal } as const]),
    ...calls.map(({ callId, name, arguments: args, extra }, index): AssistantPart => {
      const signed = extra ?? (index === 0 ? state.extra : null)
      const kept = signed === null ? {} : { state: keepExtra(signed, origin) }
      return { type: 'tool-call', callId, name, arguments: args || '{}', ...kept }
    }),
  ]
}

/** Reasoning that is counted and not shown is a part without words (xAI). */
function toReasoning({ reasoning, origin, reasonedUnseen }: State): readonly AssistantPart[] {
  const shown = toReasoningPart(reasoning, origin)
  return shown.length === 0 && reasonedUnseen ? [{ type: 'reasoning', text: '' }] : shown
}

/**
 * Converts the usage that a server counted. Some servers count reasoning apart from the output: xAI, and Gemini's endpoint, which includes
 * it in the total only.
 */
export function toChatUsage(usage: ChatUsage, cachedByTimings?: number | null): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage
  const beside = Math.max(0, (total ?? 0) - (input ?? 0) - (output ?? 0))
  return toTokenUsage({
    input,
    output: (output ?? 0) + beside,
    cached:
      usage.prompt_tokens_details?.cached_tokens ??
      usage.prompt_cache_hit_tokens ??
      usage.cached_tokens ??
      cachedByTimings,
    cacheWrite: usage.prompt_tokens_details?.cache_write_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? beside,
  })
}

/** Whether a server says that it reasoned, in tokens that are none of its output. */
export function countsReasoningSeparately(usage: ChatUsage): boolean {
  const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0
  const counted = (usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0)
  return reasoning > 0 && usage.total_tokens === counted + reasoning
}
