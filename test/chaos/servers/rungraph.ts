import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { rungraph } from '../../checks/run-command.ts'
import { atExit } from './at-exit.ts'

export type Role = 'all' | 'api' | 'worker'

/** The commands that end on their own. */
export type Command = 'migrate' | 'keys' | 'export' | 'import'

export interface RungraphOptions {
  readonly role: Role
  /** Default: what its role is there for. Another command does its work, as `args` say, and ends. */
  readonly command?: Command
  readonly args?: readonly string[]
  /** Its name in the report and of its files: `worker-3`. */
  readonly name: string
  /** Where it works and its output is kept. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Launched {
  /** When it has ended, with what it printed. */
  readonly ended: Promise<Ended & { readonly output: string }>
  /** kill -9. */
  kill(): void
}

type Urls = Pick<RungraphProcess, 'url' | 'healthUrl'>

/** Long enough for a machine that is busy with everything else. */
export const readyWithinMs = 60_000

/** A Rungraph as users start it, in a process of its own that a scenario may do anything to. */
export class RungraphProcess {
  readonly name: string
  readonly role: Role
  readonly pid: number
  /** Where it serves; `null` for a worker. */
  readonly url: string | null
  /** Where every process says whether it lives and is ready. */
  readonly healthUrl: string
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess
  readonly #said: Said
  #wasKilled = false

  private constructor(options: RungraphOptions, child: ChildProcess, said: Said, urls: Urls) {
    this.name = options.name
    this.role = options.role
    this.pid = child.pid ?? 0
    this.url = urls.url
    this.healthUrl = urls.healthUrl
    this.ended = once(child, 'exit').then(() => ({ code: child.exitCode, signal: child.signalCode }))
    this.#child = child
    this.#said = said
  }

  /** Resolves when it says that it is ready. */
  static async start(options: RungraphOptions): Promise<RungraphProcess> {
    const { child, said } = spawnRungraph(options)
    const [, url] = await said.words(/Rungraph (?:is ready: (\S+?)\/graphql|executes runs)/)
    const [, healthUrl = ''] = await said.words(/ health +(\S+)\/health\/ready/)
    return new RungraphProcess(options, child, said, { url: url ?? null, healthUrl })
  }

  /** One that nobody waits for to get ready. */
  static launch(options: RungraphOptions): Launched {
    const { child, said } = spawnRungraph(options)
    const ended = once(child, 'close').then(() => ({
      code: child.exitCode,
      signal: child.signalCode,
      output: said.stdout + said.stderr,
    }))
    return { ended, kill: () => child.kill('SIGKILL') }
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Whether the scenario ended it, or asked it to end. */
  get wasEnded(): boolean {
    return this.#wasKilled
  }

  get stdout(): string {
    return this.#said.stdout
  }

  get stderr(): string {
    return this.#said.stderr
  }

  /** kill -9. */
  kill(): Promise<Ended> {
    return this.signal('SIGKILL')
  }

  /** SIGTERM; resolves when it has ended, without a second signal. */
  stop(): Promise<Ended> {
    return this.signal('SIGTERM')
  }

  /** Sends a signal that ends it, and resolves when it has. */
  async signal(signal: NodeJS.Signals): Promise<Ended> {
    this.#wasKilled = true
    if (this.isAlive) this.#child.kill(signal)
    return this.ended
  }

  /** SIGSTOP: it stands still and knows nothing of it. */
  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }

  /** Processor time that it has used so far, in milliseconds, in steps of ten. */
  async cpuMs(): Promise<number> {
    const stat = await readFile(`/proc/${this.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  /** How many sockets it has open. */
  async sockets(): Promise<number> {
    const folder = `/proc/${this.pid}/fd`
    const targets = await Promise.all(
      (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')), // closed meanwhile
    )
    return targets.filter((target) => target.startsWith('socket:')).length
  }

  /** Resident memory. */
  async memoryBytes(): Promise<number> {
    return (await this.memory()).bytes
  }

  /** Resident memory, now and at most so far. */
  async memory(): Promise<{ readonly bytes: number; readonly highestBytes: number }> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8')
    const bytesOf = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
    return { bytes: bytesOf('VmRSS'), highestBytes: bytesOf('VmHWM') }
  }
}

function spawnRungraph(options: RungraphOptions): { child: ChildProcess; said: Said } {
  const { role, command = role === 'worker' ? 'worker' : 'start', args = [], name, folder, env } = options
  mkdirSync(folder, { recursive: true })
  const child = spawn(process.execPath, [...rungraph, command, ...args], {
    // Away from the project: its .env is not ours.
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ PORT: '0', RUNGRAPH_HEALTH_PORT: '0', RUNGRAPH_ROLE: role },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.once(
    'exit',
    atExit(() => child.kill('SIGKILL')),
  )
  return { child, said: new Said(child, join(folder, name)) }
}

/** Output of a process, kept in memory and in files. */
class Said {
  stdout = ''
  stderr = ''
  readonly #child: ChildProcess
  readonly #name: string

  constructor(child: ChildProcess, path: string) {
    this.#child = child
    this.#name = path
    const files = { stdout: createWriteStream(`${path}.stdout`), stderr: createWriteStream(`${path}.stderr`) }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        this[stream] += text
        files[stream].write(text)
      })
      child[stream]?.once('close', () => files[stream].end())
    }
  }

  /** Resolves with the match once it was printed; rejects where the process ends before, or takes too long. */
  async words(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
    const look = () => {
      const match = pattern.exec(this.stdout)
      if (match) resolve(match)
    }
    const fail = (why: string) =>
      reject(new Error(`${this.#name} ${why}. It said:\n${this.stdout}${this.stderr}`))
    const timer = setTimeout(() => fail(`is not ready after ${readyWithinMs} ms`), readyWithinMs)
    this.#child.stdout?.on('data', look)
    look()
    this.#child.once('close', () => fail('ended'))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }
}
