import { type FileHandle, open } from 'node:fs/promises'
import type { DataDir } from './data-dir.ts'

const maxBytes = 1_000_000

/** Opens the server's log for appending, emptied when it has grown long. */
export async function openServerLog(dir: DataDir): Promise<{ file: FileHandle; startsAt: number }> {
  const file = await open(dir.logFile, 'a+', 0o600)
  const { size } = await file.stat()
  if (size <= maxBytes) return { file, startsAt: size }
  await file.truncate(0)
  return { file, startsAt: 0 }
}

export async function readServerLog(file: FileHandle, startsAt: number): Promise<string> {
  const { size } = await file.stat()
  const length = Math.max(0, size - startsAt)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, startsAt)
  return buffer.toString('utf8')
}

/** The line in which PostgreSQL gives the reason of its end, without time and process; undefined where there is none. */
export function reasonIn(output: string): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const line = lines.find((text) => /\b(FATAL|PANIC|error):/.test(text)) ?? lines.at(-1)
  return line?.replace(/^.*?(?=FATAL:|PANIC:)/, '').replace(/\s+/g, ' ')
}
