import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../support/database.ts'
import { demo } from '../../support/demos.ts'
import {
  openProcessFolder,
  type ProcessFolder,
  type RungraphProcess,
} from '../../support/rungraph-process.ts'

const timeout = 120_000

let folder: ProcessFolder

beforeEach(async () => {
  folder = await openProcessFolder()
})

afterEach(() => folder.close(), timeout)

async function trigger(server: RungraphProcess): Promise<string> {
  const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
    'mutation { triggerRun(input: { agent: "demo-tool-loop", input: "How much?" }) { ... on Run { id } } }',
  )
  return triggerRun.id
}

async function expectCompleted(server: RungraphProcess, id: string): Promise<void> {
  const status = async () =>
    (await server.ask<{ run: { status: string } }>('query($id: ID!) { run(id: $id) { status } }', { id })).run
      .status
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe('COMPLETED')
}

describe('processes that start at the same moment', () => {
  it('DUR-3 on an empty database share one schema, one queue and one set of demonstrations, and work together', {
    timeout,
  }, async () => {
    const connectionString = await createEmptyDatabase()
    const env = { DATABASE_URL: connectionString }
    const [server] = await Promise.all([
      folder.start('start', { ...env, RUNGRAPH_ROLE: 'api' }),
      folder.start('start', env),
      folder.start('worker', env),
    ])
    await expectCompleted(server, await trigger(server))

    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const twice = await client.query(
        'select migration_name from _prisma_migrations group by 1 having count(*) > 1',
      )
      expect(twice.rows).toEqual([])
      const counts = await client.query(`select
        (select count(*)::int from pgboss.version) as queues, (select count(*)::int from "Project") as projects,
        (select count(*)::int from "Policy") as policies, (select count(*)::int from "Relic") as relics,
        (select count(*)::int from "Workflow") as workflows, (select count(*) > 0 from "Agent") as agents,
        (select count(*) = count(distinct "agentId") from "AgentVersion") as versions`)
      expect(counts.rows).toEqual([
        {
          ...{ queues: 1, projects: 1, relics: 1, workflows: 1 },
          ...{ policies: demo.policies.length, agents: true, versions: true },
        },
      ])
    } finally {
      await client.end()
    }
  })

  it('DUR-3 on one data folder share its database: the other completes the runs of a killed one', {
    timeout,
  }, async () => {
    const [server, other] = await Promise.all([
      folder.start('start', { RUNGRAPH_ROLE: 'api' }),
      folder.start('start'),
    ])
    const id = await trigger(server)
    await server.kill('SIGKILL')
    await expectCompleted(other, id)
    expect(await other.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
