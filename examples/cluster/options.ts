import { parseArgs } from 'node:util'

export interface ClusterOptions {
  readonly apis: number
  readonly workers: number
  /** Of the first API; each further one has the next. */
  readonly firstPort: number
}

export const usage = `npm run cluster -- [--apis N] [--workers N] [--first-port N]

--apis        how many processes serve, from 1 to 100; default 2
--workers     how many processes execute runs, from 1 to 100; default 3
--first-port  the port of the first API, the others have the next ones; default 4001
--help        says this`

/** @returns `null` where only the usage is asked for. @throws Error that says in one line what is wrong */
export function readOptions(args: readonly string[]): ClusterOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      apis: { type: 'string', default: '2' },
      workers: { type: 'string', default: '3' },
      'first-port': { type: 'string', default: '4001' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const apis = wholeNumber('apis', values.apis, 100)
  const workers = wholeNumber('workers', values.workers, 100)
  // Not 0: who starts in the place of an API must be found where the one before was.
  return { apis, workers, firstPort: wholeNumber('first-port', values['first-port'], 65_536 - apis) }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= 1 && value <= max) return value
  throw new Error(`--${name} takes a whole number from 1 to ${max}, not "${text}".`)
}
