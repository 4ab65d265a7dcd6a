import { describe, expect, it } from 'vitest'
import type { WorkerRow, WorkerState } from '../../../src/domain/queue.ts'
import { reportEveryMs } from '../../../src/domain/queue.ts'
import type { WorkerSight } from '../../../src/domain/worker-sight.ts'
import { createWorkerWatch } from '../../../src/engine/worker/worker-watch.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

const idle = { queued: 0, returned: 0, orphaned: 0, oldestMs: 0 }

function worker(name: string, state: WorkerState, isLocked = state !== 'LOST'): WorkerRow {
  const seen = new Date('2026-01-02T03:04:05Z')
  const facts = { version: '0.1.0', role: 'WORKER', slots: 4, active: 0 } as const
  return { id: name, name, state, isLocked, leaseKey: 1, ...facts, startedAt: seen, lastSeenAt: seen }
}

/** Looks at one sight after another, and gives the lines that each brought. */
async function watch(sights: readonly (WorkerSight | Error)[]): Promise<readonly (readonly string[])[]> {
  const clock = createFakeClock()
  const all: string[][] = []
  let lines: string[] = []
  let next = 0
  const task = createWorkerWatch(
    {
      look: async () => {
        lines = []
        all.push(lines)
        const sight = sights[next++]
        if (sight instanceof Error) throw sight
        return sight ?? { workers: [], queue: idle }
      },
      tell: ({ level, text }) => lines.push(`${level} ${text}`),
    },
    { clock, report: (message) => lines.push(`report ${message}`) },
  )
  task.start()
  for (const _ of sights.slice(1)) {
    await clock.sleeperOf(reportEveryMs)
    await clock.advance(reportEveryMs)
  }
  await clock.sleeperOf(reportEveryMs)
  await task.close()
  return all
}

const seen = (workers: readonly WorkerRow[], queue = idle): WorkerSight => ({ workers, queue })

describe('OPS-8 a process that looks after the workers', () => {
  it('names a lost one once, at the second look that finds it, while others live', async () => {
    const lost = seen([worker('b:2', 'ACTIVE'), worker('a:1', 'LOST')])
    const both = seen([worker('a:1', 'ACTIVE'), worker('b:2', 'ACTIVE')])
    expect(await watch([both, lost, lost, lost])).toEqual([
      [],
      [],
      [
        'warn A worker is lost, and others take over the runs: a:1 (its lock is free, last report at 2026-01-02T03:04:05.000Z).',
      ],
      [],
    ])
  })

  it('does not name one whose lock was free for a moment', async () => {
    const flicker = seen([worker('b:2', 'ACTIVE'), worker('a:1', 'LOST')])
    const both = seen([worker('a:1', 'ACTIVE'), worker('b:2', 'ACTIVE')])
    expect((await watch([both, flicker, both, flicker, both])).flat()).toEqual([])
  })

  it('says once that nobody is alive, which runs wait, and who was lost; and once that somebody is back', async () => {
    const dead = seen([worker('a:1', 'LOST', true)], {
      queued: 2,
      returned: 0,
      orphaned: 1,
      oldestMs: 61_400,
    })
    const back = seen([worker('c:3', 'ACTIVE'), worker('a:1', 'LOST', true)])
    expect((await watch([seen([worker('a:1', 'ACTIVE')]), dead, dead, dead, back, back])).flat()).toEqual([
      'error No worker is alive: 3 runs wait for a worker, the oldest for 61 s; 1 of them lost their owner. Lost: a:1 (it holds its lock and reports nothing, last report at 2026-01-02T03:04:05.000Z). Start a worker.',
      'info A worker is alive again.',
    ])
  })

  it('says so where none has ever been, too, and again the next time', async () => {
    const none = seen([])
    const one = seen([worker('a:1', 'DRAINING')])
    expect((await watch([none, none, one, none, none])).flat()).toEqual([
      'error No worker is alive: new runs wait until one starts. Start a worker.',
      'info A worker is alive again.',
      'error No worker is alive: new runs wait until one starts. Start a worker.',
    ])
  })

  it('takes no outage of the database for the loss of a worker', async () => {
    const both = seen([worker('a:1', 'ACTIVE')])
    const lines = (await watch([both, new Error('away'), both])).flat()
    expect(lines).toEqual(['report The workers could not be looked for; trying again.'])
  })
})
