import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Search } from './search.ts'

/** Parameters of the address that can be read, and name what is not there: an unknown step, a version that does not exist. */
let lost: ReadonlyMap<string, Search> = new Map()
const listeners = new Set<() => void>()

/** Reports such a parameter while `isLost`. `AddressNotice` says it for the whole page. */
export function useNotThere(name: string, value: unknown, isLost: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isLost || value === undefined) return
    put(new Map(lost).set(id, { [name]: value }))
    return () => put(new Map([...lost].filter(([each]) => each !== id)))
  }, [id, name, value, isLost])
}

/** All of them. */
export function useLost(): Search {
  const parts = useSyncExternalStore(subscribe, () => lost)
  return Object.assign({}, ...parts.values())
}

function put(next: typeof lost): void {
  lost = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
