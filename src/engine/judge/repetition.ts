import { z } from 'zod'
import { isSettled } from '../../domain/action.ts'
import { canonicalJson, sha256 } from '../../domain/hash.ts'
import type { Json } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'

/** Repetition of calls by the model (LIM-6, LIM-13): the same call in a row, or the same cycle of calls. */
export const doomLoop = z.object({
  /** The tool of the last call. */
  tool: z.string(),
  /** Number of times that the last call came in a row. */
  count: z.int(),
  /** The cycle that the last call belongs to, and the round of it that the call is in; 1 where there is none. */
  period: z.int(),
  round: z.int(),
  /** The fingerprints of the last calls, the oldest first. Each step writes them: they are short. */
  recent: z.array(z.string()),
})

export type DoomLoop = Readonly<z.infer<typeof doomLoop>>

/** Of a call, and of its outcome behind it, where there is one: so many characters of a hash, of 6 bits each. */
const fingerprintChars = { call: 8, outcome: 6 } as const

export const initialCalls: DoomLoop = { tool: '', count: 0, period: 1, round: 1, recent: [] }

/** The third identical call in a row, or of the third round of a cycle, is not executed; the fifth ends the run. */
const doomLoopThresholds = { refuse: 3, fail: 5 } as const

/** No longer cycle is seen. */
const maxPeriod = 6

/** Number of calls to remember in order to see the fifth round of the longest cycle begin. */
const maxRecent = (doomLoopThresholds.fail - 1) * maxPeriod + 1

type CallVerdict = 'execute' | 'refuse' | 'fail'

/** Counts a call that was not executed yet. */
export function countCall(loop: DoomLoop, tool: string, args: Json): DoomLoop {
  const call = shortHash(`${tool}\n${canonicalJson(args)}`, fingerprintChars.call)
  const isSame = callPart(loop.recent.at(-1)) === call
  const recent = [...loop.recent, call].slice(-maxRecent)
  return { tool, recent, count: isSame ? loop.count + 1 : 1, ...cycleOf(recent) }
}

/** Notes the outcomes of the last calls: those of one step, or the one that its plan counts as (LIM-13). */
export function noteOutcomes(loop: DoomLoop, actions: readonly ActionRow[], isPlan: boolean): DoomLoop {
  const texts = actions.map(textOfOutcome)
  const outcomes = isPlan ? [outcomeOfPlan(texts)] : texts.map(hashOfOutcome)
  const first = loop.recent.length - outcomes.length
  const recent = loop.recent.map((fingerprint, index) => {
    const outcome = outcomes[index - first]
    return outcome === undefined ? fingerprint : `${callPart(fingerprint)}${outcome}`
  })
  return { ...loop, recent }
}

/** Verdict on the call that was just counted. */
export function verdictOnCall({ count, round }: DoomLoop): CallVerdict {
  const repeats = Math.max(count, round)
  if (repeats >= doomLoopThresholds.fail) return 'fail'
  return repeats >= doomLoopThresholds.refuse ? 'refuse' : 'execute'
}

/** A text as it is compared with others: letter case, punctuation, numbers and spacing make no difference. */
export function wordsOnly(text: string): string {
  return normalise(text.replaceAll(/[^\p{L}\p{N}\s]+/gu, ' '))
}

/** The cycle of two calls or more that has come round most often up to the last call. */
function cycleOf(recent: DoomLoop['recent']): Pick<DoomLoop, 'period' | 'round'> {
  let most = { period: 1, round: 1 }
  for (let period = 2; period <= maxPeriod; period++) {
    let length = 0
    while (repeats(recent.at(-1 - length), recent.at(-1 - length - period))) length += 1
    const round = length === 0 ? 1 : Math.floor((length - 1) / period) + 2
    if (round > most.round) most = { period, round }
  }
  return most
}

/** The same call, with the same result. A call that was refused, or is not executed yet, says nothing about its outcome. */
function repeats(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || callPart(one) !== callPart(other)) return false
  return one === other || one === callPart(one) || other === callPart(other)
}

function callPart(fingerprint: string | undefined): string | undefined {
  return fingerprint?.slice(0, fingerprintChars.call)
}

/** A plan may have ten thousand actions, and is closed in one turn of the event loop: their outcomes are hashed together. */
function outcomeOfPlan(texts: readonly string[]): string {
  return texts.includes('') ? '' : hashOfOutcome(texts.join('\n'))
}

function hashOfOutcome(text: string): string {
  return text === '' ? '' : shortHash(text, fingerprintChars.outcome)
}

/** One line of JSON, the same for equal outcomes; empty where there is none yet. */
function textOfOutcome({ status, output, error, errorCode }: ActionRow): string {
  if (!isSettled(status) || errorCode === 'TOOL_REPEATED') return ''
  const outcome = [status, output, error === null ? '' : normalise(error)]
  // Only objects have keys whose order matters.
  return output !== null && typeof output === 'object' ? canonicalJson(outcome) : JSON.stringify(outcome)
}

function shortHash(text: string, length: number): string {
  return sha256(text, 'base64url').slice(0, length)
}

/** The last error of an action, and how often it came in a row. */
interface RepeatedError {
  readonly key: string
  readonly target: string
  readonly error: string
  readonly count: number
}

export const initialErrors: RepeatedError = { key: '', target: '', error: '', count: 0 }

/**
 * Counts the actions of a step in plan order (LIM-7): a success starts anew, another error counts 1; actions that were not run do not
 * count.
 */
export function countErrors(repeated: RepeatedError, actions: readonly ActionRow[]): RepeatedError {
  const seenErrors = new Set<string>()
  return actions.filter((action) => !isOneOfMany(action, seenErrors)).reduce(countAction, repeated)
}

/**
 * Runs that were started side by side end at one limit for one reason, and calls made side by side are denied for one; who made them
 * has read none of it before the last (SUB-2, TAS-3): that is one error, not several in a row.
 */
function isOneOfMany(action: ActionRow, seenErrors: Set<string>): boolean {
  const isRun = action.type === 'AGENT' || action.type === 'WORKFLOW'
  if (action.status !== 'DENIED' && !(isRun && action.status === 'FAILED')) return false
  const key = keyOf(action)
  const isKnown = seenErrors.has(key)
  seenErrors.add(key)
  return isKnown
}

function keyOf({ type, target, error, errorCode }: ActionRow): string {
  return `${type} ${target}\n${normalise(error ?? errorCode ?? '')}`
}

function countAction(repeated: RepeatedError, action: ActionRow): RepeatedError {
  switch (action.status) {
    case 'SUCCEEDED':
      return initialErrors
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

/** Maximum number of characters of an error that the run's state keeps. */
const maxShownChars = 2_000

/** Compared part of an error, in characters: errors differ at their beginning. */
const maxComparedChars = 500

const uuidsInText = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const number = /\d+(?:\.\d+)?/g

/** The error without parts that differ from one time to the next: ids, times, counts, letter case, spacing. */
export function normalise(error: string): string {
  const text = error.slice(0, maxComparedChars * 2).toLowerCase()
  return text
    .replaceAll(uuidsInText, '#')
    .replaceAll(number, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxComparedChars)
    .toWellFormed()
}
