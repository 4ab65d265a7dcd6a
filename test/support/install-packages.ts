import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../checks/run-command.ts'

/**
 * Installs the programs of others of a folder, as its own lock file has them, where that was not done since it last changed. They are not
 * among the packages of the project: it runs without them, and some need other versions of its libraries. @throws with what npm printed
 */
export async function installPackages(folder: string): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  const mark = join(folder, 'node_modules/.installed')
  if ((await readFile(mark, 'utf8').catch(() => '')) === lock) return
  console.log(`Installing the packages of ${folder} …`)
  // Their programs come as packages: none needs what an install script would do.
  const { ok, output } = await runCommand([
    'npm',
    'ci',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ])
  if (!ok) throw new Error(`The packages of ${folder} cannot be installed:\n${output}`)
  await writeFile(mark, lock)
}
