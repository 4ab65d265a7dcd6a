import type { ActionRow } from '../domain/run-log.ts'

/** The last error of an action, and how often it came in a row. */
export interface RepeatedError {
  readonly key: string
  readonly target: string
  readonly error: string
  readonly count: number
}

export const noErrors: RepeatedError = { key: '', target: '', error: '', count: 0 }

/** Counts the actions of a step in plan order (LIM-7): a success starts anew, another error counts 1; what was not run says nothing. */
export function countErrors(repeated: RepeatedError, actions: readonly ActionRow[]): RepeatedError {
  const told = new Set<string>()
  return actions.filter((action) => !isOneOfMany(action, told)).reduce(countAction, repeated)
}

/**
 * Runs that were started side by side end at one limit for one reason, and calls made side by side are denied for one; who made them
 * has read none of it before the last (SUB-2, TAS-3): that is one error, not several in a row.
 */
function isOneOfMany(action: ActionRow, told: Set<string>): boolean {
  const isRun = action.type === 'AGENT' || action.type === 'WORKFLOW'
  if (action.status !== 'DENIED' && !(isRun && action.status === 'FAILED')) return false
  const key = keyOf(action)
  const isKnown = told.has(key)
  told.add(key)
  return isKnown
}

function keyOf({ type, target, error, errorCode }: ActionRow): string {
  return `${type} ${target}\n${normalise(error ?? errorCode ?? '')}`
}

function countAction(repeated: RepeatedError, action: ActionRow): RepeatedError {
  switch (action.status) {
    case 'SUCCEEDED':
      return noErrors
    case 'FAILED':
    case 'DENIED': {
      // A refusal of the doom loop is counted there (LIM-6).
      if (action.errorCode === 'TOOL_REPEATED') return repeated
      const error = (action.error ?? action.errorCode ?? '').slice(0, maxShownChars).toWellFormed()
      const key = keyOf(action)
      const count = key === repeated.key ? repeated.count + 1 : 1
      return { key, target: action.target, error, count }
    }
    case 'PENDING':
    case 'RUNNING':
    case 'SKIPPED':
    case 'CANCELLED':
      return repeated
    default:
      return action.status satisfies never
  }
}

/** Of an error, in what the run remembers. */
const maxShownChars = 2_000
/** What tells errors apart stands at their beginning. */
const maxComparedChars = 500

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const number = /\d+(?:\.\d+)?/g

/** The error without what differs from one time to the next: ids, times, counts, letter case, spacing. */
export function normalise(error: string): string {
  const text = error.slice(0, maxComparedChars * 2).toLowerCase()
  return text
    .replaceAll(uuid, '#')
    .replaceAll(number, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxComparedChars)
    .toWellFormed()
}
