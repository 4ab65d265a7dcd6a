import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

export function tailCommand(_: CommandContext) {
  return new Command('tail')
}
