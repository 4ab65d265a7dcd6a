import { Readable, Writable } from 'node:stream'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { createProgram, executeCommand } from '../../src/cli/command-line.ts'
import type { CommandContext } from '../../src/cli/terminal/command-context.ts'
import { plain, type Terminal } from '../../src/cli/terminal/terminal.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'
import { readConfig } from '../../src/settings/config.ts'
import { knownSecrets } from '../../src/settings/known-secrets.ts'

export interface CalledCommand {
  readonly code: number
  /** Standard output: its results. */
  readonly output: string
  readonly notes: string
}

interface Call {
  readonly env?: Readonly<Record<string, string>>
  /** Standard input. */
  readonly input?: string
  readonly folder?: string
  readonly width?: number
  /** Aborted when the user stops the command. */
  readonly signal?: AbortSignal
  /** Called with all that was printed so far. */
  readonly onPrint?: (output: string) => void
}

/**
 * Executes a command in this process, with these settings and no others: a process of its own takes most of a second.
 * @throws the error of the command
 */
export async function callCommand(args: readonly string[], call: Call = {}): Promise<CalledCommand> {
  const printed = { code: 0, output: '', notes: '' }
  await executeCommand(args, contextOf(call, printed))
  return printed
}

type Printed = { -readonly [Key in keyof CalledCommand]: CalledCommand[Key] }

function contextOf(call: Call, printed: Printed): CommandContext {
  const { env = {} } = call
  let redactor = createRedactor({ values: [] })
  const settings = {
    environment: () => env,
    read: (settled = {}) => {
      const config = readConfig({ ...env, ...settled })
      redactor = createRedactor({ values: knownSecrets(env, config) })
      return config
    },
    redactor: () => redactor,
  }
  const exitWith = (code: number) => {
    printed.code = code
  }
  return { terminal: createTestTerminal(call, printed), settings, exitWith }
}

function createTestTerminal(call: Call, printed: Printed): Terminal {
  const { env = {}, input = '', folder = process.cwd(), width = 100, signal } = call
  const write = (text: string) => {
    printed.output += text
    call.onPrint?.(printed.output)
  }
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      write(chunk.toString())
      done()
    },
  })
  return {
    ...{ env, folder, width, output, paint: plain },
    input: Readable.from([Buffer.from(input)]),
    print: (text) => write(`${text}\n`),
    note: (text) => {
      printed.notes += `${text}\n`
    },
    stopped: () => signal ?? new AbortController().signal,
  }
}

/** The commands that the help lists, and those below them: `keys create`. */
export function commandPaths(): readonly string[] {
  const program = createProgram(contextOf({}, { code: 0, output: '', notes: '' }))
  const below = (command: CommandUnknownOpts, path: string): readonly string[] =>
    command
      .createHelp()
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .flatMap((child) => {
        const own = `${path} ${child.name()}`.trim()
        return [own, ...below(child, own)]
      })
  return below(program, '')
}
