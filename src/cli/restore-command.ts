import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Restores a backup into an empty database. */
export function restoreCommand({ terminal, settings }: CommandContext) {
  return new Command('restore')
    .description(
      'Restore a backup into an empty database: that of DATABASE_URL, or the private one in RUNGRAPH_DATA_DIR',
    )
    .argument('<file>', 'Backup to read, or - for standard input')
    .option(
      '--without-key',
      'Restore also if the encryption key of the backup is missing: what it encrypts stays unreadable',
    )
    .action(async (file, { withoutKey = false }) => {
      const config = settings.read()
      const { runRestore } = await import('./backup/run-restore.ts')
      terminal.print(await runRestore(config, { file, withoutKey }))
    })
}
