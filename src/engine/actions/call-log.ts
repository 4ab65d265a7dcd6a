import type { CallLog, CallLogLevel } from '../../domain/call-log.ts'
import { cleanText, toJson } from '../../domain/json.ts'
import type { NewEvent } from '../../domain/run-event.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { cutText } from '../context/show.ts'
import type { StepCore } from '../run/run-context.ts'

/** Lines that come faster are one entry of the log, in milliseconds. */
const everyMs = 100
const maxLines = 1000
const maxCharsOfCall = 262_144
const maxMessageChars = 2000
const maxDataChars = 4000

type Line = Extract<NewEvent, { readonly type: 'ActionLogged' }>

/** The log of one call, which is made when a tool writes its first line. */
export interface LogOfCall {
  of(): CallLog
  /** Writes the lines so far: what is written next comes after them. */
  flush(): void
  /** The call is over: its last lines are written, and no other. */
  close(): void
}

/** @param isRepeating whether the call began before, and wrote then what it writes now: that is in the log already */
export function createLazyLog(action: ActionRow, isRepeating: () => boolean, ctx: StepCore): LogOfCall {
  let made: ReturnType<typeof createCallLog> | undefined
  return {
    of: () => {
      made ??= createCallLog(action, isRepeating, ctx)
      return made.log
    },
    flush: () => made?.flush(),
    close: () => made?.close(),
  }
}

/** Writes the lines of a call to the log of the run, at once and then as one entry every 100 ms (TAS-17). */
function createCallLog({ id: actionId, name }: ActionRow, isRepeating: () => boolean, ctx: StepCore) {
  const { clock, secrets, journal, step } = ctx
  let isOver = false
  let gathered: Line[] = []
  let cancel: (() => void) | null = null
  let [lines, chars, left] = [0, 0, 0]

  function toLine(level: CallLogLevel, message: string, data?: Line['data']['data']): Line {
    const loggedAt = new Date(clock.now()).toISOString()
    return {
      type: 'ActionLogged',
      stepNumber: step.row.number,
      data: { actionId, name, level, message, ...(data != null && { data }), loggedAt },
    }
  }

  function write(): void {
    if (gathered.length === 0) return
    const events = gathered
    gathered = []
    journal.write({ events })
  }

  function take(level: CallLogLevel, given: unknown, more: unknown): void {
    if (isOver || isRepeating() || (level === 'DEBUG' && ctx.keepsDebugLines !== true)) return
    if (lines >= maxLines || chars >= maxCharsOfCall) {
      left += 1
      return
    }
    const message = textOf(given)
    const data = more === undefined ? undefined : dataOf(more)
    lines += 1
    chars += message.length + (data === undefined ? 0 : JSON.stringify(data).length)
    gathered.push(toLine(level, message, data))
    if (cancel !== null) return
    write()
    cancel = clock.after(everyMs, next)
  }

  function next(): void {
    cancel = null
    if (gathered.length === 0) return
    write()
    if (!isOver) cancel = clock.after(everyMs, next)
  }

  /** Cut where no secret is cut in two. */
  const shortened = (text: string, max: number) =>
    text.length <= max ? text : secrets.shorten(text, (shown) => cutText(shown, max))

  function textOf(given: unknown): string {
    const text = typeof given === 'string' ? cleanText(given) : asText(given)
    return shortened(secrets.incoming.text(text), maxMessageChars)
  }

  function dataOf(given: unknown) {
    const data = secrets.incoming.value(toJson(given))
    const json = JSON.stringify(data)
    return json.length <= maxDataChars ? data : shortened(json, maxDataChars)
  }

  const log: CallLog = {
    debug: (message, data) => take('DEBUG', message, data),
    info: (message, data) => take('INFO', message, data),
    warn: (message, data) => take('WARN', message, data),
    error: (message, data) => take('ERROR', message, data),
  }
  return {
    log,
    flush: write,
    close() {
      if (isOver) return
      isOver = true
      cancel?.()
      if (left > 0) gathered.push(toLine('WARN', leftText(left)))
      write()
    },
  }
}

/** Code in JavaScript may give an error, or anything else. */
function asText(given: unknown): string {
  const json = toJson(given)
  return typeof json === 'string' ? json : JSON.stringify(json)
}

function leftText(count: number): string {
  return `${count} more ${count === 1 ? 'line is' : 'lines are'} not kept: a call has up to ${maxLines} lines and ${maxCharsOfCall} characters.`
}
