import { appendFileSync } from 'node:fs'
import { randomOf } from '../support/random.ts'
import type { Chaos, OwnStage } from './scenario.ts'
import type { Cluster } from './servers/cluster.ts'
import { DataFolder } from './servers/data-folder.ts'
import type { Database } from './servers/database.ts'
import type { PostgresServer } from './servers/postgres.ts'
import { RedisServer } from './servers/redis.ts'
import { Replica } from './servers/replica.ts'
import { TcpProxy } from './servers/tcp-proxy.ts'
import { Stage } from './stage/stage.ts'

/** A cluster and the database that it works on. */
export interface OwnedCluster {
  readonly cluster: Cluster
  readonly database: Database
}

export interface PlayOptions {
  readonly seed: number
  /** Unique among all that plays on the same servers. */
  readonly key: string
  readonly servers: Pick<Chaos, 'postgres' | 'provider' | 'tools'>
  readonly shared: OwnedCluster
  /** A PostgreSQL like that of the lane. */
  readonly openPostgres: () => Promise<PostgresServer>
  readonly openCluster: (options: OwnStage, prefix: string) => Promise<OwnedCluster>
  readonly figures: Map<string, number[]>
  readonly logFile: string
}

/** One scenario in progress. */
export interface Play {
  readonly chaos: Chaos
  /** Those that are to be looked at in the end, the shared one first. */
  readonly stages: readonly Stage[]
  /** Closes all that was opened for this scenario alone. */
  close(): Promise<void>
}

export function createPlay(options: PlayOptions): Play {
  const { seed, key, servers, shared, openPostgres, openCluster, figures, logFile } = options
  const beganAt = performance.now()
  const random = randomOf(seed)
  const stages: Stage[] = []
  const closing: (() => Promise<void> | void)[] = []

  function addStage({ cluster, database }: OwnedCluster): Stage {
    const ownKey = stages.length === 0 ? key : `${key}-${stages.length}`
    const stage = new Stage({ ...servers, key: ownKey, random, cluster, database })
    stages.push(stage)
    return stage
  }

  function note(line: string): void {
    appendFileSync(logFile, `${((performance.now() - beganAt) / 1000).toFixed(3)} ${line}\n`)
  }

  const chaos: Chaos = {
    ...servers,
    ...{ seed, random, note },
    stage: addStage(shared),
    openStage: async (options = {}) => {
      const own = await openCluster(options, `${key}-`)
      closing.push(async () => {
        await own.cluster.close()
        await own.database.close()
      })
      return addStage(own)
    },
    openProxy: async () => {
      const proxy = await TcpProxy.open(servers.postgres.port)
      closing.push(() => proxy.close())
      return proxy
    },
    openReplicated: async () => {
      const primary = await openPostgres()
      closing.push(() => primary.close())
      const replica = await Replica.open(primary)
      closing.push(() => replica.close())
      const proxy = await TcpProxy.open(primary.port)
      closing.push(() => proxy.close())
      return { primary, replica, proxy }
    },
    openRedis: async () => {
      const redis = await RedisServer.create()
      closing.push(() => redis.close())
      return redis
    },
    openDataFolder: async (folderOptions) => {
      const folder = await DataFolder.open(folderOptions)
      closing.push(() => folder.close())
      return folder
    },
    figure: (name, ms) => {
      figures.set(name, [...(figures.get(name) ?? []), ms])
      note(`${name}: ${Math.round(ms)} ms`)
    },
  }

  async function close(): Promise<void> {
    const followers = stages.flatMap(({ runs }) => runs.flatMap((run) => run.followers))
    await Promise.all(followers.map((follower) => follower.leave()))
    for (const closeOne of closing.toReversed()) await closeOne()
  }

  return { chaos, stages, close }
}
