import { hostname } from 'node:os'
import { join } from 'node:path'
import { root } from '../../checks/run-command.ts'
import { eventually } from '../eventually.ts'
import type { Database } from './database.ts'
import { type Command, type Launched, type Role, RungraphProcess, readyWithinMs } from './rungraph.ts'

export interface ClusterOptions {
  readonly apis: number
  readonly workers: number
  readonly database: Database
  /** Settings of all its processes, over those of `baseSettings`. */
  readonly env: Readonly<Record<string, string>>
  /** For its processes' files. */
  readonly folder: string
  /** Goes before the names of its processes. */
  readonly prefix?: string
}

/**
 * Soon lost by a frozen worker, and yet long enough that a dead one is found by its lock before: what is left of a lease that is
 * renewed every third of it is more than `lockPickupMs`.
 */
export const clusterLeaseMs = 5_000

/** A dead worker's runs are taken up within so long: others look for locks that are gone once a second. */
export const lockPickupMs = 3_000

/** A frozen or cut-off worker's runs are: its lease must run out first. */
export const leasePickupMs = clusterLeaseMs + 3_000

/** Settings of the processes of every cluster, besides the addresses of their servers. */
export const baseSettings = {
  RUNGRAPH_TOOLS: join(root, 'test/chaos/tools.ts'),
  RUNGRAPH_MODELS: join(root, 'test/chaos/models.json'),
  RUNGRAPH_LEASE_MS: String(clusterLeaseMs),
  RUNGRAPH_DEMO: 'off',
  RUNGRAPH_LOG_LEVEL: 'warn',
  // Everything comes from one address, most of it without a key.
  RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '1000000',
} as const

/** API servers and workers on one database. */
export class Cluster {
  readonly #options: ClusterOptions
  readonly #processes: RungraphProcess[] = []
  /** Workers that are being put back while the next scenario begins. */
  #coming: Promise<unknown> = Promise.resolve()
  #started = 0

  private constructor(options: ClusterOptions) {
    this.#options = options
  }

  static async open(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options)
    await cluster.restore()
    await cluster.#coming
    return cluster
  }

  /** Every process that was started and not yet forgotten. */
  get processes(): readonly RungraphProcess[] {
    return this.#processes
  }

  get apis(): readonly RungraphProcess[] {
    return this.#living('api')
  }

  get workers(): readonly RungraphProcess[] {
    return this.#living('worker')
  }

  /** Where the living API servers are. */
  urls(): readonly string[] {
    return this.apis.flatMap(({ url }) => url ?? [])
  }

  /** One more process, with settings of its own over the cluster's. */
  async start(role: Role, env: Readonly<Record<string, string>> = {}): Promise<RungraphProcess> {
    const started = await RungraphProcess.start({ role, ...this.#next(role, env) })
    this.#processes.push(started)
    return started
  }

  /** `npx rungraph migrate`, beside its processes. */
  migrate(env: Readonly<Record<string, string>> = {}): Launched {
    return RungraphProcess.launch({ role: 'all', command: 'migrate', ...this.#next('migrate', env) })
  }

  /** A command beside its processes, which nobody waits for: `npx rungraph export <args>`. */
  command(command: Command, ...args: readonly string[]): Launched {
    return RungraphProcess.launch({ role: 'all', command, args, ...this.#next(command, {}) })
  }

  /** `npx rungraph keys`, beside its processes: what it printed. @throws where it failed */
  async keys(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.command('keys', ...args).ended
    if (code !== 0) throw new Error(`keys ${args.join(' ')} ended with ${code}: ${output}`)
    return output
  }

  /** The text of a new API key; the project is made where there is none with that slug. */
  async createKey(name: string, project: string): Promise<string> {
    const output = await this.keys('create', name, '--role', 'ADMIN', '--project', project)
    const [key] = /rg_[\w-]{43}/.exec(output) ?? []
    if (key === undefined) throw new Error(`There is no key in ${output}`)
    return key
  }

  /** One more process that is expected to end instead of getting ready. */
  startInVain(role: Role, env: Readonly<Record<string, string>> = {}): Launched['ended'] {
    return RungraphProcess.launch({ role, ...this.#next(role, env) }).ended
  }

  /** The worker with this process id. It may be at work before it says that it is ready. @throws NeverHappened */
  worker(pid: number): Promise<RungraphProcess> {
    return eventually(() => this.workers.find((each) => each.pid === pid), {
      what: `worker ${pid} is ready`,
      withinMs: readyWithinMs,
    })
  }

  /** The worker that owns a run at this moment; `null` where nobody does, or one that is not of this cluster. */
  async ownerOf(runId: string): Promise<RungraphProcess | null> {
    const [row] = await this.#options.database.rows<{ owner: string | null }>(
      'select "leaseOwner" as owner from "Run" where id = $1',
      [runId],
    )
    return this.workers.find(({ pid }) => row?.owner === `${hostname()}:${pid}`) ?? null
  }

  /**
   * Restores the state before a scenario: thaws, ends surplus processes, starts missing ones. API servers are there when it resolves, and
   * `workersNeeded` workers; the others come during the next scenario.
   */
  async restore(workersNeeded = this.#options.workers): Promise<void> {
    await this.#coming.catch(() => undefined) // what did not come is missing still
    for (const each of this.#processes) if (each.isAlive) each.thaw()
    this.#processes.splice(0, this.#processes.length, ...this.#processes.filter(({ isAlive }) => isAlive))
    await Promise.all(
      [...this.apis.slice(this.#options.apis), ...this.workers.slice(this.#options.workers)].map((one) =>
        one.kill(),
      ),
    )
    const apis = this.#missing('api', this.#options.apis)
    const workers = this.#missing('worker', this.#options.workers)
    this.#coming = Promise.all(workers)
    this.#coming.catch(() => undefined) // the next restore starts it again
    await Promise.all([...apis, ...workers.slice(0, Math.max(0, workersNeeded - this.workers.length))])
  }

  async close(): Promise<void> {
    await this.#coming.catch(() => undefined)
    await Promise.all(this.#processes.map((each) => each.kill()))
  }

  #next(what: string, env: Readonly<Record<string, string>>) {
    this.#started += 1
    const { folder, prefix = '' } = this.#options
    return { name: `${prefix}${what}-${this.#started}`, folder, env: { ...this.#options.env, ...env } }
  }

  #living(role: 'api' | 'worker'): readonly RungraphProcess[] {
    return this.#processes.filter((each) => [role, 'all'].includes(each.role) && each.isAlive)
  }

  #missing(role: 'api' | 'worker', wanted: number): Promise<RungraphProcess>[] {
    const count = Math.max(0, wanted - this.#living(role).length)
    return Array.from({ length: count }, () => this.start(role))
  }
}
