import { createAnswerMeter } from '../../domain/answer-size.ts'
import { messageOf } from '../../domain/errors.ts'
import { type ModelChunk, ModelError, type ModelProvider, type ModelRequest } from '../../domain/model.ts'
import { withoutPage } from '../../domain/text/foreign-text.ts'
import { linkedTo, waitUntilAbort } from '../../domain/time-limit.ts'
import { believable } from '../../domain/usage.ts'
import { cutText } from '../context/show.ts'
import { type CallPosition, isOwnWords, type StreamedPart } from '../model-call.ts'
import { createLastTurnStream, createPlannerStream } from '../plan/planner-stream.ts'
import { answerWithEmptyMarks } from '../run/change-message.ts'
import type { ModelContext } from '../run/run-context.ts'
import type { LiveRun } from '../run/run-state.ts'
import { Stop, stopOf } from '../stop.ts'
import { createDeltaWriter, type Increment } from './delta-writer.ts'
import type { CallOutcome } from './model-call-row.ts'

/** One request to one provider: streams its increments into the log and resolves to its outcome. Never throws. */
export async function streamAttempt(
  provider: ModelProvider,
  request: ModelRequest,
  call: CallPosition & { readonly messageId: string },
  state: LiveRun,
  ctx: ModelContext,
): Promise<CallOutcome> {
  const watch = watchSilence(request.signal, ctx)
  const { journal, clock } = ctx
  const deltas = createDeltaWriter({
    journal,
    clock,
    signal: watch.signal,
    redactor: ctx.secrets.redactor,
    messageId: call.messageId,
    stepNumber: call.step.number,
    ...(typeof call.shows === 'object' && call.shows),
  })
  const wasAbortedBefore = watch.signal.aborted
  const shownOf = incrementsShown(call.shows)
  const size = createAnswerMeter()
  let firstTokenAt: number | null = null
  let receivedText = ''
  const { wordsBefore = '' } = call
  const chunks = untilAbort(watch.signal, () => provider.stream({ ...request, signal: watch.signal }))
  try {
    for await (const chunk of chunks) {
      watch.receivedText()
      if (chunk.type === 'done') {
        deltas.flush()
        const message = answerWithEmptyMarks(chunk.message)
        const answer = { ...chunk, message, usage: believable(chunk.usage) }
        return { kind: 'answered', answer, shown: deltas.shown, receivedText, firstTokenAt }
      }
      firstTokenAt ??= clock.elapsed()
      size.add(chunk.text.length)
      receivedText += chunk.text
      for (const increment of shownOf(chunk)) deltas.add(increment)
      if (isOwnWords(call.shows)) state.wordsSoFar = wordsBefore + deltas.text
    }
    throw new ModelError('NETWORK', 'The stream ended without an answer.', { retryable: true })
  } catch (error) {
    deltas.flush()
    if (isOwnWords(call.shows)) state.wordsSoFar = wordsBefore + deltas.text
    return {
      kind: 'failed',
      error: inFewWords(toModelError(error, watch.signal, !wasAbortedBefore), ctx),
      shown: deltas.shown,
      receivedText,
      firstTokenAt,
    }
  } finally {
    chunks.leave()
    watch.release()
  }
}

/** Returns the function that selects the shown part of each increment. */
function incrementsShown(shows: StreamedPart): (increment: Increment) => readonly Increment[] {
  if (shows === 'nothing') return () => []
  if (shows !== 'planner' && shows !== 'last-planner') return (increment) => [increment]
  const words = shows === 'planner' ? createPlannerStream() : createLastTurnStream()
  let hasThought = false
  return (increment) => {
    hasThought ||= increment.type === 'reasoning'
    if (increment.type === 'reasoning') return [increment]
    if (increment.type !== 'text') return []
    // The `reasoning` of the plan is skipped if the model streamed its own.
    return words.push(increment.text).filter(({ type }) => type === 'text' || !hasThought)
  }
}

/**
 * The stream, left behind when the signal aborts: a provider that hangs must not hold up the run. Leave it when no more of it is read. No
 * generator: it would cost each chunk three promises more.
 */
function untilAbort(signal: AbortSignal, open: () => AsyncIterable<ModelChunk>) {
  const wait = waitUntilAbort(signal)
  let chunks: AsyncIterator<ModelChunk> | undefined
  const next = () => {
    signal.throwIfAborted()
    chunks ??= open()[Symbol.asyncIterator]()
    return wait.for(chunks.next())
  }
  return {
    [Symbol.asyncIterator]: () => ({ next }),
    leave: () => {
      wait.release()
      // Not awaited: a generator that hangs does not return. Errors that it throws while it is closed no longer matter.
      chunks?.return?.().catch(() => undefined)
    },
  }
}

/** A signal that aborts when the provider sends nothing for too long (TIMEOUT), or when `parent` does. */
function watchSilence(parent: AbortSignal, { clock, modelSilenceMs }: ModelContext) {
  const work = linkedTo(parent)
  let lastChunkAt = clock.elapsed()
  let cancel = clock.after(modelSilenceMs, look)
  function look(): void {
    const remainingMs = lastChunkAt + modelSilenceMs - clock.elapsed()
    if (remainingMs > 0) cancel = clock.after(remainingMs, look)
    else work.abort(new ModelError('TIMEOUT', `Silent for ${modelSilenceMs} ms.`, { retryable: false }))
  }
  return {
    signal: work.signal,
    receivedText: () => {
      lastChunkAt = clock.elapsed()
    },
    release: () => {
      work.unlink()
      cancel()
    },
  }
}

/** Maximum number of characters of a provider's error, which is in every warning, event and row of the run. */
const maxErrorChars = 2_000

function inFewWords(error: ModelError, { secrets }: ModelContext): ModelError {
  const { kind, message, cause, retryable, status, retryAfterMs, adapted, sent } = error
  const words = secrets.shorten(message, (text) => cutText(withoutPage(text), maxErrorChars))
  if (words === message) return error
  return new ModelError(kind, words, { retryable, status, retryAfterMs, adapted, sent, cause })
}

/** `sent` is false where the call was over before it began. */
function toModelError(error: unknown, signal: AbortSignal, sent: boolean): ModelError {
  if (signal.aborted && signal.reason instanceof ModelError) return signal.reason
  if (error instanceof ModelError) return error
  const stop = error instanceof Stop ? error : stopOf(signal)
  if (stop) {
    const message = `Stopped: ${stop.message}`
    return new ModelError('UNKNOWN', message, { retryable: false, sent, cause: error })
  }
  return new ModelError('UNKNOWN', messageOf(error), { retryable: false, cause: error })
}
