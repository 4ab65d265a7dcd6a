import { useEffect, useMemo, useState } from 'react'
import { type Period, type PeriodSearch, toPeriod, type UsualPeriod } from './period.ts'

/** The period that an address means now. It moves on with the clock when another bar begins; between that it is the same object. */
export function usePeriod(view: PeriodSearch, usual: UsualPeriod): Period {
  const quarter = useQuarter()
  const { last, from, to, zone, bucket } = view
  return useMemo(
    () => toPeriod({ last, from, to, zone, bucket }, Math.max(quarter, Date.now()), usual),
    [quarter, last, from, to, zone, bucket, usual],
  )
}

const quarterMs = 15 * 60_000

/** The quarter of an hour that it is: every bar of every time zone begins with one. */
function useQuarter(): number {
  const [quarter, setQuarter] = useState(() => Math.floor(Date.now() / quarterMs) * quarterMs)
  useEffect(() => {
    const timer = setTimeout(() => setQuarter(quarter + quarterMs), quarter + quarterMs - Date.now())
    return () => clearTimeout(timer)
  }, [quarter])
  return quarter
}
