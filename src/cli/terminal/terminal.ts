import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'

/** Input and output streams of a command. */
export interface Terminal {
  /** Standard input, and whether a person types there. */
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Standard output: results, and nothing else. */
  readonly output: Writable
  /** Writes a line of results. */
  print(text: string): void
  /** Writes a line that is no result, to standard error. */
  note(text: string): void
  /** Columns of a line. */
  readonly width: number
  /** Formats the results; gives the text as it is where nobody sees colours. */
  readonly paint: Paint
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of the working folder. */
  readonly folder: string
  /**
   * Signal that aborts when the user stops the command, or when the reader of its results is gone. Without a call, SIGINT ends the process.
   */
  stopped(): AbortSignal
}

export type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

/** Formats every text. */
export const colored: Paint = (style, text) => styleText(style, text, { validateStream: false })
/** Formats no text. */
export const plain: Paint = (_, text) => text

/** Columns of a line where the results go to a file or a pipe. */
const pipedWidth = 120

/** Columns of a line where the terminal does not know its own: some of CI and of containers say 0. */
const unknownWidth = 80

/** Columns of a line of an output. */
export function terminalWidth({
  isTTY,
  columns,
}: {
  readonly isTTY?: boolean
  readonly columns?: number
}): number {
  return isTTY ? columns || unknownWidth : pipedWidth
}

/** The exit code of a process that SIGPIPE ends, in a shell. Node.js gets an error in place of the signal. */
export const unreadCode = 141

/** The terminal of this process. NO_COLOR and FORCE_COLOR decide about colours, else whether the output is a terminal. */
export function openTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  const gone = new AbortController()
  // `head` has soon read enough, and that is no failure of ours.
  stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
    process.exitCode = unreadCode
    gone.abort()
  })
  return {
    ...{ input: stdin, output: stdout, env: process.env, folder: process.cwd() },
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    width: terminalWidth(stdout),
    paint: (style, text) => styleText(style, text, { stream: stdout }),
    stopped: () => {
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
      return AbortSignal.any([stop.signal, gone.signal])
    },
  }
}
