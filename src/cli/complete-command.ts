import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

export function completeCommand(_: CommandContext) {
  return new Command('complete')
}
