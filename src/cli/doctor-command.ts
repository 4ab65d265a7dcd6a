import { Command } from '@commander-js/extra-typings'
import { eachText } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

const epilogue = `
Exit codes: 0 nothing is broken, 1 something is broken, 2 an option cannot be read.
A provider is asked for one token of output with each of its keys, which costs next to nothing; --offline does not ask.`

/** Checks what is set up and what is missing. */
export function doctorCommand(context: CommandContext) {
  return new Command('doctor')
    .description('Check what is set up, what is missing, and what each provider answers')
    .option('--offline', 'Call no provider')
    .option(
      '--model <model>',
      'Model to call, as provider/model; for several providers, several times',
      eachText,
    )
    .option('--json', 'Print the findings as JSON')
    .addHelpText('after', epilogue)
    .action(async ({ offline: isOffline = false, model: models = [], json: isJson = false }) => {
      const { runDoctor } = await import('./doctor/run-doctor.ts')
      context.exitWith(await runDoctor({ isOffline, models, isJson }, context))
    })
}
