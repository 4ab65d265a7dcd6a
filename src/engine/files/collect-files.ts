import { RungraphError, tooMany } from '../../domain/errors.ts'
import { fileBounds, type StoredFile, toFilePart } from '../../domain/file.ts'
import type { FilePart } from '../../domain/message.ts'
import type { ToolContext } from '../../domain/tool.ts'
import type { EngineServices } from '../run/run-context.ts'
import { describeFile } from './describe-file.ts'
import { keepUpload } from './take-files.ts'

type Services = Pick<EngineServices, 'files' | 'newId'>

/** The files that one call of a tool adds to its result. */
export interface CallFiles extends Pick<ToolContext, 'addFile'> {
  /** Those so far, in order. */
  kept(): readonly FilePart[]
}

/**
 * Keeps the files that one call of a tool adds (FILE-4). `before` are those that it had when it began to wait: the call begins again, and adds
 * once more what it does not add in a step. That is the same file.
 */
export function collectFiles(projectId: string, before: readonly FilePart[], services: Services): CallFiles {
  let files = before
  let added = before.length
  let unmatched: Promise<StoredFile[]> | undefined
  const stored = async (): Promise<StoredFile[]> => {
    const fileIds = before.map(({ fileId }) => fileId)
    return [...(await services.files.find(projectId, fileIds))]
  }
  return {
    async addFile(data, mediaType, name) {
      if (!(data instanceof Uint8Array))
        throw new RungraphError('TOOL_FAILED', {
          message: 'addFile takes the bytes of a file as a Uint8Array.',
        })
      // A copy: the tool may write into its bytes while they are stored.
      const upload = { data: Uint8Array.from(data), mediaType: mediaType ?? null, name: name ?? null }
      if (before.length > 0) {
        unmatched ??= stored()
        if (takeSame(await unmatched, describeFile(upload))) return
      }
      const max = fileBounds.maxPerMessage
      added += 1
      if (added > max)
        throw tooMany('files of one call', { max, remedy: 'Return the others with another call.' })
      const made = { projectId, createdBy: null, tokenScope: null }
      const part = toFilePart(await keepUpload(upload, made, services))
      files = [...files, part]
    },
    kept: () => files,
  }
}

/** Takes the same file out of the list, so that each stands for one that is added. False where there is none. */
function takeSame(
  files: StoredFile[],
  { sha256, mediaType, name }: Pick<StoredFile, 'sha256' | 'mediaType' | 'name'>,
): boolean {
  const place = files.findIndex(
    (file) => file.sha256 === sha256 && file.mediaType === mediaType && file.name === name,
  )
  if (place === -1) return false
  files.splice(place, 1)
  return true
}
