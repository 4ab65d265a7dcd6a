import { Command } from '@commander-js/extra-typings'
import { keyOption, urlOption } from './remote/remote-options.ts'
import { anyText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

const epilogue = `
Exit codes: 0 the run completed, 1 it failed, was cancelled or is paused, 2 it could not be followed, 130 stopped with Ctrl-C.
Ctrl-C ends the command and not the run; it prints the cursor to go on with.`

/** Follows a run in the terminal. */
export function tailCommand(context: CommandContext) {
  return new Command('tail')
    .description('Follow a run: its text, tool calls, gates and end')
    .argument('<run>', 'Id of the run')
    .option('--after <cursor>', 'Begin after the event with this cursor (default: the first event)', anyText)
    .option('--json', 'Print each event as a line of JSON')
    .addOption(urlOption())
    .addOption(keyOption())
    .addHelpText('after', epilogue)
    .action(async (run, { after = null, json: isJson = false, url = null, key = null }) => {
      const { runTail } = await import('./follow/run-tail.ts')
      context.exitWith(await runTail({ run, after, isJson, url, key }, context))
    })
}
