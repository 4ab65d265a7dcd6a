import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { RunChangesDocument, type RunFilter } from '../../generated/console/graphql.ts'

const pauseMs = 1_500

/** Calls `onChange` when runs of a filter have changed, once for all that happens within a second and a half. */
export function useRunChanges(filter: RunFilter, onChange: () => void): void {
  const [{ data }] = useSubscription({ query: RunChangesDocument, variables: { filter } })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (!data) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, pauseMs)
  }, [data])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
