import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

export function initCommand(_: CommandContext) {
  return new Command('init')
}
