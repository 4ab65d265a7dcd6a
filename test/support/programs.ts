import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program that this machine may have; `null` where it has not. Debian keeps servers where users do not look. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

/** The path of Chromium or Chrome. */
export function findBrowser(): string | null {
  return findProgram('chromium') ?? findProgram('google-chrome')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
