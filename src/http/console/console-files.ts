import { readdir, readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, extname, join, relative, sep } from 'node:path'
import { type PageFile, pageFile } from '../page-files.ts'

/** The console as `npm run build` writes it into `dist/server/console`. */
export interface ConsoleFiles {
  /** The HTML page. */
  readonly page: string
  /** The file at an address below the console's own, such as `assets/index-3f2a.js`. */
  file(address: string): PageFile | undefined
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

let loading: Promise<ConsoleFiles | null> | undefined

/** Reads which files there are, once, when the first browser asks. Null where the console was not built. */
export function consoleFiles(): Promise<ConsoleFiles | null> {
  loading ??= load(join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'dist/server/console'))
  return loading
}

async function load(folder: string): Promise<ConsoleFiles | null> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  if (page === null) return null
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const files = new Map(
    paths.map((path) => [relative(folder, path).split(sep).join('/'), fileAt(path)] as const),
  )
  return { page, file: (address) => files.get(address) }
}

function fileAt(path: string): PageFile {
  return pageFile(types[extname(path)] ?? 'application/octet-stream', () => readFile(path))
}
