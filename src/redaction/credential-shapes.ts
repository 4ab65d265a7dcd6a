import { matchAt } from './marker.ts'

/** The characters of a run, by their code. */
export type Letters = ReadonlySet<number>

const digits = '0123456789'

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const alphanumeric = `${digits}${upper}${upper.toLowerCase()}`

const letters = (text: string): Letters => new Set(Array.from(text, (letter) => letter.charCodeAt(0)))

const capitals = letters(`${upper}${digits}`)

const plain = letters(alphanumeric)

const dashed = letters(`${alphanumeric}_-`)

const dotted = letters(`${alphanumeric}_-.`)

const base64 = letters(`${alphanumeric}+/=`)

export const dash = letters('-')

const token68 = letters(`${alphanumeric}-._~+/=`)

/** A credential that is known by how it begins: one of these, then at least so many characters of a kind. */
interface Shape {
  readonly begins: readonly string[]
  readonly body: Letters
  readonly least: number
  /** Words in small letters are none: a digit or a capital stands among the first of them. */
  readonly isRandom?: true
  /** How it begins is no secret, and stays. */
  readonly isAnnounced?: true
}

/**
 * Shapes as their issuers document them, and as secret scanners know them (GitHub's supported secret scanning patterns, gitleaks'
 * default rules; 2026-11). What is longer than the least is taken as far as it goes.
 */
const shapes: readonly Shape[] = [
  // Our own API keys.
  { begins: ['rg_'], body: dashed, least: 40 },
  // OpenAI, Anthropic (sk-ant-…) and those who write theirs alike; not names of styles and packages (sk-folding-cube-spinner).
  { begins: ['sk-'], body: dashed, least: 20, isRandom: true },
  // Google: API keys, OAuth tokens and client secrets.
  { begins: ['AIza'], body: dashed, least: 35 },
  { begins: ['ya29.'], body: dotted, least: 20 },
  { begins: ['GOCSPX-'], body: dashed, least: 20 },
  // AWS: ids of access keys; the keys themselves are known by their names only.
  { begins: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], body: capitals, least: 16 },
  { begins: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], body: dashed, least: 30 },
  { begins: ['github_pat_'], body: dashed, least: 22 },
  {
    begins: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
    ],
    body: dotted,
    least: 20,
  },
  {
    begins: [
      'xoxa-',
      'xoxb-',
      'xoxe-',
      'xoxe.',
      'xoxo-',
      'xoxp-',
      'xoxr-',
      'xoxs-',
      'xoxc-',
      'xoxd-',
      'xapp-',
    ],
    body: dotted,
    least: 10,
  },
  { begins: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], body: plain, least: 10 },
  { begins: ['whsec_'], body: base64, least: 20 },
  { begins: ['Bearer ', 'bearer ', 'BEARER '], body: token68, least: 16, isAnnounced: true },
  { begins: ['Basic ', 'basic ', 'BASIC '], body: base64, least: 24, isAnnounced: true },
]

/** What a text that holds any of these shapes holds, as the source of a pattern. */
export const shapeSource = [...shapes.flatMap(({ begins }) => begins), 'eyJ', 'PRIVATE KEY']
  .map((word) => word.replaceAll('.', '\\.'))
  .join('|')

type FoundShape =
  /** A run of `body` that begins at `from` and is a secret up to `to` at least. */
  | { readonly kind: 'run'; readonly from: number; readonly to: number; readonly body: Letters }
  /** A private key, whose first line ends at `to`. */
  | { readonly kind: 'private-key'; readonly to: number }

/** The credential that begins here, after what is no letter or digit; `null` where none does. */
export function findShape(
  text: string,
  at: number,
  { isLast, isInsideRun }: { readonly isLast: boolean; readonly isInsideRun: boolean },
): FoundShape | 'more' | null {
  for (const { begins, shape } of byFirst.get(text.charCodeAt(at)) ?? []) {
    const found = shape
      ? findRun(begins, shape, text, at, isLast)
      : findOther(begins, text, at, isLast, isInsideRun)
    if (found !== null) return found
  }
  return null
}

