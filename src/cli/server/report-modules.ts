import { statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A file of the project that the server imports, as it was when it was imported. The server sends it to the process that watches it. */
const report = z.object({ importedModule: z.string(), stamp: z.string().nullable() })

/**
 * Reports each module that this process imports from now on to its parent process. Packages in `node_modules` are left out. Modules that
 * do not exist are reported too: the server can start once they do.
 */
export function reportModules(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      send(fileOf(specifier, context.parentURL))
      const resolved = next(specifier, context)
      send(fileOf(resolved.url))
      return resolved
    },
  })
}

/** The file and its stamp in a message of the server; `null`: the message is another. */
export function readReport(
  message: unknown,
): { readonly file: string; readonly stamp: string | null } | null {
  const { data } = report.safeParse(message)
  return data === undefined ? null : { file: data.importedModule, stamp: data.stamp }
}

/** Identifies the content of a file: another after each save, also when it is saved under another name and renamed. `null`: no file. */
export function moduleStamp(path: string): string | null {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return [mtimeMs, size, ino].join(' ')
  } catch {
    return null
  }
}

function send(file: string | null): void {
  if (file === null || !process.connected) return
  const message: z.infer<typeof report> = { importedModule: file, stamp: moduleStamp(file) }
  // The parent may end before its child: nobody is interested any more.
  process.send?.(message, undefined, undefined, () => undefined)
}

/** The path of a module by its URL or its relative specifier; `null` for a package and for what is no file. */
function fileOf(specifier: string, parent?: string): string | null {
  const url = /^\.{0,2}\//.test(specifier) ? URL.parse(specifier, parent) : URL.parse(specifier)
  if (url?.protocol !== 'file:' || url.pathname.includes('/node_modules/')) return null
  return fileURLToPath(url)
}
