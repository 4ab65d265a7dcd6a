import type pg from 'pg'

/**
 * Maximum size of one message of a server, such as a row or an error. `pg` holds a message whole, and fails outside of the statement at a
 * text that is too long.
 */
const maxMessageBytes = 16 * 1024 * 1024

/** Ends a connection whose server begins to send a larger message. To be called once, when the connection is ready. */
export function boundMessages({ connection: { stream } }: Pick<pg.Client, 'connection'>): void {
  const isBeyond = createMeter()
  stream.prependListener('data', (chunk: Buffer) => {
    if (isBeyond(chunk)) stream.destroy(new Error(tooLarge))
  })
}

const tooLarge =
  'one row or one error of the answer is more than 16 MiB, so the connection was closed. Ask for fewer columns, or for parts of long values: substring(…)'

/** The kind of a message in one byte, and how long it is in four, which count themselves. */
const headerBytes = 5

/** Whether a message that is too large begins in a chunk. */
function createMeter(): (chunk: Buffer) => boolean {
  const header = Buffer.alloc(headerBytes)
  let known = 0
  let bytesLeft = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (bytesLeft > 0) {
        const byteCount = Math.min(bytesLeft, chunk.length - at)
        bytesLeft -= byteCount
        at += byteCount
        continue
      }
      const byteCount = chunk.copy(header, known, at, at + headerBytes - known)
      known += byteCount
      at += byteCount
      if (known < headerBytes) continue
      known = 0
      bytesLeft = header.readUInt32BE(1) - 4
      if (bytesLeft > maxMessageBytes) return true
    }
    return false
  }
}
