import { describe, expect, it } from 'vitest'
import { notApplicableOf } from '../../chaos/not-applicable.ts'
import { readOptions } from '../../chaos/options.ts'
import { chooseScenarios, loadScenarios } from '../../chaos/scenarios.ts'

describe('the command line of the chaos suite', () => {
  it('plays everything once where it says nothing', () => {
    const usual = { kind: 'play', rounds: 1, seed: null, only: [], concurrency: 2, json: false }
    expect(readOptions([])).toEqual(usual)
    expect(readOptions(['--only', '1,6', '--seed', '0', '--rounds', '20'])).toEqual({
      ...{ ...usual, rounds: 20 },
      ...{ seed: 0, only: [1, 6] },
    })
  })

  it('lists the options, and their usage', () => {
    expect(readOptions(['--list', '--only', '1'])).toEqual({ kind: 'list', only: [1] })
    expect(readOptions(['--help', '--rounds', 'x'])).toEqual({ kind: 'help' })
  })

  it.each([
    ['--rounds', '0'],
    ['--concurrency', '0'],
    ['--only', '1,,2'],
    ['--only', 'one'],
    ['--seed=-1'],
    ['--unknown'],
  ])('refuses %s %s in one line', (...args) => {
    expect(() => readOptions(args.filter((arg) => arg !== undefined))).toThrow(/^[^\n]*--?\w+[^\n]*$/)
  })

  it('knows every number of the list, and refuses others', async () => {
    const all = await loadScenarios()
    const [first] = all
    expect(chooseScenarios(all, [])).toEqual(all)
    expect(chooseScenarios(all, [1])).toEqual([first])
    expect(() => chooseScenarios(all, [1, 999])).toThrow('There is no scenario 999; --list names them.')
    expect(notApplicableOf([1, 32]).map(({ number }) => number)).toEqual([32])
    expect(notApplicableOf([1])).toEqual([])
  })
})
