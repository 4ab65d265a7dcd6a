import { z } from 'zod'
import type { Project } from './caller.ts'
import { about, declared, object, oneOf } from './declared.ts'
import type { RungraphError } from './errors.ts'
import { given } from './given.ts'
import type { FilePart } from './message.ts'
import type { InProject } from './object-key.ts'
import type { Upload } from './upload.ts'

/** Bounds of files, whatever a project allows. */
export const fileBounds = {
  /** Largest `maxFileBytes` of a project. */
  maxFileBytes: 100 * 1024 * 1024,
  /** Largest `maxStoredFileBytes` of a project: 1 PiB. */
  maxStoredFileBytes: 2 ** 50,
  /** Files of one message. */
  maxPerMessage: 20,
  maxNameLength: 200,
  /** Longest edge of an image, in pixels: as its head says, which may lie. No model takes a longer one. */
  maxEdge: 65_535,
  /** Files of a project that neither a run nor an item of a data set names: each upload is one until it is named. */
  maxUnused: 10_000,
  /** Time for which a file stays that nothing names, in milliseconds. */
  unusedMs: 24 * 3_600_000,
  /** Life of an address that takes a file, and the least of one that gives a file, in milliseconds. */
  linkMs: 15 * 60_000,
} as const

/** How the form of a media type is checked by the first bytes; `text`: it is UTF-8. */
export type FileForm =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'wav'
  | 'mp3'
  | 'ogg'
  | 'flac'
  | 'pdf'
  | 'zip'
  | 'text'

const forms: Readonly<Record<string, FileForm>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'zip',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'zip',
  'application/json': 'text',
  'application/x-ndjson': 'text',
  'application/xml': 'text',
  'application/yaml': 'text',
}

/** Other names of the same types. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-flac': 'audio/flac',
  'application/x-yaml': 'application/yaml',
  'application/jsonl': 'application/x-ndjson',
}

/** The type of a file of a form whose sender says no type. */
export const typeOfForm: Readonly<Record<FileForm, string | null>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  pdf: 'application/pdf',
  zip: null,
  text: 'text/plain',
}

/** A media type as files have it: in lower case, without parameters, one name for each; `null` where a sender says none of any use. */
export function toMediaType(given: string | null | undefined): string | null {
  const [type = ''] = (given ?? '').toLowerCase().split(';')
  const name = type.trim()
  if (name === '' || name === 'application/octet-stream') return null
  return aliases[name] ?? name
}

/** How a media type is checked; `null` where files of it are not taken. */
export function formOf(mediaType: string): FileForm | null {
  if (Object.hasOwn(forms, mediaType)) return forms[mediaType] ?? null
  return /^text\/[a-z0-9][a-z0-9.+-]{0,80}$/.test(mediaType) ? 'text' : null
}

/** What a file is to a model. */
export const mediaForms = ['IMAGE', 'AUDIO', 'PDF', 'DOCUMENT', 'TEXT'] as const
export type MediaForm = (typeof mediaForms)[number]

/** The form of a file, by its media type as it is stored. */
export function mediaFormOf(mediaType: string): MediaForm {
  if (formOf(mediaType) === 'text') return 'TEXT'
  if (mediaType.startsWith('image/')) return 'IMAGE'
  if (mediaType.startsWith('audio/')) return 'AUDIO'
  return mediaType === 'application/pdf' ? 'PDF' : 'DOCUMENT'
}

interface Magic {
  readonly form: FileForm
  readonly at: number
  readonly text: string
}

/** The bytes by which files of a form begin, as characters of Latin-1. */
const magics: readonly Magic[] = [
  { form: 'png', at: 0, text: '\x89PNG\r\n\x1a\n' },
  { form: 'jpeg', at: 0, text: '\xff\xd8\xff' },
  { form: 'gif', at: 0, text: 'GIF87a' },
  { form: 'gif', at: 0, text: 'GIF89a' },
  { form: 'webp', at: 8, text: 'WEBP' },
  { form: 'wav', at: 8, text: 'WAVE' },
  { form: 'mp3', at: 0, text: 'ID3' },
  { form: 'ogg', at: 0, text: 'OggS' },
  { form: 'flac', at: 0, text: 'fLaC' },
  { form: 'pdf', at: 0, text: '%PDF-' },
  { form: 'zip', at: 0, text: 'PK\x03\x04' },
]

/** The form that the first bytes show; `null`: none that is known, as of text. */
export function formOfHead(data: Uint8Array): FileForm | null {
  const head = String.fromCharCode(...data.subarray(0, 16))
  const magic = magics.find(({ at, text }) => head.startsWith(text, at))
  if (magic) return magic.at === 0 || head.startsWith('RIFF') ? magic.form : null
  // A frame of MPEG audio, layer III: eleven bits of synchronisation, then the version and the layer.
  return data[0] === 0xff && ((data[1] ?? 0) & 0xe6) === 0xe2 ? 'mp3' : null
}

/** What takes files, in words for the remedy of an error. */
export const takenTypes =
  'image/png, image/jpeg, image/gif, image/webp, audio/wav, audio/mpeg, audio/ogg, audio/flac, application/pdf, text/*, application/json, application/x-ndjson, application/xml, application/yaml, and documents of Office Open XML (docx, xlsx, pptx)'

/** A file as it is stored. */
export interface StoredFile extends InProject<'fileId'> {
  /** Hash of its bytes, as hexadecimal digits. */
  readonly sha256: string
  readonly mediaType: string
  readonly name: string | null
  readonly byteCount: number
  /** Width and height of an image, in pixels; `null`: it is none, or they are not known. */
  readonly pixels: readonly [width: number, height: number] | null
}

