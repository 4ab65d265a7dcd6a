import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { rawNumberText, tryParseRawJson } from '../../domain/exact-numbers.ts'
import { isDeeper, isJsonArray, type Json, type JsonObject, maxDepth } from '../../domain/json.ts'

/** Base64 of fewer characters is left as it is: it may be a key, a hash or the mark of a page. */
const least = 200
/** The same, of what begins as no file of a common type does. */
const leastUnknown = 4000

/** How files of common types begin, as base64. */
const beginnings =
  /^(iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|Qk.{6}AAAA|JVBERi|SUQz|\/\/[E-Pk-v]|\/\+[I-P]|T2dn|ZkxhQ|TVRoZA|UEsDB|H4sI|N3q8rye|UmFyI|QlpoO|KLUv\/|AAAA[A-Za-z0-9+/]{4}Z0eX|AAABAA|AAEAAA|SUkq|TU0A|OEJQ|GkXf|RkxW|0M8R4KGx|U1FMaXRl|d09G|AGFzbQ|f0VMR|PHN2Zy)/

const dataUrl =
  /data:([\w.+/-]*)(?:;[\w=."+-]+)*;base64,\s*([\w+/\\-]{40,}={0,2}(?:\s*\n\s*[\w+/\\-]{4,}={0,2})*)/gi
/** With the line breaks of MIME, and with those and the slashes as they are escaped within JSON. */
const written =
  /[\w+/\\-]{40,}(?:\r?\n[\w+/\\-]{40,})*(?:\r?\n(?:[\w+/\\-]{20,}|[\w+/\\-]{2,}={1,2}(?!\w)))?={0,2}/g

/** A text with the files within it named, which mean nothing as text: `[image/png, 512 bytes, not shown]`. */
export function withNamedFiles(text: string): string {
  if (text.length < least) return text
  // The data of another program, which says of its members what they are.
  const data = /^\s*[[{]/.test(text) ? tryParseRawJson(text) : undefined
  if (typeof data === 'object' && data !== null && !isDeeper(data, maxDepth)) {
    const named = withNamedMedia(data)
    return isDeepStrictEqual(named, data) ? text : JSON.stringify(named)
  }
  return text
    .replaceAll(dataUrl, (url, type: string, data: string) =>
      data.length < least ? url : `[${type || 'a file'}, ${mediaBytes(data)} bytes, not shown]`,
    )
    .replaceAll(written, (run) => (isFile(run) ? `[a file, ${mediaBytes(run)} bytes, not shown]` : run))
}

/** Data with its media named: parts of the protocol within it, bytes, and texts that are files. */
export function withNamedMedia(data: Json): Json {
  if (typeof data === 'string') return withNamedFiles(data)
  if (typeof data !== 'object' || data === null || rawNumberText(data) !== null) return data
  if (isJsonArray(data)) return data.map(withNamedMedia)
  const isMedia = data.type === 'image' || data.type === 'audio'
  const named = isMedia && isBase64(data.data) ? mediaText(data) : null
  if (named !== null) return named
  // As JSON has a Buffer.
  const { type: kind, data: bytes = null } = data
  if (kind === 'Buffer' && isJsonArray(bytes) && bytes.length > least)
    return `[${bytes.length} bytes, not shown]`
  const type = typeOfBytes(data)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const isNamed = type !== null || /b(ase)?64/i.test(name)
      return [name, isNamed && isBase64(value) ? bytesText(value, type) : withNamedMedia(value)]
    }),
  )
}

/** An image or a sound, by its type and size; `null` for one without data. */
export function mediaText({ type, mimeType, data }: JsonObject): string | null {
  if (typeof data !== 'string') return null
  return `[${[`${String(type)}: ${String(mimeType ?? 'of no type')}`, `${mediaBytes(data)} bytes`].join(', ')}, not shown]`
}

/** Number of bytes that base64 data encodes. */
export function mediaBytes(data: string): number {
  return Math.floor((unescaped(data).replace(/=+$/, '').length * 3) / 4)
}

/** What an object says of bytes in it, whatever it calls the member that says so; `null` where it says nothing. */
function typeOfBytes(data: JsonObject): string | null {
  const said = Object.values(data).filter((value) => typeof value === 'string')
  const type = said.find((value) =>
    /^(image|audio|video|font|model|application|text)\/[\w.+-]+(;|$)/i.test(value),
  )
  if (type !== undefined) return type
  const isSaid = said.some((value) => /^base64$/i.test(value)) || data.isBase64Encoded === true
  return isSaid ? 'application/octet-stream' : null
}

/** A document that is text is text also where it came as bytes. */
function bytesText(data: string, type: string | null): string {
  const bytes = Buffer.from(data, 'base64')
  const isText = type !== null && !/^(image|audio|video|font|model)\//i.test(type) && isUtf8(bytes)
  const text = isText ? bytes.toString('utf8') : '\0'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of them.
  return /[\0-\x08\x0e-\x1f]/.test(text) ? `[${bytes.length} bytes, not shown]` : text
}

function isBase64(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length >= least && /^[\w+/\r\n-]+={0,2}$/.test(value.trim())
}

function isFile(run: string): boolean {
  const data = unescaped(run)
  if (data.length < least) return false
  if (beginnings.test(data)) return true
  return (
    data.length >= leastUnknown && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(data)) && isEven(run)
  )
}

/** Whether lines have one length, as those of base64 have and those of a list have not. A certificate is no file. */
function isEven(run: string): boolean {
  const [first = '', ...lines] = run.split(/\r?\n|\\r\\n|\\n/)
  const isAlike = lines.slice(0, -1).every((line) => line.length === first.length)
  return (
    isAlike &&
    (lines.length === 0 || first.length % 4 === 0) &&
    !(/[+/]/.test(run) && /[-_]/.test(run)) &&
    !/^MII/.test(run)
  )
}

function unescaped(run: string): string {
  return run.replaceAll(/\s|\\[rn]/g, '').replaceAll('\\', '')
}
