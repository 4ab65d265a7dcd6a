import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { type RunFilter, RunsPulseDocument } from '../../generated/console/graphql.ts'

/** Statistics follow the runs at most this often. */
const quietMs = 1_500

/**
 * Calls `onChange` some time after runs that were accepted since a moment have changed; never where there is no such moment, because
 * the period is over.
 */
export function useRunsPulse(filter: RunFilter, since: string | null, onChange: () => void): void {
  const [{ data }] = useSubscription({
    query: RunsPulseDocument,
    variables: { filter, since: since ?? '' },
    pause: since === null,
  })
  const latest = useRef(onChange)
  latest.current = onChange
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // One that is set already is near enough: a server that is always at work is followed too.
    if (data === undefined || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, quietMs)
  }, [data])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
