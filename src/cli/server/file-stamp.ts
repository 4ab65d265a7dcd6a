import { statSync } from 'node:fs'
import { modulesIn } from '../../user-modules.ts'

/** Identifies the content of a file: another after each save, also when it is saved under another name and renamed. `null`: no file. */
export function stampOf(path: string): string | null {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return [mtimeMs, size, ino].join(' ')
  } catch {
    return null
  }
}

/** The modules of a folder, as one text; `null`: no folder. */
export async function modulesStamp(folder: string): Promise<string | null> {
  return (await modulesIn(folder).catch(() => null))?.join('\n') ?? null
}
