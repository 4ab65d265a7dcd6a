import { Command, Option } from '@commander-js/extra-typings'
import { keyOption, urlOption } from './remote/remote-options.ts'
import { anyText, eachText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

const epilogue = `
Prints the id of the run; with --wait its answer, with --follow what \`rungraph tail\` shows.
Exit codes: 0 triggered, or with --wait and --follow completed; 1 the run failed, was cancelled or is paused; 2 it was not triggered, or could not be followed to its end; 130 stopped with Ctrl-C.`

/** Starts a run of an agent. */
export function triggerCommand(context: CommandContext) {
  return new Command('trigger')
    .description('Start a run of an agent')
    .argument('<agent>', 'Slug or id of the agent')
    .argument('[input]', 'Input of the run (default: standard input)')
    .option('--input-file <file>', 'File that holds the input', anyText)
    .addOption(new Option('--wait', 'Wait for the end, and print the answer').conflicts('follow'))
    .option('--follow', 'Follow the run as `rungraph tail` does')
    .option(
      '--idempotency-key <key>',
      'Repeated calls with this key give the same run (default: a new one)',
      anyText,
    )
    .option('--tag <tag>', 'Tag of the run; can be given several times', eachText)
    .addOption(urlOption())
    .addOption(keyOption())
    .addHelpText('after', epilogue)
    .action(async (agent, input, options) => {
      const {
        inputFile = null,
        wait = false,
        follow = false,
        tag: tags = [],
        url = null,
        key = null,
      } = options
      const then = follow ? 'follow' : wait ? 'wait' : 'print'
      const { runTrigger } = await import('./follow/run-trigger.ts')
      const call = { agent, input: input ?? null, inputFile, then, tags, url, key } as const
      context.exitWith(await runTrigger({ ...call, idempotencyKey: options.idempotencyKey ?? null }, context))
    })
}
