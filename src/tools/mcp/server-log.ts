import type { Clock } from '../../domain/clock.ts'
import { isJsonObject, toJson } from '../../domain/json.ts'
import { cutMarked } from '../cut-marked.ts'

interface ServerLogOptions {
  readonly clock: Pick<Clock, 'now'>
  /** Takes what is a fault. */
  readonly report: (what: string) => void
  readonly note: (what: string) => void
}

const faults: readonly string[] = ['warning', 'error', 'critical', 'alert', 'emergency']
const maxLine = 2000
/** A server has no more lines of the log than so within a minute. */
const maxLines = 100
const minuteMs = 60_000

/** Takes the log messages of a server: from `warning` on they are faults, and those for debugging are left out (MCP-13). */
export function createServerLog({ clock, report, note }: ServerLogOptions) {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0
  return (level: string, data: unknown): void => {
    if (level === 'debug') return
    if (clock.now() - since > minuteMs) {
      since = clock.now()
      lines = 0
    }
    lines += 1
    if (lines === maxLines + 1) note(`says more than ${maxLines} lines a minute, which are left out`)
    if (lines > maxLines) return
    const line = `says (${level}): ${cutMarked(textOf(data), maxLine)}`
    if (faults.includes(level)) report(line)
    else note(line)
  }
}

function textOf(data: unknown): string {
  if (typeof data === 'string') return data
  const json = toJson(data)
  if (isJsonObject(json) && typeof json.message === 'string') return json.message
  return JSON.stringify(json)
}
