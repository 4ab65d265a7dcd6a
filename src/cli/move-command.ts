import { Command, Option } from '@commander-js/extra-typings'
import { anyText, wrongArguments } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

/** Moves a project, or everything, to another database. */
export function moveCommand({ terminal, settings }: CommandContext) {
  return new Command('move')
    .description('Move a project, or everything, to another database')
    .argument('[project]', 'Slug of the project')
    .option(
      '--all',
      'Move everything to an empty database, also from the private one; no other process may use the database',
    )
    .option('--undo', 'With --all: use the database again that everything was moved from')
    .addOption(
      new Option(
        '--to <url>',
        'URL of the other database (default: RUNGRAPH_MOVE_TO, which no list of processes shows)',
      ).argParser(anyText),
    )
    .action(async (given, { to = null, all = false, undo = false }) => {
      const project = given ?? null
      if (all === (project !== null)) throw wrongArguments('move', 'Name a project, or use --all.')
      if (undo && !all) throw wrongArguments('move', '--undo goes with --all.')
      const config = settings.read()
      if (undo) {
        const { runUndoMoveAll } = await import('./backup/run-move-all.ts')
        terminal.print(await runUndoMoveAll(config))
        return
      }
      const { runMove } = await import('./archive/run-move.ts')
      terminal.print(await runMove(config, { project, to }))
    })
}
