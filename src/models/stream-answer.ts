import { ZodError } from 'zod'
import { pauseWhenLong } from '../domain/in-slices.ts'
import { isJsonObject, type JsonObject } from '../domain/json.ts'
import { toolCallsOf } from '../domain/message.ts'
import {
  type CallSight,
  type ModelAnswer,
  type ModelChunk,
  ModelError,
  type ModelRequest,
} from '../domain/model.ts'
import { rejectOnAbort, waitAtMost } from '../domain/time-limit.ts'
import { type MadeFile, withMadeFiles } from './files/made-files.ts'
import { unreadablePart } from './loose-values.ts'
import { watched } from './provider-fetch.ts'
import { createTextReader, writtenText } from './text/read-text.ts'
import { toolNamed, withNamedTools } from './text/tool-named.ts'

/** Folds a provider's events into deltas, and at the stream's end into the answer. */
export interface Fold<Event> {
  read(event: Event): Iterable<ModelChunk>
  /** What is known at the end of the stream alone. */
  rest?(): Iterable<ModelChunk>
  /** How far the answer is, by the events that were read. */
  readonly ending: StreamEnding
  /** @throws NETWORK where the provider's own end mark was not among the events */
  end(): ModelAnswer
  /** The files that the model made, for the answer of `end`. Absent: the API has none. */
  readonly made?: readonly MadeFile[]
}

/** `ended`: a reason of the end was given, behind which only a count comes; `final`: the last event was read. */
export type StreamEnding = 'open' | 'ended' | 'final'

export interface SdkCall<Event> {
  /** Whose tools were offered: a call of one of them may stand in the text. */
  readonly request: ModelRequest
  /** Sends the request; the SDK's socket lives and dies with `signal`. */
  open(signal: AbortSignal): Promise<AsyncIterable<Event>>
  readonly fold: Fold<Event>
  /** The mark behind thoughts with which the model's answers begin, without one before; `null`: they do not; absent: the adapter does not learn it. */
  readonly endOfThoughts?: string | null
  toModelError(error: unknown): ModelError
}

/**
 * Reads one answer through an SDK. Every failure leaves as a ModelError, an abort as the signal's reason;
 * a reader that stops early closes the socket.
 */
export async function* streamAnswer<Event>(call: SdkCall<Event>): AsyncGenerator<ModelChunk> {
  const abortRequest = new AbortController()
  let streamed = ''
  const { tools, toolChoice, sight, signal } = call.request
  const names = tools.map(({ name }) => name)
  const known = new Set(names)
  const reader = createTextReader({
    tools: toolChoice === 'none' ? [] : names,
    endOfThoughts: call.endOfThoughts,
  })
  const begun = new Set<string>()
  let events: AsyncIterator<Event> | null = null
  let isOpen = false
  try {
    signal.throwIfAborted()
    const either = AbortSignal.any([signal, abortRequest.signal])
    const opened = watched(call.request, () => call.open(either))
    // The work of an SDK before it sends, such as fetching credentials, ignores the signal.
    const stream = await rejectOnAbort(opened, signal)
    events = stream[Symbol.asyncIterator]()
    isOpen = true
    const next = nextOf(events, call)
    for (let read = await next(); !read.done; read = await next()) {
      const event = read.value
      // A socket with data is read on within one turn: a fast server would have all of the process's time.
      const pause = pauseWhenLong()
      if (pause) await pause
      signal.throwIfAborted()
      if (sight) noteResponse(event, sight)
      for (const chunk of call.fold.read(event)) {
        if (chunk.type === 'text') {
          streamed += chunk.text
          yield* reader.push(chunk.text)
          continue
        }
        if (chunk.type !== 'tool-arguments') {
          yield chunk
          continue
        }
        begun.add(chunk.callId)
        yield known.has(chunk.name) ? chunk : { ...chunk, name: toolNamed(chunk.name, names) }
      }
    }
    // SDKs end an aborted stream as if it were complete.
    signal.throwIfAborted()
    for (const chunk of call.fold.rest?.() ?? []) {
      // Words are taken from the answer.
      if (chunk.type === 'text') continue
      if (chunk.type === 'tool-arguments') begun.add(chunk.callId)
      yield chunk.type === 'tool-arguments' ? { ...chunk, name: toolNamed(chunk.name, names) } : chunk
    }
    const ended = withKnownTools(withWholeCalls(call.fold.end()), names)
    const { made = [] } = call.fold
    const whole =
      made.length === 0 ? ended : await rejectOnAbort(withMadeFiles(ended, made, call.request), signal)
    // Words that came in no pieces.
    yield* reader.push(notStreamed(whole, streamed))
    yield* reader.end(whole.finishReason)
    if (reader.unopened !== null && call.endOfThoughts === null) throw new UnmarkedThoughts(reader.unopened)
    const answer = reader.place(whole)
    // Those that came in no pieces: none are needed for a call without arguments, and some servers give them whole.
    for (const { callId, name, arguments: text } of toolCallsOf(answer.message))
      if (!begun.has(callId)) yield { type: 'tool-arguments', callId, name, text }
    yield answer
  } catch (error) {
    signal.throwIfAborted()
    throw call.toModelError(isOpen ? inOwnWords(error) : error)
  } finally {
    abortRequest.abort()
    // Not awaited: a stream that is left open returns when its socket is closed.
    events?.return?.().catch(() => undefined)
  }
}

