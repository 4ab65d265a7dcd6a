import { isDeepStrictEqual } from 'node:util'
import { RungraphError } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { cutMarked } from '../cut-marked.ts'
import type { CallAnswer } from './mcp-answers.ts'
import { mediaBytes, mediaText, withNamedFiles, withNamedMedia } from './named-media.ts'

/** Maximum length of a server's error message that is shown to a model, in characters. */
const maxErrorChars = 4000

interface ResultOptions {
  /** Why the structured content does not fit the schema of the tool. Default: it fits. */
  readonly misfit?: string | null
  /** Texts of the parts that became files. */
  readonly kept?: ReadonlyMap<Json, string>
  /** Name of the tool that reads the resources of the server. Default: there is none. */
  readonly reader?: string | null
}

/**
 * Converts a result for the model: its text, or its structured content with the text that does not repeat it (as `content`). Images, sound
 * and files are only named, wherever they stand, because they would mean nothing as text. @throws TOOL_FAILED if the server says that the call failed
 */
export function toResult(
  { parts, structured, isError }: CallAnswer,
  { misfit = null, kept, reader = null }: ResultOptions = {},
): Json {
  const textOfPart = (part: Json) => kept?.get(part) ?? textOfContent(part, reader)
  const text = parts.map(textOfPart).join('\n')
  const data = withNamedMedia(structured)
  if (isError) {
    const isSaid = data === null || repeats(structured, parts)
    const said = [text.trim(), isSaid ? '' : JSON.stringify(data)].filter((words) => words !== '')
    const message = said.join('\n') || 'It failed, and the server does not say why.'
    throw new RungraphError('TOOL_FAILED', { message: cutMarked(message, maxErrorChars) })
  }
  if (misfit !== null) return { warning: misfit, structuredContent: data, content: text }
  if (structured === null) return text
  const added = repeats(structured, parts)
    ? ''
    : parts
        .filter((part) => !isRepeated(part, structured))
        .map(textOfPart)
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

/** A part of a result, or of a message, as text. `reader`: the tool that reads resources; `null`: there is none. */
export function textOfContent(part: Json, reader: string | null): string {
  if (!isJsonObject(part)) return '[a part that is not as the protocol has it, not shown]'
  if (part.type === undefined) return JSON.stringify(withNamedMedia(part))
  return (
    read[String(part.type)]?.(part, reader) ??
    `[a part of the type ${JSON.stringify(part.type ?? null)}, not shown]`
  )
}

/** Parts that are read; `null` for one that is not as the protocol has it. */
const read: Readonly<Record<string, (part: JsonObject, reader: string | null) => string | null>> = {
  text: ({ text }) => (typeof text === 'string' ? withNamedFiles(text) : null),
  image: mediaText,
  audio: mediaText,
  resource_link: ({ name, title, uri, mimeType, size, description }, reader) => {
    const bytes = typeof size === 'number' ? `${size} bytes` : null
    const told = [name, title, uri, mimeType, bytes].filter((one) => typeof one === 'string' && one !== '')
    const about = [...new Set(told)].join(', ')
    const words = typeof description === 'string' && description !== '' ? `: ${description}` : ''
    const how = reader !== null && typeof uri === 'string' ? ` (${reader} reads it)` : ''
    return about === '' ? null : `[resource: ${about}${words}]${how}`
  },
  resource: ({ resource }) => {
    if (!isJsonObject(resource)) return null
    const { uri, mimeType, text, blob } = resource
    const about = [uri, mimeType].filter((one) => typeof one === 'string' && one !== '').join(', ')
    if (typeof text === 'string') return `[resource: ${about}]\n${withNamedFiles(text)}`
    return typeof blob === 'string' ? `[resource: ${about}, ${mediaBytes(blob)} bytes, not shown]` : null
  },
}
