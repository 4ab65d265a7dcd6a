import { beginningPattern, escaped, type Pattern, pattern } from './pattern.ts'

/** A credential that is known by its beginning, and by the characters after it. */
interface Format {
  readonly begins: readonly string[]
  /** Remainder of the format, as the source of a pattern. */
  readonly rest: string
  /** The characters that continue it, as far as they go. */
  readonly body: string
  /** The prefix is no secret and stays visible. */
  readonly isAnnounced?: true
  /** It begins no sooner than its run of such characters: so no run is read twice. */
  readonly isWholeRun?: true
}

const plain = '[A-Za-z0-9]'
const capitals = '[A-Z0-9]'
const dashed = '[A-Za-z0-9_-]'
const dotted = '[A-Za-z0-9_.-]'
const base64 = '[A-Za-z0-9+/=]'
const token68 = '[A-Za-z0-9._~+/=-]'

/** At least so many of these characters. */
const least = (count: number, body: string) => ({ rest: `${body}{${count},}`, body })

/** Words in small letters are none: a digit or a capital stands among the first 40 characters. */
const random = (count: number, body: string) => ({
  rest: `(?=${body}{0,39}[0-9A-Z])${body}{${count},}`,
  body,
})

/** Words are none, whatever joins them and with whatever capital they begin: a digit, or a capital after a small letter, is early in it. */
const unlikeWords = (count: number, body: string) => ({
  rest: `(?=${body}{0,39}?(?:[0-9]|[a-z][A-Z]))${body}{${count},}`,
  body,
})

/**
 * Formats as their issuers document them, and as secret scanners know them (GitHub's supported secret scanning patterns, gitleaks'
 * default rules; 2026-11). No scanner is used as a library: secretlint and its like read whole files, and no text that comes in pieces.
 */
const formats: readonly Format[] = [
  // Our own API keys.
  { begins: ['rg_'], ...least(40, dashed) },
  // OpenAI, Anthropic (sk-ant-…) and those who write theirs alike; not names of styles and packages (sk-folding-cube-spinner).
  { begins: ['sk-'], ...random(20, dashed) },
  // Google: API keys, OAuth tokens and client secrets.
  { begins: ['AIza'], ...least(35, dashed) },
  { begins: ['ya29.'], ...least(20, dotted) },
  { begins: ['GOCSPX-'], ...least(20, dashed) },
  // AWS: ids of access keys; the keys themselves are known by their names only.
  { begins: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], ...least(16, capitals) },
  { begins: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], ...least(30, dashed) },
  { begins: ['github_pat_'], ...least(22, dashed) },
  { begins: ['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glptt-'], ...least(20, dotted) },
  { begins: ['glft-', 'glimt-', 'glagent-', 'gloas-'], ...least(20, dotted) },
  { begins: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-'], ...least(10, dotted) },
  { begins: ['xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xapp-'], ...least(10, dotted) },
  { begins: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], ...least(10, plain) },
  { begins: ['whsec_'], ...least(20, base64) },
  // Hugging Face, npm, Groq, xAI, SendGrid.
  { begins: ['hf_', 'npm_', 'gsk_', 'xai-'], ...random(30, plain) },
  { begins: ['SG.'], ...least(40, dotted) },
  { begins: ['Bearer ', 'bearer ', 'BEARER '], ...unlikeWords(16, token68), isAnnounced: true },
  { begins: ['Basic ', 'basic ', 'BASIC '], ...unlikeWords(24, base64), isAnnounced: true },
  // JSON Web Tokens: `header.payload.signature`, the header a JSON object.
  { begins: ['eyJ'], rest: `${dashed}{5,2045}\\.${dashed}{8,}`, body: dotted, isWholeRun: true },
]

const labels = '[A-Z0-9 ]{0,64}'

/** PEM: the first line of a private key, its characters but for dashes, and its last line. */
export const privateKey = {
  begins: '-----BEGIN ',
  first: pattern(`-----BEGIN (?=${labels}PRIVATE KEY)${labels}-----`),
  body: /[A-Za-z0-9+/=\s\\:,.]{1,1024}/y,
  last: pattern(`-----END ${labels}-{0,5}`, { isOpen: true }),
  /** No private key has more characters; after a first line without a last one so many are hidden at most. */
  maxChars: 32_768,
}

interface ReadFormat {
  readonly pattern: Pattern
  readonly body: RegExp
  /** The end of a text after which it does not begin. */
  readonly notAfter: RegExp
  /** Length of its beginning that stays. */
  readonly announced: number
}

/** Formats by how they begin. */
export const formatByBeginning: ReadonlyMap<string, ReadFormat> = new Map(
  formats.flatMap(({ begins, rest, body, isAnnounced, isWholeRun }) =>
    begins.map((beginning) => [
      beginning,
      {
        pattern: pattern(escaped(beginning) + rest),
        body: new RegExp(`${body}+`, 'y'),
        notAfter: isWholeRun ? /[A-Za-z0-9_-]$/ : /[A-Za-z0-9]$/,
        announced: isAnnounced ? beginning.length : 0,
      },
    ]),
  ),
)

const beginnings = [...formatByBeginning.keys(), privateKey.begins]

/** Prefixes of the formats, as the source of a pattern. */
export const beginningSource = beginnings.map(escaped).join('|')

const maxBegunChars = Math.max(...beginnings.map(({ length }) => length)) - 1

const begun = new RegExp(`(?:${beginningPattern(beginnings, maxBegunChars).source})$`)

/** Number of characters at the end of a text, after `from`, that may be the beginning of a format. */
export function begunChars(text: string, from: number): number {
  const end = text.slice(Math.max(from, text.length - maxBegunChars))
  const at = end.search(begun)
  return at === -1 ? 0 : end.length - at
}
