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

export const usage = `npm run test:chaos -- [--rounds N] [--seed N] [--only 1,6,27] [--concurrency N] [--json]

--rounds       how often each scenario is played; default 1
--seed         repeats the scenarios of that seed
--only         the numbers of scenarios
--concurrency  how many play at once, each on servers of its own; default 2
--json         prints the table for machines`

/** @throws Error that says how it is used */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '1' },
      seed: { type: 'string' },
      only: { type: 'string', default: '' },
      concurrency: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
    },
  })
  return {
    rounds: wholeNumber('rounds', values.rounds),
    seed: values.seed === undefined ? null : wholeNumber('seed', values.seed),
    only: values.only === '' ? [] : values.only.split(',').map((text) => wholeNumber('only', text)),
    concurrency: wholeNumber('concurrency', values.concurrency),
    json: values.json,
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes whole numbers, not ${text}.\n\n${usage}`)
  return Number(text)
}
