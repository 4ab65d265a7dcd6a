import type { AssistantMessage, AssistantPart } from '../../domain/message.ts'
import type { FinishReason, ModelAnswer } from '../../domain/model.ts'
import {
  beginsBareCall,
  callMarks,
  callsIn,
  listOfTools,
  mayBeNamespaced,
  type WrittenCall,
} from './calls-in-text.ts'
import { createEndTokenReader } from './end-tokens.ts'
import {
  createThoughtReader,
  maxHeld,
  partialMarkLength,
  unopenedMark,
  type Words,
} from './thinking-in-text.ts'

/** Reads the text of an answer as it comes in: what the model wrote there that the API has a place of its own for (MOD-2). */
export interface TextReader {
  push(text: string): Iterable<Words>
  /** The rest of the text: words, calls, or half a call, which is shown only where the answer was cut off. */
  end(finish: FinishReason): Iterable<Words>
  /** The end of thoughts that had no beginning: the mark before them stands in the prompt. */
  readonly unopened: string | null
  /** The answer with its thoughts and calls in their places; the same where there were none. */
  place(answer: ModelAnswer): ModelAnswer
}

/** So many characters tell whether a text is a call that is JSON alone. */
const bareLength = 24

interface ReaderOptions {
  /** The names of the tools that may be called. */
  readonly tools: readonly string[]
  /** The mark behind the thoughts, where the one before stands in the prompt. Default: none. */
  readonly endOfThoughts?: string | null | undefined
}

/**
 * Models that run on servers which do not know their chat template write thoughts (`<think>`) and calls (`<tool_call>{…}`) into the text.
 * Thoughts at the beginning are reasoning. A call of a tool that was offered is a call; where the text is the beginning of a call and no
 * whole one, the answer is malformed.
 */
