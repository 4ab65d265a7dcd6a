import type { ModelChunk } from '../../domain/model.ts'

/** Increments of text and reasoning. */
export type Words = Extract<ModelChunk, { readonly type: 'text' | 'reasoning' }>

/** Marks between which models write their thoughts into the text of an answer, at its beginning. */
const marks: readonly (readonly [begin: string, end: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
]

/**
 * The mark behind thoughts that have none before them: it stands in the prompt. It is on a line of its own, or behind the end of a sentence,
 * and not as a word about it.
 */
export function unopenedMark(text: string): string | null {
  const lower = inLowerCase(text)
  const found = marks.find(
    ([opening, end]) =>
      lower.includes(inLowerCase(end)) &&
      !lower.includes(inLowerCase(opening.slice(0, -1))) &&
      standsAlone(end, text),
  )
  return found?.[1] ?? null
}

function standsAlone(mark: string, text: string): boolean {
  const written = mark.replace(/[[\]|/]/g, '\\$&')
  const before = '^(?:[\\s\\S]*?(?:\\n\\s*|[.!?…。！？)]))?'
  return new RegExp(`${before}${written}(?:\\s*$|\\s*\\n|\\s*[\\p{L}\\p{N}#*{[<|])`, 'iu').test(text)
}

/** More characters of white space are no way to begin anything. */
export const maxHeld = 10_000

/** Between the channels of gpt-oss: `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…<|return|>`. */
const channelMarks = ['<|channel|>', '<|start|>'] as const
const endsOfChannel = /<\|(?:end|return|call|start|channel)\|>/
const beginOfMessage = '<|message|>'
/** Longest of them, but for its last character. */
const maxPartialMark = '<|channel|>'.length - 1

/** The same where a server leaves out the marks: `analysisThe user asks…assistantfinalGood day`. */
const bareAnalysis = 'analysis'
const bareFinal = 'assistantfinal'

type Place =
  /** Nothing but white space and the beginning of a mark. */
  | { readonly kind: 'beginning'; readonly held: string }
  | { readonly kind: 'thinking'; readonly end: string; readonly held: string }
  /** White space behind the thoughts, and the beginning of the mark of others. */
  | { readonly kind: 'behind'; readonly held: string }
  /** Up to the words of a channel. */
  | { readonly kind: 'channel'; readonly held: string }
  | { readonly kind: 'message'; readonly of: Words['type'] | 'call'; readonly held: string }
  | { readonly kind: 'text' }

/** Splits a text that begins with thoughts into reasoning and text, as it comes in. Marks in the middle of a text are text. */
export function createThoughtReader(endOfThoughts: string | null) {
  let place: Place = { kind: 'beginning', held: '' }
  let areOpen = false
  let hasThought = false
  let hasSpoken = false

  function* push(text: string): Generator<Words> {
    switch (place.kind) {
      case 'beginning':
        return yield* begin(place.held + text)
      case 'thinking':
        return yield* think(place.held + text, place.end)
      case 'behind':
        return yield* follow(place.held + text)
      case 'channel':
        return yield* choose(place.held + text)
      case 'message':
        return yield* read(place.held + text, place.of)
      case 'text':
        if (text !== '') yield { type: 'text', text }
        return
      default:
        return place satisfies never
    }
  }

  function* begin(text: string): Generator<Words> {
    const words = text.trimStart()
    const mark = markAt(words)
    const final = words.startsWith(bareAnalysis) ? words.indexOf(bareFinal) : -1
    if (mark) {
      const [opening, end] = mark
      place = { kind: 'thinking', end, held: '' }
      yield* push(words.slice(opening.length))
    } else if (channelMarks.some((begin) => words.startsWith(begin))) {
      place = { kind: 'channel', held: '' }
      yield* push(words)
    } else if (final > 0) {
      yield { type: 'reasoning', text: words.slice(bareAnalysis.length, final) }
      place = { kind: 'text' }
      yield* push(words.slice(final + bareFinal.length))
    } else if (text.length < maxHeld && (mayBeMark(words) || /^analysis(?:[A-Z]|$)/.test(words))) {
      place = { kind: 'beginning', held: text }
    } else if (endOfThoughts !== null) {
      place = { kind: 'thinking', end: endOfThoughts, held: '' }
      yield* push(text)
    } else {
      place = { kind: 'text' }
      yield { type: 'text', text }
    }
  }

  function* think(text: string, end: string): Generator<Words> {
    const at = inLowerCase(text).indexOf(inLowerCase(end))
    if (at === -1) {
      const kept = partialMarkLength(inLowerCase(end), inLowerCase(text))
      place = { kind: 'thinking', end, held: text.slice(text.length - kept) }
      if (text.length > kept) yield { type: 'reasoning', text: text.slice(0, text.length - kept) }
      return
    }
    if (at > 0) yield { type: 'reasoning', text: text.slice(0, at) }
    place = { kind: 'behind', held: '' }
    yield* push(text.slice(at + end.length))
  }

  function* follow(text: string): Generator<Words> {
    const words = text.trimStart()
    const [opening, end] = markAt(words) ?? []
    if (opening !== undefined && end !== undefined) {
      yield { type: 'reasoning', text: paragraph }
      place = { kind: 'thinking', end, held: '' }
      yield* push(words.slice(opening.length))
    } else if (words === '' || marks.some((mark) => begins(words, mark[0]))) {
      place = { kind: 'behind', held: words }
    } else {
      place = { kind: 'text' }
      yield { type: 'text', text: words }
    }
  }

  function* choose(text: string): Generator<Words> {
    const at = text.indexOf(beginOfMessage)
    if (at === -1) {
      place = { kind: 'channel', held: text }
      // No name of a channel is as long.
      if (text.length > maxHeld) yield* end()
      return
    }
    const header = text.slice(0, at)
    const body = text.slice(at + beginOfMessage.length)
    const of = /\bto=/.test(header) ? 'call' : header.includes('analysis') ? 'reasoning' : 'text'
    if (of === 'reasoning' ? hasThought : hasSpoken)
      yield { type: of === 'reasoning' ? of : 'text', text: paragraph }
    // The header says which tool is called.
    if (of === 'call')
      yield { type: 'text', text: header.replace(/^[\s\S]*?(?=<\|channel\|>|\bto=)/, '') + beginOfMessage }
    if (of === 'reasoning') hasThought = true
    else hasSpoken = true
    place = { kind: 'message', of, held: '' }
    yield* push(body)
  }

  function* read(text: string, of: Words['type'] | 'call'): Generator<Words> {
    const type = of === 'reasoning' ? of : 'text'
    const found = endsOfChannel.exec(text)
    const kept = found ? 0 : partialMark(text)
    const words = text.slice(0, found?.index ?? text.length - kept)
    if (words !== '') yield { type, text: words }
    if (!found) {
      place = { kind: 'message', of, held: text.slice(text.length - kept) }
      return
    }
    place = { kind: 'channel', held: '' }
    const isNext = channelMarks.some((mark) => mark === found[0])
    yield* push(text.slice(found.index + (isNext ? 0 : found[0].length)))
  }

  /** The rest, which turned out to be no mark. */
  function* end(): Generator<Words> {
    areOpen = place.kind === 'thinking'
    const held = 'held' in place ? place.held : ''
    const isThought = place.kind === 'thinking' || (place.kind === 'message' && place.of === 'reasoning')
    if (held.trim() !== '' || (held !== '' && place.kind === 'beginning'))
      yield { type: isThought ? 'reasoning' : 'text', text: held }
    place = { kind: 'text' }
  }

  return {
    push,
    /** Whether the text ended within thoughts. */
    get areOpen() {
      return areOpen
    },
    end,
  }
}

const paragraph = '\n\n'

/** Of the letters A to Z: those of other alphabets may become longer. */
function inLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function markAt(words: string): (typeof marks)[number] | undefined {
  const lower = inLowerCase(words.slice(0, 40))
  return marks.find(([opening]) => lower.startsWith(inLowerCase(opening)))
}

/** Whether a text may become the beginning of this mark. */
function begins(words: string, mark: string): boolean {
  return words.length < mark.length && inLowerCase(mark).startsWith(inLowerCase(words))
}

function mayBeMark(words: string): boolean {
  if (words === '' || bareAnalysis.startsWith(words)) return true
  return channelMarks.some((mark) => begins(words, mark)) || marks.some(([opening]) => begins(words, opening))
}

/** Length of the end of a text that may be the beginning of a mark of a channel. */
function partialMark(text: string): number {
  const at = text.lastIndexOf('<')
  return at !== -1 && text.length - at <= maxPartialMark && /^<(?:\|[a-z]*\|?)?$/.test(text.slice(at))
    ? text.length - at
    : 0
}

/** Number of characters at the end of a text that may be the beginning of a mark. */
export function partialMarkLength(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length
  }
  return 0
}
