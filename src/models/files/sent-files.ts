import { isRungraphError, messageOf } from '../../domain/errors.ts'
import type { MediaForm } from '../../domain/file.ts'
import { sha256 } from '../../domain/hash.ts'
import { type FilePart, filesOf, type Message } from '../../domain/message.ts'
import { type MessageFiles, ModelError, type ModelRequest } from '../../domain/model.ts'
import { rejectOnAbort } from '../../domain/time-limit.ts'
import type { BinaryForm } from './file-rules.ts'

/** A file as a request has it. */
export type SentFile =
  | {
      readonly form: BinaryForm
      readonly mediaType: string
      /** With an extension, by which some vendors read it. */
      readonly name: string
      readonly base64: string
    }
  | { readonly form: 'TEXT'; readonly name: string; readonly text: string }
  /** A line in the place of a file that is not sent. */
  | { readonly form: 'NOTE'; readonly text: string }

/** Gives the files of the messages of one request. */
export type SentFiles = (file: FilePart) => SentFile

/** Of a request without files, and of one that is only measured. */
export const noFiles: SentFiles = (file) => note(file, 'is not shown')

export function note(file: FilePart, why: string): SentFile {
  return { form: 'NOTE', text: `[The file ${wordsOf(file)} ${why}.]` }
}

/** A file in words: `photo.png (image/png, 1.2 MB)`. */
export function wordsOf({ name, mediaType, byteCount }: FilePart): string {
  const size = sizeInWords(byteCount)
  return name === null ? `of ${size} (${mediaType})` : `${name} (${mediaType}, ${size})`
}

/** A size as vendors write it, of 1,024 bytes to the kilobyte. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  const [size, unit] = bytes < 1_048_576 ? [bytes / 1_024, 'kB'] : [bytes / 1_048_576, 'MB']
  return `${Math.round(size * 10) / 10} ${unit}`
}

/** The text of a file with its name, for an API that has no form for it. */
export function textWithName({ name, text }: { readonly name: string; readonly text: string }): string {
  return `<file name="${name.replaceAll('"', "'")}">\n${text}\n</file>`
}

/** All files of messages, in order; one that is in two messages comes twice. */
export function filesIn(messages: readonly Message[]): readonly FilePart[] {
  return messages.flatMap(filesOf)
}

/** A file that is to be sent. */
export interface PlannedFile {
  readonly file: FilePart
  readonly form: MediaForm
}

/** So many files are read at the same time. */
const atOnce = 8

/**
 * Reads files, each once; none where the call has no store of files. Their bytes are shown as a mark in what is recorded of the call (MOD-9). A file that was deleted is a line.
 * @throws ModelError where one cannot be read, or the reason of the aborted signal
 */
export async function readFiles(
  { files: store, signal, recorder }: Pick<ModelRequest, 'files' | 'signal' | 'recorder'>,
  files: readonly PlannedFile[],
): Promise<ReadonlyMap<string, SentFile>> {
  if (!store) return new Map()
  const unique = [...new Map(files.map((each) => [each.file.fileId, each])).values()]
  const read = new Map<string, SentFile>()
  for (let first = 0; first < unique.length; first += atOnce) {
    const some = unique.slice(first, first + atOnce).map(async ({ file, form }) => {
      const bytes = await bytesOf(file, store)
      if (bytes === null) return read.set(file.fileId, note(file, 'was deleted'))
      const sent = toSent(file, form, bytes)
      if ('base64' in sent) recorder?.omit(sent.base64, markOf(sent.mediaType, bytes))
      return read.set(file.fileId, sent)
    })
    await rejectOnAbort(Promise.all(some), signal)
  }
  return read
}

/** `null` where it was deleted. */
async function bytesOf(file: FilePart, store: MessageFiles): Promise<Uint8Array | null> {
  try {
    return await store.read(file)
  } catch (error) {
    const code: string = isRungraphError(error) ? error.code : ''
    if (code === 'FILE_GONE') return null
    const message = `The file ${wordsOf(file)} could not be read: ${messageOf(error)}`
    throw new ModelError('UNKNOWN', message, { retryable: true, sent: false, cause: error })
  }
}

function toSent(file: FilePart, form: MediaForm, bytes: Uint8Array): SentFile {
  const name = nameOf(file)
  if (form === 'TEXT') return { form, name, text: new TextDecoder().decode(bytes) }
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return { form, mediaType: file.mediaType, name, base64 }
}

/** What stands in a recorded exchange in the place of the bytes of a file. */
export function markOf(mediaType: string, bytes: Uint8Array): string {
  return `[${mediaType}, ${bytes.byteLength} bytes, sha256 ${sha256(bytes)}]`
}

function nameOf({ name, mediaType }: FilePart): string {
  if (name) return name
  return `file.${extensions[mediaType] ?? mediaType.split('/')[1]?.replaceAll(/[^a-z0-9]/g, '') ?? 'bin'}`
}

const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}