export function createTextReader({ tools, endOfThoughts = null }: ReaderOptions): TextReader {
  const thoughts = createThoughtReader(endOfThoughts)
  const endTokens = createEndTokenReader()
  let text = ''
  let shown = nothingShown
  let reasoning = ''
  /** From the mark of a call on: shown to nobody before it is known what it is. */
  let held = ''
  let isHeld = false
  let calls: readonly WrittenCall[] = []
  let isMalformed = false

  function* take(words: Words): Generator<Words> {
    if (words.type === 'reasoning') {
      reasoning += words.text
      yield words
    } else if (tools.length === 0) yield* show(words.text)
    else yield* hold(words.text)
  }

  function* show(words: string): Generator<Words> {
    text += words
    shown = after(shown, words)
    if (words !== '') yield { type: 'text', text: words }
  }

  function* hold(more: string): Generator<Words> {
    held += more
    if (isHeld) return
    const isAtStart = text === ''
    const start = held.slice(0, maxHeld).trimStart()
    const mayBeBare =
      start === '' || (/^[[{`]/.test(start) && start.length < bareLength) || mayBeNamespaced(start)
    if (isAtStart && mayBeBare && held.length < maxHeld) return
    const mark: FoundMark | null =
      isAtStart && beginsBareCall(held) ? { at: 0, isCertain: true, ownsLine: true } : markIn(held, shown)
    isHeld = mark?.isCertain === true
    const kept = mark
      ? held.length - mark.at
      : Math.max(0, ...callMarks.map((beginning) => partialMarkLength(beginning, held)))
    const words = held.slice(0, held.length - kept)
    held = held.slice(held.length - kept)
    yield* show(words)
  }

  function endOf({ finishReason }: ModelAnswer): FinishReason {
    if (calls.length > 0) return 'TOOL_CALLS'
    return isMalformed ? 'MALFORMED_TOOL_CALL' : finishReason
  }

  return {
    *push(words) {
      for (const piece of thoughts.push(endTokens.push(words))) yield* take(piece)
    },
    *end(finish) {
      for (const piece of thoughts.push(endTokens.end())) yield* take(piece)
      for (const piece of thoughts.end()) yield* take(piece)
      if (endOfThoughts !== null && thoughts.areOpen && !isCut(finish)) {
        // It did not think this time: what was shown as reasoning is the answer.
        const answer = reasoning
        reasoning = ''
        yield* take({ type: 'text', text: answer })
      }
      const mark = markIn(held, shown)
      const isCall = mark !== null || (text === '' && beginsBareCall(held))
      // In the middle of a line, with words behind it, it is a word about a call.
      const isWord = mark?.ownsLine === false && wordsBehind.test(held)
      calls = (isCall && !isWord && callsIn(held, tools)) || []
      if (calls.length > 0) {
        held = ''
        return
      }
      isMalformed = !isCut(finish) && !isWord && beginsCall(held, text)
      if (!isMalformed) yield* show(held)
    },
    get unopened() {
      return reasoning === '' && !text.includes(fence) ? unopenedMark(text) : null
    },
    place(answer) {
      const isSame = reasoning === '' && text === writtenText(answer.message)
      if (isSame && calls.length === 0 && !isMalformed) return answer
      const message = placed(answer.message, { text, reasoning, calls })
      const repaired = [
        ...(answer.repaired ?? []),
        ...(reasoning === '' ? [] : ['thoughts in its text were read as reasoning']),
        ...(calls.length === 0 ? [] : ['calls in its text were read as calls']),
      ]
      const finishReason = isCut(answer.finishReason) ? answer.finishReason : endOf(answer)
      const { lacksCall, ...others } = answer
      return {
        ...others,
        ...{ message, finishReason },
        ...(lacksCall && calls.length === 0 && !isMalformed && { lacksCall }),
        ...(repaired.length > 0 && { repaired }),
      }
    },
  }
}

/** The words of the parts that are text, which come in pieces; those of a refusal do not. */
export function writtenText({ parts }: AssistantMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Words behind the last bracket and mark. */
const wordsBehind = /[}\])>][^}\])>]*[\p{L}\p{N}][^}\])>]*$/u

function isCut(finish: FinishReason): boolean {
  return finish === 'LENGTH' || finish === 'CONTENT_FILTER' || finish === 'REFUSAL'
}

/** Behind words, a mark alone may be a word about it: an object, a list or an element follows the mark of a call. */
function beginsCall(text: string, before: string): boolean {
  const words = text.trimStart()
  const mark = callMarks.find((beginning) => words.startsWith(beginning))
  if (mark === undefined) return false
  const behind = words.slice(mark.length)
  if (mark === listOfTools) return /^\s*[[{]/.test(behind)
  return before.trim() === '' || behindMark.test(behind)
}

const behindMark = /^[\w.-]*["'>]?\s*[[{<]/

/** The same, as far as it has come. */
const mayFollowMark = /^[\w.-]*["'>]?\s*$/

/** What was shown so far, as far as it tells whether a line begins, and whether it is one of code. */
interface Shown {
  /** Its last line. */
  readonly line: string
  readonly isInCode: boolean
}

const nothingShown: Shown = { line: '', isInCode: false }

const fence = '```'

/** So much of a line tells what it begins with. */
const lineStart = 200

function after({ line, isInCode }: Shown, text: string): Shown {
  const lines = (line + text).split('\n')
  const fences = lines.filter((each) => each.trimStart().startsWith(fence)).length
  const wasFence = line.trimStart().startsWith(fence) ? 1 : 0
  return {
    line: (lines.at(-1) ?? '').slice(0, lineStart),
    isInCode: (fences - wasFence) % 2 === 0 ? isInCode : !isInCode,
  }
}

interface FoundMark {
  readonly at: number
  /** Whether nothing but white space stands before it in its line. */
  readonly ownsLine: boolean
  /** Whether a call begins there: at the beginning of a line, or by what stands behind the mark. */
  readonly isCertain: boolean
}

/** The first mark that begins a call, or may, outside of a block of code; `null`: there is none. */
function markIn(text: string, shown: Shown): FoundMark | null {
  let at = 0
  let { line, isInCode } = shown
  for (const part of text.split('\n')) {
    const words = part.trimStart()
    const isFence = line.trimStart().startsWith(fence)
    if ((line + part).trimStart().startsWith(fence) ? !isFence : false) isInCode = !isInCode
    else if (!isInCode) {
      const ownsLine = line.trim() === ''
      if (ownsLine && callMarks.some((mark) => words.startsWith(mark)))
        return { at: at + part.length - words.length, ownsLine, isCertain: true }
      const found = markWithin(part, text.slice(at), line.slice(-1))
      if (found !== null) return { ...found, at: at + found.at }
    }
    at += part.length + 1
    line = ''
  }
  return null
}

/** A mark in the middle of a line, not in quotes, with the beginning of a call behind it. */
function markWithin(line: string, rest: string, before: string): FoundMark | null {
  for (const mark of callMarks) {
    for (let at = line.indexOf(mark); at !== -1; at = line.indexOf(mark, at + 1)) {
      const behind = rest.slice(at + mark.length)
      const isCertain = behindMark.test(behind)
      const isQuoted = /[`'"]/.test(line[at - 1] ?? before)
      if (!isQuoted && (isCertain || mayFollowMark.test(behind))) return { at, ownsLine: false, isCertain }
    }
  }
  return null
}

function placed(
  { parts, messageId, ...message }: AssistantMessage,
  { text, reasoning, calls }: { text: string; reasoning: string; calls: readonly WrittenCall[] },
): AssistantMessage {
  const others = parts.filter((part) => part.type !== 'text')
  const firstText = parts.findIndex((part) => part.type === 'text')
  const ahead = parts.slice(0, Math.max(0, firstText)).filter((part) => part.type !== 'text').length
  const words: readonly AssistantPart[] = [
    ...(reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning } as const]),
    ...(text.trim() === '' ? [] : [{ type: 'text', text } as const]),
  ]
  const written = calls.map((call, index) => ({
    type: 'tool-call' as const,
    callId: `${messageId}-text-${index}`,
    ...call,
  }))
  return {
    ...message,
    messageId,
    parts: [...others.slice(0, ahead), ...words, ...others.slice(ahead), ...written],
  }
}
