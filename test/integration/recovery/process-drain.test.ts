import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { root } from '../../checks/run-command.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { openProcessFolder, type RungraphProcess } from '../../support/rungraph-process.ts'

const timeout = 90_000

const database = forFile(await createTestDatabase())
const folder = forFile(await openProcessFolder())
const server = await folder.start('start', { ...env(), RUNGRAPH_ROLE: 'api' })
await server.ask(`mutation {
  createAgent(input: {
    slug: "standing"
    definition: { planner: PLAN, protocolMode: STRICT, model: "scripted/chat", tools: ["stand"] }
  }) { ... on Agent { id } }
}`)

function env() {
  return {
    DATABASE_URL: database.connectionString,
    RUNGRAPH_TOOLS: join(root, 'test/fixtures/standing-tool.ts'),
  }
}

function startWorker(graceMs: number): Promise<RungraphProcess> {
  return folder.start('worker', {
    ...env(),
    RUNGRAPH_HEALTH_PORT: '0',
    RUNGRAPH_SHUTDOWN_GRACE_MS: String(graceMs),
  })
}

/** A run that reaches no checkpoint on its own. */
async function triggerStanding(): Promise<void> {
  await server.ask(`mutation {
    triggerRun(input: {
      agent: "standing"
      input: "Stand."
      plan: { actions: [{ name: "standing", type: "TOOL", target: "stand" }] }
    }) { ... on Run { id } ... on Error { message } }
  }`)
}

/** The runs that a worker owns, oldest first. */
async function ownedBy({ pid }: RungraphProcess): Promise<readonly string[]> {
  const runs = await database.prisma.run.findMany({
    where: { status: 'RUNNING', leaseOwner: { endsWith: `:${pid}` } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return runs.map(({ id }) => id)
}

/** Resolves with the one run that a worker owns, once its call is active. */
async function standing(worker: RungraphProcess): Promise<string> {
  let found: string | undefined
  const calls = async () => {
    const owned = await ownedBy(worker)
    found = owned[0]
    return database.prisma.event.count({ where: { runId: { in: [...owned] }, type: 'ActionStarted' } })
  }
  await expect.poll(calls, { timeout: 15_000 }).toBeGreaterThan(0)
  return found ?? ''
}

describe('a worker that is asked to stop', () => {
  it('DUR-4 says so at once, claims no more, ends with 0 in its time, and another goes on within two seconds', {
    timeout,
  }, async () => {
    const leaving = await startWorker(6_000)
    await triggerStanding()
    const runId = await standing(leaving)
    const askedAt = performance.now()
    const ended = leaving.kill('SIGTERM').then((how) => ({ how, at: performance.now() }))

    const process = { status: 'unready', reason: 'it is shutting down' }
    const told = async () => {
      const response = await fetch(leaving.healthUrl)
      return [response.status, await response.json()]
    }
    await expect.poll(told, { timeout: 4_000 }).toMatchObject([503, { checks: { process } }])
    const staying = await startWorker(25_000)
    await triggerStanding()
    await expect.poll(() => ownedBy(staying), { timeout: 15_000 }).not.toHaveLength(0)
    expect(await ownedBy(leaving)).not.toHaveLength(2)

    const { how, at } = await ended
    expect(how).toEqual({ code: 0, signal: null })
    expect(at - askedAt).toBeLessThan(6_000)
    expect(leaving.printed()).toContain('Stopped. 1 run was handed over')
    await expect.poll(() => ownedBy(staying), { timeout: 2_000, interval: 50 }).toContain(runId)
    expect(await database.prisma.run.findMany({ where: { recoveries: { gt: 0 } } })).toEqual([])
    await staying.kill('SIGKILL')
    await database.prisma.run.updateMany({ data: { status: 'CANCELLED' } })
  })

  it('DUR-4 ends at the second request, naming the signal, and another process finds its runs', {
    timeout,
  }, async () => {
    const leaving = await startWorker(300_000)
    await triggerStanding()
    await standing(leaving)
    const staying = await startWorker(25_000)
    const ended = leaving.kill('SIGTERM')
    await expect
      .poll(() => leaving.printed(), { timeout: 15_000 })
      .toContain('SIGTERM: stopping. A second one stops at once.')
    // npm and a terminal each pass on the same request: what comes within half a second is no second one.
    await sleep(600)
    leaving.signal('SIGTERM')
    expect(await ended).toEqual({ code: 143, signal: null })
    await expect.poll(() => ownedBy(staying), { timeout: 15_000 }).toHaveLength(1)
    await staying.kill('SIGKILL')
  })
})
