import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Space that the databases of a whole test run take at the same time, with a reserve. */
const neededBytes = 4 * 1024 ** 3

/**
 * Where tests put what they throw away: in memory where Linux has room for it there, as copying a database takes a disk ten times
 * as long; `TMPDIR` says otherwise.
 */
export function scratchFolder(): string {
  return process.env.TMPDIR ?? (freeBytes(inMemory) > neededBytes ? inMemory : tmpdir())
}

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
