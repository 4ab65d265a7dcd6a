import { redacted, type Sign } from '../domain/redaction.ts'
import { mark, markerAt } from './marker.ts'
import { joined, nothing, type Piece, partOf, writtenPart } from './piece.ts'

/** Shorter ones are in too many texts. */
export const leastValueChars = 8

/** Values that are secrets wherever they stand. */
export interface KnownValues {
  /** Whether any of them is in a text. */
  isIn(text: string): boolean
  /** A text that comes piece by piece, without them. */
  stream(sign: Sign): PieceStream
  /** Where a text ends in the middle of a value: the parts of the value before and after, as far as a part reveals much of it. */
  cutBy(text: string): readonly string[]
}

interface PieceStream {
  push(piece: Piece): Piece
  end(): Piece
}

/** Finds values as they are, and as JSON, base64 and URLs write them. Those of less than `leastValueChars` are not searched. */
export function knownValues(values: readonly string[]): KnownValues {
  const words = values.filter(isSearchable).flatMap(spellings)
  if (words.length === 0)
    return {
      isIn: () => false,
      stream: () => ({ push: (piece) => piece, end: () => nothing }),
      cutBy: () => [],
    }
  const root = treeOf(words)
  const pattern = new RegExp([...new Set(words)].map(escaped).join('|'))
  return {
    isIn: (text) => pattern.test(text),
    stream: (sign) => streamOf(root, sign),
    cutBy: (text) => cutBy(root, text),
  }
}

/** Ends in the middle of a longer value are not searched. */
const maxCutChars = 4_096

function cutBy(root: Node, text: string): readonly string[] {
  for (let at = Math.max(0, text.length - maxCutChars); at < text.length; at++) {
    const node = below(root, text, at)
    if (node === null || node.next.size === 0) continue
    const begun = text.slice(at)
    return [...new Set(restsOf(node).flatMap((rest) => distinctiveParts(begun, rest)))]
  }
  return []
}

/** Where all of a text from here on leads; `null` where no word continues so. */
function below(root: Node, text: string, from: number): Node | null {
  let node: Node | null = root
  for (let place = from; place < text.length && node; place++)
    node = node.next.get(text.charCodeAt(place)) ?? null
  return node
}

const maxRests = 16

/** How words continue after a beginning, some of them. */
function restsOf(begun: Node): readonly string[] {
  const rests: string[] = []
  const pending: { readonly node: Node; readonly rest: string }[] = [{ node: begun, rest: '' }]
  for (let one = pending.pop(); one && rests.length < maxRests; one = pending.pop()) {
    const { node, rest } = one
    if (node.isWord && rest !== '') rests.push(rest)
    for (const [code, next] of node.next) pending.push({ node: next, rest: rest + String.fromCharCode(code) })
  }
  return rests
}

/** A short part, such as the `https://` of an address, stands in other texts too. */
function distinctiveParts(begun: string, rest: string): readonly string[] {
  return [begun, rest].filter((part) => part.length >= (begun.length + rest.length) / 3)
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** What is a part of the marker cannot be hidden by it. */
function isSearchable(value: string): boolean {
  return value.length >= leastValueChars && !redacted.includes(value)
}

function spellings(value: string): readonly string[] {
  const url = encodeURIComponent(value.toWellFormed())
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const lowerCase = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const all = [
    value,
    JSON.stringify(value).slice(1, -1),
    url,
    form,
    lowerCase(url),
    lowerCase(form),
    ...inBase64(value),
  ]
  return [...new Set(all)].filter(isSearchable)
}

/** What of a value's base64 is the same wherever it stands in what is encoded: for each of the three ways that its bytes may lie. */
function inBase64(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value)
  return [0, 1, 2].flatMap((before) => {
    const binary = '\0'.repeat(before) + Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    const text = btoa(binary).slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    )
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Words by their letters: what may follow a beginning, and whether it is a word. */
interface Node {
  readonly next: Map<number, Node>
  isWord: boolean
}

function treeOf(words: readonly string[]): Node {
  const root: Node = { next: new Map(), isWord: false }
  for (const word of words) {
    let node = root
    for (let place = 0; place < word.length; place++) {
      const code = word.charCodeAt(place)
      const next = node.next.get(code) ?? { next: new Map(), isWord: false }
      node.next.set(code, next)
      node = next
    }
    node.isWord = true
  }
  return root
}

/** Where the longest word ends that begins here; `null` where none does. */
function endOfWord(root: Node, text: string, at: number, isLast: boolean): number | 'more' | null {
  let node = root
  let end: number | null = null
  for (let place = at; place < text.length; place++) {
    const next = node.next.get(text.charCodeAt(place))
    if (!next) return end
    const marker = place > at ? markerAt(text, place, isLast) : 0
    if (marker !== 0) return marker === 'more' ? 'more' : end
    node = next
    if (node.isWord) end = place + 1
  }
  return isLast || node.next.size === 0 ? end : 'more'
}

function streamOf(root: Node, sign: Sign): PieceStream {
  let held: Piece = nothing

  function run(isLast: boolean): Piece {
    const piece = held
    const { text } = piece
    const pieces: Piece[] = []
    let kept = 0
    let at = 0
    for (;;) {
      const found = findNext(root, text, at, isLast)
      pieces.push(partOf(piece, kept, found.from))
      kept = found.from
      if (found.to === null) break
      pieces.push({ text: mark, written: [sign(writtenPart(piece, found.from, found.to), 'text', 'VALUE')] })
      kept = found.to
      at = found.to
    }
    held = partOf(piece, kept, text.length)
    return joined(pieces)
  }

  return {
    push(piece) {
      held = joined([held, piece])
      return run(false)
    },
    end: () => run(true),
  }
}

interface Found {
  readonly from: number
  /** `null`: nothing is found ahead of `from`, and what follows may yet become something. */
  readonly to: number | null
}

function findNext(root: Node, text: string, start: number, isLast: boolean): Found {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const marker = markerAt(text, at, isLast)
    if (marker === 'more') return { from: at, to: null }
    if (marker > 0) {
      at += marker
      continue
    }
    const end = endOfWord(root, text, at, isLast)
    if (end === 'more') return { from: at, to: null }
    if (end !== null) return { from: at, to: end }
    if (code === backslash) {
      const inside = findInEscape(root, text, at, isLast)
      if (inside === 'more') return { from: at, to: null }
      if (inside !== null) return { from: at, to: inside }
      // A second backslash belongs to the first.
      at += text.charCodeAt(at + 1) === backslash ? 2 : 1
    } else at += 1
  }
  return { from: text.length, to: null }
}

const backslash = 0x5c

/**
 * A word that begins within an escape takes all of it along: half an escape would break the JSON that it stands in. So does one that
 * was found before in JSON around this text, where the same letters were no escape.
 */
function findInEscape(root: Node, text: string, at: number, isLast: boolean): number | 'more' | null {
  for (let place = at + 1; place <= at + 5; place++) {
    if (place >= text.length) return isLast ? null : 'more'
    const end = text[place] === mark ? place + 1 : endOfWord(root, text, place, isLast)
    if (end !== null) return end
    const mayGoOn = place === at + 1 ? text[place] === 'u' : /[0-9a-fA-F]/.test(text.charAt(place))
    if (!mayGoOn) return null
  }
  return null
}
