import { afterAll, expect, test, vi } from 'vitest'
import { type App, composeApp } from '../../../src/app.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import type { RunEvent } from '../../../src/domain/run-event.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase } from '../../support/database.ts'
import { followInTime } from '../../support/follow-in-time.ts'
import { forFile } from '../../support/for-file.ts'
import { dayMs } from '../../support/old-runs.ts'

let days = 0

function openApp(): Promise<App> {
  const config = readConfig({
    DATABASE_URL: database.connectionString,
    RUNGRAPH_ROLE: 'worker',
    RUNGRAPH_RETENTION_DELTAS_DAYS: '1',
    RUNGRAPH_RETENTION_RUNS_DAYS: '3',
    RUNGRAPH_LOG_LEVEL: 'silent',
  })
  return composeApp(config, { clock: { ...systemClock, now: () => Date.now() + days * dayMs } })
}

const database = forFile(await createTestDatabase())
let app: App = await openApp()
afterAll(() => app.close())
await app.start()
await vi.waitFor(async () => expect(await retentionsLeft()).toBe(0), { timeout: 20_000 })

/** How many passes are to be made yet, or are being made. */
async function retentionsLeft(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where name = 'maintenance' and singleton_key = 'retention' and state < 'completed'`,
  )
  return rows[0]?.count ?? 0
}

async function logOf(runId: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of followInTime((signal) => app.log.follow(runId, { after: 0, signal })))
    events.push(event)
  return events
}

function left(ids: readonly string[]): Promise<number> {
  return database.prisma.run.count({ where: { id: { in: [...ids] } } })
}

test('EVT-7 RUN-9 a run whose increments went is forked and replayed as before, and goes itself when those have', async () => {
  const projectId = app.project.id
  const call = { projectId, agent: { slug: 'demo-tool-loop' }, input: 'What does it cost?' }
  const { runId } = await app.operations.triggerRun(call)
  const whole = await logOf(runId)
  expect(await app.applyRetention()).toMatchObject({ deltas: 0, runs: 0 })
  days = 2
  const deltas = whole.filter(({ type }) => type.endsWith('Delta'))
  expect(await app.applyRetention()).toMatchObject({ deltas: deltas.length, runs: 0 })
  const kept = await logOf(runId)
  const others = ({ type }: RunEvent) => !type.endsWith('Delta') && type !== 'HistoryTruncated'
  expect(kept.filter(others)).toEqual(whole.filter(others))
  expect(kept.length).toBeLessThan(whole.length)

  const { runId: forkId } = await app.operations.history.forkRun({ projectId, runId, afterStep: 2 })
  const { runId: replayId } = await app.operations.history.replayRun({ projectId, runId, tools: 'RECORDED' })
  const ends = [await logOf(forkId), await logOf(replayId)].map((log) => log.at(-1))
  for (const end of ends) expect(end).toMatchObject({ type: 'RunCompleted', data: { status: 'COMPLETED' } })
  days = 4
  await app.applyRetention()
  expect(await left([runId, forkId, replayId])).toBe(3)
  days = 6
  expect(await app.applyRetention()).toMatchObject({ runs: 2 })
  expect(await app.applyRetention()).toMatchObject({ runs: 1 })
  expect(await left([runId, forkId, replayId])).toBe(0)
})

test('EVT-7 data past its retention is removed when a process begins', { timeout: 60_000 }, async () => {
  const call = { projectId: app.project.id, agent: { slug: 'demo-tool-loop' }, input: 'What does it cost?' }
  const { runId } = await app.operations.triggerRun(call)
  await logOf(runId)
  await app.close()
  days += 4
  app = await openApp()
  await app.start()
  await expect.poll(() => left([runId]), { timeout: 30_000 }).toBe(0)
})
