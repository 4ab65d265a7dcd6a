import type {
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawContentBlockStopEvent,
  RawMessageDeltaEvent,
  RawMessageStreamEvent,
  ToolUseBlock,
} from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import { type AnswerMeter, charsIn, createAnswerMeter } from '../../domain/answer-size.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { AssistantPart, ProviderState } from '../../domain/message.ts'
import type { ModelAnswer, ModelChunk } from '../../domain/model.ts'
import type { TokenUsage } from '../../domain/usage.ts'
import { concludeAnswer } from '../conclude-answer.ts'
import { failureIn } from '../failed-event.ts'
import { isRefusalWord } from '../finish-words.ts'
import { numberIn, sum, textIn } from '../loose-values.ts'
import { connectionLost, type Fold } from '../stream-answer.ts'
import { argumentsAmong, toArgumentsText } from '../text/call-arguments.ts'
import { toTokenUsage, withNewer } from '../token-usage.ts'

type Block =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'thinking'; text: string; signature: string }
  | { readonly type: 'redacted'; readonly data: string }
  | {
      readonly type: 'call'
      readonly callId: string
      readonly name: string
      /** Arguments that stood in the announcement: `{}` at Anthropic, all of them at some compatible servers. */
      readonly announced: string
      json: string
      /** Arguments that stood in the end of the block. */
      ended: string
    }

interface State {
  /** In order; those of server-side tools are left out. */
  readonly blocks: Block[]
  /** The newest of each index: some servers give all blocks the same. */
  readonly byIndex: Map<number, Block>
  /** Counts blocks, and what is kept of them without being shown. */
  readonly size: AnswerMeter
  usage: Partial<MessageDeltaUsage>
  stop: RawMessageDeltaEvent['delta'] | null
  isEnded: boolean
}

/** Folds the events of the Messages API; those it does not know are ignored. */
export function createAnthropicFold(messageId: string): Fold<RawMessageStreamEvent> {
  const state: State = {
    ...{ blocks: [], byIndex: new Map(), size: createAnswerMeter() },
    ...{ usage: {}, stop: null, isEnded: false },
  }
  return {
    *read(event) {
      // `data: null`, as a sign of life.
      if (!isJsonObject(event)) return
      const delta = note(state, event)
      if (delta !== null) yield delta
    },
    get ending() {
      if (state.isEnded) return 'final'
      return state.stop?.stop_reason ? 'ended' : 'open'
    },
    end() {
      // Some servers leave out the last event; the one before has all that it says.
      if (!state.isEnded && !state.stop?.stop_reason) throw connectionLost()
      return toAnswer(state, messageId)
    },
  }
}

function note(state: State, event: RawMessageStreamEvent): ModelChunk | null {
  switch (event.type) {
    case 'message_start':
      // Another answer: what was shown is not of it.
      state.blocks.length = 0
      state.byIndex.clear()
      state.usage = event.message?.usage ?? {}
      return null
    case 'content_block_start':
      return open(state, event)
    case 'content_block_delta':
      return extend(state, blockFor(state, event), event.delta)
    case 'content_block_stop':
      close(state, event)
      return null
    case 'message_delta':
      state.stop = event.delta ?? state.stop
      state.usage = withNewer(state.usage, event.usage ?? {})
      return null
    case 'message_stop':
      state.isEnded = true
      return null
    default: {
      const failure = failureIn(event, { isAnswered: true })
      if (failure) throw failure
      return null
    }
  }
}

function open(state: State, { index, content_block: start }: RawContentBlockStartEvent): ModelChunk | null {
  state.size.add(charsIn(start), 1)
  switch (start?.type) {
    case 'text': {
      const text = textIn(start.text) ?? ''
      add(state, index, { type: 'text', text })
      return text === '' ? null : { type: 'text', text }
    }
    case 'thinking': {
      const text = textIn(start.thinking) ?? ''
      add(state, index, { type: 'thinking', text, signature: textIn(start.signature) ?? '' })
      return text === '' ? null : { type: 'reasoning', text }
    }
    case 'redacted_thinking':
      add(state, index, { type: 'redacted', data: start.data })
      return null
    case 'tool_use':
      add(state, index, toCall(start))
      return null
    default:
      return null
  }
}

function add({ blocks, byIndex }: State, given: number, block: Block): void {
  const index = numberIn(given) ?? blocks.length
  const known = byIndex.get(index)
  // A call that is announced twice is one.
  const isAgain = block.type === 'call' && known?.type === 'call' && known.callId === block.callId
  if (isAgain) blocks[blocks.indexOf(known)] = block
  else blocks.push(block)
  byIndex.set(index, block)
}

