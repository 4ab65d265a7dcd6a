import { APIError } from 'openai'
import type {
  Response,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import { type AnswerMeter, charsIn, createAnswerMeter } from '../../domain/answer-size.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { AssistantPart, ProviderState } from '../../domain/message.ts'
import type { FinishReason, ModelAnswer, ModelChunk } from '../../domain/model.ts'
import { concludeAnswer } from '../conclude-answer.ts'
import { failureIn } from '../failed-event.ts'
import { createMadeFiles, type MadeFile } from '../files/made-files.ts'
import { readFinish } from '../finish-words.ts'
import { numberIn, objectsIn, textIn } from '../loose-values.ts'
import { connectionLost, type Fold } from '../stream-answer.ts'
import { argumentsAmong } from '../text/call-arguments.ts'
import { toTokenUsage } from '../token-usage.ts'

interface State {
  /** By output index: items as announced, and as completed. Only the latter hold whole encrypted reasoning. */
  readonly announced: Map<number, ResponseOutputItem>
  readonly completed: Map<number, ResponseOutputItem>
  /** Counts the items. */
  readonly size: AnswerMeter
  /** By output index: the arguments of calls in pieces, and whole behind them. */
  readonly pieces: Map<number, string>
  readonly whole: Map<number, string>
  /** All words, in the order in which they came; and those that came whole behind their pieces, or without any. */
  text: string
  wholeText: string
  response: Response | null
  /** Images of the answer, once it has ended. */
  made: readonly MadeFile[]
}

/** Folds the events of the Responses API; those it does not know are ignored. */
export function createResponsesFold(messageId: string): Fold<ResponseStreamEvent> {
  const state: State = {
    announced: new Map(),
    completed: new Map(),
    size: createAnswerMeter(),
    pieces: new Map(),
    whole: new Map(),
    text: '',
    wholeText: '',
    response: null,
    made: [],
  }
  return {
    *read(given) {
      // `data: null`, as a sign of life.
      if (!isJsonObject(given)) return
      const event = withReadableFields(given)
      const failure = isOwn(event) ? null : failureIn(event, { isAnswered: true })
      if (failure) throw failure
      const delta = toDelta(state, event)
      note(state, event)
      if (delta !== null) yield delta
    },
    get ending() {
      return state.response === null ? 'open' : 'final'
    },
    end() {
      if (state.response === null) throw connectionLost()
      return toAnswer(state, state.response, messageId)
    },
    get made() {
      return state.made
    },
  }
}

/** Some servers write indexes as text, and other things in the place of text. */
function withReadableFields(event: ResponseStreamEvent): ResponseStreamEvent {
  if ('output_index' in event && typeof event.output_index !== 'number')
    return withReadableFields({ ...event, output_index: numberIn(event.output_index) ?? 0 })
  switch (event.type) {
    case 'response.output_text.delta':
    case 'response.function_call_arguments.delta':
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return typeof event.delta === 'string' ? event : { ...event, delta: textIn(event.delta) ?? '' }
    default:
      return event
  }
}

function isOwn({ type }: { readonly type?: unknown }): boolean {
  return typeof type === 'string' && type.startsWith('response.')
}

function note(state: State, event: ResponseStreamEvent): void {
  switch (event.type) {
    case 'response.output_item.added':
      if (!isJsonObject(event.item)) return
      state.size.add(charsOf(event.item), 1)
      state.announced.set(event.output_index, event.item)
      return
    case 'response.output_item.done':
      if (!isJsonObject(event.item)) return
      state.size.add(charsOf(event.item))
      state.completed.set(event.output_index, event.item)
      return
    case 'response.output_text.delta':
      state.text += event.delta
      return
    case 'response.output_text.done':
      if (state.text === '') state.size.add(event.text.length)
      state.wholeText += event.text
      return
    case 'response.function_call_arguments.delta':
      // Those of a call that was not announced are not shown.
      if (!state.announced.has(event.output_index)) state.size.add(event.delta.length)
      state.pieces.set(event.output_index, (state.pieces.get(event.output_index) ?? '') + event.delta)
      return
    case 'response.function_call_arguments.done':
      if (!state.pieces.has(event.output_index)) state.size.add(event.arguments.length)
      state.whole.set(event.output_index, event.arguments)
      return
    case 'response.completed':
    case 'response.incomplete':
      // Some servers complete a response that failed.
      if (event.response.status === 'failed') throw failed(event.response)
      state.response = event.response
      return
    case 'response.failed':
      throw failed(event.response)
  }
}

/** Images are no characters of the answer. */
function charsOf(item: ResponseOutputItem): number {
  return item.type === 'image_generation_call' ? 0 : charsIn(item)
}

function failed({ error }: Response): APIError {
  return new APIError(undefined, error ?? undefined, 'The response failed.', undefined)
}

function toDelta(state: State, event: ResponseStreamEvent): ModelChunk | null {
  switch (event.type) {
    case 'response.output_text.delta':
      return { type: 'text', text: event.delta }
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return { type: 'reasoning', text: event.delta }
    case 'response.reasoning_summary_part.added':
      return event.summary_index === 0 ? null : { type: 'reasoning', text: paragraph }
    case 'response.function_call_arguments.delta': {
      const call = state.announced.get(event.output_index)
      if (call?.type !== 'function_call') return null
      return { type: 'tool-arguments', callId: call.call_id, name: call.name, text: event.delta }
    }
    default:
      return null
  }
}

/**
 * The items of the answer, with the arguments of their calls: as completed, else as the end mark lists them, else as announced. Some
 * servers complete no item, list none at the end, or count them from another number there.
 */
function itemsOf(state: State, { output }: Response): readonly ResponseOutputItem[] {
  const { announced, completed } = state
  const listed = objectsIn<ResponseOutputItem>(output)
  const positions = [...new Set([...announced.keys(), ...completed.keys()])].toSorted((a, b) => a - b)
  const known = new Map(
    positions.flatMap((index) => {
      const item = completed.get(index) ?? listed[index] ?? announced.get(index)
      return item === undefined ? [] : [[index, item] as const]
    }),
  )
  const isKnown = (item: ResponseOutputItem, index: number) =>
    known.get(index)?.type === item.type || [...known.values()].some((other) => isSame(other, item))
  const unknown = listed.flatMap((item, index) => (isKnown(item, index) ? [] : [[index, item] as const]))
  return [...known, ...unknown]
    .toSorted(([a], [b]) => a - b)
    .map(([index, item]) =>
      item.type === 'function_call'
        ? { ...item, arguments: argumentsOf(item, index, state, listed[index]) }
        : item,
    )
}

function isSame(one: ResponseOutputItem, other: ResponseOutputItem): boolean {
  if (one.type === 'function_call' && other.type === 'function_call') return one.call_id === other.call_id
  return one.type === other.type && one.id !== undefined && one.id === other.id
}

function argumentsOf(
  item: ResponseFunctionToolCall,
  index: number,
  { pieces, whole, announced }: State,
  listed?: ResponseOutputItem,
): string {
  const others = [listed, announced.get(index)]
  return argumentsAmong(
    item.arguments,
    whole.get(index),
    pieces.get(index),
    ...others.map((other) => (other?.type === 'function_call' ? other.arguments : '')),
  )
}

function toAnswer(state: State, response: Response, messageId: string): ModelAnswer {
  const parts = partsOf(state, response)
  const { usage, status, incomplete_details } = response
  const why = incomplete_details?.reason
  return concludeAnswer({
    ...{ messageId, parts, reason: meaningOf(response, parts) },
    usage: toTokenUsage({
      input: usage?.input_tokens,
      output: usage?.output_tokens,
      cached: usage?.input_tokens_details?.cached_tokens,
      cacheWrite: usage?.input_tokens_details?.cache_write_tokens,
      reasoning: usage?.output_tokens_details?.reasoning_tokens,
    }),
    word: why === undefined ? (status ?? null) : `${status}:${why}`,
  })
}

/** Words whose message was neither completed nor listed are those that came in pieces. */
function partsOf(state: State, response: Response): readonly AssistantPart[] {
  const parts: AssistantPart[] = []
  const made = createMadeFiles()
  for (const item of itemsOf(state, response)) {
    const base64 = item.type === 'image_generation_call' ? textIn(item.result) : undefined
    if (base64) made.add({ base64: [base64], mediaType: imageType(item), place: parts.length })
    parts.push(...toParts(item))
  }
  state.made = made.list
  const text = state.text || state.wholeText
  const isSaid = text === '' || parts.some((part) => part.type === 'text' && part.text !== '')
  return isSaid ? parts : [...parts, { type: 'text', text }]
}

function imageType(item: ResponseOutputItem): string {
  const format = 'output_format' in item ? textIn(item.output_format) : undefined
  return format === 'svg' ? 'image/svg+xml' : `image/${format ?? 'png'}`
}

/** Some servers say in a completed response that it was cancelled. @throws ModelError then, whatever reason they add */
function meaningOf({ status, incomplete_details }: Response, parts: readonly AssistantPart[]): FinishReason {
  const isSaid = parts.some((part) => part.type !== 'reasoning')
  if (status === 'cancelled') return readFinish(status, isSaid).reason
  if (status !== 'incomplete') return 'STOP'
  const { reason } = readFinish(incomplete_details?.reason ?? status, isSaid)
  // Any other reason also means that the answer is incomplete.
  return reason === 'CONTENT_FILTER' || reason === 'REFUSAL' ? reason : 'LENGTH'
}

/** Items of server-side tools, such as a web search, are no parts of the message. */
function toParts(item: ResponseOutputItem): readonly AssistantPart[] {
  switch (item.type) {
    case 'message':
      return objectsIn(item.content).map((content) => toWords(content, item.phase))
    case 'reasoning':
      return [{ type: 'reasoning', text: reasoningText(item), ...reasoningState(item) }]
    case 'function_call':
      return [
        { type: 'tool-call', callId: textIn(item.call_id) ?? '', name: item.name, arguments: item.arguments },
      ]
    default:
      return []
  }
}

function toWords(
  content: ResponseOutputMessage['content'][number],
  phase: ResponseOutputMessage['phase'],
): AssistantPart {
  if (content.type === 'refusal') return { type: 'refusal', text: textIn(content.refusal) ?? '' }
  return { type: 'text', text: textIn(content.text) ?? '', ...(phase ? { state: keep({ phase }) } : {}) }
}

const paragraph = '\n\n'

function reasoningText(item: ResponseReasoningItem): string {
  const summary = objectsIn(item.summary)
  const shown = summary.length > 0 ? summary : objectsIn(item.content)
  return shown.map(({ text }) => textIn(text) ?? '').join(paragraph)
}

/** Reasoning that is not encrypted cannot be sent back: with `store: false` the API does not know its id. */
function reasoningState({ id, summary, encrypted_content }: ResponseReasoningItem): {
  state?: ProviderState
} {
  if (!encrypted_content) return {}
  const summaries = objectsIn(summary).map(({ text }) => ({ type: 'summary_text', text }))
  return { state: keep({ type: 'reasoning', id, summary: summaries, encrypted_content }) }
}

function keep(data: ProviderState['data']): ProviderState {
  return { provider: 'openai', data }
}
