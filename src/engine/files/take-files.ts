import { invalid, isRungraphError, RungraphError, tooMany } from '../../domain/errors.ts'
import {
  type FileOrigin,
  fileBounds,
  type GivenFile,
  type StoredFile,
  toFilePart,
} from '../../domain/file.ts'
import type { FilePart } from '../../domain/message.ts'
import type { Upload } from '../../domain/upload.ts'
import type { EngineServices } from '../run/run-context.ts'
import { describeFile } from './describe-file.ts'

type Services = Pick<EngineServices, 'files' | 'newId'>
type TakingServices = Services & Pick<EngineServices, 'fetchFile'>

interface Taking extends FileOrigin {
  readonly projectId: string
}

/** The origin of files that come with a call. */
export function originOfFiles({ projectId, by, tokenScope }: WithFiles): Taking {
  return { projectId, createdBy: by ?? null, tokenScope: tokenScope ?? null }
}

interface WithFiles {
  readonly projectId: string
  readonly by?: string | undefined
  readonly tokenScope?: string | undefined
}

/**
 * The files of a message, in the order in which a caller names them: those that are there are found, and those that come with it are kept.
 * Empty where the caller names none. @throws NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, FILE_TOO_LARGE, FILE_REFUSED
 */
export async function takeFiles(
  given: readonly GivenFile[] | undefined,
  taking: Taking,
  services: TakingServices,
): Promise<readonly FilePart[]> {
  if (given === undefined || given.length === 0) return []
  refuseManyFiles(given)
  return (await storedFiles(given, taking, services)).map(toFilePart)
}

/** Checks that a message names no more files than one may, each by one thing. @throws LIMIT_EXCEEDED, INVALID_INPUT */
export function refuseManyFiles(given: readonly GivenFile[]): void {
  const max = fileBounds.maxPerMessage
  if (given.length > max)
    throw tooMany('files', { value: given.length, max, remedy: 'Send the others with another message.' })
  for (const [place, file] of given.entries()) checkGiven(file, place)
}

/** The same for files that were checked, of any number of messages: each is as it is stored. */
export async function storedFiles(
  given: readonly GivenFile[],
  taking: Taking,
  services: TakingServices,
): Promise<readonly StoredFile[]> {
  const ids = given.flatMap(({ id }) => id ?? [])
  const found = ids.length === 0 ? [] : await services.files.find(taking.projectId, ids)
  const byId = new Map(found.map((file) => [file.fileId, file]))
  const stored: StoredFile[] = []
  const signal = AbortSignal.timeout(fetchWithinMs)
  const maxBytes = given.some(({ id }) => !id) ? await services.files.maxBytes(taking.projectId) : 0
  for (const { id, url, upload } of given) {
    const brought = url === undefined ? upload : await fetched(url, { maxBytes, signal }, services)
    const file = brought ? await keepWithin(maxBytes, brought, taking, services) : byId.get(id ?? '')
    if (!file) throw new RungraphError('NOT_FOUND', { kind: 'file' })
    stored.push(file)
  }
  return stored
}

/** All files of a message are fetched within this time. */
const fetchWithinMs = 60_000

/** @throws FILE_UNREACHABLE */
async function fetched(
  url: string,
  within: { readonly maxBytes: number; readonly signal: AbortSignal },
  { fetchFile }: Pick<TakingServices, 'fetchFile'>,
): Promise<Upload> {
  try {
    return await fetchFile(url, within)
  } catch (error) {
    const isSaid = isRungraphError(error) && 'reason' in error.data
    const reason = isSaid ? String(error.data.reason) : within.signal.aborted ? 'it takes too long' : null
    if (reason === null) throw error
    throw new RungraphError('FILE_UNREACHABLE', { url, reason }, error)
  }
}

function checkGiven(file: GivenFile, place: number): void {
  const names = Object.entries(file).filter(([, value]) => value !== undefined && value !== null)
  if (names.length === 1) return
  throw invalid(`files.${place}`, `names ${names.length} things. Give exactly one of its fields.`)
}

/** Checks an uploaded file and keeps it. @throws FILE_TOO_LARGE, FILE_REFUSED, LIMIT_EXCEEDED */
export async function keepUpload(upload: Upload, taking: Taking, services: Services): Promise<StoredFile> {
  return keepWithin(await services.files.maxBytes(taking.projectId), upload, taking, services)
}

async function keepWithin(
  maxBytes: number,
  upload: Upload,
  { projectId, createdBy, tokenScope }: Taking,
  { files, newId }: Services,
): Promise<StoredFile> {
  const { data } = upload
  checkSize(data.byteLength, maxBytes)
  const file = { ...describeFile(upload), projectId, fileId: newId() }
  await files.keep({ ...file, createdBy, tokenScope, data })
  return file
}

/** @throws FILE_TOO_LARGE */
export function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new RungraphError('FILE_TOO_LARGE', { bytes, maxBytes })
}
