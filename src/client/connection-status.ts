/**
 * State of a client's subscriptions: `idle` if there are none, `broken` if a connection broke and is not open again, else `connecting` or
 * `connected`.
 */
export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'broken'

type StateOfOne = Exclude<ConnectionState, 'idle'>

/** The state of the connection of a client, for a page to show: fits `useSyncExternalStore`. */
export class ConnectionStatus {
  readonly #states = new Map<object, StateOfOne>()
  readonly #listeners = new Set<() => void>()
  #current: ConnectionState = 'idle'

  readonly current = (): ConnectionState => this.#current

  /** Calls the listener after each change. Gives how to end that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Notes the state of one subscription; null at its end. */
  note(subscription: object, state: StateOfOne | null): void {
    if (state === null) this.#states.delete(subscription)
    else this.#states.set(subscription, state)
    const next = worst(this.#states)
    if (next === this.#current) return
    this.#current = next
    for (const listener of [...this.#listeners]) listener()
  }
}

function worst(states: ReadonlyMap<object, StateOfOne>): ConnectionState {
  const all = new Set(states.values())
  return (['broken', 'connecting', 'connected'] as const).find((state) => all.has(state)) ?? 'idle'
}
