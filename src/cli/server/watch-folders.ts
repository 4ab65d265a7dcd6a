import { type FSWatcher, watch } from 'node:fs'

/** Watches folders; those in them are folders of their own. */
export interface FolderWatch {
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
export function watchFolders(changed: () => void): FolderWatch {
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
