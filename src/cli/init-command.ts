import { Command } from '@commander-js/extra-typings'
import { anyText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

/** Makes a project. */
export function initCommand({ terminal }: CommandContext) {
  return new Command('init')
    .description('Create a project: agents and tools in TypeScript, a test, a page, a compose file')
    .argument('<folder>', 'New or empty folder')
    .option('--no-install', 'Do not install the dependencies')
    .option('--rungraph <spec>', 'Version or path of the package rungraph (default: this version)', anyText)
    .action(async (folder, { install: installs, rungraph = null }) => {
      const { runInit } = await import('./init/run-init.ts')
      await runInit({ folder, rungraph, installs }, terminal)
    })
}
