import { isDeepStrictEqual } from 'node:util'
import { RungraphError } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { cutText } from '../cut-text.ts'
import type { CallAnswer } from './mcp-answers.ts'

/** Maximum length of a server's error message that is shown to a model, in characters. */
const maxErrorChars = 4000

/**
 * Converts a result for the model: its text, or its structured content with the text that does not repeat it (as `content`). Images, sound
 * and files are only named, wherever they stand, because they would mean nothing as text. `misfit` says why the structured content does
 * not fit the schema of the tool. @throws TOOL_FAILED if the server says that the call failed
 */
export function toResult({ parts, structured, isError }: CallAnswer, misfit: string | null = null): Json {
  const text = parts.map(toText).join('\n')
  const data = withoutMedia(structured)
  if (isError) {
    const said = text.trim() || (data === null ? '' : JSON.stringify(data))
    const message = said || 'It failed, and the server does not say why.'
    throw new RungraphError('TOOL_FAILED', { message: cutText(message, maxErrorChars) })
  }
  if (misfit !== null) return { warning: misfit, structuredContent: data, content: text }
  if (structured === null) return text
  const added = repeats(structured, parts)
    ? ''
    : parts
        .filter((part) => !isRepeated(part, structured))
        .map(toText)
        .join('\n')
  if (added.trim() === '') return data
  return isJsonObject(data) && !Object.hasOwn(data, 'content')
    ? { ...data, content: added }
    : { structuredContent: data, content: added }
}

/** Whether the whole text is the data again, as a server does for clients that know no structure. */
function repeats(structured: Json, parts: readonly Json[]): boolean {
  const texts = parts.map((part) => (isJsonObject(part) && part.type === 'text' ? part.text : null))
  return texts.every((text) => typeof text === 'string') && says(texts.join('\n'), structured)
}

/** Whether a part is the data, or one of its values or their items: a server writes each item of a list as a part of its own. */
function isRepeated(part: Json, structured: Json): boolean {
  const values = typeof structured === 'object' && structured !== null ? Object.values(structured) : []
  const candidates = [structured, ...values, ...values.flatMap((value) => (isJsonArray(value) ? value : []))]
  if (!isJsonObject(part)) return false
  const { type, text } = part
  if (type === 'text') return typeof text === 'string' && candidates.some((one) => says(text, one))
  return candidates.some((one) => isJsonObject(one) && one.data !== undefined && one.data === part.data)
}

function says(text: string, data: Json): boolean {
  if (typeof data === 'string' && data === text) return true
  try {
    return isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(data)))
  } catch {
    return false
  }
}

function toText(part: Json): string {
  if (!isJsonObject(part)) return '[a part that is not as the protocol has it, not shown]'
  return (
    read[String(part.type)]?.(part) ?? `[a part of the type ${JSON.stringify(part.type ?? null)}, not shown]`
  )
}

/** Parts that are read; `null` for one that is not as the protocol has it. */
const read: Readonly<Record<string, (part: JsonObject) => string | null>> = {
  text: ({ text }) => (typeof text === 'string' ? withoutBase64(text) : null),
  image: mediaText,
  audio: mediaText,
  resource_link: ({ name, uri, mimeType }) => {
    const about = [name, uri, mimeType].filter((one) => typeof one === 'string' && one !== '')
    return about.length > 0 ? `[resource: ${about.join(', ')}]` : null
  },
  resource: ({ resource }) => {
    if (!isJsonObject(resource)) return null
    const { uri, mimeType, text, blob } = resource
    const about = [uri, mimeType].filter((one) => typeof one === 'string' && one !== '').join(', ')
    if (typeof text === 'string') return `[resource: ${about}]\n${withoutBase64(text)}`
    return typeof blob === 'string' ? `[resource: ${about}, ${bytesOf(blob)} bytes, not shown]` : null
  },
}

function mediaText({ type, mimeType, data }: JsonObject): string | null {
  if (typeof data !== 'string') return null
  return `[${[`${String(type)}: ${String(mimeType ?? 'of no type')}`, `${bytesOf(data)} bytes`].join(', ')}, not shown]`
}

/** Data with its media named: parts of the protocol within it, and texts that are files. */
function withoutMedia(data: Json): Json {
  if (typeof data === 'string') return withoutBase64(data)
  if (typeof data !== 'object' || data === null) return data
  if (isJsonArray(data)) return data.map(withoutMedia)
  const isMedia = data.type === 'image' || data.type === 'audio'
  const named = isMedia && isBase64(data.data) ? mediaText(data) : null
  if (named !== null) return named
  const isFile = typeof (data.mimeType ?? data.mime_type ?? data.media_type) === 'string'
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      isFile && isBase64(value) ? `[${bytesOf(value)} bytes, not shown]` : withoutMedia(value),
    ]),
  )
}

/** Of a length that tells something, in characters. */
const minBase64 = 200

/** How files of common types begin, as base64. */
const beginnings =
  /^(iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|Qk[0-9A-Za-z]|JVBERi|SUQz|\/\/[suv]|T2dn|ZkxhQ|UEsDB|H4sI|AAAA[A-Za-z0-9+/]{4}Z0eX|SUkq|TU0A|GkXf)/

function withoutBase64(text: string): string {
  const named = text.replaceAll(
    /data:([\w.+/-]+)(?:;[\w=.-]+)*;base64,([A-Za-z0-9+/_-]{200,}={0,2})/g,
    (_uri, type: string, data: string) => `[${type}, ${bytesOf(data)} bytes, not shown]`,
  )
  return isBase64(named) && beginnings.test(named) ? `[a file, ${bytesOf(named)} bytes, not shown]` : named
}

function isBase64(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length >= minBase64 && /^[A-Za-z0-9+/_\s-]+={0,2}\s*$/.test(value)
}

/** Number of bytes that base64 data encodes. */
function bytesOf(data: string): number {
  return Math.floor((data.replace(/\s+/g, '').replace(/=+$/, '').length * 3) / 4)
}
