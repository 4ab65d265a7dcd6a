import type { Clock } from '../../domain/clock.ts'

/** The time after a list before the next one, doubled while changes go on, in milliseconds. */
const firstMs = 100
const mostMs = 60_000

export interface RelistingOptions {
  readonly list: () => Promise<void>
  readonly clock: Clock
  /** Ends it. */
  readonly signal: AbortSignal
  readonly onFault: (error: unknown) => void
}

/**
 * Gives a function to be called when a server says that its tools changed: it lists them, once for all changes that come meanwhile. A server
 * that says so at every list is asked less and less often.
 */
export function createRelisting({ list, clock, signal, onFault }: RelistingOptions): () => void {
  let isStale = false
  let isListing = false
  const relist = async () => {
    for (let pauseMs = firstMs; isStale && !signal.aborted; pauseMs = Math.min(2 * pauseMs, mostMs)) {
      isStale = false
      await list()
      await clock.sleep(pauseMs, signal)
    }
    isListing = false
  }
  return () => {
    isStale = true
    if (isListing) return
    isListing = true
    relist().catch((error: unknown) => {
      isListing = false
      onFault(error)
    })
  }
}
