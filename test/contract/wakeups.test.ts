import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Wakeups } from '../../src/domain/wakeups.ts'
import { createLocalWakeups } from '../../src/live/local-wakeups.ts'
import { eventually } from '../support/eventually.ts'
import { withoutRedis } from '../support/redis-server.ts'
import {
  type LineOptions,
  openPostgresLine,
  openRedisLine,
  type WakeupLine,
} from '../support/wakeup-lines.ts'

const lines: readonly (readonly [string, () => Promise<WakeupLine>, string | null])[] = [
  ['postgres', openPostgresLine, null],
  ['redis', openRedisLine, withoutRedis],
]

/** Behaviour of every implementation, under ids that stay. */
const behaviours: readonly (readonly [string, string, (wakeups: Wakeups) => void | Promise<void>])[] = [
  [
    'WAKE-1',
    'a hint reaches the listeners of its topic, at once, and no other',
    (wakeups) => {
      const [mine, others] = [vi.fn(), vi.fn()]
      wakeups.listen('events:1', mine)
      wakeups.listen('events:11', others)
      wakeups.listen('events', others)
      wakeups.publish('events:1')
      expect(mine).toHaveBeenCalledOnce()
      expect(others).not.toHaveBeenCalled()
    },
  ],
  [
    'WAKE-2',
    'each of several listeners hears, also the same function twice',
    (wakeups) => {
      const [one, twice] = [vi.fn(), vi.fn()]
      wakeups.listen('topic', one)
      wakeups.listen('topic', twice)
      const unlisten = wakeups.listen('topic', twice)
      wakeups.publish('topic')
      expect([one.mock.calls.length, twice.mock.calls.length]).toEqual([1, 2])
      unlisten()
      wakeups.publish('topic')
      expect([one.mock.calls.length, twice.mock.calls.length]).toEqual([2, 3])
    },
  ],
  [
    'WAKE-3',
    'a stopped listener receives no more; stopping twice does no harm to others',
    (wakeups) => {
      const [left, stays] = [vi.fn(), vi.fn()]
      const unlisten = wakeups.listen('topic', left)
      unlisten()
      wakeups.listen('topic', stays)
      unlisten()
      wakeups.publish('topic')
      expect(left).not.toHaveBeenCalled()
      expect(stays).toHaveBeenCalledOnce()
    },
  ],
  [
    'WAKE-4',
    'listeners that come and go during a wakeup keep no other from receiving it, and end',
    (wakeups) => {
      const heard: string[] = []
      const unlisten = wakeups.listen('topic', () => {
        heard.push('leaver')
        unlisten()
      })
      const again = () => {
        heard.push('again')
        if (heard.length < 50) wakeups.listen('topic', again)
      }
      wakeups.listen('topic', again)
      wakeups.listen('topic', () => heard.push('last'))
      wakeups.publish('topic')
      expect(heard).toEqual(['leaver', 'again', 'last'])
    },
  ],
  [
    'WAKE-5',
    'publishing to nobody, and after the end, does nothing and never throws',
    async (wakeups) => {
      const heard = vi.fn()
      wakeups.publish('nobody')
      wakeups.listen('topic', heard)
      await wakeups.close()
      heard.mockClear()
      wakeups.publish('topic')
      await wakeups.close()
      expect(heard).not.toHaveBeenCalled()
    },
  ],
]

describe('local wake-ups', () => {
  it.each(behaviours)('%s %s', async (_id, _title, check) => check(createLocalWakeups()))
})

