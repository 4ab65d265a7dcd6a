import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../support/database.ts'
import { forFile } from '../../support/for-file.ts'
import { openProcessFolder, type RungraphProcess } from '../../support/rungraph-process.ts'

const timeout = 90_000

const database = forFile(await createTestDatabase())
const folder = forFile(await openProcessFolder())
const server = await folder.start('start', { DATABASE_URL: database.connectionString, RUNGRAPH_ROLE: 'api' })

async function readiness({ healthUrl }: RungraphProcess): Promise<readonly [number, unknown]> {
  const response = await fetch(healthUrl)
  return [response.status, await response.json()]
}

function startWorker(): Promise<RungraphProcess> {
  return folder.start('worker', { DATABASE_URL: database.connectionString, RUNGRAPH_HEALTH_PORT: '0' })
}

/** How everything of a worker is, but for what is said. */
const wellExcept = (unready: object) => ({
  wakeups: { status: 'ready' },
  process: { status: 'ready' },
  database: { status: 'ready' },
  leases: { status: 'ready' },
  sweep: { status: 'ready' },
  queue: { status: 'ready' },
  deliveries: { status: 'ready' },
  claims: { status: 'ready' },
  ...unready,
})

describe('a worker that answers', () => {
  it('DUR-4 is not ready within 15 seconds of its last claim, and names the stalled part; no restart is requested', {
    timeout,
  }, async () => {
    // Who claims locks the project of a run that waits. Somebody holds it, and will not let go.
    const holder = new pg.Client({ connectionString: database.connectionString })
    holder.on('error', () => undefined) // a test that failed leaves it to the end of its database
    await holder.connect()
    await holder.query('begin')
    await holder.query('select 1 from "Project" for no key update')
    const worker = await startWorker()
    await expect
      .poll(() => readiness(worker), { timeout: 15_000 })
      .toEqual([200, { status: 'ready', checks: wellExcept({}) }])
    await server.ask('mutation { triggerRun(input: { agent: "demo-chat", input: "Hello" }) { __typename } }')
    const triggeredAt = performance.now()

    // The run waits and a place is free: the queue stalls, too, from about then on.
    const claims = { status: 'unready', reason: expect.stringContaining('it has not come round for') }
    await expect
      .poll(() => readiness(worker), { timeout: 30_000 })
      .toEqual([503, { status: 'unready', checks: wellExcept({ claims, queue: expect.anything() }) }])
    expect(performance.now() - triggeredAt).toBeLessThan(15_000)
    expect((await fetch(new URL('/health/live', worker.healthUrl))).status).toBe(200)

    await holder.end()
    await expect.poll(async () => (await readiness(worker))[0], { timeout: 30_000 }).toBe(200)
    const completed = () => database.prisma.run.count({ where: { status: 'COMPLETED' } })
    await expect.poll(completed, { timeout: 30_000 }).toBe(1)
  })
})