const dashes = '-----'

const beginOfKey = `${dashes}BEGIN `

const beginOfJwt = 'eyJ'

type Beginning = { readonly begins: string; readonly shape: Shape | null }

const beginnings: readonly Beginning[] = [
  ...shapes.flatMap((shape) => shape.begins.map((begins) => ({ begins, shape }))),
  { begins: beginOfKey, shape: null },
  { begins: beginOfJwt, shape: null },
]

const byFirst: ReadonlyMap<number, readonly Beginning[]> = Map.groupBy(beginnings, ({ begins }) =>
  begins.charCodeAt(0),
)

function findRun(
  begins: string,
  { body, least, isRandom, isAnnounced }: Shape,
  text: string,
  at: number,
  isLast: boolean,
): FoundShape | 'more' | null {
  const begun = matchAt(begins, text, at, isLast)
  if (begun !== 'yes') return begun === 'more' ? 'more' : null
  const start = at + begins.length
  const most = isRandom ? maxWordsChars : least
  const end = endOfRun(text, start, body, most)
  const isCut = end === text.length && !isLast
  if (isRandom && !random.test(text.slice(start, end))) return isCut && end - start < most ? 'more' : null
  if (end - start >= least) return { kind: 'run', from: isAnnounced ? start : at, to: end, body }
  return isCut ? 'more' : null
}

/** A key of so many characters without any of these does not come to be. */
const maxWordsChars = 40

const random = /[0-9A-Z]/

function findOther(
  begins: string,
  text: string,
  at: number,
  isLast: boolean,
  isInsideRun: boolean,
): FoundShape | 'more' | null {
  const begun = matchAt(begins, text, at, isLast)
  if (begun !== 'yes') return begun === 'more' ? 'more' : null
  if (begins === beginOfKey) return findPrivateKey(text, at, isLast)
  return isInsideRun ? null : findJwt(text, at, isLast)
}

/** No header of a token is longer. */
const maxHeaderChars = 2_048

const leastPartChars = 8

/** `header.payload.signature`, the header a JSON object. It begins no sooner than its run does, so no run is read twice. */
function findJwt(text: string, at: number, isLast: boolean): FoundShape | 'more' | null {
  const headerEnd = endOfRun(text, at, dashed, maxHeaderChars)
  if (headerEnd === text.length && !isLast) return headerEnd - at < maxHeaderChars ? 'more' : null
  if (text[headerEnd] !== '.' || headerEnd - at < leastPartChars) return null
  const end = endOfRun(text, headerEnd + 1, dashed, leastPartChars)
  if (end - headerEnd - 1 >= leastPartChars) return { kind: 'run', from: at, to: end, body: dotted }
  return end === text.length && !isLast ? 'more' : null
}

export const labelLetters = letters(`${upper}${digits} `)

export const maxLabelChars = 64

/** `-----BEGIN … PRIVATE KEY…-----`. */
function findPrivateKey(text: string, at: number, isLast: boolean): FoundShape | 'more' | null {
  const start = at + beginOfKey.length
  const end = endOfRun(text, start, labelLetters, maxLabelChars)
  if (end === text.length && !isLast) return end - start < maxLabelChars ? 'more' : null
  if (!text.slice(start, end).includes('PRIVATE KEY')) return null
  const closed = matchAt(dashes, text, end, isLast)
  if (closed !== 'yes') return closed === 'more' ? 'more' : null
  return { kind: 'private-key', to: end + dashes.length }
}

/** Where a run of such characters ends; no further than `most` on. */
export function endOfRun(text: string, from: number, body: Letters, most: number): number {
  const limit = Math.min(text.length, from + most)
  let end = from
  while (end < limit && body.has(text.charCodeAt(end))) end++
  return end
}
