import { Argument, Command } from '@commander-js/extra-typings'
import { keyOption, urlOption } from './remote/remote-options.ts'
import { anyText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

/** Decides a gate. */
export function decideCommand(context: CommandContext) {
  return new Command('decide')
    .description('Decide a gate that a run waits at')
    .argument('<gate>', 'Id of the gate, as `rungraph tail` prints it')
    .addArgument(new Argument('<decision>', 'What happens').choices(['approve', 'reject']))
    .option('--note <text>', 'Note for the run and the record', anyText)
    .addOption(urlOption())
    .addOption(keyOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 decided, 1 not decided. REVISE, which changes arguments, is in the console and the API.',
    )
    .action(async (gate, decision, { note = null, url = null, key = null }) => {
      const { runDecide } = await import('./follow/run-decide.ts')
      await runDecide({ gate, decision, note, url, key }, context)
    })
}
