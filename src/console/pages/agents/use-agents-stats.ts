import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { AgentsStatsDocument, type RunFiguresFragment } from '../../../generated/console/graphql.ts'

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
  const [since] = useState(() => startOfDay(statsDays - 1))
  const [{ data }] = useQuery({
    query: AgentsStatsDocument,
    variables: { since: since.toISOString(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  })
  return useMemo(() => {
    if (!data) return undefined
    const days = Array.from({ length: statsDays }, (_, at) => isoDay(startOfDay(statsDays - 1 - at)))
    const daily = new Map(data.daily.buckets.map((bucket) => [`${bucket.agent?.id} ${bucket.day}`, bucket]))
    const byAgent = new Map(
      data.all.buckets.flatMap((figures) => {
        const id = figures.agent?.id
        if (!id) return []
        const ofDays = days.map((day) => {
          const { completed = 0, failed = 0, count = 0 } = daily.get(`${id} ${day}`) ?? {}
          return { day, completed, failed, count }
        })
        return [[id, { figures, days: ofDays }] as const]
      }),
    )
    return { byAgent, isTruncated: data.all.isTruncated || data.daily.isTruncated }
  }, [data])
}

function startOfDay(daysAgo: number): Date {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  return day
}

/** The date where the reader is, as the API writes it. */
function isoDay(day: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
