import { messageOf, RungraphError } from '../domain/errors.ts'

/** Returns whether the arguments ask for the help text of a command. Arguments after `--` are not options. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

/**
 * Calls `parse`, which is to use `parseArgs`, and converts its error into one with the usage of the command. We do not use commander, which
 * takes `--days` for the value of a `--role` before it. @throws ARGUMENTS_INVALID
 */
export function readArguments<Read>(usage: string, parse: () => Read): Read {
  try {
    return parse()
  } catch (error) {
    throw new RungraphError('ARGUMENTS_INVALID', { problem: problemOf(error), usage }, error)
  }
}

/** Returns the only positional argument. @throws ARGUMENTS_INVALID if there is none, or another one */
export function only(positionals: readonly string[], what: string, usage: string): string {
  const [first, ...surplus] = positionals
  if (first !== undefined && surplus.length === 0) return first
  throw new RungraphError('ARGUMENTS_INVALID', {
    problem: first === undefined ? `${what} is missing.` : `There is more than one: ${surplus.join(' ')}.`,
    usage,
  })
}

/** Reduces the message of Node.js, which names the option in quotes and adds suggestions, to one sentence. */
function problemOf(error: unknown): string {
  const message = messageOf(error)
  const [, option] = /'(?:-\w, )?(--?[^' ]*)/.exec(message) ?? []
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (option === undefined) return `${message}.`
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option: ${option}.`
  return message.includes('does not take')
    ? `Option ${option} takes no value.`
    : `Option ${option} requires a value.`
}
