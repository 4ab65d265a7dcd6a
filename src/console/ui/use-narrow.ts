import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 720px)')

/** Whether the window is as narrow as a phone, for what CSS cannot decide. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
