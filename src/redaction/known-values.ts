import { redacted, type Sign } from '../domain/redaction.ts'
import { joined, type Piece, partOf, writtenPart } from './cursor.ts'
import { beginsMarker, foundMark, markerSource, oldMark } from './marker.ts'
import { beginningPattern, escaped } from './pattern.ts'

/** Shorter ones are in too many texts. */
export const leastValueChars = 8

/** Values that are secrets wherever they stand. */
export interface KnownValues {
  /** Whether any of them is in a text. */
  isIn(text: string): boolean
  /** A text that comes piece by piece, with a character in the place of each value and of each marker. */
  stream(sign: Sign): PieceStream
  /** Returns the positions at which a text is cut within a value: the parts of the value before and after, if they reveal much of it. */
  cutBy(text: string): readonly string[]
}

interface PieceStream {
  push(piece: Piece): readonly Piece[]
  end(): readonly Piece[]
}

/** Finds values as they are, and as JSON, base64 and URLs write them. Those of less than `leastValueChars` are not searched. */
export function knownValues(values: readonly string[]): KnownValues {
  const spelled = values.filter(isSearchable).flatMap(spellings)
  // The longest first: it is the one that is taken.
  const words = [...new Set(spelled)].toSorted((a, b) => b.length - a.length)
  const search = { source: words.map(escaped).join('|') || never, ends: endsOf(words) }
  const pattern = new RegExp(search.source)
  let token: RegExp | null = null
  return {
    isIn: (text) => text.length >= leastValueChars && pattern.test(text),
    stream: (sign) => {
      token ??= tokenOf(search.source)
      return streamOf(token, search.ends, sign)
    },
    cutBy: (text) => cutBy(search.ends, text),
  }
}

/** Matches nothing. */
const never = '(?!)'

/** A part of the marker cannot be hidden by the marker. */
function isSearchable(value: string): boolean {
  return value.length >= leastValueChars && !redacted.includes(value)
}

function spellings(value: string): readonly string[] {
  const url = encodeURIComponent(value.toWellFormed())
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const lowerCase = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const json = JSON.stringify(value).slice(1, -1)
  return [value, json, url, form, lowerCase(url), lowerCase(form), ...inBase64(value)].filter(isSearchable)
}

/** Parts of a value's base64 that are independent of its offset: one for each of the three alignments of its bytes. */
function inBase64(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)]
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    return [whole.toString('base64').slice(from, to), whole.toString('base64url').slice(from, to)]
  })
}

/**
 * A word that begins within an escape takes all of it along: half an escape would break the JSON around it. So does one that was found
 * before in JSON around this text, where the same letters were no escape. A second backslash belongs to the first.
 */
function tokenOf(words: string): RegExp {
  const inEscape = `\\\\(?:u[0-9a-fA-F]{0,3}?)??(?:${words}|${foundMark})`
  return new RegExp(`(?<marker>${markerSource})|(?<word>${words}|${inEscape})|\\\\\\\\`, 'g')
}

/** Possible continuations at the end of a text. */
interface Ends {
  /** Finds where words, markers and escapes may begin. */
  readonly beginning: RegExp
  /** The words that continue a text. */
  readonly continuing: (text: string) => readonly string[]
  /** No word has more characters. */
  readonly longest: number
}

function endsOf(words: readonly string[]): Ends {
  const byFirst = Map.groupBy(words, (word) => word.charAt(0))
  const continuing = (text: string) =>
    byFirst.get(text.charAt(0))?.filter((word) => word.length > text.length && word.startsWith(text)) ?? none
  const begun = ['[redacted', '\\u', ...words.flatMap((word) => [word, `\\${word}`])]
  return { continuing, beginning: beginningPattern(begun, 4), longest: words[0]?.length ?? 0 }
}

const none: readonly string[] = []

/** Ends in the middle of a longer value are not searched. */
const maxCutChars = 4_096

const maxRests = 16

function cutBy({ continuing, longest }: Ends, text: string): readonly string[] {
  for (let at = Math.max(0, text.length - Math.min(longest, maxCutChars)); at < text.length; at++) {
    const begun = text.slice(at)
    const words = continuing(begun).slice(0, maxRests)
    if (words.length === 0) continue
    // A short part, such as the `https://` of an address, occurs in other texts too.
    return [
      ...new Set(
        words.flatMap((word) =>
          [begun, word.slice(begun.length)].filter((part) => part.length >= word.length / 3),
        ),
      ),
    ]
  }
  return []
}

/** No marker and no escape has more characters. */
const maxMarkerChars = 32

/**
 * Returns the position from which the text may become a value, a marker or an escape within a value; the end of the text if there is none.
 */
function openFrom(text: string, from: number, { beginning, continuing, longest }: Ends): number {
  beginning.lastIndex = Math.max(from, text.length - longest - maxMarkerChars)
  for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
    const rest = text.slice(found.index)
    const isOpen = rest.startsWith('\\')
      ? mayBecomeEscape(rest, continuing)
      : beginsMarker(rest) || continuing(rest).length > 0
    if (isOpen) return found.index
    beginning.lastIndex = found.index + 1
  }
  return text.length
}

/** A word may begin with the escape, or within it. */
function mayBecomeEscape(rest: string, continuing: Ends['continuing']): boolean {
  const [lead = ''] = /^\\(?:u[0-9a-fA-F]{0,3})?/.exec(rest) ?? []
  for (let at = 0; at <= lead.length; at++)
    if (at === rest.length || continuing(rest.slice(at)).length > 0) return true
  return false
}

function streamOf(token: RegExp, ends: Ends, sign: Sign): PieceStream {
  let held: Piece = { text: '', written: null }

  function run(isLast: boolean): readonly Piece[] {
    const { text } = held
    const pieces: Piece[] = []
    let open = isLast ? text.length : openFrom(text, 0, ends)
    let kept = 0
    for (token.lastIndex = 0; ; ) {
      const found = token.exec(text)
      if (!found || found.index >= open) break
      const to = found.index + found[0].length
      if (to > open) open = openFrom(text, to, ends)
      if (!found.groups?.marker && !found.groups?.word) continue
      const written = writtenPart(held, found.index, to)
      const mark = found.groups.marker
        ? { text: oldMark, written: [written] }
        : { text: foundMark, written: [sign(written, 'text', 'VALUE')] }
      pieces.push(partOf(held, kept, found.index), mark)
      kept = to
    }
    pieces.push(partOf(held, kept, open))
    held = partOf(held, open)
    return pieces.filter((piece) => piece.text !== '')
  }

  return {
    push(piece) {
      held = joined(held, piece)
      return run(false)
    },
    end: () => run(true),
  }
}
