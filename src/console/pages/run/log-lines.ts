import type { LogLevel, RunLinesQuery } from '../../../generated/console/graphql.ts'
import type { LiveEvent } from './run-model.ts'

type ReadEvent = NonNullable<RunLinesQuery['run']>['events']['nodes'][number]

/** A line that a call has written to its log. */
export type LogLine = Extract<LiveEvent | ReadEvent, { readonly __typename: 'ActionLogged' }>

/** The lines of the calls of a run, by action, in order. */
export type LogLines = ReadonlyMap<string, readonly LogLine[]>

const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const satisfies readonly LogLevel[]

/** From which level on lines are shown; `NONE`: none. */
export const logFloors = [...levels, 'NONE'] as const
export type LogFloor = (typeof logFloors)[number]

export function isFrom(level: LogLevel, floor: LogFloor): boolean {
  return floor !== 'NONE' && levels.indexOf(level) >= levels.indexOf(floor)
}

/** The lines with those among some events. A line that comes a second time changes nothing. */
export function withLines(known: LogLines, events: readonly (LiveEvent | ReadEvent)[]): LogLines {
  let lines: Map<string, readonly LogLine[]> | null = null
  for (const event of events) {
    if (event.__typename !== 'ActionLogged') continue
    lines ??= new Map(known)
    const before = lines.get(event.actionId) ?? []
    if ((before.at(-1)?.seq ?? -1) < event.seq) lines.set(event.actionId, [...before, event])
  }
  return lines ?? known
}
