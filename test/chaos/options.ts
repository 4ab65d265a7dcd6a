import { parseArgs } from 'node:util'

/** How the suite is to be run. */
export interface Options {
  readonly rounds: number
  /** Of the first round; `null`: one that nobody chose. */
  readonly seed: number | null
  /** Numbers of scenarios; empty: all. */
  readonly only: readonly number[]
  /** How many scenarios play at once, each on servers of its own. */
  readonly concurrency: number
  readonly json: boolean
}

/** Parsed arguments of the command line. */
export type RunOptions =
  | ({ readonly kind: 'play' } & Options)
  | { readonly kind: 'list'; readonly only: readonly number[] }
  | { readonly kind: 'help' }

export const usage = `npm run test:chaos -- [--rounds N] [--seed N] [--only 1,6,27] [--concurrency N] [--json] [--list] [--help]

--rounds       how often each scenario is played, 1 or more; default 1
--seed         repeats the scenarios of that seed
--only         the numbers of scenarios
--concurrency  how many play at once, each on servers of its own, 1 or more; default 2
--json         prints the table for machines
--list         names the scenarios, and plays none
--help         says this`

/** @throws Error that says in one line what is wrong */
export function readOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '1' },
      seed: { type: 'string' },
      only: { type: 'string', default: '' },
      concurrency: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return { kind: 'help' }
  const options = {
    rounds: wholeNumber('rounds', values.rounds, 1),
    seed: values.seed === undefined ? null : wholeNumber('seed', values.seed, 0),
    only: values.only === '' ? [] : values.only.split(',').map((text) => wholeNumber('only', text, 1)),
    concurrency: wholeNumber('concurrency', values.concurrency, 1),
    json: values.json,
  }
  return values.list ? { kind: 'list', only: options.only } : { kind: 'play', ...options }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= least) return value
  throw new Error(`--${name} takes whole numbers from ${least} on, not "${text}".`)
}
