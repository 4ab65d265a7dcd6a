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
  const max = fileBounds.maxPerMessage
  if (given.length > max)
    throw tooMany('files', { value: given.length, max, remedy: 'Send the others with another message.' })
  for (const [place, file] of given.entries()) checkGiven(file, place)
  const ids = given.flatMap(({ id }) => id ?? [])
  const found = ids.length === 0 ? [] : await services.files.find(taking.projectId, ids)
  const byId = new Map(found.map((file) => [file.fileId, file]))
  const parts: FilePart[] = []
  const signal = AbortSignal.timeout(fetchWithinMs)
  for (const { id, url, upload } of given) {
    const brought = url === undefined ? upload : await fetched(url, { taking, signal }, services)
    const file = brought ? await keepUpload(brought, taking, services) : byId.get(id ?? '')
    if (!file) throw new RungraphError('NOT_FOUND', { kind: 'file' })
    parts.push(toFilePart(file))
  }
  return parts
}

/** All files of a message are fetched within this time. */
const fetchWithinMs = 60_000

/** @throws FILE_UNREACHABLE */
async function fetched(
  url: string,
  { taking, signal }: { readonly taking: Taking; readonly signal: AbortSignal },
  { files, fetchFile }: TakingServices,
): Promise<Upload> {
  const maxBytes = await files.maxBytes(taking.projectId)
  try {
    return await fetchFile(url, { maxBytes, signal })
  } catch (error) {
    const isSaid = isRungraphError(error) && 'reason' in error.data
    const reason = isSaid ? String(error.data.reason) : signal.aborted ? 'it takes too long' : null
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
export async function keepUpload(
  upload: Upload,
  { projectId, createdBy, tokenScope }: Taking,
  { files, newId }: Services,
): Promise<StoredFile> {
  const { data } = upload
  await checkSize(data.byteLength, projectId, files)
  const file = { ...describeFile(upload), projectId, fileId: newId() }
  await files.keep({ ...file, createdBy, tokenScope, data })
  return file
}

/** @throws FILE_TOO_LARGE */
export async function checkSize(
  bytes: number,
  projectId: string,
  files: Pick<EngineServices['files'], 'maxBytes'>,
): Promise<void> {
  const maxBytes = await files.maxBytes(projectId)
  if (bytes > maxBytes) throw new RungraphError('FILE_TOO_LARGE', { bytes, maxBytes })
}
