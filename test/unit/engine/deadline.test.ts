import { describe, expect, test } from 'vitest'
import { deadlineAt, Stop, startDeadline, stopOf } from '../../../src/engine/stop.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

const forever = new AbortController().signal

describe('the deadline', () => {
  test('LIM-4 is the time granted, less that of earlier stretches of running', () => {
    const now = 1_000_000
    expect(deadlineAt({ timeoutMs: 5_000, activeMs: 0, now })).toBe(1_005_000)
    expect(deadlineAt({ timeoutMs: 5_000, activeMs: 2_000, now })).toBe(1_003_000)
    expect(deadlineAt({ timeoutMs: 5_000, activeMs: 9_000, now })).toBe(996_000)
    expect(deadlineAt({ timeoutMs: null, activeMs: 9_000, now })).toBeNull()
  })

  test('LIM-4 stops at its time and not a millisecond before', async () => {
    const clock = createFakeClock()
    const { signal } = startDeadline(clock.now() + 100, forever, clock)
    await clock.advance(99)
    expect(signal.aborted).toBe(false)
    await clock.advance(1)
    expect(stopOf(signal)).toMatchObject({ kind: 'TIME_UP' })
  })

  test('LIM-4 one that lies in the past stops at once', async () => {
    const clock = createFakeClock()
    const { signal } = startDeadline(clock.now() - 1, forever, clock)
    await clock.advance(0)
    expect(stopOf(signal)?.kind).toBe('TIME_UP')
  })

  test('RUN-4 an abort of the run comes through with its own reason', async () => {
    const clock = createFakeClock()
    const run = new AbortController()
    const { signal } = startDeadline(clock.now() + 100, run.signal, clock)
    run.abort(new Stop('ABORTED', 'The run was aborted.'))
    await clock.advance(1_000)
    expect(stopOf(signal)?.kind).toBe('ABORTED')
    expect(clock.sleeping).toEqual([])
  })

  test('LIM-4 no deadline is the signal of the run itself', () => {
    expect(startDeadline(null, forever, createFakeClock()).signal).toBe(forever)
  })

  test('LIM-4 a released one leaves no sleeper behind and never stops', async () => {
    const clock = createFakeClock()
    const deadline = startDeadline(clock.now() + 100, forever, clock)
    deadline.release()
    expect(clock.sleeping).toEqual([])
    await clock.advance(200)
    expect(deadline.signal.aborted).toBe(false)
  })

  test('RUN-4 any other reason of an abort counts as one', () => {
    const reason = new Error('elsewhere')
    expect(stopOf(AbortSignal.abort(reason))).toMatchObject({ kind: 'ABORTED', cause: reason })
    expect(stopOf(forever)).toBeNull()
  })
})
