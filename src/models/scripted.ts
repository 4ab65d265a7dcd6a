import { type Clock, systemClock } from '../domain/clock.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { type AssistantPart, type FilePart, type Message, textOf } from '../domain/message.ts'
import {
  type FinishReason,
  type ModelChunk,
  ModelError,
  type ModelErrorKind,
  type ModelProvider,
  type ModelRequest,
  type ToolSpec,
} from '../domain/model.ts'

/** One answer of a scripted model. Every field may be left out; without text and tool calls the answer is empty. */
export interface ScriptedTurn {
  /** Reasoning before the text. Default: none. */
  readonly reasoning?: string
  /** Text of the answer. Default: none. */
  readonly text?: string
  /**
   * Plan of an agent with the planner PLAN: what it answers in JSON is made of this, and of `reasoning`. It is not checked here, so that
   * a script can answer with a plan that cannot be executed. Default: none.
   */
  readonly plan?: JsonObject
  /** Final answer of an agent with the planner PLAN, in the place of a plan. Other agents answer with `text`. Default: none. */
  readonly answer?: string
  /** Time before each word in milliseconds, from 0. Default: that of the provider. */
  readonly chunkDelayMs?: number
  /** Files that the model makes, behind its text. Default: none. */
  readonly files?: readonly { readonly data: Uint8Array; readonly mediaType: string }[]
  /** Tool calls after the text. `arguments` that are a string are sent unchanged, valid JSON or not. Default: none. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Json }[]
  /** Finish reason. Default: STOP, or TOOL_CALLS if it has any. */
  readonly finishReason?: FinishReason
  /** Fails with a ModelError after the parts above. Default: it does not fail. `retryAfterMs` is in milliseconds. */
  readonly error?: {
    readonly kind: ModelErrorKind
    readonly retryable?: boolean
    readonly retryAfterMs?: number
  }
}

/** The input of a script. The same input gives the same turn, also after a restart. */
export interface ScriptContext {
  /**
   * Number of turns of the model since the last message of a person, a stage or an iteration of a loop, from 0. What else the engine says in
   * the place of a user, such as the results of a plan, does not begin it anew.
   */
  readonly turn: number
  /** The last user message, of a person or of the engine. */
  readonly input: string
  /**
   * It is asked beside the conversation: an LLM action or a DECISION of a plan, acceptance criteria, confidence, a summary of older
   * messages. `input` is the question, and `turn` begins at 0. Absent: it is asked for the next turn of the conversation.
   */
  readonly isAside?: true
  readonly messages: readonly Message[]
  /** The tools that the model is offered. */
  readonly tools: readonly ToolSpec[]
  /** Whether tools are disabled, because a final summary is requested. */
  readonly toolsDisabled: boolean
}

/** Gives the turn of a scripted model. It must be a pure function; an error that it throws fails the model call. */
export type Script = (situation: ScriptContext) => ScriptedTurn

/** A script that plays its turns in order and repeats the last one. Without turns every answer is empty. */
export function sequence(...turns: readonly ScriptedTurn[]): Script {
  return ({ turn }) => turns[Math.min(turn, turns.length - 1)] ?? {}
}

/**
 * The deterministic provider for demonstrations and tests: `scripted/<name>` plays that script (MOD-1).
 * It is called only by that name, never as a fallback. `chunkDelayMs` is the time before each word in milliseconds, from 0. Default: 0.
 * `clock` measures it. Default: the system's. A call of an unknown script throws a ModelError, BAD_REQUEST.
 */
export function createScripted(options: {
  readonly scripts: Readonly<Record<string, Script>>
  readonly chunkDelayMs?: number
  readonly clock?: Clock
}): ModelProvider {
  const { scripts, chunkDelayMs = 0, clock = systemClock } = options
  return {
    name: 'scripted',
    async *stream(request) {
      const script = Object.hasOwn(scripts, request.model) ? scripts[request.model] : undefined
      if (!script) throw unknownScript(request.model, Object.keys(scripts))
      const situation = situationOf(request)
      const turn = inWords(script(situation), situation)
      const wordMs = turn.chunkDelayMs ?? chunkDelayMs
      for (const chunk of increments(turn, request.messageId)) {
        if (wordMs > 0) await clock.sleep(wordMs, request.signal)
        request.signal.throwIfAborted()
        yield chunk
      }
      if (turn.error) throw failure(turn.error)
      yield answer(turn, request, await keptFiles(turn, request))
    },
  }
}

function situationOf({ messages, tools, toolChoice, question }: ModelRequest): ScriptContext {
  const user = messages.findLast((message) => message.role === 'user')
  const opening = messages.findLastIndex(
    (message) => message.role === 'user' && (!message.byEngine || message.opensIteration),
  )
  // Copies, made when they are read first: a script may change what it gets.
  let copies: ScriptContext['messages'] | undefined
  return {
    turn: messages.slice(opening + 1).filter((message) => message.role === 'assistant').length,
    input: user?.text ?? '',
    get messages() {
      copies ??= structuredClone(messages)
      return copies
    },
    get tools() {
      return tools.map(({ name, description, inputSchema }) =>
        structuredClone({ name, description, inputSchema }),
      )
    },
    toolsDisabled: toolChoice === 'none',
    ...(isAside(question) && { isAside: true }),
  }
}

/** The last word of a run is asked on its conversation. */
function isAside(question: ModelRequest['question']): boolean {
  return question !== undefined && question.hash !== null && question.purpose !== 'FINAL'
}

/** The turn of a planner as the JSON that it is on the wire. @throws ModelError BAD_REQUEST where something else was asked */
function inWords({ plan, answer, reasoning, ...turn }: ScriptedTurn, situation: ScriptContext) {
  const planned = plan !== undefined || answer !== undefined
  if (!planned) return reasoning === undefined ? turn : { ...turn, reasoning }
  if (situation.isAside) throw noPlanAside(situation.input)
  const words = { reasoning: reasoning ?? '', goalAchieved: plan === undefined, answer: answer ?? null }
  return { ...turn, text: JSON.stringify({ ...words, plan: plan ?? null }) }
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

async function keptFiles({ files = [] }: ScriptedTurn, request: ModelRequest): Promise<readonly FilePart[]> {
  const kept: FilePart[] = []
  for (const { data, mediaType } of files) {
    const file = await request.files?.keep(data, mediaType)
    if (file) kept.push(file)
  }
  return kept
}

function answer(
  turn: ScriptedTurn,
  { messageId, messages, systemPrompt }: ModelRequest,
  files: readonly FilePart[],
): ModelChunk {
  const parts = partsOf(turn, messageId, files)
  const calls = turn.toolCalls?.length ?? 0
  const finishReason = turn.finishReason ?? (calls > 0 ? 'TOOL_CALLS' : 'STOP')
  const content = parts.map(written).join(' ')
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

function written(part: AssistantPart): string {
  if (part.type === 'file') return ''
  return part.type === 'tool-call' ? part.arguments : part.text
}

function partsOf(
  turn: ScriptedTurn,
  messageId: string,
  files: readonly FilePart[],
): readonly AssistantPart[] {
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
  return [...reasoning, ...text, ...files, ...calls]
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

function noPlanAside(question: string): ModelError {
  return new ModelError(
    'BAD_REQUEST',
    `The script answers a question beside the conversation with a turn of its planner: answer it with \`text\` where \`isAside\` is true. The question: ${question.slice(0, 200)}`,
    { retryable: false },
  )
}

function unknownScript(name: string, known: readonly string[]): ModelError {
  return new ModelError('BAD_REQUEST', `No script "${name}". Known: ${known.join(', ')}.`, {
    retryable: false,
  })
}
