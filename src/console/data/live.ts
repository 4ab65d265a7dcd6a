import { Client } from '../../client/index.ts'
import { graphqlUrl } from './address.ts'
import { currentKey } from './key.ts'

/** The client of the page. Its WebSocket is open while something is followed. */
export const live = new Client({ url: graphqlUrl, token: currentKey })

/** The state of its connection, for `useSyncExternalStore`. */
export const connection = live.connection

/** Follows a subscription with `$after` and `cursor`, over drops and restarts of the server, each event once. */
export function followLive<Data extends object>(
  { query, variables }: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): AsyncGenerator<Data> {
  return live.subscribe<Data, object>(query, variables, { signal })
}
