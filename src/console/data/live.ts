import { stringifyDocument, type TypedDocumentNode } from 'urql'
import { Client } from '../../client/index.ts'
import { graphqlUrl } from './address.ts'
import { currentKey } from './key.ts'

/** The client of the page. Its WebSocket is open while something is followed. */
export const live = new Client({ url: graphqlUrl, token: currentKey })

/** The state of its connection, for `useSyncExternalStore`. */
export const connection = live.connection

const losses = new EventTarget()

/** Calls `listener` when the database has lost what the page shows, until the returned function is called. */
export function onLoss(listener: () => void): () => void {
  losses.addEventListener('loss', listener)
  return () => losses.removeEventListener('loss', listener)
}

/** The subscriptions of the page. */
export const followed: Pick<Client, 'subscribe'> = {
  subscribe(operation, variables, options) {
    const onLost = () => losses.dispatchEvent(new Event('loss'))
    return live.subscribe(operation, variables, { ...options, onLost })
  },
}

/**
 * Follows a subscription with `$after` and `cursor` without the cache, over drops and restarts of the server, each event once. `onOpen` is
 * called with each connection.
 */
export function followLive<Data extends object, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: { readonly signal: AbortSignal; readonly onOpen?: () => void },
): AsyncGenerator<Data> {
  return followed.subscribe<Data, object>(stringifyDocument(document), { ...variables }, options)
}

/** Calls `apply` once per frame with all that came since, however much that is. */
export function inFrames<Item>(apply: (items: readonly Item[]) => void): (item: Item) => void {
  let waiting: Item[] = []
  return (item) => {
    waiting.push(item)
    if (waiting.length > 1) return
    requestAnimationFrame(() => {
      const items = waiting
      waiting = []
      apply(items)
    })
  }
}

export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
