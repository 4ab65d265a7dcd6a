import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SharedLatest } from '../../../src/graphql/statistics/shared-latest.ts'
import { createFakeClock } from '../../../src/testing/fake-clock.ts'

const pauseMs = 1_000

/** A number that a test sets, and its readers. */
function openStage() {
  const clock = createFakeClock()
  const stage = { value: 1, reads: 0, follows: 0, closes: 0, failure: null as Error | null }
  let change = Promise.withResolvers<void>()
  async function* changes(signal: AbortSignal) {
    stage.follows += 1
    const aborted = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => aborted.resolve())
    try {
      while (!signal.aborted) {
        await Promise.race([change.promise, aborted.promise])
        if (signal.aborted) return
        change = Promise.withResolvers()
        yield null
      }
    } finally {
      stage.follows -= 1
    }
  }
  const shared = new SharedLatest<number>({
    follow: async (signal) => [changes(signal)],
    read: async () => {
      stage.reads += 1
      if (stage.failure !== null) throw stage.failure
      return stage.value
    },
    digest: String,
    pauseMs,
    clock,
    onClose: () => {
      stage.closes += 1
    },
  })
  /** Reads as fast as it can, until it leaves. */
  function join() {
    const ending = new AbortController()
    const seen: number[] = []
    const values = shared.values(ending.signal)
    const over = (async () => {
      for await (const value of values) seen.push(value)
    })().catch((error: unknown) => error)
    return { seen, over, leave: () => ending.abort() }
  }
  return {
    ...{ stage, shared, join, clock },
    set: (value: number) => {
      stage.value = value
      change.resolve()
    },
    pause: () => clock.advance(pauseMs),
  }
}

/** Everything that can go on without the clock has gone on. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round++) await nextRound()
}

describe('API-52 a value that several readers share', () => {
  it('is read once for all of them, when the first joins and after a change', async () => {
    const { join, stage, set, pause } = openStage()
    const [one, other] = [join(), join()]
    await settled()
    expect([one.seen, other.seen, stage.reads, stage.follows]).toEqual([[1], [1], 1, 1])
    await pause()
    set(2)
    await settled()
    expect([one.seen, other.seen, stage.reads]).toEqual([[1, 2], [1, 2], 2])
  })

  it('is read at most once in a pause, however often it changes, and its last state is not missed', async () => {
    const { join, stage, set, pause } = openStage()
    const { seen } = join()
    await settled()
    for (const value of [2, 3, 4]) {
      set(value)
      await settled()
    }
    expect([seen, stage.reads]).toEqual([[1], 1])
    await pause()
    await settled()
    expect([seen, stage.reads]).toEqual([[1, 4], 2])
  })

  it('is not given again where a change left it as it was', async () => {
    const { join, stage, set, pause } = openStage()
    const { seen } = join()
    await settled()
    await pause()
    set(1)
    await settled()
    expect([seen, stage.reads]).toEqual([[1], 2])
  })

  it('is given at once to a reader that joins within a pause, and read again for one that joins later, unnoticed by the others', async () => {
    const { join, stage, pause } = openStage()
    const first = join()
    await settled()
    const second = join()
    await settled()
    expect([second.seen, stage.reads]).toEqual([[1], 1])
    await pause()
    const third = join()
    await settled()
    expect([first.seen, second.seen, third.seen, stage.reads]).toEqual([[1], [1], [1], 2])
  })

  it('is not followed any more when the last reader has left, also one that never read', async () => {
    const { join, stage, shared } = openStage()
    const one = join()
    const ending = new AbortController()
    shared.values(ending.signal)
    await settled()
    one.leave()
    await one.over
    expect([stage.follows, stage.closes]).toEqual([1, 0])
    ending.abort()
    await settled()
    expect([stage.follows, stage.closes]).toEqual([0, 1])
  })

  it('is nothing to a reader that has left before', async () => {
    const { stage, shared } = openStage()
    const values = shared.values(AbortSignal.abort())
    expect(await values.next()).toEqual({ done: true, value: undefined })
    await settled()
    expect([stage.follows, stage.closes]).toEqual([0, 1])
  })

  it('that cannot be read ends with the error for all its readers, and nobody joins it', async () => {
    const { join, stage, set, pause } = openStage()
    const [one, other] = [join(), join()]
    await settled()
    await pause()
    stage.failure = new Error('The database is away.')
    set(2)
    expect(await one.over).toBe(stage.failure)
    expect(await other.over).toBe(stage.failure)
    expect([one.seen, stage.closes]).toEqual([[1], 1])
  })
})
