import { Readable, Writable } from 'node:stream'
import { executeCommand } from '../../src/cli/command-line.ts'
import { plain, type Terminal } from '../../src/cli/terminal/terminal.ts'
import { readConfig } from '../../src/config.ts'
import { createRedactor } from '../../src/redaction/create-redactor.ts'

export interface CalledCommand {
  readonly code: number
  /** What it printed as results. */
  readonly output: string
  readonly notes: string
}

interface Call {
  readonly env?: Readonly<Record<string, string>>
  /** What stands at the standard input. */
  readonly input?: string
  readonly folder?: string
  readonly width?: number
  /** Aborted when the user stops the command. */
  readonly signal?: AbortSignal
  /** Called with all that was printed so far. */
  readonly onPrint?: (output: string) => void
}

/** Executes a command in this process, with these settings and no others: a process of its own takes most of a second. @throws what the command fails with */
export async function callCommand(args: readonly string[], call: Call = {}): Promise<CalledCommand> {
  const { env = {} } = call
  const printed = { code: 0, output: '', notes: '' }
  const settings = {
    environment: () => env,
    read: (settled = {}) => readConfig({ ...env, ...settled }),
    redactor: () => createRedactor({ values: [] }),
  }
  const terminal = createTestTerminal(call, printed)
  await executeCommand(args, { terminal, settings, exitWith: (code) => (printed.code = code) })
  return printed
}

function createTestTerminal(call: Call, printed: { output: string; notes: string }): Terminal {
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
