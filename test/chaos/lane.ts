import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { NotPlayed } from './not-played.ts'
import { oracle } from './oracle/oracle.ts'
import { createPlay, type OwnedCluster, type PlayOptions } from './play.ts'
import type { OwnStage, Scenario } from './scenario.ts'
import { baseSettings, Cluster } from './servers/cluster.ts'
import { Database } from './servers/database.ts'
import { FakeProvider } from './servers/fake-provider.ts'
import { PostgresServer } from './servers/postgres.ts'
import { RungraphProcess } from './servers/rungraph.ts'
import { ToolServer } from './servers/tool-server.ts'

/** Outcome of one scenario in one round. */
export interface Outcome {
  readonly scenario: Scenario
  readonly seed: number
  /** Violated expectations, in words; none where all held. */
  readonly violations: readonly string[]
  /** Missing features of the machine; `null` where it was played. */
  readonly lacks: string | null
  readonly ms: number
  readonly figures: ReadonlyMap<string, readonly number[]>
  /** The scenario's own log. */
  readonly logFile: string
}

const apis = 2
const workers = 3
/** No promise, but a bound for what hangs: the machine may be busy with other things. */
const defaultWithinMs = 120_000
/** The same for the look at what a scenario left, and for closing it. */
const afterwardsWithinMs = 180_000

/** Servers and a cluster on which scenarios play one after another. Lanes know nothing of each other. */
export class Lane {
  readonly #folder: string
  readonly #postgres: PostgresServer
  readonly #provider: FakeProvider
  readonly #tools: ToolServer
  #shared: OwnedCluster | null = null
  #played = 0

  private constructor(folder: string, postgres: PostgresServer, provider: FakeProvider, tools: ToolServer) {
    this.#folder = folder
    this.#postgres = postgres
    this.#provider = provider
    this.#tools = tools
  }

  static async open(folder: string): Promise<Lane> {
    mkdirSync(folder, { recursive: true })
    const postgres = await PostgresServer.open((url) => beginDatabase(url, folder))
    return new Lane(folder, postgres, await FakeProvider.open(), await ToolServer.open())
  }

  async play(scenario: Scenario, seed: number): Promise<Outcome> {
    this.#played += 1
    const logFile = join(this.#folder, `scenario-${scenario.number}-seed-${seed}.log`)
    const figures = new Map<string, number[]>()
    const beganAt = performance.now()
    const { violations, lacks } = await this.#found(scenario, { seed, figures, logFile })
    const ms = performance.now() - beganAt
    this.#provider.clear()
    this.#tools.clear()
    // Nobody can tell what a failure left behind: the next begins on fresh ground.
    if (violations.length > 0) await this.#abandon()
    if (violations.length > 0) appendFileSync(logFile, `${violations.join('\n')}\n`)
    return { scenario, seed, violations, lacks, ms, figures, logFile }
  }

  async close(): Promise<void> {
    await this.#abandon()
    this.#provider.close()
    this.#tools.close()
    await this.#postgres.close()
  }

  async #found(
    scenario: Scenario,
    options: Pick<PlayOptions, 'seed' | 'figures' | 'logFile'>,
  ): Promise<Pick<Outcome, 'violations' | 'lacks'>> {
    const violations: string[] = []
    let lacks: string | null = null
    const failed = (what: string) => (error: unknown) => {
      violations.push(`${what}${inspect(error, { depth: 4 })}`)
    }
    const shared = await this.#open(scenario.workers ?? 2).catch(
      failed('The cluster could not be put back: '),
    )
    if (!shared) return { violations, lacks }
    const { chaos, stages, close } = createPlay({
      ...{ ...options, key: `s${scenario.number}-${this.#played}`, shared },
      servers: { postgres: this.#postgres, provider: this.#provider, tools: this.#tools },
      openPostgres: () => PostgresServer.open((url) => beginDatabase(url, this.#folder)),
      openCluster: (own, prefix) => this.#openCluster(own, prefix),
    })
    const withinMs = scenario.withinMs ?? defaultWithinMs
    await within(withinMs, 'The scenario', scenario.run(chaos)).catch((error: unknown) => {
      if (error instanceof NotPlayed) lacks = error.message
      else failed('')(error)
    })
    for (const stage of stages)
      await within(afterwardsWithinMs, 'The look at its runs', oracle(stage)).then(
        (found) => violations.push(...found),
        failed('The oracle could not look: '),
      )
    for (const fault of this.#provider.faults) failed('The script of a model failed: ')(fault)
    await within(afterwardsWithinMs, 'Its end', close()).catch(failed('Not everything could be closed: '))
    return { violations, lacks }
  }

  async #openCluster(own: OwnStage, prefix = ''): Promise<OwnedCluster> {
    const { apis = 1, workers = 2, env = {} } = own
    const { database, settings } = await this.#openDatabase(own)
    const all = {
      ...settingsIn(this.#folder),
      ...settings,
      OPENAI_CHAT_BASE_URL: this.#provider.baseUrl,
      CHAOS_TOOLS_URL: this.#tools.url,
      ...env,
    }
    const folder = this.#folder
    return {
      database,
      cluster: await Cluster.open({ apis, workers, database, env: all, folder, prefix }),
    }
  }

  /** A database, and the settings with which Rungraphs connect to it. */
  async #openDatabase({ isEmpty = false, proxy, dataFolder, replicated }: OwnStage) {
    if (dataFolder !== undefined) {
      const database = new Database(dataFolder.path, () => dataFolder.url())
      return { database, settings: { RUNGRAPH_DATA_DIR: dataFolder.path } }
    }
    if (replicated !== undefined) {
      const name = await replicated.primary.createDatabase({ isEmpty })
      const url = replicated.primary.url(name, replicated.proxy.port)
      return { database: new Database(name, async () => url), settings: { DATABASE_URL: url } }
    }
    const name = await this.#postgres.createDatabase({ isEmpty })
    const database = new Database(name, async () => this.#postgres.url(name))
    return { database, settings: { DATABASE_URL: this.#postgres.url(name, proxy?.port) } }
  }

  async #open(workersNeeded: number): Promise<OwnedCluster> {
    if (!this.#postgres.isRunning) await this.#postgres.start()
    if (this.#shared === null) this.#shared = await this.#openCluster({ apis, workers })
    else await this.#shared.cluster.restore(workersNeeded)
    return this.#shared
  }

  async #abandon(): Promise<void> {
    const shared = this.#shared
    this.#shared = null
    await shared?.cluster.close()
    await shared?.database.close()
  }
}

/** Starting a process is most of what a scenario costs: what one has compiled is kept for the others. */
function settingsIn(folder: string): Readonly<Record<string, string>> {
  return { ...baseSettings, NODE_COMPILE_CACHE: join(folder, '..', 'compiled') }
}

/** As users begin one: a Rungraph is started on it. It ends in order, and so leaves behind what it compiled. */
async function beginDatabase(url: string, folder: string): Promise<void> {
  // With a provider set up it loads what all others will.
  const env = { ...settingsIn(folder), DATABASE_URL: url, OPENAI_CHAT_BASE_URL: 'http://127.0.0.1:9/v1' }
  const first = await RungraphProcess.start({ role: 'all', name: 'first', folder, env })
  await first.stop()
}

async function within<Value>(ms: number, what: string, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} was not through after ${ms} ms.`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
