import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { compiledProgram } from '../../build/compile.ts'

/** The folder of the project. */
export const root = join(import.meta.dirname, '../..')

/** The arguments of Node that are Rungraph itself, compiled: `compileIfChanged` comes before. */
export const rungraph = ['--import', join(root, 'src/preflight.mjs'), compiledProgram] as const

/** For the programs of tests: as in src/preflight.mjs. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') } as const

export interface CommandResult {
  readonly ok: boolean
  /** Text of both of its outputs, in order. */
  readonly output: string
}

/** Runs a program of the project's own, or any other, and waits for its end; never throws. */
export async function runCommand(command: readonly string[], folder = root): Promise<CommandResult> {
  const [program = '', ...args] = command
  const chunks: Buffer[] = []
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  try {
    const [code] = await once(child, 'close')
    return { ok: code === 0, output: Buffer.concat(chunks).toString() }
  } catch (error) {
    return { ok: false, output: `${program} cannot be started: ${String(error)}` }
  }
}