/** A file that is to be kept, with who brought it. */
export interface NewFile extends StoredFile, FileOrigin {
  readonly data: Uint8Array
}

/** Who brought a file. */
export interface FileOrigin {
  /** Name of the caller; `null`: a run made it. */
  readonly createdBy: string | null
  /** Hash of the scope of the access token of the caller; `null`: no token. */
  readonly tokenScope: string | null
}

/** Objects outside of the database, such as those of an S3 server. Each resolves when it is durable, and may be repeated. */
export interface ObjectStore {
  /** `sha256`: hash of the bytes, as hexadecimal digits. @throws FILES_UNAVAILABLE, as the others do */
  put(key: string, data: Uint8Array, sha256: string): Promise<void>
  /** `null`: there is none. */
  get(key: string): Promise<Uint8Array | null>
  /** Does nothing where there is none. */
  remove(key: string): Promise<void>
}

/** Keeps files, the same bytes once for each project (FILE-1). */
export interface FileStore {
  /**
   * Resolves when the file is durable, also where it was before, under the same id. It goes after a day unless it is named.
   * @throws FILE_TOO_LARGE, LIMIT_EXCEEDED, FILES_UNAVAILABLE, or FILE_UPLOADED where the id is that of another file
   */
  keep(file: NewFile): Promise<void>
  /** The largest file that the project takes, in bytes. */
  maxBytes(projectId: string): Promise<number>
  /** Those of the files that the project has, in no particular order. */
  find(projectId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]>
  /** `null` where the project does not have the file any more. */
  read(projectId: string, fileId: string): Promise<Uint8Array | null>
  /** Erases the objects outside of the database that no file has any more. */
  erase(): Promise<void>
}

/** The file as a part of a message. */
export function toFilePart({ fileId, mediaType, name, byteCount, pixels }: StoredFile): FilePart {
  return { type: 'file', fileId, mediaType, name, byteCount, ...(pixels && { pixels }) }
}

/** A file of a message, as a caller names it: one that is there, or one that comes with it. */
export const givenFile = oneOf('File', 'File of a message. Give exactly one of the fields.', {
  id: given.id('File', 'Global id of a file that was uploaded before, or that a run of the caller names.'),
  url: given.text(
    'URL of a file that the server fetches once, now: with http or https, at a public address.',
  ),
  upload: z
    .custom<Upload>((value) => value !== undefined)
    .register(declared, { scalar: 'Upload' })
    .optional()
    .describe('The file itself, as a part of a multipart request.'),
})
export type GivenFile = Readonly<z.infer<typeof givenFile>>

/** What the holder of a signed address may do (FILE-5). */
export type FileGrant =
  | (InProject<'fileId'> & { readonly kind: 'READ' })
  | (InProject<'fileId'> & FileOrigin & AnnouncedFile & { readonly kind: 'UPLOAD' })

/** A file that is to be uploaded to a signed address. */
interface AnnouncedFile {
  readonly name: string | null
  readonly mediaType: string
  readonly byteCount: number
}

/** Signs addresses of files. */
export interface FileLinks {
  /** A text that is a part of an address, until a time. */
  sign(grant: FileGrant, expiresAt: Date): Promise<string>
  /** Gives the refusal, FILE_LINK_INVALID, for any text that was not signed here, or whose time is over. */
  open(text: string): Promise<FileGrant | RungraphError>
}

/** Operations on files (FILE-1). */
export interface FileOperations {
  /** Stores a file of a caller. @throws FILE_TOO_LARGE, FILE_REFUSED, LIMIT_EXCEEDED */
  uploadFile(call: UploadFile): Promise<{ readonly fileId: string }>
  /** Makes an address that takes one file, announced here. @throws FILE_TOO_LARGE, FILE_REFUSED, TOKEN_KEY_MISSING */
  createUpload(call: CreateUpload): Promise<FileUpload>
  /** Stores the bytes of an announced file, once. @throws FILE_REFUSED, FILE_UPLOADED, LIMIT_EXCEEDED */
  receive(
    grant: FileGrant & { readonly kind: 'UPLOAD' },
    data: Uint8Array,
  ): Promise<{ readonly fileId: string }>
  /** Path of an address at which anybody may read the file for some minutes; `null`: the server has no key to sign it. */
  addressOf(call: { readonly project: Project; readonly fileId: string }): Promise<string | null>
  /** What the signature of an address permits. @throws FILE_LINK_INVALID, TOKEN_KEY_MISSING */
  openLink(signature: string): Promise<FileGrant>
  /** @throws NOT_FOUND */
  findFile(call: InProject<'fileId'>): Promise<StoredFile>
  /** The bytes of a file. @throws NOT_FOUND */
  readFile(call: InProject<'fileId'>): Promise<Uint8Array>
}

export interface UploadFile extends InProject, FileOrigin {
  readonly upload: Upload
}

export interface CreateUpload extends FileOrigin, AnnouncedFile {
  readonly project: Project
}

export const fileUpload = object('FileUpload', 'Address that takes a file that was announced.', {
  fileId: about(
    'Global id that the file will have. Name it in `files` of a message when the upload is complete.',
    z.string().register(declared, { scalar: 'ID', idOf: 'File' }),
  ),
  url: about(
    'Path of the address, below that of this server. Send the bytes of the file to it with PUT, without an API key.',
    z.string(),
  ),
  expiresAt: about('Time when the address expires.', z.date()),
})
export type FileUpload = Readonly<z.infer<typeof fileUpload>>
