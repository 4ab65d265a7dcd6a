import { connect, follow, mayPass } from '../../client/follow.ts'
import { socketUrl } from './address.ts'
import { currentKey } from './key.ts'

export type ConnectionState = 'idle' | 'connected' | 'broken'

let state: ConnectionState = 'idle'
const listeners = new Set<() => void>()

function settle(next: ConnectionState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** The WebSocket of the page. It is open while something is followed. */
export const live = connect(socketUrl, currentKey)
live.on('connected', () => settle('connected'))
live.on('closed', (event) => {
  const isAskedFor = event instanceof CloseEvent && event.code === 1000 // nothing is followed any more
  settle(!isAskedFor && mayPass(event) ? 'broken' : 'idle')
})

/** For `useSyncExternalStore`. */
export const connection = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => state,
}

/** Follows a subscription with `$after` and `cursor`, over drops and restarts of the server, each event once. */
export function followLive<Data extends object>(
  request: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): AsyncGenerator<Data> {
  return follow<Data>(live, request, signal)
}
