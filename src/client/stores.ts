import {
  GateChangesDocument,
  type OpenGateFragment,
  OpenGatesDocument,
  RunChangesDocument,
  RunGoesOnDocument,
} from '../generated/follower/graphql.ts'
import type { Client } from './client.ts'
import { asClientError, type RungraphClientError } from './client-error.ts'
import { nextRunState, queuedRun, type RunState } from './run-state.ts'
import { createStore, type Store, type StoreSource } from './shared-store.ts'

/** A run, as far as its events were received. */
export interface FollowedRun extends RunState {
  /** Why the run can no longer be followed; null while it is, and after its end. */
  readonly failure: RungraphClientError | null
}

/** The open gates of the project. */
export interface OpenGates {
  /** The newest hundred. */
  readonly gates: readonly OpenGateFragment[]
  /** Whether the list was not received yet. */
  readonly isLoading: boolean
  /** Why the gates can no longer be followed; null while they are. */
  readonly failure: RungraphClientError | null
}

export const unknownRun: FollowedRun = { ...queuedRun, failure: null }
export const unknownGates: OpenGates = { gates: [], isLoading: true, failure: null }

/** The stores of a client that someone uses, by the object they show. */
type Stores<Value> = Map<string, Store<Value>>
const runsOfClients = new WeakMap<Client, Stores<FollowedRun>>()
const gatesOfClients = new WeakMap<Client, Stores<OpenGates>>()

/** A run, with one subscription for all who use it. */
export function runStore(client: Client, runId: string): Store<FollowedRun> {
  return sharedStore(storesOf(runsOfClients, client), runId, unknownRun, followRun(client, runId))
}

/** The open gates, with one subscription for all who use them. */
export function gatesStore(client: Client): Store<OpenGates> {
  return sharedStore(storesOf(gatesOfClients, client), '', unknownGates, followGates(client))
}

function storesOf<Value>(all: WeakMap<Client, Stores<Value>>, client: Client): Stores<Value> {
  const stores = all.get(client) ?? new Map()
  all.set(client, stores)
  return stores
}

/** Nothing is kept before the first subscription: a page that is rendered on a server, or never shown, has none. */
function sharedStore<Value>(
  stores: Stores<Value>,
  key: string,
  initial: Value,
  source: StoreSource<Value>,
): Store<Value> {
  return {
    current: () => stores.get(key)?.current() ?? initial,
    subscribe: (listener) => {
      const store = stores.get(key) ?? createStore(initial, source, () => stores.delete(key))
      stores.set(key, store)
      return store.subscribe(listener)
    },
  }
}

/**
 * The events of a run, on and on: the subscription to them ends when the run pauses, and begins again when the run is resumed. Where the
 * database has lost some of them, the state begins again, too.
 */
function followRun(client: Client, runId: string): StoreSource<FollowedRun> {
  return async (set, signal) => {
    let after: string | undefined
    let run: RunState = queuedRun
    for (;;) {
      try {
        for await (const event of client.follow(runId, { after, signal })) {
          const known = nextRunState(run, event)
          run = known
          set(() => ({ ...known, failure: null }))
          after = event.cursor
        }
        if (run.status !== 'PAUSED' || signal.aborted) return
        await untilResumed(client, runId, signal)
      } catch (error) {
        if (!isLoss(error) || after === undefined)
          return set((run) => ({ ...run, failure: asClientError(error) }))
        after = undefined
        run = queuedRun
        set(() => unknownRun)
      }
    }
  }
}

/** Whether the database has lost the events up to a cursor that it gave. */
function isLoss(error: unknown): boolean {
  return asClientError(error).code === 'CURSOR_INVALID'
}

/** Resolves when a paused run may have gone on: it may have paused again since. What happened before the subscription began is read. */
async function untilResumed(client: Client, runId: string, outer: AbortSignal): Promise<void> {
  const resumed = new AbortController()
  const signal = AbortSignal.any([outer, resumed.signal])
  let wasOpen = false
  const onOpen = () => {
    // Nobody told what changed while the connection was broken.
    if (wasOpen) return resumed.abort()
    wasOpen = true
    client.query(RunGoesOnDocument, { runId }, { signal }).then(
      ({ run }) => run?.status !== 'PAUSED' && resumed.abort(),
      // The subscription tells what is wrong, or brings the change.
      () => undefined,
    )
  }
  for await (const _ of client.subscribe(RunChangesDocument, { runId }, { signal, onOpen })) return
}

/**
 * The list is read when the subscription begins, at each connection, and again with each change. A list that was read while a change came
 * may be older than the change. Where the database has lost changes, the subscription begins again.
 */
function followGates(client: Client): StoreSource<OpenGates> {
  return async (set, signal) => {
    let received = 0
    const show = (gates: readonly OpenGateFragment[]) => {
      received += 1
      set(() => ({ gates, isLoading: false, failure: null }))
    }
    const fail = (error: unknown) => {
      if (!signal.aborted) set((known) => ({ ...known, isLoading: false, failure: asClientError(error) }))
    }
    const read = async () => {
      const before = received
      const { gates } = await client.query(OpenGatesDocument, {}, { signal })
      if (received === before) show(gates.nodes)
    }
    const onOpen = () => void read().catch(fail)
    for (;;) {
      try {
        for await (const { gateUpdated } of client.subscribe(GateChangesDocument, {}, { signal, onOpen }))
          show(gateUpdated.query.gates.nodes)
        return
      } catch (error) {
        if (!isLoss(error)) return fail(error)
      }
    }
  }
}
