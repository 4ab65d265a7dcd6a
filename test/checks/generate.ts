import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../src/domain/errors.ts'
import { root, runCommand } from './run-command.ts'

/** Generators of files, in order: each reads the output of the one before. */
const generators = [
  ['node', 'build/print-settings.ts'],
  ['node', 'build/prisma-client.mjs'],
  ['node', 'build/print-schema.ts'],
  ['graphql-codegen', '--config', 'codegen.ts'],
]
const outputs = [
  'src/generated',
  'src/client/python/rungraph/schema.py',
  'schema.graphql',
  'docs/reference/core.graphql',
  'docs/reference/openapi.json',
]
const inputs = [
  'package.json',
  'tsconfig.json',
  'prisma.config.ts',
  'codegen.ts',
  'prisma',
  'src',
  'build',
  'test',
  'examples',
]

// Writes the generated files; with `--check`, compares them with new ones that it makes in a copy of the project.
try {
  if (process.argv.includes('--check')) await compareWithCopy()
  else await generate(root, [...generators, ['node', 'test/checks/documents.ts']])
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function generate(folder: string, commands: readonly (readonly string[])[]): Promise<void> {
  for (const command of commands) {
    const { ok, output } = await runCommand(command, folder)
    if (!ok) throw new Error(`✗ ${command.join(' ')}\n${output}`)
    console.log(`✓ ${command.join(' ')}`)
  }
}

async function compareWithCopy(): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'rungraph-generated-'))
  try {
    await copyInputs(copy)
    await generate(copy, generators)
    const stale = await differences(copy)
    if (stale.length > 0)
      throw new Error(`Not as the generators write them:\n${stale.map((file) => `  ${file}\n`).join('')}`)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function copyInputs(copy: string): Promise<void> {
  for (const input of inputs.filter((input) => existsSync(join(root, input)))) {
    await cp(join(root, input), join(copy, input), { recursive: true })
  }
  // A file that is no longer generated must not stay.
  await rm(join(copy, 'src/generated'), { recursive: true, force: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}

async function differences(copy: string): Promise<readonly string[]> {
  const [kept, made] = [await readOutputs(root), await readOutputs(copy)]
  const files = new Set([...kept.keys(), ...made.keys()])
  return [...files].filter((file) => kept.get(file) !== made.get(file)).sort()
}

async function readOutputs(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const output of outputs.filter((output) => existsSync(join(folder, output)))) {
    const found = await readdir(join(folder, output), { recursive: true, withFileTypes: true }).catch(
      () => null,
    )
    const paths = found?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const path of paths ?? [join(folder, output)]) {
      files.set(path.slice(folder.length + 1), await readFile(path, 'utf8'))
    }
  }
  return files
}
