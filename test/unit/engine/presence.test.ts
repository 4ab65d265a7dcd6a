import { describe, expect, it } from 'vitest'
import { reportEveryMs, type WorkerReport } from '../../../src/domain/queue.ts'
import { createPresence } from '../../../src/engine/worker/presence.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

const worker = { id: 'id', name: 'host:1', version: '0.1.0', role: 'WORKER', leaseKey: 7 } as const

/** A worker whose reports are kept in memory. */
function openStage() {
  const clock = createFakeClock()
  const load = { active: 0, slots: 4 }
  const reports: unknown[] = []
  const stage = { rows: [] as WorkerReport[], removed: [] as string[], isAway: false }
  const answer = async (write: () => void) => {
    if (stage.isAway) throw new Error('The database is away.')
    write()
  }
  const presence = createPresence(
    {
      worker,
      load: () => load,
      store: {
        report: (row) => answer(() => stage.rows.push(row)),
        remove: (id) => answer(() => stage.removed.push(id)),
      },
    },
    { clock, report: (message) => reports.push(message) },
  )
  return { ...{ clock, load, presence, reports, stage } }
}

describe('API-53 a worker reports itself', () => {
  it('when it starts, every few seconds, when it takes no more runs, and removes itself when it has stopped', async () => {
    const { clock, load, presence, stage } = openStage()
    presence.start()
    await clock.sleeperOf(reportEveryMs)
    load.active = 3
    await clock.advance(reportEveryMs)
    await presence.drain()
    await presence.close()
    const row = { ...worker, slots: 4 }
    expect(stage).toMatchObject({
      rows: [
        { ...row, active: 0, draining: false },
        { ...row, active: 3, draining: false },
        { ...row, active: 3, draining: true },
      ],
      removed: ['id'],
    })
    await clock.advance(reportEveryMs)
    expect(stage.rows).toHaveLength(3)
  })

  it('again when the database is back, and stops where it cannot say so', async () => {
    const { clock, presence, reports, stage } = openStage()
    stage.isAway = true
    presence.start()
    await clock.sleeperOf(reportEveryMs)
    expect(reports).toEqual(['The worker could not report itself; trying again.'])
    stage.isAway = false
    await clock.advance(reportEveryMs)
    expect(stage.rows).toHaveLength(1)
    stage.isAway = true
    await presence.drain()
    await presence.close()
    expect(reports.slice(1)).toEqual(Array(2).fill('The worker could not report its end.'))
  })
})
