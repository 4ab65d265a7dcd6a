import type { SettingsReader } from './settings-reader.ts'
import type { Terminal } from './terminal.ts'

/** Context that every command receives. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly settings: SettingsReader
  /** Sets the exit code of the process. Without a call it is 0. */
  exitWith(code: number): void
}
