import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../src/domain/hash.ts'
import { zip } from './zip.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/client/python')

/**
 * Writes the wheel of the Python client into an empty folder, and resolves with its path. A wheel of Python alone is a zip with three files
 * that describe it (https://packaging.python.org/en/latest/specifications/binary-distribution-format/): so a build needs neither Python nor
 * a package that builds wheels, and the same source makes the same bytes.
 */
export async function writePythonWheel(folder: string): Promise<string> {
  const project = await readFile(join(source, 'pyproject.toml'), 'utf8')
  const field = (name: string) => {
    const [, value] = new RegExp(`^${name} = "(.+)"$`, 'm').exec(project) ?? []
    if (value === undefined) throw new Error(`src/client/python/pyproject.toml has no ${name}.`)
    return value
  }
  const name = `${field('name')}-${field('version')}`
  const about = `${name}.dist-info`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${field('name')}`,
    `Version: ${field('version')}`,
    `Summary: ${field('description')}`,
    'License: MIT',
    'Classifier: Typing :: Typed',
    `Requires-Python: ${field('requires-python')}`,
    'Description-Content-Type: text/markdown',
    '',
    await readFile(join(source, 'README.md'), 'utf8'),
  ]
  const described = [
    ...globSync('rungraph/{*.py,py.typed}', { cwd: source })
      .toSorted()
      .map((path) => [path, join(source, path)] as const),
    [`${about}/licenses/LICENSE`, join(root, 'LICENSE')] as const,
  ]
  const files = await Promise.all(
    described.map(async ([path, from]) => [path, await readFile(from)] as const),
  )
  const all: (readonly [path: string, content: Buffer])[] = [
    ...files,
    [`${about}/METADATA`, Buffer.from(metadata.join('\n'))],
    [
      `${about}/WHEEL`,
      Buffer.from('Wheel-Version: 1.0\nGenerator: rungraph\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    ],
  ]
  const record = all.map(
    ([path, content]) => `${path},sha256=${sha256(content, 'base64url')},${content.length}`,
  )
  const list = `${about}/RECORD`
  all.push([list, Buffer.from([...record, `${list},,`, ''].join('\n'))])
  const path = join(folder, `${name}-py3-none-any.whl`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(path, zip(all))
  return path
}
