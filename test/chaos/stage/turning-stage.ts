import type { Chaos } from '../scenario.ts'
import type { Stage } from './stage.ts'

/** A stage whose database stops to take writes while its processes are at work, and takes them again. */
export interface TurningStage {
  readonly stage: Stage
  /** By what it turns, for the log of the scenario. */
  readonly name: string
  /** How often it is to turn. */
  readonly turns: number
  becomeReadOnly(): Promise<void>
  becomeWritable(): Promise<void>
}

/** One of the ways, by chance. */
export function openTurningStage(chaos: Chaos): Promise<TurningStage> {
  const ways = [byDatabase, byServer, byFailover]
  const open = ways[Math.floor(chaos.random() * ways.length)] ?? byDatabase
  return open(chaos)
}

/** By a setting of the database: sessions end, and new ones take no writes. */
async function byDatabase({ openStage, postgres, random }: Chaos): Promise<TurningStage> {
  const stage = await openStage({ apis: 2 })
  const { name } = stage.database
  const turn = async (value: 'on' | 'off') => {
    await postgres.onServer(`alter database ${name} set default_transaction_read_only = ${value}`)
    await postgres.onServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name like 'rungraph%'`,
    )
  }
  return {
    ...{ stage, name: 'a setting of the database', turns: someTurns(random) },
    becomeReadOnly: () => turn('on'),
    becomeWritable: () => turn('off'),
  }
}

/** By a reload of the configuration of the server, which reaches the sessions of every process. */
async function byServer({ openStage, postgres, random }: Chaos): Promise<TurningStage> {
  return {
    ...{ stage: await openStage({ apis: 2 }), name: 'a setting of the server', turns: someTurns(random) },
    becomeReadOnly: () => postgres.reload({ default_transaction_read_only: 'on' }),
    becomeWritable: () => postgres.reload({ default_transaction_read_only: 'off' }),
  }
}

/** By a failover: the primary stops, the address leads to its standby, and that is promoted after a while. */
async function byFailover({ openStage, openReplicated }: Chaos): Promise<TurningStage> {
  const replicated = await openReplicated()
  const { primary, replica, proxy } = replicated
  return {
    ...{ stage: await openStage({ apis: 2, replicated }), name: 'a standby', turns: 1 },
    becomeReadOnly: async () => {
      // A primary that is stopped in order sends the end of its WAL first: no tail is lost.
      await primary.stop('fast')
      proxy.leadTo(replica.port)
    },
    becomeWritable: () => replica.promote(),
  }
}

function someTurns(random: () => number): number {
  return 1 + Math.floor(random() * 4)
}
