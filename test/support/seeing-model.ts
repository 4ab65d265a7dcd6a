import { createHash } from 'node:crypto'
import { type FilePart, filesOf } from '../../src/domain/message.ts'
import type { ModelProvider, ModelRequest } from '../../src/domain/model.ts'
import { answer } from './live-model.ts'

/** A file of a request, with the SHA-256 of the bytes that the model reads. */
interface SeenFile {
  readonly name: FilePart['name']
  readonly hash: string
}

/** The provider `seeing`, whose models answer with what `say` makes of the files of a request. Default: their hashes. */
export function createSeeing(
  say: (seen: readonly SeenFile[], request: ModelRequest) => string = hashesOf,
): ModelProvider {
  return {
    name: 'seeing',
    async *stream(request) {
      const seen = await Promise.all(
        request.messages.flatMap(filesOf).map(async (file) => ({
          name: file.name,
          hash: hashOf((await request.files?.read(file)) ?? Buffer.of()),
        })),
      )
      yield answer(request, say(seen, request))
    },
  }
}

export function hashesOf(seen: readonly SeenFile[]): string {
  return seen.map(({ hash }) => hash).join(' ')
}

/** The SHA-256 of bytes, computed without the code under test. */
export function hashOf(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
