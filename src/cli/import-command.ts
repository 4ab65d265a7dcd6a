import { Command, Option } from '@commander-js/extra-typings'
import { slug } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

/** Writes an exported run into the database. */
export function importCommand({ terminal, settings }: CommandContext) {
  return new Command('import')
    .description('Write an exported run into the database')
    .argument('<file>', 'File that `rungraph export` wrote')
    .addOption(
      new Option('--project <slug>', 'Project to write into; created if it does not exist')
        .argParser(slug)
        .default('default'),
    )
    .action(async (file, { project }) => {
      const config = settings.read()
      const { runImport } = await import('./archive/run-import.ts')
      terminal.print(await runImport(config, { file, project }))
    })
}
