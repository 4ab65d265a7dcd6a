import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../checks/run-command.ts'
import { createTestDatabase } from '../support/database.ts'
import { codeIn } from '../support/document-code.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'

export interface ExampleProgram {
  /** What it has printed so far. */
  printed(): string
  /** Resolves with all that it has printed once that has this text; rejects where it ends before. */
  prints(wanted: string): Promise<string>
  /** Writes a line, as somebody at the terminal does. */
  answer(line: string): void
  kill(): Promise<void>
  /** Resolves with all that it printed; rejects with it where the program failed. */
  end(): Promise<string>
}

/** Starts a program of `examples/` with these arguments and settings, as `npm run example:…` does. */
export function startExample(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ExampleProgram {
  const options = ['--import', join(root, 'build/own-package.ts'), join(root, 'examples', path), ...args]
  const child = spawn(process.execPath, options, { cwd: root, env: { PATH: process.env.PATH, ...env } })
  const closed = once(child, 'close')
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const failed = () => new Error(`The program has ended. It printed:\n${text}`)
  return {
    printed: () => text,
    prints: async (wanted) => {
      const ended = closed.then(() => {
        if (!text.includes(wanted)) throw failed()
      })
      ended.catch(() => undefined) // also where it ends later
      while (!text.includes(wanted)) await Promise.race([once(child.stdout, 'data'), ended])
      return text
    },
    answer: (line) => void child.stdin.write(`${line}\n`),
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
    end: async () => {
      await closed
      if (child.exitCode !== 0) throw failed()
      return text
    },
  }
}

/** The lines that the README of an example says are printed. */
export function linesOfReadme(example: string): readonly string[] {
  return codeIn(`examples/${example}/README.md`, 'text').join('').trimEnd().split('\n')
}

/** A database with servers that have the tools and the agents of an example; `shop` says where its tools call, and its program serves. */
export async function openShopExample(example: string) {
  const database = await createTestDatabase()
  const folder = await openProcessFolder()
  const at = (name: string) => join(root, 'examples', example, name)
  const shop = { SHOP_URL: `http://127.0.0.1:${await freePort()}` }
  const settings = {
    ...{ DATABASE_URL: database.connectionString, PORT: String(await freePort()), RUNGRAPH_DEMO: 'off' },
    ...{ RUNGRAPH_TOOLS: at('tools.ts'), RUNGRAPH_AGENTS: at('agents.ts') },
    RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...shop,
  }
  return {
    shop,
    start: () => folder.start('start', settings),
    close: async () => {
      await folder.close()
      await database.drop()
    },
  }
}
