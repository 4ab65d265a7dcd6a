import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writePythonWheel } from '../../build/python-wheel.ts'

const execute = promisify(execFile)

const program = ['python3', '/usr/bin/python3'].find((python) => {
  try {
    execFileSync(python, ['-c', 'import ensurepip, sys, venv; assert sys.version_info >= (3, 10)'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
})

/** Why the Python client cannot be installed here; `null` where it can. */
export const withoutPython =
  program === undefined ? 'no Python 3.10 with environments (Debian: python3-venv)' : null

/** An environment of Python that has the client from its wheel, and nothing else. */
export interface InstalledPython {
  readonly wheel: string
  /** What a program prints, which has `client` for the server at this URL, and all names of the package. */
  run(program: string, url: string): Promise<unknown>
  /** The same for the body of an `async` function, with an `AsyncClient`. */
  runAsync(body: string, url: string): Promise<unknown>
  close(): Promise<void>
}

/** Installs the wheel of the build without a network. */
export async function installPython(): Promise<InstalledPython> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-python-'))
  const [wheel] = await Promise.all([
    writePythonWheel(join(folder, 'out')),
    execute(program ?? '', ['-m', 'venv', join(folder, 'venv')]),
  ])
  await execute(join(folder, 'venv/bin/pip'), ['install', '--no-index', wheel])
  const print = async (text: string) => {
    const env = { PATH: process.env.PATH }
    // Connections that stay open, and coroutines that nobody awaited, are errors.
    const args = ['-W', 'error', '-c', `import asyncio, json\nfrom rungraph import *\n${text}`]
    const { stdout, stderr } = await execute(join(folder, 'venv/bin/python'), args, { cwd: folder, env })
    if (stderr !== '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  return {
    wheel,
    run: (text, url) => print(`client = Client(${JSON.stringify(url)})\n${text}`),
    runAsync: (body, url) => {
      const lines = [`client = AsyncClient(${JSON.stringify(url)})`, ...body.split('\n')]
      return print(`async def main():\n${lines.map((line) => `    ${line}\n`).join('')}asyncio.run(main())`)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
