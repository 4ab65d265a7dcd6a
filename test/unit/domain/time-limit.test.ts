import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import { linkedTo, rejectOnAbort, startTimeLimit, waitAtMost } from '../../../src/domain/time-limit.ts'

const never = new Promise<never>(() => undefined)
const timeUp = new Error('late')

describe('LIM-4 a time limit', () => {
  it('aborts with its reason when the time is up', async () => {
    const limit = startTimeLimit({
      clock: systemClock,
      ms: 5,
      signal: new AbortController().signal,
      timeUp: () => timeUp,
    })
    await expect(rejectOnAbort(never, limit.signal)).rejects.toBe(timeUp)
    expect(limit.isOver).toBe(true)
  })

  it('aborts with the signal, and is not over then', async () => {
    const reason = new Error('stopped')
    const limit = startTimeLimit({
      clock: systemClock,
      ms: 5,
      signal: AbortSignal.abort(reason),
      timeUp: () => timeUp,
    })
    await expect(rejectOnAbort(never, limit.signal)).rejects.toBe(reason)
    expect(limit.isOver).toBe(false)
  })

  it('does nothing more once it is released', async () => {
    const limit = startTimeLimit({
      clock: systemClock,
      ms: 5,
      signal: new AbortController().signal,
      timeUp: () => timeUp,
    })
    expect(await rejectOnAbort(Promise.resolve(1), limit.signal)).toBe(1)
    limit.release()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(limit.signal.aborted).toBe(false)
  })

  it.each([
    ['before', 40, 20],
    ['over', 20, 60],
  ])('stands still while it is paused, %s its end', async (_where, ms, pausedMs) => {
    const signal = new AbortController().signal
    const began = performance.now()
    const limit = startTimeLimit({ clock: systemClock, ms, signal, timeUp: () => timeUp })
    const goOn = [limit.pause(), limit.pause()]
    for (const next of goOn) {
      await new Promise((resolve) => setTimeout(resolve, pausedMs / goOn.length))
      expect(limit.signal.aborted).toBe(false)
      next()
    }
    await expect(rejectOnAbort(never, limit.signal)).rejects.toBe(timeUp)
    expect(performance.now() - began).toBeGreaterThan(ms + pausedMs - 10)
  })

  it('that is paused when it is released never ends', async () => {
    const signal = new AbortController().signal
    const limit = startTimeLimit({ clock: systemClock, ms: 5, signal, timeUp: () => timeUp })
    const goOn = limit.pause()
    await new Promise((resolve) => setTimeout(resolve, 15))
    limit.release()
    goOn()
    await new Promise((resolve) => setTimeout(resolve, 15))
    expect(limit.signal.aborted).toBe(false)
  })

  it('of work without a signal gives the result, its failure, or null', async () => {
    expect(await waitAtMost(1_000, Promise.resolve(1))).toEqual({ result: 1 })
    await expect(waitAtMost(1_000, Promise.reject(timeUp))).rejects.toBe(timeUp)
    expect(await waitAtMost(20, never)).toBe(null)
  })
})

describe('LIM-4 a linked signal', () => {
  it.each([0, 1])('aborts with the reason of parent %i, also if that aborted before', (nth) => {
    const parents = [new AbortController(), new AbortController()]
    const signals = parents.map(({ signal }) => signal)
    const linked = linkedTo(...signals)
    expect(linked.signal.aborted).toBe(false)
    parents[nth]?.abort(timeUp)
    expect(linked.signal.reason).toBe(timeUp)
    expect(linkedTo(...signals).signal.reason).toBe(timeUp)
  })

  it('shares one listener of its parent with all others, and the last takes it along', () => {
    const parent = new AbortController()
    const links = Array.from({ length: 1_000 }, () => linkedTo(parent.signal))
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1)
    const [first, ...others] = links
    for (const { unlink } of others) unlink()
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(1)
    const late = linkedTo(parent.signal)
    parent.abort(timeUp)
    expect([first?.signal.reason, late.signal.reason]).toEqual([timeUp, timeUp])
    expect(others.some(({ signal }) => signal.aborted)).toBe(false)
    first?.unlink()
    late.unlink()
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(0)
  })

  it('ignores its parents once it is unlinked', () => {
    const parents = [new AbortController(), new AbortController()]
    const linked = linkedTo(...parents.map(({ signal }) => signal))
    linked.unlink()
    for (const parent of parents) parent.abort(timeUp)
    expect(linked.signal.aborted).toBe(false)
  })
})
