import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPortOpen } from '../../../src/database/postmaster-file.ts'
import { freePort } from '../../support/free-port.ts'
import { eventually } from '../eventually.ts'
import { atExit } from './at-exit.ts'

/** A redis-server of the suite's own, on one port through all its restarts. It keeps nothing on disk. */
export class RedisServer {
  readonly port: number
  readonly #folder: string
  #child: ChildProcess | null = null
  readonly #forgetExit: () => void

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
    this.#forgetExit = atExit(() => this.#child?.kill('SIGKILL'))
  }

  /** One that is not started yet: `absent at boot` is a case of its own. */
  static async create(): Promise<RedisServer> {
    return new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), 'rungraph-chaos-redis-')))
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    this.#child = spawn('redis-server', [...settings, '--dir', this.#folder], { stdio: 'ignore' })
    await once(this.#child, 'spawn')
    await eventually(() => isPortOpen(this.port), { what: 'Redis takes connections' })
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** FLUSHALL: it forgets all that it holds. */
  async flush(): Promise<void> {
    const answer = await this.#ask('FLUSHALL')
    if (!answer.startsWith('+OK')) throw new Error(`Redis says ${answer}.`)
  }

  /** How many processes of Rungraph are connected. */
  async connected(): Promise<number> {
    return (await this.#ask('CLIENT LIST')).match(/ name=rungraph /g)?.length ?? 0
  }

  /** Its connections stay open, and nobody answers on them. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  async close(): Promise<void> {
    await this.kill()
    this.#forgetExit()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** The answer to a command, as Redis writes it; it must be a short one. */
  async #ask(command: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1')
    try {
      socket.write(`${command}\r\n`)
      const [answer] = await once(socket, 'data')
      return String(answer)
    } finally {
      socket.destroy()
    }
  }
}
