import { expect, test } from 'vitest'
import { createLogger } from '../../../src/app/create-logger.ts'
import { createRetention } from '../../../src/app/retention.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { createPartitions } from '../../../src/log/log-partitions.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createFileStore } from '../../../src/store/files/file-store.ts'
import { createMetrics } from '../../../src/telemetry/metrics.ts'
import { createTestDatabase } from '../../support/database.ts'
import { samplesOf } from '../../support/exposition.ts'
import { forTest } from '../../support/for-file.ts'
import { dayMs, tellAndEnd } from '../../support/old-runs.ts'
import { claimInTree } from '../../support/run-tree.ts'
import { openTestStores } from '../../support/stores.ts'

test('EVT-7 OPS-1 OPS-3 a pass that removed anything logs one line with its numbers, and counts the runs', async () => {
  const database = forTest(await createTestDatabase())
  const stores = forTest(await openTestStores(database))
  const lines: unknown[] = []
  const metrics = createMetrics()
  const removed = async () =>
    samplesOf((await metrics.renderMetrics()).text).get('rungraph_runs_removed_total')
  const env = { DATABASE_URL: database.connectionString, RUNGRAPH_RETENTION_RUNS_DAYS: '5' }
  const config = readConfig(env)
  const logger = createLogger(config, {
    redactor: createRedactor({ values: [] }),
    toPublicId: (_kind, id) => id,
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const retire = createRetention(
    { clock: systemClock, files: createFileStore(database.pool) },
    { config, database, metrics, logger },
  )
  await retire()
  expect([lines, await removed()]).toEqual([[], 0])

  await createPartitions(database.pool, { now: Date.now() - 40 * dayMs, keepDays: 5 })
  for (const _run of [1, 2]) await tellAndEnd(stores.log, await claimInTree(stores), 'xdx')
  await retire()
  await retire()
  const line = { level: 30, msg: 'Retention removed data.', deltas: 0, runs: 2, keptPartitions: 0 }
  expect(lines).toEqual([expect.objectContaining({ ...line, droppedPartitions: 3 })])
  expect(await removed()).toBe(2)
})
