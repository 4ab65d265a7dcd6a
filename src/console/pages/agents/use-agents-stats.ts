import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { AgentsStatsDocument, type RunFiguresFragment } from '../../../generated/console/graphql.ts'
import { addTo, startOf, toIso, toLocalText } from '../../period/calendar.ts'
import { shownZone } from '../../ui/zone.ts'

/** Days that the small figures of an agent cover, today included. */
export const statsDays = 7

/** The runs of an agent that ended well and badly on one day. */
export interface DayOfRuns {
  readonly day: string
  readonly completed: number
  readonly failed: number
  readonly count: number
}

export interface AgentStats {
  readonly figures: RunFiguresFragment
  /** Each day of the period, the earliest first. */
  readonly days: readonly DayOfRuns[]
}

interface AgentsStats {
  /** By the id of the agent; one without runs is missing. */
  readonly byAgent: ReadonlyMap<string, AgentStats>
  /** Whether there are more than the server answers at once: it leaves out the newest days first. */
  readonly isTruncated: boolean
}

/** How each agent did in the last days. Undefined while it is read. */
export function useAgentsStats(): AgentsStats | undefined {
  const [{ zone, days }] = useState(() => lastDays(shownZone()))
  const [{ data }] = useQuery({
    query: AgentsStatsDocument,
    variables: { since: toIso(days[0] ?? Date.now()), timeZone: zone },
  })
  return useMemo(() => {
    if (!data) return undefined
    const daily = new Map(data.daily.buckets.map((bucket) => [`${bucket.agent?.id} ${bucket.day}`, bucket]))
    const byAgent = new Map(
      data.all.buckets.flatMap((figures) => {
        const id = figures.agent?.id
        if (!id) return []
        const ofDays = days.map((day) => {
          const date = toLocalText(day, zone).slice(0, 10)
          const { completed = 0, failed = 0, count = 0 } = daily.get(`${id} ${date}`) ?? {}
          return { day: date, completed, failed, count }
        })
        return [[id, { figures, days: ofDays }] as const]
      }),
    )
    return { byAgent, isTruncated: data.all.isTruncated || data.daily.isTruncated }
  }, [data, days, zone])
}

/** The beginnings of the last days, today included, by the clocks of a zone. */
function lastDays(zone: string) {
  const today = startOf('day', Date.now(), zone)
  return {
    zone,
    days: Array.from({ length: statsDays }, (_, at) => addTo('day', today, at + 1 - statsDays, zone)),
  }
}
