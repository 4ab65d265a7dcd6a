import { useSyncExternalStore } from 'react'

/** Whose clocks times are shown by: those of the browser, or UTC. */
export type Clocks = 'local' | 'utc'

/** The time zone of the browser. */
export const ownZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone

const storageKey = 'rungraph:times'
let chosen: Clocks = 'local'
const listeners = new Set<() => void>()

/** Shows times by the clocks that the reader has chosen in this browser, here or in another tab. */
export function followClocks(): void {
  const read = () => put(localStorage.getItem(storageKey) === 'utc' ? 'utc' : 'local')
  read()
  addEventListener('storage', read)
}

function put(clocks: Clocks): void {
  chosen = clocks
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function chooseClocks(clocks: Clocks): void {
  localStorage.setItem(storageKey, clocks)
  put(clocks)
}

/** The clocks that are chosen. The frame of the page draws the page anew with others. */
export function useClocks(): Clocks {
  return useSyncExternalStore(subscribe, chosenClocks)
}

export function chosenClocks(): Clocks {
  return chosen
}

/** The time zone that times are shown in where nothing names another one. */
export function shownZone(): string {
  return chosen === 'utc' ? 'UTC' : ownZone
}
