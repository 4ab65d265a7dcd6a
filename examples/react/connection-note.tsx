import { useSyncExternalStore } from 'react'
import { mayPass } from '../../src/client/follow.ts'
import { followClient } from './follow-client.ts'

let isBroken = false
followClient.on('connected', () => {
  isBroken = false
})
followClient.on('closed', (event) => {
  const isAskedFor = event instanceof CloseEvent && event.code === 1000 // nothing is followed any more
  isBroken = !isAskedFor && mayPass(event)
})

/** Says that the connection broke, until there is another; what is shown stays as it was. */
export function ConnectionNote() {
  return useSyncExternalStore(subscribe, () => isBroken) ? <p role="status">Connecting again…</p> : null
}

function subscribe(onChange: () => void): () => void {
  const ends = [followClient.on('connected', onChange), followClient.on('closed', onChange)]
  return () => {
    for (const end of ends) end()
  }
}
