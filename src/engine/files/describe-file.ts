import { isUtf8 } from 'node:buffer'
import { imageSize } from 'image-size'
import { RungraphError } from '../../domain/errors.ts'
import {
  type FileForm,
  fileBounds,
  formOf,
  formOfHead,
  type StoredFile,
  takenTypes,
  toMediaType,
  typeOfForm,
} from '../../domain/file.ts'
import { sha256 } from '../../domain/hash.ts'
import type { Upload } from '../../domain/upload.ts'

type Described = Omit<StoredFile, 'projectId' | 'fileId'>

/**
 * What a file is, by its bytes: their hash, the media type, which must fit their form, and the pixels of an image (FILE-2).
 * @throws FILE_REFUSED
 */
export function describeFile({ data, mediaType: given, name: givenName }: Upload): Described {
  const name = cleanName(givenName)
  const refuse = (problem: string) => new RungraphError('FILE_REFUSED', { name, problem })
  if (data.byteLength === 0) throw refuse('is empty. Send its bytes.')
  const found = formOfBytes(data)
  const declared = toMediaType(given) ?? (found && typeOfForm[found])
  if (declared === null || declared === undefined)
    throw refuse(`has no media type, and none is known for its bytes. Say its type: ${takenTypes}.`)
  const form = formOf(declared)
  if (form === null) throw refuse(`is of the type ${declared}, which is not taken. Taken are ${takenTypes}.`)
  if (form !== found) throw refuse(`is declared as ${declared}, and its bytes are not. ${remedyOf(found)}`)
  return {
    sha256: sha256(data),
    mediaType: declared,
    name,
    byteCount: data.byteLength,
    pixels: pixelsOf(data, form, refuse),
  }
}

/** A file that is announced before its bytes come. @throws FILE_REFUSED */
export function announcedFile({ name: given, mediaType, byteCount }: Announced): Announced {
  const name = cleanName(given)
  const type = toMediaType(mediaType)
  const refuse = (problem: string) => new RungraphError('FILE_REFUSED', { name, problem })
  if (type === null || formOf(type) === null)
    throw refuse(`is of the type ${mediaType}, which is not taken. Taken are ${takenTypes}.`)
  if (byteCount < 1) throw refuse('is empty. Give the number of its bytes.')
  return { name, mediaType: type, byteCount }
}

interface Announced {
  readonly name: string | null
  readonly mediaType: string
  readonly byteCount: number
}

function remedyOf(found: FileForm | null): string {
  const type = found && typeOfForm[found]
  return type === null ? 'Send the file as what it is.' : `They look like ${type}.`
}

/** The last part of a path, as one line without marks that nobody sees. */
function cleanName(given: string | null): string | null {
  const [last = ''] = (given ?? '').toWellFormed().split(/[\\/]/).slice(-1)
  const name = last.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  return name === '' ? null : name.slice(0, fileBounds.maxNameLength).toWellFormed()
}

/** The form that the bytes show; `null`: none that is known. */
function formOfBytes(data: Uint8Array): FileForm | null {
  return formOfHead(data) ?? (isUtf8(data) && !data.includes(0) ? 'text' : null)
}

const imageForms: ReadonlySet<FileForm> = new Set<FileForm>(['png', 'jpeg', 'gif', 'webp'])

function pixelsOf(
  data: Uint8Array,
  form: FileForm,
  refuse: (problem: string) => RungraphError,
): Described['pixels'] {
  if (!imageForms.has(form)) return null
  const pixels = sizeInHead(data)
  if (pixels === null)
    throw refuse('is no image that can be read: its head has no width and height. Send the whole file.')
  const { maxEdge } = fileBounds
  if (Math.max(...pixels) > maxEdge)
    throw refuse(`has ${pixels.join(' × ')} pixels; an edge has at most ${maxEdge}. Send a smaller image.`)
  return pixels
}

function sizeInHead(data: Uint8Array): Described['pixels'] {
  try {
    const { width, height } = imageSize(data)
    return Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
      ? [width, height]
      : null
  } catch {
    // The reader of heads says why in words about its code.
    return null
  }
}