/** What a part of an answer that has not the expected type makes an SDK, or a fold, throw. */
function inOwnWords(error: unknown): unknown {
  const isOfTransport =
    error instanceof TypeError && (error.cause !== undefined || error.message === 'terminated')
  const isOfForm = error instanceof TypeError || error instanceof ZodError
  return isOfForm && !isOfTransport ? unreadablePart('an event', error) : error
}

/** Wait for the count behind a reason of the end, in milliseconds without an event, and with events that say nothing. */
const silenceBehindEndMs = 2_000
const longestBehindEndMs = 30_000
/** Wait for the end of the body behind the last event: a connection whose body has ended is used again. */
const endOfBodyMs = 20

/**
 * Reads the next event. Some servers leave the socket open behind an answer, or break it: a whole answer is not lost for that.
 */
function nextOf<Event>(
  events: AsyncIterator<Event>,
  { fold, toModelError }: SdkCall<Event>,
): () => Promise<IteratorResult<Event, unknown>> {
  let tooLong: AbortSignal | null = null
  async function behindEnd(): Promise<IteratorResult<Event, unknown>> {
    tooLong ??= AbortSignal.timeout(longestBehindEndMs)
    try {
      const isFinal = fold.ending === 'final'
      const read = await waitAtMost(isFinal ? endOfBodyMs : silenceBehindEndMs, events.next())
      return isFinal || read === null || tooLong.aborted ? over : read.result
    } catch (error) {
      const { kind } = toModelError(error)
      if (fold.ending === 'final' || kind === 'NETWORK' || kind === 'TIMEOUT') return over
      throw error
    }
  }
  return () => (fold.ending === 'open' ? events.next() : behindEnd())
}

const over = { done: true, value: undefined } as const

/** The first answer of a model whose template puts the mark before its thoughts into the prompt: they were shown as text. */
export class UnmarkedThoughts extends ModelError {
  readonly mark: string

  constructor(mark: string) {
    super('UNKNOWN', 'The answer had the end of thoughts in its text, and no beginning.', {
      retryable: true,
      adapted: `text up to \`${mark}\` is read as reasoning`,
    })
    this.mark = mark
  }
}

/** A call of nothing, or half a call, is never run: the server wrote it in a form of its own, or bytes were garbled. */
function withWholeCalls(answer: ModelAnswer): ModelAnswer {
  const isHalf = toolCallsOf(answer.message).some(
    ({ callId, name, arguments: args }) => !callId || !name || typeof args !== 'string',
  )
  if (isHalf) throw unreadablePart('a tool call without a name, an id or arguments')
  return answer
}

function withKnownTools(answer: ModelAnswer, names: readonly string[]): ModelAnswer {
  const { message, repaired } = withNamedTools(answer.message, names)
  return repaired.length === 0
    ? answer
    : { ...answer, message, repaired: [...(answer.repaired ?? []), ...repaired] }
}

/** The rest of the text. Two answers in one stream, as a broken proxy gives them, would be shown as one text and kept as another. */
function notStreamed({ message }: ModelAnswer, streamed: string): string {
  const text = writtenText(message)
  if (text.startsWith(streamed)) return text.slice(streamed.length)
  throw new ModelError('NETWORK', 'The stream was of another answer than its end.', { retryable: true })
}

/** Error for a stream that ended without its end mark. */
export function connectionLost(): ModelError {
  return new ModelError('NETWORK', 'The stream ended before the answer was complete.', { retryable: true })
}

/**
 * Notes the id and the model that an event names for its response. They stand in the event itself (Chat Completions), in its `response`
 * (Responses API), in its `message` (Anthropic), or under names of their own (Google). What an event names first is kept: each event of a
 * response repeats it, or has neither.
 */
export function noteResponse(event: unknown, sight: CallSight): void {
  if (sight.responseId !== null && sight.responseModel !== null) return
  const about = aboutOf(event)
  if (about === null) return
  sight.responseId ??= textOf(about.responseId) ?? textOf(about.id)
  sight.responseModel ??= textOf(about.modelVersion) ?? textOf(about.model)
}

function aboutOf(event: unknown): JsonObject | null {
  if (!isJsonObject(event)) return null
  const { response, message } = event
  return isJsonObject(response) ? response : isJsonObject(message) ? message : event
}

/** A server may send anything here, and a span keeps it. */
const maxChars = 256

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxChars) : null
}
