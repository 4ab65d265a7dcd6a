import type { DataFolder, DataFolderOptions } from './servers/data-folder.ts'
import type { FakeProvider } from './servers/fake-provider.ts'
import type { PostgresServer } from './servers/postgres.ts'
import type { RedisServer } from './servers/redis.ts'
import type { Replica } from './servers/replica.ts'
import type { TcpProxy } from './servers/tcp-proxy.ts'
import type { ToolServer } from './servers/tool-server.ts'
import type { Stage } from './stage/stage.ts'

/** One kind of failure, and the rules that must hold all the same. */
export interface Scenario {
  /** Its place in the list of RELIABILITY; also how its file's name begins. */
  readonly number: number
  readonly title: string
  /** The ids of docs/internals/specification.md that it tries. */
  readonly promises: readonly string[]
  /** How many living workers of the shared cluster it needs at its beginning. Default 2. */
  readonly workers?: number
  /** How long it may take, in milliseconds, the check of everything afterwards apart. Default 120,000. */
  readonly withinMs?: number
  /** Resolves when what was to go wrong has gone wrong. @throws where a promise was broken, or NotPlayed; the oracle looks after that */
  run(chaos: Chaos): Promise<void>
}

/** Parts that a scenario plays with. */
export interface Chaos {
  /** All that is random comes from it: the same seed makes the same scenario. */
  readonly seed: number
  /** From 0 to below 1. */
  readonly random: () => number
  /** On the shared cluster: two API servers and three workers, put back as they were after the scenario. */
  readonly stage: Stage
  readonly postgres: PostgresServer
  readonly provider: FakeProvider
  readonly tools: ToolServer
  /** A stage with a database and processes of its own, for settings and servers that others must not have. Closed afterwards. */
  readonly openStage: (options?: OwnStage) => Promise<Stage>
  /** A network before the database, for DATABASE_URLs through its port. Closed afterwards. */
  readonly openProxy: () => Promise<TcpProxy>
  /** A PostgreSQL with an asynchronous standby, and the network before it. Closed afterwards. */
  readonly openReplicated: () => Promise<Replicated>
  /** A Redis that is not started yet. Closed afterwards. */
  readonly openRedis: () => Promise<RedisServer>
  /** A folder for a private PostgreSQL. Closed afterwards, when its server must have stopped automatically. */
  readonly openDataFolder: (options?: DataFolderOptions) => Promise<DataFolder>
  /** Adds to a figure of the report, such as `pickup`: milliseconds, of which median and maximum are shown. */
  readonly figure: (name: string, ms: number) => void
  /** Writes a line into the scenario's own log. */
  readonly note: (line: string) => void
}

/** A PostgreSQL of a scenario's own that can fail over. */
export interface Replicated {
  readonly primary: PostgresServer
  readonly replica: Replica
  /** Leads to the primary at first. */
  readonly proxy: TcpProxy
}

export interface OwnStage {
  /** Server of its database, through whose network the suite looks at it, too. Default: that of the lane. */
  readonly replicated?: Replicated
  /** Default 1. */
  readonly apis?: number
  /** Default 2. */
  readonly workers?: number
  /** Settings over those of every cluster. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether its database is empty: the first that is started on it brings the schema. Default false. */
  readonly isEmpty?: boolean
  /** The network between its processes and the database. */
  readonly proxy?: TcpProxy
  /** Where its processes keep a PostgreSQL of their own. Default: they use that of the lane. */
  readonly dataFolder?: DataFolder
}
