import { useSyncExternalStore } from 'react'
import { rungraph } from './rungraph.ts'

/** Says that the connection broke, until there is another; what is shown stays as it was. */
export function ConnectionNote() {
  const state = useSyncExternalStore(rungraph.connection.subscribe, rungraph.connection.current)
  return state === 'broken' ? <p role="status">Connecting again…</p> : null
}
