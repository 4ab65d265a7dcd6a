import { isRungraphError } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { ToolContext } from '../../domain/tool.ts'
import { mediaBytes } from './named-media.ts'

/** A file within a part of a result. */
interface Media {
  readonly data: string
  readonly mediaType: string | null
  readonly name: string | null
  /** For the text that stands in its place. */
  readonly about: string
}

/**
 * Keeps the images, sounds and files of a result, which the model receives behind its text; gives the text in place of each. One that cannot
 * be kept, such as of a type that is not taken, has none: it is only named. The server has done its work, so a fault of the store is reported
 * and loses no more than that. @throws the reason of the aborted signal
 */
export async function keepMedia(
  parts: readonly Json[],
  { addFile, signal }: Pick<ToolContext, 'addFile' | 'signal'>,
  report: (message: string, error: unknown) => void,
): Promise<ReadonlyMap<Json, string>> {
  const texts = new Map<Json, string>()
  for (const part of parts) {
    const media = mediaOf(part)
    if (media === null) continue
    const { data, mediaType, name, about } = media
    try {
      await addFile(Buffer.from(data, 'base64'), mediaType ?? undefined, name ?? undefined)
      texts.set(part, `[${about}, ${mediaBytes(data)} bytes, attached as a file]`)
    } catch (error) {
      signal.throwIfAborted()
      if (!isRungraphError(error)) report(`gave a file that could not be stored (${about}).`, error)
    }
  }
  return texts
}

function mediaOf(part: Json): Media | null {
  if (!isJsonObject(part)) return null
  const { type, data, mimeType, resource } = part
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { ...typed(mimeType), data, name: null, about: `${type}: ${textOr(mimeType, 'of no type')}` }
  if (type !== 'resource' || !isJsonObject(resource) || typeof resource.blob !== 'string') return null
  const { uri, mimeType: ofResource, blob } = resource
  const about = [uri, ofResource].filter((one) => typeof one === 'string' && one !== '').join(', ')
  return { ...typed(ofResource), data: blob, name: nameOf(uri), about: `resource: ${about}` }
}

function typed(mimeType: Json | undefined): Pick<Media, 'mediaType'> {
  return { mediaType: typeof mimeType === 'string' && mimeType !== '' ? mimeType : null }
}

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

/** The last part of an address. */
function nameOf(uri: Json | undefined): string | null {
  const [last = ''] = textOr(uri, '').split(/[?#]/, 1)[0]?.split('/').slice(-1) ?? []
  return last === '' ? null : last
}
