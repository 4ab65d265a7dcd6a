import { readdir, readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file of the console. Its name holds a hash of its content, so it never changes. */
export interface ConsoleFile {
  readonly type: string
  readonly content: () => Promise<Uint8Array<ArrayBuffer>>
  /** Its content by encoding, best first; empty for a format that is compressed already. */
  readonly encoded: readonly (readonly [
    encoding: 'br' | 'gzip',
    content: () => Promise<Uint8Array<ArrayBuffer>>,
  ])[]
}

/** The console as `npm run build` writes it into `dist/server/console`. */
export interface ConsoleFiles {
  /** The HTML page. */
  readonly page: string
  /** The file at an address below the console's own, such as `assets/index-3f2a.js`. */
  file(address: string): ConsoleFile | undefined
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

/** Each file is read, and compressed, when it is first asked for. */
function fileAt(path: string): ConsoleFile {
  const extension = extname(path)
  const content = once(() => readFile(path))
  return {
    type: types[extension] ?? 'application/octet-stream',
    content,
    encoded:
      extension === '.woff2'
        ? []
        : [
            ['br', once(async () => promisify(brotliCompress)(await content(), brotli))],
            ['gzip', once(async () => promisify(gzip)(await content(), { level: 9 }))],
          ],
  }
}

/** A twelfth smaller than gzip, and as fast; browsers accept it over TLS and from their own machine. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}
