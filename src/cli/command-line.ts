import { inspect } from 'node:util'
import { Command, CommanderError, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { readVersion } from '../app/version.ts'
import { errorTable, isRungraphError, RungraphError } from '../domain/errors.ts'
import { argumentProblem, namesBelow } from './argument-problem.ts'
import { databaseCommands } from './database-commands.ts'
import { completionCommands, processCommands } from './process-commands.ts'
import { remoteCommands } from './remote-commands.ts'
import type { CommandContext, Commands } from './terminal/command-context.ts'
import { harmless } from './terminal/terminal-text.ts'

const commands: Commands = {
  ...processCommands,
  ...remoteCommands,
  ...databaseCommands,
  ...completionCommands,
}

const epilogue = `
Settings come from the environment and from .env; docs/reference/settings.md has them all.
Help of a command: rungraph <command> --help`

/** Executes the command of the arguments, without one `start`, and gives the exit code; errors are printed. Never throws. */
export async function runCommandLine(
  args: readonly string[],
  { terminal, settings }: Pick<CommandContext, 'terminal' | 'settings'>,
): Promise<number> {
  let code = 0
  try {
    await executeCommand(args, { terminal, settings, exitWith: (given) => (code = given) })
    return code
  } catch (error) {
    const redactor = settings.redactor()
    // An error that the operator must fix needs no stack. It may quote a server, a file or a provider.
    terminal.note(harmless(redactor.text(isForReader(error) ? error.message : inspect(error))))
    return commands[args[0] ?? '']?.failureCode ?? 1
  }
}

/** Executes the command of the arguments. @throws COMMAND_UNKNOWN, ARGUMENTS_INVALID, and the errors of the command */
export async function executeCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const program = createProgram(context)
  try {
    await program.parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
    // Help was asked for, and printed.
  }
}

/** All commands with their options. */
export function createProgram(context: CommandContext): CommandUnknownOpts {
  const program = new Command('rungraph')
    .description(
      'A self-hosted engine that runs LLM agents behind one GraphQL API.\nWithout a command: start.',
    )
    .usage('[command] [options]')
    // Options behind the name of a command are its own: `eval --version 3` is no question for the version of the program.
    .enablePositionalOptions()
    .addOption(new Option('-v, --version', 'Print the version'))
    .on('option:version', () => {
      context.terminal.print(readVersion())
      throw new CommanderError(0, 'commander.version', '')
    })
    .addHelpText('after', epilogue)
  for (const [name, { declare, isHidden = false }] of Object.entries(commands))
    program.addCommand(declare(new Command(name), context, program), { hidden: isHidden })
  configure(program, context)
  return program
}

/** Sets up every command and its subcommands alike. */
function configure(command: CommandUnknownOpts, context: CommandContext): void {
  const { terminal } = context
  command
    .helpOption('-h, --help', 'Print this help')
    .configureHelp({
      helpWidth: Math.min(terminal.width, 120),
      styleTitle: (title) => terminal.paint('bold', title),
    })
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: () => undefined, // every error is thrown and printed once
      getOutHasColors: () => terminal.paint('bold', 'x') !== 'x',
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : toArgumentError(error, command)
    })
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Print the help of a command')
  for (const child of command.commands) configure(child, context)
}

function toArgumentError(error: CommanderError, command: CommandUnknownOpts): RungraphError {
  if (command.parent === null && error.code === 'commander.unknownCommand')
    return new RungraphError(
      'COMMAND_UNKNOWN',
      { command: command.args[0] ?? '', known: namesBelow(command), ...nearestIn(error) },
      error,
    )
  const problem = argumentProblem(error, command)
  return new RungraphError('ARGUMENTS_INVALID', { problem, command: pathOf(command) }, error)
}

function nearestIn({ message }: CommanderError): { readonly nearest?: string } {
  const [, nearest] = /\(Did you mean (?:one of )?(\S+?)[,?]/.exec(message) ?? []
  return nearest === undefined ? {} : { nearest }
}

/** The names from the program's own on: `keys create`; empty for the program. */
function pathOf(command: CommandUnknownOpts): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()
}

function isForReader(error: unknown): error is RungraphError {
  return isRungraphError(error) && ['operator', 'client'].includes(errorTable[error.code].audience)
}
