import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { vi } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { Json } from '../../src/domain/json.ts'
import type { Tool } from '../../src/domain/tool.ts'
import type { McpServerConfig } from '../../src/tools/mcp/mcp-file.ts'
import { McpServer } from '../../src/tools/mcp/mcp-server.ts'
import type { McpServerOptions } from '../../src/tools/mcp/mcp-server-options.ts'
import { compileCache } from '../checks/run-command.ts'
import { AnsweringMcpServer, type AnsweringOptions } from './answering-mcp-server.ts'
import { callTool } from './call-tool.ts'

export const serverProgram = join(import.meta.dirname, 'mcp-server-process.ts')

/** Environment variables of the test server. */
type Environment = Readonly<Record<string, string>>

/** Servers to test with, all of which end with it. */
export class McpFixture {
  readonly #folder: string
  readonly #closing: (() => Promise<unknown>)[] = []
  readonly #answering: AnsweringMcpServer[] = []
  #isClosed = false
  readonly reports: string[] = []
  readonly notes: string[] = []

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<McpFixture> {
    return new McpFixture(await mkdtemp(join(tmpdir(), 'rungraph-mcp-')))
  }

  get journalFile(): string {
    return join(this.#folder, 'journal')
  }

  /** Lines that the server noted. */
  journal(): readonly string[] {
    try {
      return readFileSync(this.journalFile, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }

  /** A server that we start ourselves. */
  stdio(
    environment: Environment = {},
    config: Partial<McpServerConfig> = {},
    program = serverProgram,
  ): McpServerConfig {
    const env = { ...compileCache, JOURNAL: this.journalFile, ...environment }
    const transportConfig = { kind: 'stdio', command: process.execPath, args: [program], env } as const
    return { name: 'test', prefix: 'test', transportConfig, ...config }
  }

  /** A server that somebody else runs. */
  async http(
    environment: Environment = {},
    port = 0,
    program = serverProgram,
  ): Promise<{ readonly config: McpServerConfig; readonly process: ChildProcess; readonly port: number }> {
    if (this.#isClosed) throw new Error('The test is over.')
    const env = {
      ...compileCache,
      PATH: process.env.PATH,
      JOURNAL: this.journalFile,
      PORT: String(port),
      ...environment,
    }
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    this.#closing.push(() => kill(child))
    const [url] = await once(createInterface({ input: child.stdout }), 'line')
    return { config: this.at(String(url)), process: child, port: Number(new URL(String(url)).port) }
  }

  at(url: string, headers: Readonly<Record<string, string>> = {}): McpServerConfig {
    return { name: 'test', prefix: 'test', transportConfig: { kind: 'http', url, headers } }
  }

  /** A server in this process that answers as it is told to. It outlasts those that are connected to it. */
  async answering(options: AnsweringOptions): Promise<AnsweringMcpServer> {
    const server = await new AnsweringMcpServer(options).open()
    this.#answering.push(server)
    return server
  }

  /** Connects, and waits for the first attempt to end. */
  async connect(config: McpServerConfig, options: Partial<McpServerOptions> = {}): Promise<McpServer> {
    const report = (message: string) => this.reports.push(message)
    const note = (message: string) => this.notes.push(message)
    const backoffMs = { first: 20, most: 200, mostAnswered: 200 }
    const server = new McpServer({ config, clock: systemClock, report, note, backoffMs, ...options })
    this.#closing.push(() => server.close())
    server.start()
    await server.tried
    return server
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#closing.splice(0).map((close) => close()))
    await Promise.all(this.#answering.splice(0).map((server) => server.close()))
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export function toolOf(server: McpServer, name: string): Tool {
  const tool = server.list().find((one) => one.name === name)
  if (!tool) throw new Error(`There is no ${name}: ${server.list().map((one) => one.name)}`)
  return tool
}

export function call(
  server: McpServer,
  name: string,
  args: Json = {},
  signal?: AbortSignal,
): Promise<unknown> {
  return callTool(toolOf(server, name), args, signal)
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Resolves as soon as the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      if (!condition()) throw new Error(`Not yet: ${condition}`)
    },
    { timeout: 15_000, interval: 10 },
  )
}
