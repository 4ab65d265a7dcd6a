import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import {
  type CreateUpload,
  type FileLinks,
  type FileOperations,
  type FileUpload,
  fileBounds,
} from '../../domain/file.ts'
import { announcedFile, describeFile } from '../files/describe-file.ts'
import { checkSize, keepUpload } from '../files/take-files.ts'
import type { EngineServices } from '../run/run-context.ts'

type Services = Pick<EngineServices, 'files' | 'newId' | 'clock'> & {
  /** `null`: the server has no encryption key. */
  readonly links: FileLinks | null
}

/** Creates the operations on files (FILE-1). */
export function createFileOperations(services: Services): FileOperations {
  const { files, links, clock } = services
  return {
    uploadFile: async ({ upload, ...taking }) => {
      const { fileId } = await keepUpload(upload, taking, services)
      return { fileId }
    },
    createUpload: (call) => createUpload(call, services),
    receive: async (grant, data) => {
      const { kind: _kind, name, mediaType, byteCount, ...taken } = grant
      if (data.byteLength !== byteCount)
        throw refused(name, `has ${data.byteLength} bytes, and ${byteCount} were announced. Send all of it.`)
      const described = describeFile({ data, mediaType, name })
      await files.keep({ ...described, ...taken, data })
      return { fileId: taken.fileId }
    },
    addressOf: async ({ project, fileId }) => {
      if (links === null) return null
      const grant = { kind: 'READ', projectId: project.id, fileId } as const
      return pathOf(project.slug, fileId, await links.sign(grant, readEnd(clock.now())))
    },
    openLink: async (signature) => {
      if (links === null) throw new RungraphError('TOKEN_KEY_MISSING', {})
      const grant = await links.open(signature)
      if (isRungraphError(grant)) throw grant
      return grant
    },
    findFile: async ({ projectId, fileId }) => {
      const [file] = await files.find(projectId, [fileId])
      return file ?? missing()
    },
    readFile: async ({ projectId, fileId }) => (await files.read(projectId, fileId)) ?? missing(),
  }
}

async function createUpload(
  { project, createdBy, tokenScope, ...announced }: CreateUpload,
  { files, links, newId, clock }: Services,
): Promise<FileUpload> {
  const file = announcedFile(announced)
  checkSize(file.byteCount, await files.maxBytes(project.id))
  if (links === null) throw new RungraphError('TOKEN_KEY_MISSING', {})
  // The claim is in seconds.
  const expiresAt = new Date(Math.floor((clock.now() + fileBounds.linkMs) / 1_000) * 1_000)
  const fileId = newId()
  const grant = { kind: 'UPLOAD', projectId: project.id, fileId, createdBy, tokenScope, ...file } as const
  return { fileId, url: pathOf(project.slug, fileId, await links.sign(grant, expiresAt)), expiresAt }
}

function pathOf(slug: string, fileId: string, signature: string): string {
  return `/api/projects/${encodeURIComponent(slug)}/files/${fileId}?signature=${signature}`
}

/** Addresses that are asked for again within some minutes are the same: a page that shows an image again need not read it again. */
function readEnd(now: number): Date {
  const windowMs = fileBounds.linkMs / 3
  return new Date((Math.floor(now / windowMs) + 1) * windowMs + fileBounds.linkMs)
}

function missing(): never {
  throw new RungraphError('NOT_FOUND', { kind: 'file' })
}

function refused(name: string | null, problem: string): RungraphError {
  return new RungraphError('FILE_REFUSED', { name, problem })
}
