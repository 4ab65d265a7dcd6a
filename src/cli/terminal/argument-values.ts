import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { RungraphError } from '../../domain/errors.ts'
import { slugForm, slugPattern } from '../../domain/object-key.ts'

/** An error about the arguments of a command, which is named as it is called: `keys create`. */
export function wrongArguments(command: string, problem: string, cause?: unknown): RungraphError {
  return new RungraphError('ARGUMENTS_INVALID', { problem, command }, cause)
}

/**
 * Parses the value of an option that takes any text. A text that begins with a hyphen is another option, and the value is missing:
 * commander would take `--days` for the value of a `--role` before it.
 */
export function anyText(value: string): string {
  if (/^-./.test(value)) throw new InvalidArgumentError('The value is missing.')
  return value
}

/** Parses a value each time that the option is given. */
export function eachText(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), anyText(value)]
}

/** Parses a slug. */
export function slug(value: string): string {
  if (slugPattern.test(value)) return value
  throw new InvalidArgumentError(`Use ${slugForm}.`)
}

/** Makes the parser of a whole number. */
export function wholeNumberOption(least: number, most: number): (value: string) => number {
  return (value) => {
    if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
    const range = most === anySize ? `from ${least} on` : `from ${least} to ${most}`
    throw new InvalidArgumentError(`Use a whole number ${range}.`)
  }
}

/** The largest whole number that an option takes. */
export const anySize = 999_999_999

/** The project that a command works on; `default` where none is named. */
export function projectOption(description: string) {
  return new Option('--project <slug>', description).argParser(slug).default('default')
}

/** The server that a command calls. */
export function urlOption(
  description = 'URL of the server (default: RUNGRAPH_URL, or http://127.0.0.1 with PORT)',
) {
  return new Option('--url <url>', description).argParser(anyText)
}

/** The key that a command calls it with. */
export function keyOption() {
  return new Option(
    '--key <key>',
    'API key (default: RUNGRAPH_KEY, which no list of processes shows)',
  ).argParser(anyText)
}
