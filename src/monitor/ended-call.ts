import type { Json } from '../domain/json.ts'
import type { RunEvent } from '../domain/run-event.ts'
import { type CallPrint, hashOf, printCall, tokensOf } from './call-print.ts'

/** An action that has begun. */
export interface StartedCall {
  readonly actionId: string
  readonly target: string
  readonly parameters: Json
}

/** An action that has ended, as far as the monitor remembers it. */
export interface EndedCall {
  readonly stepNumber: number | null
  readonly print: CallPrint
  /** Equal where the result was the same, apart from parts that repeat its own arguments. */
  readonly outcome: string
  /** The beginning of its error, for a person to read; `null` where it succeeded. */
  readonly error: string | null
}

type CallEnd = Extract<RunEvent, { type: 'ActionCompleted' | 'ActionFailed' | 'ActionDenied' }>

/** Maximum number of characters of a quoted error. */
const quotedChars = 160

export function endCall({ target, parameters }: StartedCall, event: CallEnd): EndedCall {
  const parameterTokens = new Set(tokensOf(parameters))
  const came = resultFields(event)
  // The log leaves a large result out: of that only the same call is known to have brought the same.
  const newTokens =
    came === null ? tokensOf(parameters) : tokensOf(came).filter((token) => !parameterTokens.has(token))
  return {
    stepNumber: event.stepNumber,
    print: printCall(target, parameters),
    outcome: hashOf([event.type, came === null ? 'unknown' : 'known', ...newTokens]),
    error: event.type === 'ActionFailed' ? event.data.error.slice(0, quotedChars) : null,
  }
}

function resultFields(event: CallEnd): Json {
  switch (event.type) {
    case 'ActionCompleted':
      return event.data.output
    case 'ActionFailed':
      return `${event.data.errorCode} ${event.data.error}`
    case 'ActionDenied':
      return event.data.reason
    default:
      return event satisfies never
  }
}
