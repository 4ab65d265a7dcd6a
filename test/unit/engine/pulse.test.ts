import { describe, expect, test } from 'vitest'
import { Heartbeat } from '../../../src/engine/periodic-task.ts'

/** A pulse and the time that it goes by, in seconds. */
function watched(everyS: number) {
  let now = 0
  const pulse = new Heartbeat({ everyMs: everyS * 1_000, now: () => now })
  const readyIn = (seconds: number) => {
    now += seconds * 1_000
    return pulse.readiness()
  }
  return { pulse, readyIn }
}

describe('DUR-4 a periodic task', () => {
  test('is ready while it does, and before it was ever to', () => {
    const { pulse, readyIn } = watched(1)
    expect(readyIn(3_600)).toEqual({ status: 'ready' })
    pulse.beat()
    expect(readyIn(12)).toEqual({ status: 'ready' })
    pulse.beat()
    expect(readyIn(12)).toEqual({ status: 'ready' })
  })

  test('is not within 15 seconds of its last turn, and is again with the next', () => {
    const { pulse, readyIn } = watched(1)
    pulse.beat()
    expect(readyIn(14)).toEqual({ status: 'unready', reason: 'it has not come round for 14 s' })
    pulse.beat()
    expect(readyIn(1)).toEqual({ status: 'ready' })
  })

  test('may take its time where it comes round rarely', () => {
    const { pulse, readyIn } = watched(200)
    pulse.beat()
    expect(readyIn(600)).toEqual({ status: 'ready' })
    expect(readyIn(1)).toMatchObject({ status: 'unready' })
  })

  test('stands not still when it has ended', () => {
    const { pulse, readyIn } = watched(1)
    pulse.beat()
    pulse.end()
    expect(readyIn(60)).toEqual({ status: 'ready' })
  })
})
