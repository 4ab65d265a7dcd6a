import { Command, Option } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Serves the API, executes runs, or both, as RUNGRAPH_ROLE says. */
export function startCommand({ terminal, settings, exitWith }: CommandContext) {
  return (
    new Command('start')
      .description('Serve the API and execute runs')
      .option('--watch', 'Restart when your tools, agents or .env change, for development')
      // `start --watch` starts the server so.
      .addOption(new Option('--report-modules').hideHelp())
      .addHelpText(
        'after',
        '\nRUNGRAPH_ROLE=api only serves the API; RUNGRAPH_ROLE=worker only executes runs.',
      )
      .action(async ({ watch = false, reportModules: reports = false }) => {
        if (watch) {
          const { runWatched } = await import('./server/run-watched.ts')
          return exitWith(await runWatched(terminal))
        }
        if (reports) (await import('./server/report-modules.ts')).reportModules()
        const config = settings.read()
        const { runUntilStopped } = await import('./server/run-until-stopped.ts')
        await runUntilStopped(config, terminal)
      })
  )
}
