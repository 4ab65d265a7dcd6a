import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { Client } from './client.ts'
import type { ConnectionState } from './connection-status.ts'
import type { Store } from './shared-store.ts'
import { type FollowedRun, gatesStore, type OpenGates, runStore, unknownGates, unknownRun } from './stores.ts'

const ClientContext = createContext<Client | null>(null)

/** Gives a client to the hooks below it. Create the client once, outside of components. */
export function RungraphProvider(props: { readonly client: Client; readonly children?: ReactNode }) {
  return createElement(ClientContext.Provider, { value: props.client }, props.children)
}

/** The client of the provider. @throws Error without a provider */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('There is no RungraphProvider above this component.')
  return client
}

/**
 * A run, as it is known at this moment. All components that show the same run share one subscription. On a server that renders pages it is
 * a queued run without text.
 */
export function useRun(runId: string): FollowedRun {
  const { subscribe, current } = useRunStore(runId)
  return useSyncExternalStore(subscribe, current, () => unknownRun)
}

/** The text of the newest message of a run so far: at the end, the answer. Renders again only when the text grows. */
export function useRunText(runId: string): string {
  const { subscribe, current } = useRunStore(runId)
  return useSyncExternalStore(
    subscribe,
    () => current().text,
    () => '',
  )
}

/** The open gates of the project, live. Decide about one with `useClient().resolveGate`. */
export function useGates(): OpenGates {
  const client = useClient()
  const { subscribe, current } = useMemo(() => gatesStore(client), [client])
  return useSyncExternalStore(subscribe, current, () => unknownGates)
}

/** State of the connection of the subscriptions, to show that it broke. */
export function useConnection(): ConnectionState {
  const { subscribe, current } = useClient().connection
  return useSyncExternalStore(subscribe, current, () => 'idle')
}

function useRunStore(runId: string): Store<FollowedRun> {
  const client = useClient()
  return useMemo(() => runStore(client, runId), [client, runId])
}

export type { FollowedRun, OpenGates }
