import { messageOf } from '../domain/errors.ts'
import { type ModelChunk, ModelError, type ModelProvider, type ModelRequest } from '../domain/model.ts'
import { createDeltaWriter } from './delta-writer.ts'
import type { CallPlace } from './model-call.ts'
import type { CallOutcome } from './model-call-row.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'
import { Stop, stopOf } from './stop.ts'

/** One request to one provider: streams its increments into the log and resolves with what came of it. Never throws. */
export async function attemptModel(
  provider: ModelProvider,
  request: ModelRequest,
  place: CallPlace & { readonly messageId: string },
  state: RunState,
  ctx: RunContext,
): Promise<CallOutcome> {
  const watch = watchSilence(request.signal, ctx)
  const { journal, clock } = ctx
  const deltas = createDeltaWriter({
    journal,
    clock,
    signal: watch.signal,
    redactor: ctx.secrets.redactor,
    messageId: place.messageId,
    stepNumber: place.step.number,
  })
  const isTooLate = watch.signal.aborted
  let firstTokenAt: number | null = null
  let heard = ''
  const { wordsBefore = '' } = place
  try {
    for await (const chunk of heeding(watch.signal, provider.stream({ ...request, signal: watch.signal }))) {
      watch.heard()
      if (chunk.type === 'done') {
        deltas.flush()
        return { kind: 'answered', answer: chunk, shown: deltas.shown, heard, firstTokenAt }
      }
      firstTokenAt ??= clock.now()
      heard += chunk.text
      if (!isShown(chunk, place)) continue
      deltas.add(chunk)
      if (place.shows === 'everything') state.wordsSoFar = wordsBefore + deltas.text
    }
    throw new ModelError('NETWORK', 'The stream ended without an answer.', { retryable: true })
  } catch (error) {
    deltas.flush()
    if (place.shows === 'everything') state.wordsSoFar = wordsBefore + deltas.text
    return {
      kind: 'failed',
      error: toModelError(error, watch.signal, !isTooLate),
      shown: deltas.shown,
      heard,
      firstTokenAt,
    }
  } finally {
    watch.release()
  }
}

function isShown({ type }: ModelChunk, { shows }: CallPlace): boolean {
  return shows === 'everything' || (shows === 'reasoning' && type === 'reasoning')
}

/** The stream, left behind when the signal aborts: a provider that hangs must not hold up the run. */
async function* heeding(signal: AbortSignal, stream: AsyncIterable<ModelChunk>): AsyncGenerator<ModelChunk> {
  const chunks = stream[Symbol.asyncIterator]()
  // One listener for the whole stream; a race for each chunk would hold them all until the end.
  let leave: (reason: unknown) => void = () => undefined
  signal.addEventListener('abort', () => leave(signal.reason), { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await new Promise<IteratorResult<ModelChunk>>((resolve, reject) => {
        leave = reject
        chunks.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a generator that hangs lets nobody in. What it throws while it is closed is of no interest any more.
    chunks.return?.().catch(() => undefined)
  }
}

/** A signal that aborts when nothing is heard for too long (TIMEOUT), or when `parent` does. */
function watchSilence(parent: AbortSignal, { clock, modelSilenceMs }: RunContext) {
  const silent = new AbortController()
  const released = new AbortController()
  let lastHeard = clock.elapsed()
  async function watch(): Promise<void> {
    const stop = AbortSignal.any([released.signal, parent])
    for (;;) {
      const left = lastHeard + modelSilenceMs - clock.elapsed()
      if (left <= 0)
        return silent.abort(
          new ModelError('TIMEOUT', `Silent for ${modelSilenceMs} ms.`, { retryable: false }),
        )
      await clock.sleep(left, stop)
    }
  }
  watch().catch(() => undefined) // released, or the parent aborted
  return {
    signal: AbortSignal.any([silent.signal, parent]),
    heard: () => {
      lastHeard = clock.elapsed()
    },
    release: () => released.abort(),
  }
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
