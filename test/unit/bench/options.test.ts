import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOptions, refuseUnwritable, refuseWithoutBrowser } from '../../bench/options.ts'

const usual = { kind: 'measure', rounds: 3, ms: 3_000, peers: false, scale: false, json: null }
const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
const works = 'Give some of A, B, C, D, E, F, G, separated by commas.'
const rounds = 'Give a whole number from 1 to 1000.'
const ms = 'Give a whole number from 1 to 3600000.'
const path = 'Give its path: --json figures.json.'

describe('the command line of the benchmark', () => {
  it('measures every work where it says nothing', () => {
    expect(readOptions([])).toEqual({ ...usual, only: all })
  })

  it('reads each option', () => {
    const args = ['--only', 'd,A,A', '--rounds=1', '--ms', '500', '--peers', '--scale', '--json', 'x.json']
    expect(readOptions(args)).toEqual({
      ...{ kind: 'measure', only: ['D', 'A'], rounds: 1, ms: 500, peers: true, scale: true },
      json: 'x.json',
    })
  })

  it('gives the usage, whatever else it says', () => {
    expect(readOptions(['--help', '--rounds', 'x'])).toEqual({ kind: 'help' })
  })

  it.each([
    ['--only Z', `--only: there is no work "Z". ${works}`],
    ['--only A,toString', `--only: there is no work "toString". ${works}`],
    ['--only A,,B', `--only: "A,,B" has an empty place. ${works}`],
    ['--only', `--only: the works are missing. ${works}`],
    ['--only --peers', `--only: the works are missing. ${works}`],
    ['--rounds x', `--rounds: "x" is not possible. ${rounds}`],
    ['--rounds 0', `--rounds: "0" is not possible. ${rounds}`],
    ['--rounds 1.5', `--rounds: "1.5" is not possible. ${rounds}`],
    ['--rounds 1001', `--rounds: "1001" is not possible. ${rounds}`],
    ['--rounds', `--rounds: the number is missing. ${rounds}`],
    ['--ms abc', `--ms: "abc" is not possible. ${ms}`],
    ['--ms -5', `--ms: "-5" is not possible. ${ms}`],
    ['--ms=-5', `--ms: "-5" is not possible. ${ms}`],
    ['--ms 1e3', `--ms: "1e3" is not possible. ${ms}`],
    ['--ms --scale', `--ms: the number is missing. ${ms}`],
    ['--json', `--json: the file is missing. ${path}`],
    ['--json=', `--json: the file is missing. ${path}`],
    ['--json --peers', `--json: the file is missing. ${path}`],
    ['--peers=yes', '--peers takes no value, not "yes" either. Give --peers alone.'],
    ['--foo', 'There is no option "--foo". --help lists them.'],
    ['--foo=1', 'There is no option "--foo". --help lists them.'],
    ['-x', 'There is no option "-x". --help lists them.'],
    ['hello', 'There is no option "hello". --help lists them.'],
  ])('refuses %s, and says what to give', (line, sentence) => {
    expect(() => readOptions(line.split(' '))).toThrow(new Error(sentence))
  })
})

describe('a machine without a browser', () => {
  it.each([
    [['A', 'B', 'G'], 'Install one, or leave the console out: --only A,B.'],
    [['G'], 'Install one.'],
  ] as const)('is told so before %s are measured', (only, remedy) => {
    const sentence = `G needs chromium or google-chrome, and neither is on the PATH. ${remedy}`
    expect(() => refuseWithoutBrowser(only, null)).toThrow(new Error(sentence))
    expect(() => refuseWithoutBrowser(only, '/usr/bin/chromium')).not.toThrow()
  })

  it('measures all else', () => {
    expect(() => refuseWithoutBrowser(['A', 'F'], null)).not.toThrow()
  })
})

describe('the file of the figures', () => {
  it('is refused before anything is measured where it cannot be written', async () => {
    await expect(refuseUnwritable('/nonexistent/x.json')).rejects.toThrow(
      /^--json: "\/nonexistent\/x\.json" cannot be written \(ENOENT[^\n]*\)\. Give a file in a folder that exists/,
    )
    await expect(refuseUnwritable(tmpdir())).rejects.toThrow(/cannot be written \(EISDIR/)
  })

  it('stays as it is, or absent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-options-'))
    try {
      await refuseUnwritable(join(folder, 'new.json'))
      expect(await readdir(folder)).toEqual([])
      const old = join(folder, 'old.json')
      await writeFile(old, 'figures')
      await refuseUnwritable(old)
      expect(await readFile(old, 'utf8')).toBe('figures')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
