import { Command, Option } from '@commander-js/extra-typings'
import { anyText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'
import { unreadCode } from './terminal/terminal.ts'

/** Writes a stopped run to a file, as lines of JSON. */
export function exportCommand({ terminal, settings, exitWith }: CommandContext) {
  return new Command('export')
    .description('Write a run that has ended to a file, as lines of JSON')
    .argument('<run>', 'Id of the run')
    .option('--tree', 'Also write the runs below it')
    .addOption(new Option('--out <file>', 'New file to write (default: standard output)').argParser(anyText))
    .action(async (run, { tree: withTree = false, out = null }) => {
      const config = settings.read()
      const { runExport } = await import('./archive/run-export.ts')
      const exported = await runExport(config, { run, withTree, file: out }, terminal.output)
      if (exported.kind === 'unread') exitWith(unreadCode)
      // Standard output is for the lines alone.
      if (exported.kind === 'filed') terminal.note(exported.summary)
    })
}
