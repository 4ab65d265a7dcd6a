import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { toFilePart } from '../../domain/file.ts'
import type { MessageFiles } from '../../domain/model.ts'
import { toWordId } from '../../domain/word-id.ts'
import type { EngineServices } from '../run/run-context.ts'
import { keepUpload } from './take-files.ts'

/** The bytes of the files of messages for one model call, each read once, and only where the model's provider asks for it (FILE-4). */
export function messageFiles(
  projectId: string,
  services: Pick<EngineServices, 'files' | 'newId' | 'report'>,
): MessageFiles {
  const known = new Map<string, Promise<Uint8Array>>()
  const read = async (fileId: string) => {
    const data = await services.files.read(projectId, fileId)
    if (data) return data
    throw new RungraphError('FILE_GONE', { fileId: toWordId('file', fileId) })
  }
  return {
    read: ({ fileId }) => {
      const reading = known.get(fileId) ?? read(fileId)
      known.set(fileId, reading)
      return reading
    },
    keep: async (data, mediaType) => {
      const made = { projectId, createdBy: null, tokenScope: null }
      try {
        return toFilePart(await keepUpload({ data, mediaType, name: null }, made, services))
      } catch (error) {
        // The answer goes on without the file, and says no more than that.
        if (!isRungraphError(error)) services.report('A file that a model made could not be stored.', error)
        throw error
      }
    },
  }
}
