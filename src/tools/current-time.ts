import { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import type { Tool } from '../domain/tool.ts'
import { defineTool } from './define-tool.ts'

/** The tool `current_time`; `now` gives milliseconds since 1970. */
export function createCurrentTime(now: () => number): Tool {
  return defineTool({
    name: 'current_time',
    description: 'Tells the present date and time, in UTC or in a time zone.',
    input: z.object({
      timeZone: z.string().optional().describe('An IANA time zone such as Europe/Berlin. Default: UTC.'),
    }),
    effect: 'read',
    execute: ({ timeZone = 'UTC' }) => timeIn(timeZone, new Date(now())),
  })
}

/** The time as ISO 8601 with the zone's offset, and the day of the week, which models get wrong. */
function timeIn(timeZone: string, date: Date) {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, weekday, hour, minute, second, timeZoneName = '' } = parts
  const offset = timeZoneName.replace('GMT', '') || '+00:00'
  return { time: `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`, timeZone, weekday }
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    })
  } catch (error) {
    const message = `${JSON.stringify(timeZone)} is no time zone. Use an IANA name such as Europe/Berlin.`
    throw new RungraphError('TOOL_FAILED', { message }, error)
  }
}
