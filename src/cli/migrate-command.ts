import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Brings the database's schema up to date and ends. */
export function migrateCommand({ settings }: CommandContext) {
  return new Command('migrate')
    .description('Bring the schema of the database up to date')
    .action(async () => {
      const config = settings.read()
      const { runMigrations } = await import('../app.ts')
      await runMigrations(config)
    })
}
