import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { wrongArguments } from '../terminal/argument-values.ts'

/** A project to make. */
export interface NewProject {
  /** Absolute path of its folder. */
  readonly folder: string
  /** Package that npm installs as `rungraph`: a range of versions, or the location of the package. */
  readonly rungraph: string
}

/** Files whose names npm or the tools of a clone would take for their own, and their names in the project. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  _env: ['.env', '.env.example'],
  _gitignore: ['.gitignore'],
  _dockerignore: ['.dockerignore'],
}

/** The template is a project itself, which is checked with the source. */
export function templateFolder(): string {
  const packageFile = findPackageJSON(import.meta.url)
  if (packageFile === undefined) throw new Error('The package of Rungraph has no package.json.')
  return join(dirname(packageFile), 'examples/starter')
}

/** Copies the template into a new or empty folder. @throws FOLDER_NOT_EMPTY, ARGUMENTS_INVALID if the folder cannot be written */
export async function copyStarter(project: NewProject, template = templateFolder()): Promise<void> {
  const { folder } = project
  try {
    await mkdir(folder, { recursive: true })
    if ((await readdir(folder)).length > 0) throw new RungraphError('FOLDER_NOT_EMPTY', { folder })
    await cp(template, folder, {
      recursive: true,
      filter: (source) =>
        !relative(template, source).split(sep).includes('node_modules') && !(basename(source) in renamed),
    })
    for (const [name, targets] of Object.entries(renamed))
      for (const target of targets) await cp(join(template, name), join(folder, target))
    await fillIn(project)
  } catch (error) {
    if (error instanceof RungraphError) throw error
    throw wrongArguments('init', `${folder} cannot be written: ${messageOf(error)}.`, error)
  }
}

const manifest = z.looseObject({ name: z.string(), dependencies: z.record(z.string(), z.string()) })

/** The name of the project and the version of Rungraph. */
async function fillIn({ folder, rungraph }: NewProject): Promise<void> {
  const name = packageName(basename(folder))
  const path = join(folder, 'package.json')
  const { dependencies, ...rest } = manifest.parse(JSON.parse(await readFile(path, 'utf8')))
  const filled = { ...rest, name, dependencies: { ...dependencies, rungraph } }
  await writeFile(path, `${JSON.stringify(filled, null, 2)}\n`)
  const readme = join(folder, 'README.md')
  await writeFile(readme, (await readFile(readme, 'utf8')).replaceAll('{{name}}', name))
}

/** A name that npm takes. */
export function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
  return name === '' || name === 'rungraph' || name === 'node_modules' ? 'my-agents' : name
}
