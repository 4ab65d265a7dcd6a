import { messageOf, RungraphError } from '../domain/errors.ts'

/** Whether a command is asked how it is used, and for nothing else. What follows `--` is no option. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

/**
 * What `parseArgs` makes of the arguments of a command; what is wrong with them in our words. Not commander, which takes `--days` for the
 * value of a `--role` before it. @throws ARGUMENTS_INVALID
 */
export function readArguments<Read>(usage: string, parse: () => Read): Read {
  try {
    return parse()
  } catch (error) {
    throw new RungraphError('ARGUMENTS_INVALID', { problem: problemOf(error), usage }, error)
  }
}

/** Node names the option in quotes, and then lists what else could have been meant. */
function problemOf(error: unknown): string {
  const message = messageOf(error)
  const [, option] = /'(?:-\w, )?(--?[^' ]*)/.exec(message) ?? []
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (option === undefined) return `${message}.`
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${option} is no option.`
  return message.includes('does not take') ? `${option} takes no value.` : `${option} lacks its value.`
}
