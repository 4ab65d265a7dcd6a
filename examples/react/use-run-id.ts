import { useSyncExternalStore } from 'react'

const prefix = '#/runs/'

/** The run whose page is open, by the address of the page; null on the first page. */
export function useRunId(): string | null {
  const hash = useSyncExternalStore(listen, () => location.hash)
  return hash.startsWith(prefix) ? decodeURIComponent(hash.slice(prefix.length)) : null
}

export function addressOfRun(id: string): string {
  return `${prefix}${encodeURIComponent(id)}`
}

function listen(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
