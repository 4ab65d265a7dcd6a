const storageKey = 'rungraph:key'

/** The API key or token of this tab; empty on a server without keys. It is forgotten when the tab is closed. */
export function currentKey(): string {
  return sessionStorage.getItem(storageKey) ?? ''
}

export function keepKey(key: string): void {
  if (key === '') sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, key)
}
