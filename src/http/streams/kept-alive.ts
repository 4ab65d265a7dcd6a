/** The body of an answer that comes in pieces. */
interface Pieces {
  /** Sent at once: some clients see no answer before its first bytes. */
  readonly first: string
  /** Sent every `everyMs` to a client that takes what it is sent (API-9). */
  readonly heartbeat: string
  readonly everyMs: number
  /** Called when the previous piece was taken, so that a slow reader costs no memory. If it throws, the answer is broken off. */
  readonly next: () => Promise<{ readonly text: string; readonly isLast: boolean }>
  /** Called when the reader leaves. */
  readonly cancel: () => Promise<unknown>
  /** Aborts when the reader has left: one that left before there was an answer does not cancel it. */
  readonly signal?: AbortSignal
}

/** A body of pieces that are written whole, so that the answer can be ended between any two. */
export function toKeptAlive({
  first,
  heartbeat,
  everyMs,
  next,
  cancel,
  signal,
}: Pieces): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(timer)
    signal?.removeEventListener('abort', end)
  }
  return new ReadableStream({
    start(controller) {
      if (signal?.aborted) return
      signal?.addEventListener('abort', end)
      controller.enqueue(encoder.encode(first))
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(heartbeat))
      }, everyMs)
    },
    async pull(controller) {
      try {
        const { text, isLast } = await next()
        controller.enqueue(encoder.encode(text))
        if (!isLast) return
        end()
        controller.close()
      } catch (error) {
        end()
        throw error
      }
    },
    async cancel() {
      end()
      await cancel()
    },
  })
}