describe.each(lines)('%s wake-ups', (_name, openLine, missing) => {
  if (missing !== null) return it.skip(missing)

  let line: WakeupLine
  const opened: Wakeups[] = []

  beforeAll(async () => {
    line = await openLine()
  })

  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(opened.splice(0).map((wakeups) => wakeups.close()))
  })

  afterAll(() => line.close())

  async function open(options?: LineOptions): Promise<Wakeups> {
    const wakeups = await line.open(options)
    opened.push(wakeups)
    return wakeups
  }

  async function untilConnections(count: number): Promise<void> {
    while ((await line.connections()) !== count) await nextTurn()
  }

  it.each(behaviours)('%s %s', async (_id, _title, check) => check(await open()))

  it('WAKE-6 a hint reaches the other process', async () => {
    const [one, two] = [await open(), await open()]
    const { heard } = await listening(two, one, ['events:1'])
    one.publish('events:1')
    await heard
  })

  it('WAKE-7 a hint does not come back to its sender', async () => {
    const [one, two] = [await open(), await open()]
    const mine = vi.fn()
    one.listen('topic', mine)
    await untilHeard(one, two)
    mine.mockClear()
    const { heard } = await listening(two, one, ['topic'])
    one.publish('topic')
    await heard
    await untilHeard(one, two)
    expect(mine).toHaveBeenCalledOnce()
  })

  it('WAKE-8 thousands of topics at once all arrive, though no message holds them', async () => {
    const [one, two] = [await open(), await open()]
    const topics = Array.from({ length: 3_000 }, (_, n) => `events:${crypto.randomUUID()}-${n}`)
    const { heard } = await listening(two, one, topics)
    for (const topic of topics) one.publish(topic)
    await heard
  })

  it('WAKE-9 a broken connection comes back: everyone is woken once, and hints flow again', async () => {
    const [one, two] = [await open(), await open()]
    const wakes = [vi.fn(), vi.fn()] as const
    one.listen('never published', wakes[0])
    two.listen('neither', wakes[1])
    await Promise.all([untilHeard(one, two), untilHeard(two, one)])
    for (const wake of wakes) wake.mockClear()
    await line.cut()
    for (const wake of wakes) await eventually(() => wake.mock.calls.length).toBeGreaterThan(0)
    const { heard } = await listening(two, one, ['again'])
    one.publish('again')
    await heard
    await untilConnections(2)
    for (const wake of wakes) expect(wake).toHaveBeenCalledOnce()
  })

  it('WAKE-10 hints from before the end are still sent', async () => {
    const [one, two] = [await open(), await open()]
    const { heard } = await listening(two, one, ['farewell'])
    one.publish('farewell')
    await one.close()
    await heard
  })

  it('WAKE-11 the end leaves no connection and no timer, also while it is connecting anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [ready, broken] = [await open(), await open()]
    await untilConnections(2)
    await ready.close()
    await untilConnections(1)
    await line.cut()
    await untilConnections(0)
    while (broken.health() === 'live') await nextTurn()
    // From here on it connects; the end comes before it has.
    vi.advanceTimersByTime(60_000)
    await broken.close()
    await untilConnections(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('WAKE-12 a line that falls silent is given up in time, and everyone is woken when another one is there', async () => {
    const timing = { noteEveryMs: 50, noteWithinMs: 1_500, openWithinMs: 1_500, retryMs: 20 }
    const [one, two] = [await open({ timing }), await open({ timing })]
    expect([one.health(), two.health()]).toEqual(['live', 'live'])
    line.silence()
    await eventually(() => [one.health(), two.health()]).toEqual(['degraded', 'degraded'])
    // Nobody hears it, and nobody waits for it.
    one.publish('lost')
    const woken = new Promise<void>((resolve) => two.listen('lost', resolve))
    line.restore()
    await woken
    await eventually(() => [one.health(), two.health()]).toEqual(['live', 'live'])
    const { heard } = await listening(two, one, ['after'])
    one.publish('after')
    await heard
  })

  it('WAKE-13 a silent line does not hold up the end', async () => {
    const wakeups = await open()
    line.silence()
    try {
      wakeups.publish('topic')
      await wakeups.close()
    } finally {
      line.restore()
    }
  })
})

/** Listens to the topics in one process, and resolves when all of them were received. Messages sent before it listens do not count. */
async function listening(
  listener: Wakeups,
  speaker: Wakeups,
  topics: readonly string[],
): Promise<{ readonly heard: Promise<unknown> }> {
  let isReady = false
  const heard = topics.map((topic) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const unlisten = listener.listen(topic, () => isReady && resolve())
    return promise.finally(unlisten)
  })
  await untilHeard(listener, speaker)
  isReady = true
  return { heard: Promise.all(heard) }
}

/** Resolves when `listener` hears what `speaker` says, and so everything that it listened to before. */
function untilHeard(listener: Wakeups, speaker: Wakeups): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const topic = `probe:${crypto.randomUUID()}`
  const unlisten = listener.listen(topic, resolve)
  speaker.publish(topic)
  return promise.finally(unlisten)
}
