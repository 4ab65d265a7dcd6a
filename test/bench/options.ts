import { open, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { messageOf } from '../../src/domain/errors.ts'

/** Letters that `--only` takes, and what stands behind them. */
export const workNames = {
  A: 'agent loop',
  B: 'event log',
  C: 'fan-out',
  D: 'read path',
  E: 'scheduler',
  F: 'start',
  G: 'console',
} as const

export type Letter = keyof typeof workNames

/** What is to be measured, and how. */
export interface Options {
  /** The works, each once, in the order of the command line. */
  readonly only: readonly Letter[]
  /** Rounds that count, after one that warms up. */
  readonly rounds: number
  /** Length of a measurement. */
  readonly ms: number
  readonly peers: boolean
  readonly scale: boolean
  /** File for every figure; `null`: none. */
  readonly json: string | null
}

/** Parsed arguments of the command line. */
export type BenchOptions = ({ readonly kind: 'measure' } & Options) | { readonly kind: 'help' }

const letters = Object.keys(workNames).filter(isLetter)

export const usage = `npm run bench -- [options]

  --only A,D    only these works: ${letters.join(', ')}; default all
  --rounds n    rounds that count, after one that warms up, 1 to 1000; default 3
  --ms n        length of a measurement in milliseconds, 1 to 3600000; default 3000
  --peers       also the peers of test/bench/peers, which it installs first
  --scale       A, C and D at sizes from the smallest to the largest: what grows with runs, subscribers, history
  --json file   writes every figure to a file, after each work
  --help        this

docs/internals/performance.md says what is measured and how to read it.`

const known = {
  only: { type: 'string' },
  rounds: { type: 'string' },
  ms: { type: 'string' },
  peers: { type: 'boolean' },
  scale: { type: 'boolean' },
  json: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** @throws Error that says in one line what is wrong, and what to give in its place */
export function readOptions(args: readonly string[]): BenchOptions {
  // Not strict: the sentences of `parseArgs` name neither the value nor the remedy.
  const { tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true })
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    const text = token.kind === 'option' ? token.rawName : token.value
    if (token.kind === 'positional' || !isKnown(token.name))
      throw new Error(`There is no option "${text}". --help lists them.`)
    if (known[token.name].type === 'boolean' && token.value !== undefined)
      throw new Error(`${text} takes no value, not "${token.value}" either. Give ${text} alone.`)
    given.set(token.name, token.value ?? '')
  }
  if (given.has('help')) return { kind: 'help' }
  const only = given.get('only')
  const json = given.get('json')
  return {
    kind: 'measure',
    only: only === undefined ? letters : worksOf(only),
    rounds: wholeNumber('rounds', given.get('rounds') ?? '3', 1_000),
    ms: wholeNumber('ms', given.get('ms') ?? '3000', 3_600_000),
    peers: given.has('peers'),
    scale: given.has('scale'),
    json: json === undefined ? null : fileOf(json),
  }
}

/** Leaves the file as it is, or absent. @throws Error as above where it cannot be written */
export async function refuseUnwritable(file: string): Promise<void> {
  try {
    const created = await open(file, 'wx').catch(() => null)
    await (created ?? (await open(file, 'a'))).close()
    if (created) await rm(file)
  } catch (error) {
    throw new Error(
      `--json: "${file}" cannot be written (${messageOf(error)}). Give a file in a folder that exists and takes files.`,
    )
  }
}

/** @throws Error as above where the console is to be measured and there is no browser: it is the last work of many minutes */
export function refuseWithoutBrowser(only: readonly Letter[], browser: string | null): void {
  if (browser !== null || !only.includes('G')) return
  const others = only.filter((letter) => letter !== 'G')
  const remedy = others.length > 0 ? `, or leave the console out: --only ${others.join(',')}` : ''
  throw new Error(`G needs chromium or google-chrome, and neither is on the PATH. Install one${remedy}.`)
}

function isKnown(name: string): name is keyof typeof known {
  return Object.hasOwn(known, name)
}

function isLetter(text: string): text is Letter {
  return Object.hasOwn(workNames, text)
}

function worksOf(text: string): readonly Letter[] {
  const remedy = `Give some of ${letters.join(', ')}, separated by commas.`
  if (isMissing(text)) throw new Error(`--only: the works are missing. ${remedy}`)
  const works = text.split(',').map((part) => {
    const letter = part.trim().toUpperCase()
    if (isLetter(letter)) return letter
    const fault = letter === '' ? `"${text}" has an empty place` : `there is no work "${part.trim()}"`
    throw new Error(`--only: ${fault}. ${remedy}`)
  })
  return [...new Set(works)]
}

function wholeNumber(name: string, text: string, most: number): number {
  const remedy = `Give a whole number from 1 to ${most}.`
  if (text === '' || text.startsWith('--')) throw new Error(`--${name}: the number is missing. ${remedy}`)
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= most) return value
  throw new Error(`--${name}: "${text}" is not possible. ${remedy}`)
}

function fileOf(text: string): string {
  if (!isMissing(text)) return text
  throw new Error('--json: the file is missing. Give its path: --json figures.json.')
}

/** `--json --peers`: the next option is no value. */
function isMissing(text: string): boolean {
  return text === '' || text.startsWith('-')
}
