import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes of so many ids are drawn at once: one draw for each took most of the time of an id. */
const idsAtOnce = 256

const bytesOfId = 16
const pool = new Uint8Array(idsAtOnce * bytesOfId)
let used = pool.length

/** The time of the newest id in milliseconds, and its place among those of the same millisecond. */
let msecs = 0
let seq = 0

/** The last place of a millisecond: it has 32 bits. */
const lastSeq = 0xffffffff

/** A UUID of version 7: an id that this process makes later sorts later, also within one millisecond (RFC 9562, 6.2 method 1). */
export function newId(): string {
  const random = nextBytes()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1 // half of the places are left to count on
  } else if (seq === lastSeq) {
    msecs += 1
    seq = 0
  } else seq += 1
  return v7({ random, msecs, seq })
}

function nextBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytesOfId
  return pool.subarray(used - bytesOfId, used)
}