/** The block of a piece. Some servers count the pieces otherwise than the blocks: then it is the last one of its kind. */
function blockFor(state: State, { index, delta }: RawContentBlockDeltaEvent): Block | undefined {
  const type = blockTypes[delta?.type]
  const known = state.byIndex.get(numberIn(index) ?? -1)
  if (type === undefined || known?.type === type) return known
  const last = state.blocks.findLast((block) => block.type === type)
  if (last) return last
  // A block that was never announced. Calls have no name then.
  if (type === 'call') return known
  const unannounced: Block = type === 'text' ? { type, text: '' } : { type, text: '', signature: '' }
  state.size.add(0, 1)
  add(state, index, unannounced)
  return unannounced
}

const blockTypes: Partial<Record<RawContentBlockDelta['type'], 'text' | 'thinking' | 'call'>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'thinking',
  input_json_delta: 'call',
}

function toCall({ id, name, input }: ToolUseBlock): Call {
  return {
    type: 'call',
    callId: textIn(id) ?? '',
    name: textIn(name) ?? '',
    announced: argumentsAmong(input),
    json: '',
    ended: '',
  }
}

function extend({ size }: State, block: Block | undefined, delta: RawContentBlockDelta): ModelChunk | null {
  if (!delta) return null
  if (block?.type === 'text' && delta.type === 'text_delta') {
    const text = textIn(delta.text) ?? ''
    block.text += text
    return { type: 'text', text }
  }
  if (block?.type === 'thinking' && delta.type === 'thinking_delta') {
    const text = textIn(delta.thinking) ?? ''
    block.text += text
    return { type: 'reasoning', text }
  }
  if (block?.type === 'thinking' && delta.type === 'signature_delta') {
    const signature = textIn(delta.signature) ?? ''
    size.add(signature.length)
    block.signature += signature
  }
  if (block?.type !== 'call' || delta.type !== 'input_json_delta') return null
  const text = toArgumentsText(delta.partial_json)
  // No piece of anything: the arguments may stand elsewhere.
  if (text === '' || (block.json === '' && text === '{}')) return null
  block.json += text
  const { callId, name } = block
  if (block.announced === '{}') return { type: 'tool-arguments', callId, name, text }
  // Those of a call that was announced whole may say less: they are shown at its end.
  size.add(text.length)
  return null
}

/** The end of a block says nothing but its index; some servers give the whole block, or its input. */
function close({ byIndex, size }: State, event: RawContentBlockStopEvent): void {
  const block = byIndex.get(numberIn(event.index) ?? -1)
  if (block?.type !== 'call') return
  const { content_block, input } = wholeBlock.parse(event)
  block.ended = toArgumentsText(content_block?.input ?? input)
  size.add(block.ended.length)
}

const wholeBlock = z.object({
  content_block: z.object({ input: z.unknown().optional() }).nullish().catch(null),
  input: z.unknown().optional(),
})

type Call = Block & { readonly type: 'call' }

function argumentsOf({ json, announced, ended }: Call): string {
  // Some servers announce the beginning of the arguments, and stream the rest.
  return argumentsAmong(announced === '{}' ? '' : announced + json, json, announced, ended)
}

function toAnswer({ blocks, usage, stop }: State, messageId: string): ModelAnswer {
  const word = textIn(stop?.stop_reason) || null
  const parts = blocks.flatMap(toPart)
  if (word !== null && isRefusalWord(word))
    parts.push({ type: 'refusal', text: stop?.stop_details?.explanation ?? '' })
  const reason = word === null ? 'OTHER' : undefined
  return concludeAnswer({ messageId, parts, usage: toUsage(usage), word, reason })
}

function toPart(block: Block): readonly AssistantPart[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }]
    case 'thinking':
      if (block.signature !== '')
        return [{ type: 'reasoning', text: block.text, state: keep({ signature: block.signature }) }]
      return block.text === '' ? [] : [{ type: 'reasoning', text: block.text }]
    case 'redacted':
      return [{ type: 'reasoning', text: '', state: keep({ redacted: block.data }) }]
    case 'call':
      return [{ type: 'tool-call', callId: block.callId, name: block.name, arguments: argumentsOf(block) }]
    default:
      return block satisfies never
  }
}

function keep(data: ProviderState['data']): ProviderState {
  return { provider: 'anthropic', data }
}

/** `input_tokens` leaves out the tokens read from the cache and written to it. */
function toUsage(usage: Partial<MessageDeltaUsage>): TokenUsage {
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: cacheWrite } = usage
  return toTokenUsage({
    input: sum(usage.input_tokens, cached, cacheWrite),
    output: usage.output_tokens,
    cached,
    cacheWrite,
    reasoning: usage.output_tokens_details?.thinking_tokens,
  })
}
