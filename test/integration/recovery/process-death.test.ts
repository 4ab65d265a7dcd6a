import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import { createTestDatabase } from '../../support/database.ts'
import {
  openProcessFolder,
  type ProcessFolder,
  type RungraphProcess,
} from '../../support/rungraph-process.ts'

const timeout = 90_000

let folder: ProcessFolder

beforeEach(async () => {
  folder = await openProcessFolder()
  return () => folder.close()
}, timeout)

interface Seen {
  readonly status: string
  readonly summary: string | null
  readonly events: {
    readonly edges: readonly {
      readonly node: { readonly type: string; readonly seq: number; readonly stepNumber: number | null }
    }[]
  }
}

/** Triggers the demonstration that works out a price in four steps; its words come 25 ms apart. */
async function trigger(server: RungraphProcess): Promise<string> {
  const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
    'mutation { triggerRun(input: { agent: "demo-tool-loop", input: "How much?" }) { ... on Run { id } } }',
  )
  return triggerRun.id
}

async function look(server: RungraphProcess, id: string): Promise<Seen> {
  const { run } = await server.ask<{ run: Seen }>(
    'query($id: ID!) { run(id: $id) { status summary events(first: 100) { edges { node { type seq stepNumber } } } } }',
    { id },
  )
  return run
}

/** Looks until the run is as wanted. */
async function until(server: RungraphProcess, id: string, isThere: (run: Seen) => boolean): Promise<Seen> {
  for (;;) {
    const run = await look(server, id)
    if (isThere(run)) return run
    // The words of the run come 25 ms apart.
    await delay(20)
  }
}

function typesOf(run: Seen): readonly string[] {
  return run.events.edges.map(({ node }) => node.type)
}

function isInSecondStep(run: Seen): boolean {
  return typesOf(run).filter((type) => type === 'StepStarted').length >= 2
}

function expectWhole(run: Seen): void {
  const nodes = run.events.edges.map(({ node }) => node)
  expect(run).toMatchObject({
    status: 'COMPLETED',
    summary: 'Twelve pieces at 4.25 cost 60.69 with 19 % tax.',
  })
  expect(nodes.map((node) => node.seq)).toEqual(nodes.map((_, place) => place + 1))
  const closed = nodes.filter((node) => node.type === 'StepCompleted').map((node) => node.stepNumber)
  expect(closed).toEqual([1, 2, 3, 4])
  expect(typesOf(run).filter((type) => type === 'RunCompleted')).toHaveLength(1)
}

describe('a process with a database of its own', () => {
  it('DUR-1 DUR-3 DUR-4 killed in mid-run goes on with the run when it is started again; asked to stop it hands its run over, and nothing was recovered', {
    timeout,
  }, async () => {
    const first = await folder.start('start')
    const killed = await trigger(first)
    const before = await until(first, killed, isInSecondStep)
    expect(await first.kill('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    const second = await folder.start('start')
    const recovered = await until(second, killed, (run) => run.status === 'COMPLETED')
    expectWhole(recovered)
    // Events seen before the death are unchanged.
    expect(recovered.events.edges.slice(0, before.events.edges.length)).toEqual(before.events.edges)
    expect(typesOf(recovered)).toContain('RunRecovered')

    const stopped = await trigger(second)
    await until(second, stopped, isInSecondStep)
    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    const third = await folder.start('start')
    const handedOver = await until(third, stopped, (run) => run.status === 'COMPLETED')
    expectWhole(handedOver)
    expect(typesOf(handedOver)).not.toContain('RunRecovered')
    expect(typesOf(handedOver)).not.toContain('AttemptDiscarded')
  })
})

describe('several processes on one database', () => {
  it('DUR-1 DUR-3 go on with the run of the one among them that is killed', { timeout }, async () => {
    const database = await createTestDatabase()
    try {
      const env = { DATABASE_URL: database.connectionString }
      const servers = await Promise.all([folder.start('start', env), folder.start('start', env)])
      const { id, left } = await killInMidRun(servers)
      const after = await until(left, id, (run) => run.status === 'COMPLETED')
      expectWhole(after)
      expect(typesOf(after)).toContain('RunRecovered')
      await folder.close()
    } finally {
      await database.drop()
    }

    /** Kills the owner of a run in its midst. On a busy machine a run may be through before it is caught: then it is another's turn. */
    async function killInMidRun(
      servers: readonly [RungraphProcess, RungraphProcess],
    ): Promise<{ readonly id: string; readonly left: RungraphProcess }> {
      const [one, other] = servers
      for (;;) {
        const id = await trigger(one)
        await until(one, id, isInSecondStep)
        for (const { pid } of servers) process.kill(pid, 'SIGSTOP')
        const owner = await ownerOf(id)
        const dying = servers.find(({ pid }) => owner.endsWith(`:${pid}`))
        await dying?.kill('SIGKILL')
        for (const { pid } of servers) if (pid !== dying?.pid) process.kill(pid, 'SIGCONT')
        if (dying) return { id, left: dying === one ? other : one }
      }
    }

    async function ownerOf(id: string): Promise<string> {
      const runs = await database.prisma.run.findMany({ where: { status: 'RUNNING' } })
      return runs.find((run) => toGlobalId('Run', run.id) === id)?.leaseOwner ?? ''
    }
  })
})
