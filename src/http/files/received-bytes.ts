import { RungraphError } from '../../domain/errors.ts'

/** The bytes of files that a process has in memory at the same time, to store or to give them. */
export interface ReceivedBytes {
  /** Takes room for so many; gives the function that frees it. @throws UPLOADS_BUSY */
  reserve(bytes: number): () => void
}

/** So many bytes at once are in memory. */
const maxBytesAtOnce = 512 * 1024 * 1024

export function createReceivedBytes(max = maxBytesAtOnce): ReceivedBytes {
  let taken = 0
  return {
    reserve(bytes) {
      if (taken + bytes > max && taken > 0) throw new RungraphError('UPLOADS_BUSY', {})
      taken += bytes
      let isFree = false
      return () => {
        if (!isFree) taken -= bytes
        isFree = true
      }
    },
  }
}

interface Bound {
  /** What is read, for the error. */
  readonly field: string
  readonly maxBytes: number
}

/** The body of a request, which counts until `free` is called: it is in memory until it is stored. */
interface ReadBytes {
  readonly data: Buffer<ArrayBuffer>
  readonly free: () => void
}

/** Reads the body of a request, of at most so many bytes. @throws INPUT_TOO_LARGE, UPLOADS_BUSY */
export async function readBytes(
  { body, headers }: Pick<Request, 'body' | 'headers'>,
  { field, maxBytes }: Bound,
  received: ReceivedBytes,
): Promise<ReadBytes> {
  const length = headers.get('content-length')
  const announced = length === null ? maxBytes : Number(length)
  const tooLarge = (bytes: number) => new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes })
  if (announced > maxBytes) throw tooLarge(announced)
  const free = received.reserve(announced)
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw tooLarge(bytes)
      chunks.push(chunk)
    }
    return { data: Buffer.concat(chunks), free }
  } catch (error) {
    free()
    throw error
  }
}
