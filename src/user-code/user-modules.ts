import { readdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRungraphError, messageOf, type RungraphError } from '../domain/errors.ts'
import { shellWord } from '../domain/text/foreign-text.ts'
import { provideOwnPackage } from './own-package.ts'
import { inModuleScope } from './stray-exceptions.ts'

/** A module of the user's, imported. */
export interface UserModule {
  /** Its absolute path. */
  readonly file: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Makes the error for a file that cannot be used: a reason, and the thrown error. */
export type RefuseFile = (file: string, reason: string, cause?: unknown) => RungraphError

/**
 * Imports a TypeScript or JavaScript module, or all modules of a folder and of the folders in it, in the order of their paths. Names in a
 * folder that begin with `_` or `.` are left out, as are declarations (`.d.ts`) and tests (`.test.ts`). A relative path begins at the
 * working directory. Throws what `refuse` makes.
 */
export async function importUserModules(path: string, refuse: RefuseFile): Promise<readonly UserModule[]> {
  provideOwnPackage()
  const absolute = resolve(path)
  const modules: UserModule[] = []
  // One after another: of several that fail the first is named, each time.
  for (const file of await filesAt(absolute, refuse)) modules.push(await importModule(file, refuse))
  return modules
}

async function filesAt(path: string, refuse: RefuseFile): Promise<readonly string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw refuse(path, isMissing(error) ? 'there is no such file or folder' : messageOf(error), error)
  })
  if (found.isFile()) return [path]
  if (!found.isDirectory()) throw refuse(path, 'it is neither a file nor a folder')
  const files = await modulesIn(path)
  // Probably the modules were not copied, rather than none being wanted.
  if (files.length === 0) throw refuse(path, 'the folder has no modules; for none, export an empty array')
  return files
}

/** The paths of the modules of a folder and of the folders in it, in the order in which they are imported. */
export async function modulesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (/^[._]/.test(entry.name) || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    // A mounted volume may hold links.
    const isFolder = entry.isSymbolicLink() ? (await stat(path)).isDirectory() : entry.isDirectory()
    if (isFolder) found.push(...(await modulesIn(path)))
    else if (isModule(entry.name)) found.push(path)
  }
  return found
}

function isModule(name: string): boolean {
  return /\.[cm]?[jt]s$/.test(name) && !/\.(?:d|test|spec)\.[cm]?[jt]s$/.test(name)
}

async function importModule(file: string, refuse: RefuseFile): Promise<UserModule> {
  try {
    return { file, exports: await inModuleScope(file, () => import(pathToFileURL(file).href)) }
  } catch (error) {
    throw refuse(file, faultOf(error, file), error)
  }
}

function faultOf(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && extname(file).endsWith('ts'))
    return `Node.js ${process.versions.node} does not load TypeScript. Use Node.js 22.18 or newer, or compile it to JavaScript`
  if (code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING')
    return 'Node.js loads no TypeScript below node_modules. Compile it to JavaScript, or move it'
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return `it has syntax that Node.js cannot strip, such as an enum: ${messageOf(error)}`
  // Node keeps the place of a syntax error to itself, and prints it when it runs the file.
  if (error instanceof SyntaxError)
    return `it has a syntax error: ${error.message} (\`node ${shellWord(file)}\` shows where)`
  return isRungraphError(error) ? error.message : `it throws when it is imported: ${messageOf(error)}`
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
