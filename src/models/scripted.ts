import { type Clock, systemClock } from '../domain/clock.ts'
import type { Json } from '../domain/json.ts'
import { type AssistantPart, type Message, textOf } from '../domain/message.ts'
import {
  type FinishReason,
  type ModelChunk,
  ModelError,
  type ModelErrorKind,
  type ModelProvider,
  type ModelRequest,
} from '../domain/model.ts'

/** What a scripted model says in one turn. */
export interface ScriptedTurn {
  readonly reasoning?: string
  readonly text?: string
  /** How far its words are apart; default: the provider's pace. */
  readonly chunkDelayMs?: number
  /** `arguments` as text is sent as it is, valid JSON or not. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Json }[]
  /** Why it ends. Default: STOP, or TOOL_CALLS where it has some. */
  readonly finishReason?: FinishReason
  /** Fails after what it said. */
  readonly error?: {
    readonly kind: ModelErrorKind
    readonly retryable?: boolean
    readonly retryAfterMs?: number
  }
}

/** The input of a script. The same input gives the same turn, also after a restart. */
export interface ScriptContext {
  /** How many turns the model took since the last user message, from 0. */
  readonly turn: number
  /** The last user message. */
  readonly input: string
  readonly messages: readonly Message[]
  /** Tools are disabled: a last word is wanted. */
  readonly toolsDisabled: boolean
}

export type Script = (situation: ScriptContext) => ScriptedTurn

/** A script that says its turns in order, and the last one for ever. */
export function inOrder(...turns: readonly ScriptedTurn[]): Script {
  return ({ turn }) => turns[Math.min(turn, turns.length - 1)] ?? {}
}

/**
 * The deterministic provider for demonstrations and tests: `scripted/<name>` plays that script (MOD-1).
 * It is called only by that name, never in another's stead. Words come `chunkDelayMs` apart.
 */
export function createScripted(options: {
  readonly scripts: Readonly<Record<string, Script>>
  readonly chunkDelayMs: number
  readonly clock?: Clock
}): ModelProvider {
  const { scripts, chunkDelayMs, clock = systemClock } = options
  return {
    name: 'scripted',
    async *stream(request) {
      const script = Object.hasOwn(scripts, request.model) ? scripts[request.model] : undefined
      if (!script) throw unknownScript(request.model, Object.keys(scripts))
      const turn = script(situationOf(request))
      const wordMs = turn.chunkDelayMs ?? chunkDelayMs
      for (const chunk of increments(turn, request.messageId)) {
        if (wordMs > 0) await clock.sleep(wordMs, request.signal)
        request.signal.throwIfAborted()
        yield chunk
      }
      if (turn.error) throw failure(turn.error)
      yield answer(turn, request)
    },
  }
}

function situationOf({ messages, toolChoice }: ModelRequest): ScriptContext {
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  const user = messages[lastUser]
  return {
    turn: messages.slice(lastUser + 1).filter((message) => message.role === 'assistant').length,
    input: user?.role === 'user' ? user.text : '',
    messages,
    toolsDisabled: toolChoice === 'none',
  }
}

function* increments(turn: ScriptedTurn, messageId: string): Generator<ModelChunk> {
  for (const text of words(turn.reasoning ?? '')) yield { type: 'reasoning', text }
  for (const text of words(turn.text ?? '')) yield { type: 'text', text }
  for (const [index, call] of (turn.toolCalls ?? []).entries()) {
    yield {
      type: 'tool-arguments',
      callId: `${messageId}-${index}`,
      name: call.name,
      text: asText(call.arguments),
    }
  }
}

function words(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}

function answer(turn: ScriptedTurn, { messageId, messages, systemPrompt }: ModelRequest): ModelChunk {
  const parts = partsOf(turn, messageId)
  const calls = turn.toolCalls?.length ?? 0
  const finishReason = turn.finishReason ?? (calls > 0 ? 'TOOL_CALLS' : 'STOP')
  const content = parts.map((part) => (part.type === 'tool-call' ? part.arguments : part.text)).join(' ')
  return {
    type: 'done',
    message: { role: 'assistant', messageId, parts },
    usage: {
      inputTokens:
        countTokens(systemPrompt ?? '') +
        messages.reduce((sum, message) => sum + countTokens(spoken(message)), 0),
      outputTokens: countTokens(content),
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: countTokens(turn.reasoning ?? ''),
    },
    finishReason,
    rawFinishReason: finishReason.toLowerCase(),
  }
}

function partsOf(turn: ScriptedTurn, messageId: string): readonly AssistantPart[] {
  const reasoning = turn.reasoning ? [{ type: 'reasoning', text: turn.reasoning } as const] : []
  const text = turn.text ? [{ type: 'text', text: turn.text } as const] : []
  const calls = (turn.toolCalls ?? []).map(
    (call, index) =>
      ({
        type: 'tool-call',
        callId: `${messageId}-${index}`,
        name: call.name,
        arguments: asText(call.arguments),
      }) as const,
  )
  return [...reasoning, ...text, ...calls]
}

/** Scripts have no tokenizer: four characters count as one token. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function spoken(message: Message): string {
  return message.role === 'assistant' ? textOf(message) : message.text
}

function asText(args: Json): string {
  return typeof args === 'string' ? args : JSON.stringify(args)
}

function failure({ kind, retryable = false, retryAfterMs }: NonNullable<ScriptedTurn['error']>): ModelError {
  return new ModelError(kind, `The script fails with ${kind}.`, { retryable, retryAfterMs })
}

function unknownScript(name: string, known: readonly string[]): ModelError {
  return new ModelError('BAD_REQUEST', `No script "${name}". Known: ${known.join(', ')}.`, {
    retryable: false,
  })
}
