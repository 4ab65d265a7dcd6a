import { Command, Option } from '@commander-js/extra-typings'
import { anyText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

/** Moves a project to another database. */
export function moveCommand({ terminal, settings }: CommandContext) {
  return new Command('move')
    .description('Move a project to another database')
    .argument('<project>', 'Slug of the project')
    .addOption(
      new Option(
        '--to <url>',
        'URL of the other database (default: RUNGRAPH_MOVE_TO, which no list of processes shows)',
      ).argParser(anyText),
    )
    .action(async (project, { to = null }) => {
      const config = settings.read()
      const { runMove } = await import('./archive/run-move.ts')
      terminal.print(await runMove(config, { project, to }))
    })
}
