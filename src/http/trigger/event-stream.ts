import type { EndableStream } from '../../domain/end-on-abort.ts'
import { toApiError } from '../error-responses.ts'
import type { Data } from './graph.ts'
import type { ShownRun } from './triggered-run.ts'

interface Source {
  readonly events: EndableStream<Data>
  /** The run, once there are no more events. */
  readonly last: () => Promise<ShownRun | null>
  /** Aborts when the reader has left: a reader that left before there was an answer does not cancel it. */
  readonly signal: AbortSignal
  readonly keepAliveMs: number
}

/**
 * Returns the events of a run as an event stream: each has its cursor as `id` and its type as `event`. At the end comes `complete` with
 * the run. An idle stream sends a comment every `keepAliveMs` (API-9). The next event is read when the previous one was consumed, so
 * that a slow reader costs no memory.
 */
export function streamEvents({ events, last, signal, keepAliveMs }: Source): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let pinging: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(pinging)
    signal.removeEventListener('abort', end)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) return
      signal.addEventListener('abort', end)
      // Some clients see no answer before its first bytes.
      controller.enqueue(encoder.encode(ping))
      pinging = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(ping))
      }, keepAliveMs)
    },
    async pull(controller) {
      const { text, isLast } = await nextMessage(events, last)
      controller.enqueue(encoder.encode(text))
      if (!isLast) return
      end()
      controller.close()
    },
    async cancel() {
      end()
      await events.return()
    },
  })
}

const ping = ':\n\n'

async function nextMessage(events: EndableStream<Data>, last: Source['last']) {
  try {
    const { done, value } = await events.next()
    if (done) return { isLast: true, text: messageOf('complete', await last()) }
    const { cursor, ...event } = Object(value.runEvents)
    return { isLast: false, text: messageOf(String(event.type), event, String(cursor)) }
  } catch (error) {
    const { code, message } = toApiError(error)
    return { isLast: true, text: messageOf('error', { code, message }) }
  }
}

/** JSON has no line breaks of its own, nor have cursors and types. */
function messageOf(event: string, data: unknown, id: string | null = null): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === null ? '' : `id: ${id}\n`}\n`
}
