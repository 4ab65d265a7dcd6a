import { evalOptions } from './evaluation/eval-options.ts'
import type { CommandContext } from './terminal/command-context.ts'

const epilogue = `
Exit codes: 0 passed, 1 below what is required, 2 could not be evaluated.
Required is the score of --min-score, and with --baseline that no item regressed. Without both options, every result must pass.`

/** Evaluates an agent over a data set. */
export function evalCommand(context: CommandContext) {
  return evalOptions()
    .description('Evaluate an agent over a data set, and print the results')
    .addHelpText('after', epilogue)
    .action(async (options) => {
      const { runEval } = await import('./evaluation/run-eval.ts')
      context.exitWith(await runEval(options, context))
    })
}
