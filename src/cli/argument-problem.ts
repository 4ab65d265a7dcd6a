import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings'

/** Describes a problem with the arguments of a command: a sentence that names the option and, where there is one, the remedy. */
export function argumentProblem({ code, message }: CommanderError, command: CommandUnknownOpts): string {
  const [text = '', suggestion = ''] = message.replace(/^error: /, '').split('\n')
  const [, quoted = ''] = /'([^']*)'/.exec(text) ?? []
  const [name = ''] = quoted.split(' ').filter((word) => word.startsWith('--'))
  switch (code) {
    case 'commander.unknownOption':
      return unknownOption(quoted, suggestion, command)
    case 'commander.unknownCommand':
      return `Unknown command: ${quoted}. ${suggestion === '' ? listed(command) : nearest(suggestion)}`
    case 'commander.help':
      return `The command is missing. ${listed(command)}`
    case 'commander.optionMissingArgument':
      return `Option ${name} requires a value.`
    case 'commander.missingMandatoryOptionValue':
      return `${name} is missing.`
    case 'commander.missingArgument':
      return `The argument <${quoted}> is missing.`
    case 'commander.excessArguments':
      return unexpected(text)
    case 'commander.invalidArgument':
      return invalidValue(text)
    default:
      return sentence(text)
  }
}

/** `--tree=1` is unknown to commander where `--tree` takes no value. */
function unknownOption(option: string, suggestion: string, { options }: CommandUnknownOpts): string {
  const [name = ''] = option.split('=')
  if (name !== option && options.some(({ long }) => long === name)) return `Option ${name} takes no value.`
  return `Unknown option: ${option}.${suggestion === '' ? '' : ` ${nearest(suggestion)}`}`
}

/** Of an option or an argument. */
function invalidValue(text: string): string {
  const [, flags = '', value = '', remedy = ''] =
    /^option '([^']*)' argument '(.*?)' is invalid\.\s*(.*)$/s.exec(text) ?? []
  const [name] = flags.split(' ').filter((word) => word.startsWith('--'))
  if (name !== undefined)
    return /^-./.test(value)
      ? `Option ${name} requires a value.`
      : `Invalid value for ${name}: ${value}. ${remedy}`
  const [, given = '', argument = '', advice = ''] =
    /^command-argument value '(.*?)' is invalid for argument '([^']*)'\.\s*(.*)$/s.exec(text) ?? []
  return `Invalid value for <${argument}>: ${given}. ${advice}`
}

/** "too many arguments for 'list'. Expected 0 arguments but got 1: x." */
function unexpected(text: string): string {
  const [, expected = '0', given = ''] = /Expected (\d+) arguments? but got \d+: (.*)\.$/s.exec(text) ?? []
  const surplus = given.split(', ').slice(Number(expected))
  return `Unexpected arguments: ${surplus.join(' ')}. Quote an argument that contains spaces.`
}

function nearest(suggestion: string): string {
  return suggestion.replace(/^\(|\)$/g, '')
}

function listed(command: CommandUnknownOpts): string {
  return `The commands are ${namesBelow(command).join(', ')}.`
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.?!]$/.test(begun) ? begun : `${begun}.`
}

/** The names of the commands below a command, without those that only programs call. */
export function namesBelow(command: CommandUnknownOpts): readonly string[] {
  const visible = command.createHelp().visibleCommands(command)
  return visible.map((child) => child.name()).filter((name) => name !== 'help')
}
