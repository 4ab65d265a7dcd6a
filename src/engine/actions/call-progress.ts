import { RungraphError } from '../../domain/errors.ts'
import { cleanText } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import { sentence } from '../../domain/text/foreign-text.ts'
import type { CallProgress } from '../../domain/tool.ts'
import { cutText } from '../context/show.ts'
import type { StepCore } from '../run/run-context.ts'

/** Reports that come faster are one event, the last of them, in milliseconds. */
const everyMs = 1000
/** A call has no more of these events; the last report is always one. */
const maxEvents = 1000
const maxMessageChars = 500

/** The progress of one call, as it reports it. */
export interface ProgressOfCall {
  /** @throws TOOL_FAILED where it is no progress */
  report(progress: CallProgress): void
  /** The call is over: the last report is written, and no other. */
  close(): void
}

/** Writes what a call reports of its progress to the log, at once and then at most once a second (TAS-16). */
export function createCallProgress({ id: actionId, name }: ActionRow, ctx: StepCore): ProgressOfCall {
  let isOver = false
  let events = 0
  let last: CallProgress | null = null
  let cancel: (() => void) | null = null

  function write(): void {
    if (last === null) return
    const { progress = null, total: progressTotal = null, message: progressMessage = null } = last
    last = null
    events += 1
    const data = { actionId, name, progress, progressTotal, progressMessage }
    ctx.journal.write({ events: [{ type: 'ActionProgressed', stepNumber: ctx.step.row.number, data }] })
    if (isOver) return
    cancel = ctx.clock.after(everyMs, () => {
      cancel = null
      if (events < maxEvents) write()
    })
  }

  return {
    report(given) {
      if (isOver) return
      last = checked(given)
      if (cancel === null && events < maxEvents) write()
    },
    close() {
      isOver = true
      cancel?.()
      write()
    },
  }
}

function checked({ progress, total, message }: CallProgress): CallProgress {
  for (const number of [progress, total])
    if (number !== undefined && !Number.isFinite(number))
      throw refused('progress and total are finite numbers')
  if (message !== undefined && typeof message !== 'string') throw refused('its message is a text')
  if (progress === undefined && message === undefined) throw refused('it has a progress or a message')
  return {
    ...(progress !== undefined && { progress }),
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: cutText(cleanText(message), maxMessageChars) }),
  }
}

function refused(reason: string): RungraphError {
  return new RungraphError('TOOL_FAILED', {
    message: sentence(`The report of progress was refused: ${reason}`),
  })
}
