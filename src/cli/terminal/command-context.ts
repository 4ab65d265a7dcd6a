import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'
import type { SettingsReader } from './settings-reader.ts'
import type { Terminal } from './terminal.ts'

/** Context that every command receives. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly settings: SettingsReader
  /** Sets the exit code of the process. Without a call it is 0. */
  exitWith(code: number): void
}

/** Commands by name, in the order in which the help lists them. */
export type Commands = Readonly<Record<string, DeclaredCommand>>

interface DeclaredCommand {
  /** Adds the options and what the command does; the modules of that are loaded when it is executed. */
  readonly declare: (
    command: Command,
    context: CommandContext,
    program: CommandUnknownOpts,
  ) => CommandUnknownOpts
  /** The exit code where the command itself fails. 2 where 1 is an outcome of its work. Default: 1. */
  readonly failureCode?: 2
  /** Whether only programs call it. */
  readonly isHidden?: true
}
