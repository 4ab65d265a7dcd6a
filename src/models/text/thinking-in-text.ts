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

/** The usual mark. */
export const endOfThoughts = '</think>'

/** More characters of white space are no way to begin anything. */
export const maxHeld = 10_000

type Place =
  /** Nothing but white space and the beginning of a mark. */
  | { readonly kind: 'beginning'; readonly held: string }
  | { readonly kind: 'thinking'; readonly end: string; readonly held: string }
  /** White space behind the thoughts. */
  | { readonly kind: 'behind' }
  | { readonly kind: 'text' }

/** Splits a text that begins with thoughts into reasoning and text, as it comes in. Marks in the middle of a text are text. */
export function createThoughtReader(beginsThinking: boolean) {
  let place: Place = { kind: 'beginning', held: '' }
  let areOpen = false

  function* push(text: string): Generator<Words> {
    switch (place.kind) {
      case 'beginning':
        return yield* begin(place.held + text)
      case 'thinking':
        return yield* think(place.held + text, place.end)
      case 'behind':
        return yield* follow(text)
      case 'text':
        if (text !== '') yield { type: 'text', text }
        return
      default:
        return place satisfies never
    }
  }

  function* begin(text: string): Generator<Words> {
    const words = text.trimStart()
    const mark = marks.find(([opening]) => words.startsWith(opening))
    if (mark) {
      const [opening, end] = mark
      place = { kind: 'thinking', end, held: '' }
      yield* push(words.slice(opening.length))
    } else if (
      text.length < maxHeld &&
      (words === '' || marks.some(([opening]) => opening.startsWith(words)))
    ) {
      place = { kind: 'beginning', held: text }
    } else if (beginsThinking) {
      place = { kind: 'thinking', end: endOfThoughts, held: '' }
      yield* push(text)
    } else {
      place = { kind: 'text' }
      yield { type: 'text', text }
    }
  }

  function* think(text: string, end: string): Generator<Words> {
    const at = text.indexOf(end)
    if (at === -1) {
      const kept = beginningOf(end, text)
      place = { kind: 'thinking', end, held: text.slice(text.length - kept) }
      if (text.length > kept) yield { type: 'reasoning', text: text.slice(0, text.length - kept) }
      return
    }
    if (at > 0) yield { type: 'reasoning', text: text.slice(0, at) }
    place = { kind: 'behind' }
    yield* push(text.slice(at + end.length))
  }

  function* follow(text: string): Generator<Words> {
    const words = text.trimStart()
    if (words === '') return
    place = { kind: 'text' }
    yield { type: 'text', text: words }
  }

  return {
    push,
    /** Whether the text ended within thoughts. */
    get areOpen() {
      return areOpen
    },
    /** The rest, which turned out to be no mark. */
    *end(): Generator<Words> {
      areOpen = place.kind === 'thinking'
      if (place.kind === 'beginning' && place.held !== '') yield { type: 'text', text: place.held }
      if (place.kind === 'thinking' && place.held !== '') yield { type: 'reasoning', text: place.held }
      place = { kind: 'text' }
    },
  }
}

/** Number of characters at the end of a text that may be the beginning of a mark. */
export function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length
  }
  return 0
}
