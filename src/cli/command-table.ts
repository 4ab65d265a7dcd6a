import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { backupCommand } from './backup-command.ts'
import { completeCommand, completionCommand } from './completion-command.ts'
import { decideCommand } from './decide-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { evalCommand } from './eval-command.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { initCommand } from './init-command.ts'
import { keysCommand } from './keys-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { reencryptCommand } from './reencrypt-command.ts'
import { restoreCommand } from './restore-command.ts'
import { startCommand } from './start-command.ts'
import { tailCommand } from './tail-command.ts'
import type { CommandContext } from './terminal/command-context.ts'
import { triggerCommand } from './trigger-command.ts'
import { workerCommand } from './worker-command.ts'

interface TableEntry {
  readonly name: string
  readonly create: (context: CommandContext, program: CommandUnknownOpts) => CommandUnknownOpts
  /** The exit code where the command itself fails. 2 where 1 is an outcome of its work. */
  readonly failureCode: 1 | 2
  /** Whether only programs call it. */
  readonly isHidden?: true
}

/** The commands, in the order in which the help lists them. */
export const commandTable: readonly TableEntry[] = [
  { name: 'start', create: startCommand, failureCode: 1 },
  { name: 'worker', create: workerCommand, failureCode: 1 },
  { name: 'init', create: initCommand, failureCode: 1 },
  { name: 'doctor', create: doctorCommand, failureCode: 2 },
  { name: 'trigger', create: triggerCommand, failureCode: 2 },
  { name: 'tail', create: tailCommand, failureCode: 2 },
  { name: 'decide', create: decideCommand, failureCode: 1 },
  { name: 'eval', create: evalCommand, failureCode: 2 },
  { name: 'keys', create: keysCommand, failureCode: 1 },
  { name: 'migrate', create: migrateCommand, failureCode: 1 },
  { name: 'backup', create: backupCommand, failureCode: 1 },
  { name: 'restore', create: restoreCommand, failureCode: 1 },
  { name: 'reencrypt', create: reencryptCommand, failureCode: 1 },
  { name: 'export', create: exportCommand, failureCode: 1 },
  { name: 'import', create: importCommand, failureCode: 1 },
  { name: 'completion', create: completionCommand, failureCode: 1 },
  { name: 'complete', create: completeCommand, failureCode: 1, isHidden: true },
]
