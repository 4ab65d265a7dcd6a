import { RungraphError, tooMany } from '../../domain/errors.ts'
import { fileBounds, toFilePart } from '../../domain/file.ts'
import type { FilePart } from '../../domain/message.ts'
import type { ToolContext } from '../../domain/tool.ts'
import type { EngineServices } from '../run/run-context.ts'
import { keepUpload } from './take-files.ts'

/** Keeps the files that one call of a tool adds to its result; `kept` gives those so far, in order (FILE-4). */
export function collectFiles(
  projectId: string,
  services: Pick<EngineServices, 'files' | 'newId'>,
): Pick<ToolContext, 'addFile'> & { kept(): readonly FilePart[] } {
  const files: FilePart[] = []
  let added = 0
  return {
    async addFile(data, mediaType, name) {
      if (!(data instanceof Uint8Array))
        throw new RungraphError('TOOL_FAILED', {
          message: 'addFile takes the bytes of a file as a Uint8Array.',
        })
      const max = fileBounds.maxPerMessage
      added += 1
      if (added > max)
        throw tooMany('files of one call', { max, remedy: 'Return the others with another call.' })
      const made = { projectId, createdBy: null, tokenScope: null }
      // A copy: the tool may write into its bytes while they are stored.
      const upload = { data: Uint8Array.from(data), mediaType: mediaType ?? null, name: name ?? null }
      files.push(toFilePart(await keepUpload(upload, made, services)))
    },
    kept: () => [...files],
  }
}
