import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

export function doctorCommand(_: CommandContext) {
  return new Command('doctor')
}
