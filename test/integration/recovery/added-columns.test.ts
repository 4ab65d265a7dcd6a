import { afterAll, describe, expect, test } from 'vitest'
import { testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { openGateStage } from '../../support/gate-stage.ts'
import { decide } from '../../support/gates.ts'

/** Tables of which a process has prepared statements, each with rows that come back to it. */
const tables = ['Run', 'Step', 'Action', 'ActionAttempt', 'Message', 'ModelCall', 'Gate', 'Compaction']

const stage = forFile(
  await openGateStage({ tools: [testTool('pay', async () => 'paid', { effect: 'once' })] }),
)
await stage.rule('pay', 'REQUIRE_APPROVAL')

afterAll(async () => {
  for (const table of tables)
    await stage.database.pool.query(`alter table "${table}" drop column if exists later`)
})

/** Runs that wait for a person, are claimed again, and end. */
async function liveThrough(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { slug } = await stage.define([
      { calls: [{ name: 'pay', arguments: { amount: n } }] },
      { text: 'All is paid.' },
    ])
    const runId = await stage.trigger(slug)
    const gate = await stage.gateOf(runId)
    await decide(stage.engine, gate.id, 'APPROVE')
    const { row, types } = await stage.engine.finished(runId)
    expect(row.status).toBe('COMPLETED')
    // A run whose statement fails is given up, and taken up again.
    expect(types).not.toContain('RunRecovered')
  }
}

describe('a migration while processes run', () => {
  test('DUR-1 a column that is added to a table stops no statement of a process that was there before', async () => {
    await liveThrough(4)
    for (const table of tables)
      await stage.database.pool.query(`alter table "${table}" add column later text`)
    await liveThrough(4)
  })
})
