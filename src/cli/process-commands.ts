import { Argument, Option } from '@commander-js/extra-typings'
import { anyText, eachText } from './terminal/argument-values.ts'
import type { Commands } from './terminal/command-context.ts'

const doctorEpilogue = `
Exit codes: 0 nothing is broken, 1 something is broken, 2 an option cannot be read.
A provider is asked for one token of output with each of its keys, which costs next to nothing; --offline does not ask.`

/** Commands about a server on this machine. */
export const processCommands: Commands = {
  start: {
    declare: (command, { terminal, settings, exitWith }) =>
      command
        .description('Serve the API and execute runs')
        .option('--watch', 'Restart when your tools, agents or .env change, for development')
        // `start --watch` starts the server so.
        .addOption(new Option('--report-modules').hideHelp())
        .addHelpText(
          'after',
          '\nRUNGRAPH_ROLE=api only serves the API; RUNGRAPH_ROLE=worker only executes runs.',
        )
        .action(async ({ watch = false, reportModules: reports = false }) => {
          if (watch) {
            const { runWatched } = await import('./server/run-watched.ts')
            return exitWith(await runWatched(terminal))
          }
          if (reports) (await import('./server/report-modules.ts')).reportModules()
          const config = settings.read()
          const { runUntilStopped } = await import('./server/run-until-stopped.ts')
          await runUntilStopped(config, terminal)
        }),
  },
  worker: {
    declare: (command, { terminal, settings }) =>
      command.description('Only execute runs').action(async () => {
        const config = settings.read({ RUNGRAPH_ROLE: 'worker' })
        const { runUntilStopped } = await import('./server/run-until-stopped.ts')
        await runUntilStopped(config, terminal)
      }),
  },
  init: {
    declare: (command, { terminal }) =>
      command
        .description('Create a project: agents and tools in TypeScript, a test, a page, a compose file')
        .argument('<folder>', 'New or empty folder')
        .option('--no-install', 'Do not install the dependencies')
        .option(
          '--rungraph <spec>',
          'Version or path of the package rungraph (default: this version)',
          anyText,
        )
        .action(async (folder, { install: installs, rungraph = null }) => {
          const { runInit } = await import('./init/run-init.ts')
          await runInit({ folder, rungraph, installs }, terminal)
        }),
  },
  doctor: {
    failureCode: 2,
    declare: (command, context) =>
      command
        .description('Check what is set up, what is missing, and what each provider answers')
        .option('--offline', 'Call no provider')
        .option(
          '--model <model>',
          'Model to call, as provider/model; for several providers, several times',
          eachText,
        )
        .option('--json', 'Print the findings as JSON')
        .addHelpText('after', doctorEpilogue)
        .action(async ({ offline: isOffline = false, model: models = [], json: isJson = false }) => {
          const { runDoctor } = await import('./doctor/run-doctor.ts')
          context.exitWith(await runDoctor({ isOffline, models, isJson }, context))
        }),
  },
}

const completionEpilogue = `
  bash  source <(rungraph completion bash)          in ~/.bashrc
  zsh   source <(rungraph completion zsh)           in ~/.zshrc, after compinit
  fish  rungraph completion fish | source           in ~/.config/fish/config.fish

The script calls \`rungraph\`, which must be on the PATH: npm install --global rungraph.`

/** The script that a shell needs to complete commands and options, and the answer to the request of that script. */
export const completionCommands: Commands = {
  completion: {
    declare: (command) =>
      command
        .description('Print the completion script of a shell')
        .addArgument(
          new Argument('<shell>', 'Shell of the script').choices([
            'bash',
            'zsh',
            'fish',
            'powershell',
          ] as const),
        )
        .addHelpText('after', completionEpilogue)
        .action(async (shell) => {
          const { printScript } = await import('./completion/completion.ts')
          printScript(shell)
        }),
  },
  complete: {
    isHidden: true,
    declare: (command, _, program) =>
      command
        .description('Print the completions of the last word')
        .argument('[words...]', 'Words of the command line, after --')
        .action(async (words) => {
          const { printCompletions } = await import('./completion/completion.ts')
          printCompletions(program, words)
        }),
  },
}
