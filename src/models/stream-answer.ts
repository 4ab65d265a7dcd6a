import { toolCallsOf } from '../domain/message.ts'
import { type ModelAnswer, type ModelChunk, ModelError } from '../domain/model.ts'

/** Folds a provider's events into deltas, and at the stream's end into the answer. */
export interface Fold<Event> {
  read(event: Event): Iterable<ModelChunk>
  /** Throws NETWORK where the provider's own end mark was not among the events. */
  end(): ModelAnswer
}

export interface ModelCall<Event> {
  /** Sends the request; the SDK's socket lives and dies with `signal`. */
  open(signal: AbortSignal): Promise<AsyncIterable<Event>>
  readonly fold: Fold<Event>
  readonly signal: AbortSignal
  toModelError(error: unknown): ModelError
}

/**
 * Reads one answer through an SDK. Every failure leaves as a ModelError, an abort as the signal's reason;
 * whoever stops reading early closes the socket.
 */
export async function* streamAnswer<Event>(call: ModelCall<Event>): AsyncGenerator<ModelChunk> {
  const hangUp = new AbortController()
  try {
    for await (const event of await call.open(AbortSignal.any([call.signal, hangUp.signal]))) {
      call.signal.throwIfAborted()
      yield* call.fold.read(event)
    }
    // SDKs end an aborted stream as if it were complete.
    call.signal.throwIfAborted()
    yield withWholeCalls(call.fold.end())
  } catch (error) {
    call.signal.throwIfAborted()
    throw call.toModelError(error)
  } finally {
    hangUp.abort()
  }
}

/** Garbled bytes can take a field's name away without breaking the JSON; half a call is never run. */
function withWholeCalls(answer: ModelAnswer): ModelAnswer {
  const isHalf = toolCallsOf(answer.message).some(
    ({ callId, name, arguments: args }) => !callId || !name || typeof args !== 'string',
  )
  if (isHalf) throw connectionLost()
  return answer
}

/** What ended without its end mark was cut off on its way. */
export function connectionLost(): ModelError {
  return new ModelError('NETWORK', 'The stream ended before the answer was complete.', { retryable: true })
}
