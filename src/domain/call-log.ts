import type { z } from 'zod'
import { choice } from './declared.ts'

export const callLogLevel = choice('LogLevel', 'Level of a line of the log of a call.', {
  DEBUG: 'For the search of a fault. It is kept where the log of the server has that level, too.',
  INFO: 'What the call does.',
  WARN: 'Something that a person may want to know about.',
  ERROR: 'Something failed. The call may still succeed.',
})
export type CallLogLevel = z.infer<typeof callLogLevel>

/**
 * The log of a call: each line is an event of the run's log, with its level (TAS-17). No line fails or delays the call. `message` has up to
 * 2,000 characters; `data` is anything that JSON has a form for, or an error, of up to 4,000 characters of JSON. More is cut. Of one call up to
 * 1,000 lines are kept, and 256 KiB of text; the last one says how many are not.
 */
export interface CallLog {
  /** Kept where the log of the server has the level `debug` or `trace`. */
  debug(message: string, data?: unknown): void
  info(message: string, data?: unknown): void
  warn(message: string, data?: unknown): void
  error(message: string, data?: unknown): void
}
