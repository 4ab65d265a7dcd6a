import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative, resolve } from 'node:path'
import { readVersion } from '../../app/version.ts'
import { RungraphError } from '../../domain/errors.ts'
import { shellWord } from '../../domain/text/foreign-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { copyStarter } from './copy-starter.ts'

/** Parsed arguments of the command. */
export interface InitCall {
  /** Path of the new folder, from the working folder. */
  readonly folder: string
  /** Package to install as `rungraph`; `null`: this version. */
  readonly rungraph: string | null
  readonly installs: boolean
}

/** Makes a project and installs its dependencies. @throws FOLDER_NOT_EMPTY, ARGUMENTS_INVALID, INSTALL_FAILED */
export async function runInit(
  call: InitCall,
  terminal: Pick<Terminal, 'print' | 'note' | 'folder' | 'paint' | 'env'>,
): Promise<void> {
  const folder = resolve(terminal.folder, call.folder)
  await copyStarter({ folder, rungraph: packageOf(call, terminal.folder) })
  const manager = packageManager(terminal.env.npm_config_user_agent)
  if (call.installs) await install(folder, manager, terminal)
  const steps = [
    ...(folder === terminal.folder ? [] : [`cd ${shellWord(relative(terminal.folder, folder) || folder)}`]),
    ...(call.installs ? [] : [`${manager} install`]),
    `${manager} start`,
  ]
  terminal.print(
    `Created ${folder}.\n\n${steps.map((step) => `  ${terminal.paint('bold', step)}`).join('\n')}\n\nREADME.md says what is where, and how to have a real model.`,
  )
}

/** Package to install. A path is given from the working folder; package managers would read it from the new one. */
function packageOf({ rungraph }: Pick<InitCall, 'rungraph'>, workingFolder: string): string {
  if (rungraph === null) return `^${readVersion()}`
  const path = rungraph.replace(/^file:(?:\/\/)?/, '')
  const isPath =
    path !== rungraph || /^\.{1,2}(?:$|[\\/])/.test(path) || /^(?!\w+:).*\.(?:tgz|tar|tar\.gz)$/.test(path)
  return isPath ? resolve(workingFolder, path) : rungraph
}

/** The program that this one was started with, as npm and those after it say it. */
export function packageManager(userAgent = ''): string {
  const [name = ''] = userAgent.split('/')
  return ['npm', 'pnpm', 'yarn', 'bun'].includes(name) ? name : 'npm'
}

async function install(folder: string, manager: string, { note }: Pick<Terminal, 'note'>): Promise<void> {
  note(`Installing the dependencies with ${manager}…`)
  // A shell finds npm.cmd on Windows. The arguments are constants.
  const child = spawn(`${manager} install`, {
    cwd: folder,
    shell: true,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      ...(manager === 'npm' && { npm_config_fund: 'false', npm_config_audit: 'false' }),
    },
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new RungraphError('INSTALL_FAILED', { folder, command: `${manager} install` })
}
