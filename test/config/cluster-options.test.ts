import { describe, expect, it } from 'vitest'
import { readOptions } from '../../examples/cluster/options.ts'

describe('the command line of the cluster', () => {
  it('is two APIs from 4001 on and three workers where it says nothing', () => {
    expect(readOptions([])).toEqual({ apis: 2, workers: 3, firstPort: 4001 })
    expect(readOptions(['--apis', '1', '--workers', '8', '--first-port', '65535'])).toEqual({
      ...{ apis: 1, workers: 8 },
      firstPort: 65_535,
    })
  })

  it('asks for the usage, and nothing else', () => {
    expect(readOptions(['--help', '--apis', 'x'])).toBeNull()
  })

  it.each([
    ['--apis', 'x'],
    ['--apis', '0'],
    ['--workers', '1.5'],
    ['--workers', '101'],
    ['--first-port', '0'],
    ['--first-port', '65535'],
    ['--unknown'],
    ['stray'],
  ])('refuses %s %s in one line', (...args) => {
    expect(() => readOptions(args.filter((arg) => arg !== undefined))).toThrow(/^[^\n]+$/)
  })
})
