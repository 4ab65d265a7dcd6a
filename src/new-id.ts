import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes of so many ids are drawn at once: one draw for each took most of the time of an id. */
const idsAtOnce = 256

const bytesOfId = 16
const pool = new Uint8Array(idsAtOnce * bytesOfId)
let used = pool.length

/** A UUID of version 7: ids that are made later sort later (RFC 9562). */
export function newId(): string {
  return v7({ rng: nextBytes })
}

function nextBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytesOfId
  return pool.subarray(used - bytesOfId, used)
}
