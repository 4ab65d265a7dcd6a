import { Argument, Option } from '@commander-js/extra-typings'
import { batchDeadline } from '../domain/model-batch.ts'
import { evalOptions } from './evaluation/eval-options.ts'
import { anyText, eachText, keyOption, urlOption, wholeNumberOption } from './terminal/argument-values.ts'
import type { Commands } from './terminal/command-context.ts'

const triggerEpilogue = `
Prints the id of the run; with --wait its answer, with --follow what \`rungraph tail\` shows.
Exit codes: 0 triggered, or with --wait and --follow completed; 1 the run failed, was cancelled or is paused; 2 it was not triggered, or could not be followed to its end; 130 stopped with Ctrl-C.`

const tailEpilogue = `
Exit codes: 0 the run completed, 1 it failed, was cancelled or is paused, 2 it could not be followed, 130 stopped with Ctrl-C.
Ctrl-C ends the command and not the run; it prints the cursor to go on with.`

const evalEpilogue = `
Exit codes: 0 passed, 1 below what is required, 2 could not be evaluated.
Required is the score of --min-score, and with --baseline that no item regressed. Without both options, every result must pass.`

/** Commands that call a server. */
export const remoteCommands: Commands = {
  trigger: {
    failureCode: 2,
    declare: (command, context) =>
      command
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
        .addOption(
          new Option('--pricing <pricing>', 'Pricing of the run (default: that of the agent)').choices([
            'standard',
            'batch',
          ]),
        )
        .option(
          '--batch-deadline <minutes>',
          'With --pricing batch: minutes until the run goes on at the full price (default: 1440)',
          wholeNumberOption(1, batchDeadline.most / 60_000),
        )
        .addOption(urlOption())
        .addOption(keyOption())
        .addHelpText('after', triggerEpilogue)
        .action(async (agent, input, { wait, follow, tag: tags = [], ...options }) => {
          const { runTrigger } = await import('./follow/run-trigger.ts')
          const then = follow ? 'follow' : wait ? 'wait' : 'print'
          context.exitWith(await runTrigger({ agent, input, then, tags, ...options }, context))
        }),
  },
  tail: {
    failureCode: 2,
    declare: (command, context) =>
      command
        .description('Follow a run: its text, tool calls, gates and end')
        .argument('<run>', 'Id of the run')
        .option(
          '--after <cursor>',
          'Begin after the event with this cursor (default: the first event)',
          anyText,
        )
        .option('--json', 'Print each event as a line of JSON')
        .addOption(urlOption())
        .addOption(keyOption())
        .addHelpText('after', tailEpilogue)
        .action(async (run, options) => {
          const { runTail } = await import('./follow/follow-run.ts')
          context.exitWith(await runTail({ run, ...options }, context))
        }),
  },
  decide: {
    declare: (command, context) =>
      command
        .description('Decide a gate that a run waits at')
        .argument('<gate>', 'Id of the gate, as `rungraph tail` prints it')
        .addArgument(new Argument('<decision>', 'What happens').choices(['approve', 'reject', 'answer']))
        .argument('[answer]', 'Answer to a question: a JSON object, or a text where the question wants one')
        .option('--note <text>', 'Note for the run and the record', anyText)
        .addOption(urlOption())
        .addOption(keyOption())
        .addHelpText(
          'after',
          '\nA question is answered with answer, or declined with reject.\n\nExit codes: 0 decided, 1 not decided. REVISE, which changes arguments, is in the console and the API.',
        )
        .action(async (gate, decision, answer, options) => {
          const { runDecide } = await import('./follow/run-decide.ts')
          await runDecide({ gate, decision, answer, ...options }, context)
        }),
  },
  eval: {
    failureCode: 2,
    declare: (command, context) =>
      evalOptions(command)
        .description('Evaluate an agent over a data set, and print the results')
        .addHelpText('after', evalEpilogue)
        .action(async (options) => {
          const { runEval } = await import('./evaluation/run-eval.ts')
          context.exitWith(await runEval(options, context))
        }),
  },
}
