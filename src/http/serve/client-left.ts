import type { ServerResponse } from 'node:http'

/**
 * The signal that aborts when a client leaves before its response is complete.
 *
 * The adapter's `request.signal` is no replacement: once somebody listens to a signal that `AbortSignal.any` made of it, Node.js 24 no longer
 * sees that it was aborted in the others.
 */
export function clientLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}
