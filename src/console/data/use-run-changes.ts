import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { RunChangesDocument, type RunFilter, RunsPulseDocument } from '../../generated/console/graphql.ts'

/** Calls `onChange` when runs of a filter have changed. */
export function useRunChanges(filter: RunFilter, onChange: () => void): void {
  const [{ data }] = useSubscription({ query: RunChangesDocument, variables: { filter } })
  useInAWhile(data, onChange)
}

/** Calls it when runs that were accepted since a moment have; never where there is no such moment, because the period is over. */
export function useRunsPulse(filter: RunFilter, since: string | null, onChange: () => void): void {
  const variables = { filter, since: since ?? '' }
  const [{ data }] = useSubscription({ query: RunsPulseDocument, variables, pause: since === null })
  useInAWhile(data, onChange)
}

const pauseMs = 1_500

/** Calls `onChange` once for all that comes within a second and a half: a server that is always at work is followed too. */
export function useInAWhile(news: unknown, onChange: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (news === undefined) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, pauseMs)
  }, [news])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
