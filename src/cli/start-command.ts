import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Serves the API, executes runs, or both, as RUNGRAPH_ROLE says. */
export function startCommand({ terminal, settings, exitWith }: CommandContext) {
  return new Command('start')
    .description('Serve the API and execute runs')
    .option('--watch', 'Restart when your tools, agents or .env change, for development')
    .addHelpText('after', '\nRUNGRAPH_ROLE=api only serves the API; RUNGRAPH_ROLE=worker only executes runs.')
    .action(async ({ watch = false }) => {
      if (watch) {
        const { runWatched } = await import('./server/run-watched.ts')
        return exitWith(await runWatched(terminal))
      }
      const config = settings.read()
      const { runUntilStopped } = await import('./server/run-until-stopped.ts')
      await runUntilStopped(config, terminal)
    })
}
