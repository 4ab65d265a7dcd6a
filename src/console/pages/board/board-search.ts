import type { RunFilter } from '../../../generated/console/graphql.ts'
import { flag, given, oneOf, reader, text } from '../../data/search.ts'
import { type Period, readPeriod } from '../../period/period.ts'
import type { RunsSearch } from '../runs/runs-search.ts'

export const partings = ['status', 'reason', 'agent'] as const
export type Parting = (typeof partings)[number]

/** State of the board: a period, an agent and a tag, and the dimension of the bars. */
export const readBoardSearch = reader((search) => ({
  ...readPeriod(search),
  agent: text(search.agent),
  tag: text(search.tag),
  roots: flag(search.roots),
  by: oneOf(partings, search.by),
}))

export type BoardSearch = ReturnType<typeof readBoardSearch>

/** The board's hours and days; percentiles of a week cannot be made of those of its days. */
export const usualPeriod = { last: '24h', buckets: ['hour', 'day'] } as const

export function toBoardFilter({ agent, tag, roots }: BoardSearch): RunFilter {
  return given<RunFilter>({ agent, tags: tag === undefined ? undefined : [tag], rootsOnly: roots })
}

/** Finds the runs behind figures of a period, or of one of its points. */
export type RunsOf = (more?: RunsSearch, point?: number) => RunsSearch

export function toRunsOf({ agent, tag, roots }: BoardSearch, { since, until, points }: Period): RunsOf {
  return (more = {}, point) => {
    const { start, end } = point === undefined ? { start: since, end: until } : (points[point] ?? {})
    return {
      ...given({
        agent,
        tags: tag === undefined ? undefined : [tag],
        roots,
        // The filter leaves out the moment itself; a period begins with it.
        after: start === undefined ? undefined : new Date(start - 1).toISOString(),
        before: end == null || end > Date.now() ? undefined : new Date(end).toISOString(),
      }),
      ...more,
    }
  }
}
