import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rungraph } from '../checks/run-command.ts'
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts'
import { listenOnLoopback } from '../support/free-port.ts'

const timeoutMs = 60_000

let folder: string
let started: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rungraph main '))
  started = []
})

afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the process in a folder of its own, with these settings and no others. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...rungraph, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk))
  return { child, printed }
}

/** Its output, and its exit code. */
async function ended({ child, printed }: ReturnType<typeof start>) {
  await once(child, 'close')
  return { code: child.exitCode, ...printed }
}

/** Resolves when it has printed these words, or has ended. */
async function said(words: string, { child, printed }: ReturnType<typeof start>): Promise<void> {
  const end = once(child, 'close')
  while (!printed.stdout.includes(words) && child.exitCode === null) {
    await Promise.race([once(child.stdout, 'data'), end])
  }
}

describe('the process', () => {
  it.for([
    ['auto', /^\{"level":30,.*"msg":"Applied \d+ migrations, from \d+_init to \w+\."\}$/m],
    ['pretty', /^\[\d\d:\d\d:\d\d\] INFO: Applied \d+ migrations, from \d+_init to \w+\.$/m],
  ] as const)(
    'OPS-3 writes its log in the format %s to a pipe',
    { timeout: timeoutMs },
    async ([format, line]) => {
      const env = { DATABASE_URL: await createEmptyDatabase(), RUNGRAPH_LOG_FORMAT: format }
      const { code, stderr } = await ended(start(['migrate'], env))
      expect(stderr).toMatch(line)
      expect(code).toBe(0)
    },
  )

  it('names wrong settings without a stack, and ends with 1', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await ended(start(['start'], { PORT: 'x', RUNGRAPH_TOLS: 'y' }))
    expect(stderr).toBe(
      'Invalid settings:\n  - PORT is "x"; it must be a whole number from 0 to 65535.\n' +
        '  - RUNGRAPH_TOLS is no setting; the nearest is RUNGRAPH_TOOLS.\n',
    )
    expect(code).toBe(1)
  })

  it('reads .env, and the environment wins', { timeout: timeoutMs }, async () => {
    writeFileSync(join(folder, '.env'), 'PORT=x\nRUNGRAPH_ROLE=boss\n')
    const { stderr } = await ended(start([], { PORT: 'y' }))
    expect(stderr).toContain('PORT is "y"')
    expect(stderr).toContain('RUNGRAPH_ROLE is "boss"')
  })

  it('names a taken port before it makes a database', { timeout: timeoutMs }, async () => {
    const other = createServer()
    const port = String(await listenOnLoopback(other))
    for (const settings of [{ PORT: port }, { PORT: '0', RUNGRAPH_HEALTH_PORT: port }]) {
      const { code, stderr } = await ended(start(['start'], settings))
      expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} on`)])
      expect(existsSync(join(folder, '.rungraph'))).toBe(false)
    }
    other.close()
  })

  it('CLI-1 prints a fault of the arguments in one line, and exits with 1', {
    timeout: timeoutMs,
  }, async () => {
    const { code, stderr } = await ended(start(['stat']))
    expect(stderr).toMatch(
      /^"stat" is not a command\. Did you mean start\? The commands are start, worker, .*\.\n$/,
    )
    expect(code).toBe(1)
  })

  it('CLI-2 prints help and reads no settings for that', { timeout: timeoutMs }, async () => {
    const { code, stdout, stderr } = await ended(start(['keys', 'create', '--help'], { PORT: 'x' }))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Usage: rungraph keys create [options] <name>\n')
  })

  it.for([
    ['SIGTERM', 'its own'],
    ['SIGINT', 'another'],
  ] as const)(
    'DUR-4 closes at %s and ends with 0, with %s PostgreSQL',
    { timeout: timeoutMs },
    async ([signal, whose]) => {
      const database = whose === 'another' ? await createTestDatabase() : null
      const server = start(['start'], {
        PORT: '0',
        RUNGRAPH_LOG_LEVEL: 'silent',
        ...(database && { DATABASE_URL: database.connectionString }),
      })
      const end = ended(server)
      await said('Rungraph is ready', server)
      server.child.kill(signal)
      expect(await end).toMatchObject({ code: 0, stderr: '' })
      await database?.drop()
    },
  )

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'DUR-4 is not ready from the first %s on, and ends at once at the second, with %i',
    { timeout: timeoutMs },
    async (signal, expected) => {
      const database = await createTestDatabase()
      const env = { PORT: '0', RUNGRAPH_LOG_LEVEL: 'silent', DATABASE_URL: database.connectionString }
      const server = start(['start'], env)
      const end = ended(server)
      await said('Rungraph is ready', server)
      const url = /ready: (\S+)\/graphql/.exec(server.printed.stdout)?.[1] ?? ''
      // A request whose body never comes holds up the end, for as long as it is waited for.
      const held = connect(Number(new URL(url).port), '127.0.0.1')
      held.on('error', () => undefined) // reset, when the process ends
      held.write(
        `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
      )
      await once(held, 'data')
      server.child.kill(signal)
      await said('stopping', server)
      expect((await fetch(`${url}/health/ready`)).status).toBe(503)
      // A signal that follows at once is taken for the same one, sent twice.
      const again = setInterval(() => server.child.kill(signal), 100)
      expect((await end).code).toBe(expected)
      clearInterval(again)
      held.destroy()
      await database.drop()
    },
  )
})
