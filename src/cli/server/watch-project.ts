import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { modulesIn } from '../../user-code/user-modules.ts'
import { stampOf } from './report-modules.ts'
import { watchFolders } from './watch-folders.ts'

export interface ProjectWatch {
  /** Watches a file that the server imports, too; `stamp` is that of the file as it was imported. */
  add(file: string, stamp: string | null): void
  close(): void
}

/**
 * Calls `changed` with the reason each time that something differs from what it was: `.env`, the modules in the folders of tools and
 * agents, or a file that was added.
 */
export async function watchProject(changed: (what: string) => void): Promise<ProjectWatch> {
  const env = textOf('.env')
  const { RUNGRAPH_TOOLS, RUNGRAPH_AGENTS } = { ...parseEnv(env), ...process.env }
  const paths = [RUNGRAPH_TOOLS, RUNGRAPH_AGENTS].flatMap((path) => (path ? [path] : []))
  const modules = new Map<string, string | null>()
  const files = new Map<string, string | null>()
  for (const path of paths) modules.set(path, await modulesStamp(resolve(path)))

  async function look(): Promise<void> {
    await watchAll()
    if (textOf('.env') !== env) changed('.env has changed')
    for (const [path, before] of modules)
      if ((await modulesStamp(resolve(path))) !== before) changed(`${path} has other modules`)
    for (const [file, before] of files) if (stampOf(file) !== before) changed(`${basename(file)} has changed`)
  }
  async function watchAll(): Promise<void> {
    const below = await Promise.all(paths.map((path) => foldersFrom(resolve(path))))
    folders.add(below.flat())
  }

  const folders = watchFolders(() => void look())
  folders.add([resolve('.'), ...paths.map((path) => nearestFolder(dirname(resolve(path))))])
  await watchAll()
  return {
    add: (file, stamp) => {
      // A module is reported once by its name and once as it was found.
      if (files.has(file)) return
      files.set(file, stamp)
      folders.add([nearestFolder(dirname(file))])
    },
    close: folders.close,
  }
}

/** The modules of a folder, as one text; `null`: no folder. */
async function modulesStamp(folder: string): Promise<string | null> {
  return (await modulesIn(folder).catch(() => null))?.join('\n') ?? null
}

/** A folder and those in it that may have modules; none where there is no folder. */
async function foldersFrom(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (entries === null) return []
  const inner = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
  const below = await Promise.all(inner.map(({ name }) => foldersFrom(join(folder, name))))
  return [folder, ...below.flat()]
}

/** The folder, or the nearest above it that exists. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** The settings of the file, which the server reads itself: the process that watches must not hand on what they were. */
function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
