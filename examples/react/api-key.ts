const name = 'rungraph-key'

/** The API key of this tab; '' where there is none. */
export function apiKey(): string {
  return sessionStorage.getItem(name) ?? import.meta.env.VITE_RUNGRAPH_KEY ?? ''
}

/** What was read with another key must go, so the page begins anew. */
export function setApiKey(key: string): void {
  sessionStorage.setItem(name, key)
  location.reload()
}
