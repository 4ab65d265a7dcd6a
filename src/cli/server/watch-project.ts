import { existsSync, type FSWatcher, readFileSync, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { modulesIn } from '../../user-code/user-modules.ts'
import { moduleStamp } from './report-modules.ts'

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
    for (const [file, before] of files)
      if (moduleStamp(file) !== before) changed(`${basename(file)} has changed`)
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

/** Watches folders; those in them are folders of their own. */
interface FolderWatch {
  /** Watches these folders as well. Folders that do not exist are left out. */
  add(folders: Iterable<string>): void
  close(): void
}

/** Editors write a file in several steps: so long after the last of them it is read, in milliseconds. */
const settleMs = 100

/**
 * Calls `changed` a moment after something changes in a watched folder. Folders are watched and not files: a file that is saved under
 * another name and renamed is another file, and its watcher would wait for one that is gone.
 */
function watchFolders(changed: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(changed, settleMs)
  }
  const forget = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const open = (folder: string) => {
    try {
      const watcher = watch(folder)
      watchers.set(folder, watcher)
      watcher.on('change', settle)
      watcher.on('error', () => forget(folder))
    } catch {
      // It has just been removed. The change in its parent is noticed.
    }
  }
  return {
    add: (folders) => {
      if (isClosed) return
      const before = watchers.size
      for (const folder of folders) if (!watchers.has(folder)) open(folder)
      // Something may have changed before the folder was watched.
      if (watchers.size > before) settle()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      for (const folder of watchers.keys()) forget(folder)
    },
  }
}
