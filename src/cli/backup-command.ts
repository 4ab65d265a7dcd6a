import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Writes a backup of the database to a file. */
export function backupCommand({ terminal, settings }: CommandContext) {
  return new Command('backup')
    .description('Write a backup of the whole database to a file; a server may run meanwhile')
    .argument('<file>', 'New file to write, or - for standard output')
    .option(
      '--with-key',
      'Also write the encryption key: anyone who has the file can read the encrypted secrets',
    )
    .action(async (file, { withKey = false }) => {
      const config = settings.read()
      const { runBackup } = await import('./backup/run-backup.ts')
      // Standard output is for the backup alone.
      terminal.note(await runBackup(config, { file, withKey }))
    })
}
