import { describe, expect, it, vi } from 'vitest'
import { readVersion } from '../../../src/app/version.ts'
import { callCommand, commandPaths } from '../../support/command-line.ts'

describe('CLI-1 wrong arguments', () => {
  it.each([
    [['keys'], 'The command is missing. The commands are create, list, revoke. Help: rungraph keys --help'],
    [['keys', 'creat'], 'Unknown command: creat. Did you mean create? Help: rungraph keys --help'],
    [['keys', 'create', 'x', '--rol', 'ADMIN'], 'Unknown option: --rol. Did you mean --role?'],
    [['keys', 'create', 'x', '--role', '--days', '2'], 'Option --role requires a value.'],
    [['keys', 'create', 'x', '--days'], 'Option --days requires a value.'],
    [
      ['keys', 'create', 'x', '--days', '0'],
      'Invalid value for --days: 0. Use a whole number from 1 to 36500.',
    ],
    [
      ['keys', 'list', '--project', 'A b'],
      'Invalid value for --project: A b. Use 1 to 100 lower-case letters',
    ],
    [['export', 'x', '--tree=yes'], 'Option --tree takes no value. Help: rungraph export --help'],
    [['import', 'a', 'b c'], 'Unexpected arguments: b c. Quote an argument that contains spaces.'],
    [
      ['decide', 'x', 'maybe'],
      'Invalid value for <decision>: maybe. Allowed choices are approve, reject, answer.',
    ],
    [['trigger', 'x', 'y', '--wait', '--follow'], "Option '--wait' cannot be used with option '--follow'."],
    [['trigger', 'x', 'y', '--input-file', 'z'], 'The input is given twice.'],
    [['tail', 'x', '--url', 'here'], '"here" is no URL of a server.'],
    [['--nonsense'], 'Unknown option: --nonsense. Help: rungraph --help'],
    [['migrate', '--dry-run'], 'Unknown option: --dry-run. Help: rungraph migrate --help'],
  ])('%j name what is wrong and the remedy', async (args, words) => {
    await expect(callCommand(args)).rejects.toMatchObject({
      code: 'ARGUMENTS_INVALID',
      message: expect.stringContaining(words),
    })
  })

  it('suggest a command, and list the commands', async () => {
    const known = 'The commands are start, worker, init, doctor, trigger, tail'
    await expect(callCommand(['docter'])).rejects.toThrow(
      `"docter" is not a command. Did you mean doctor? ${known}`,
    )
    await expect(callCommand(['toString'])).rejects.toThrow(`"toString" is not a command. ${known}`)
  })
})

describe('CLI-2 help', () => {
  it.each(commandPaths().map((path) => [path]))('of "%s" reads no settings', async (path) => {
    const { code, output } = await callCommand([...path.split(' '), '--help'], { env: { PORT: 'x' } })
    expect(output).toMatch(new RegExp(`^Usage: rungraph ${path}\\b`))
    expect(output).not.toMatch(/^ {2}\S+ *$/m) // each command and option says what it is for
    expect(code).toBe(0)
  })

  it('of the program lists the commands, and the version is that of the package', async () => {
    const { output } = await callCommand(['--help'])
    for (const path of commandPaths()) expect(output).toContain(`\n  ${path.split(' ')[0]} `)
    expect(output).not.toContain('complete ')
    expect((await callCommand(['--version'])).output).toBe(`${readVersion()}\n`)
    // That of an agent is no question for it.
    const args = ['eval', '--agent', 'clerk', '--data', 'prices', '--version', 'third']
    await expect(callCommand(args)).rejects.toMatchObject({ code: 'ARGUMENTS_INVALID' })
  })
})

describe('CLI-7 completion', () => {
  async function printed(...args: readonly string[]): Promise<string> {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    try {
      await callCommand(args)
      return log.mock.calls.flat().join('\n')
    } finally {
      log.mockRestore()
    }
  }

  it.each([
    [['do'], 'doctor\tCheck what'],
    [['keys', 'cr'], 'create\t'],
    [['keys', 'create', 'x', '--ro'], '--role\t'],
    [['keys', 'create', 'x', '--role', ''], 'OPERATOR\t'],
    [['decide', 'x', ''], 'approve\t'],
  ])('completes %j', async (words, found) => {
    expect(await printed('complete', '--', ...words)).toContain(found)
  })

  it.each(['bash', 'zsh', 'fish'])('has a script for %s that asks the program', async (shell) => {
    expect(await printed('completion', shell)).toMatch(/rungraph complete -- /)
  })
})
